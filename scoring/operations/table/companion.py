"""Keep what is tapped at the table during a hand; recording the hand forgets it."""

from scoring.models import Session
from scoring.operations.errors import CompanionChangedError
from scoring.operations.table.posting import locked, note, require_open
from scoring.queries.table.companion import NOTES, Companion, Tap, companion_of, hand_of, notes_of, played


def note_tap(*, session: Session, hand: int, seen: str, tap: Tap) -> None:
    """Note a tap in the hand it was made for; `seen` is the version of the companion it was made on.

    Raises CompanionChangedError, SessionClosedError, and IllegalEventError for what the rules do not allow.
    """
    with locked(session=session) as found:
        companion = _current(found, hand=hand, seen=seen)
        _keep(found, played(session=found, hand=companion.hand, taps=(*companion.taps, tap)))


def undo_tap(*, session: Session, hand: int, seen: str) -> None:
    """Forget the last tap; without one nothing changes. Raises CompanionChangedError, SessionClosedError."""
    with locked(session=session) as found:
        companion = _current(found, hand=hand, seen=seen)
        _keep(found, played(session=found, hand=companion.hand, taps=companion.taps[:-1]))


def _current(session: Session, *, hand: int, seen: str) -> Companion:
    require_open(session=session)
    now = hand_of(session=session)
    companion = companion_of(session=session, hand=now)
    if (now.number, companion.version) != (hand, seen):
        raise CompanionChangedError
    return companion


def _keep(session: Session, companion: Companion) -> None:
    hand = companion.hand
    note(session=session, hand=hand.number, notes={NOTES: notes_of(hand=hand, taps=companion.taps)})
