"""Keep what is tapped at the table during a hand; recording the hand forgets it."""

from django.db import transaction

from scoring.models import Session
from scoring.operations.errors import RefusedError
from scoring.operations.posting import lock, note, require_open
from scoring.queries.companion import NOTES, Companion, Tap, companion_of, hand_of, notes_of, played


class CompanionChangedError(RefusedError):
    """Another phone tapped, or recorded the hand, since the page was shown."""

    code = "companion_changed"

    def __init__(self) -> None:
        super().__init__("Another phone tapped meanwhile, so yours was not noted. This is how it stands now.")


@transaction.atomic
def note_tap(*, session: Session, hand: int, seen: str, tap: Tap) -> None:
    """Note a tap in the hand it was made for; `seen` is the version of the companion it was made on.

    Raises CompanionChangedError, SessionClosedError, and IllegalEventError for what the rules do not allow.
    """
    session, companion = _locked(session, hand=hand, seen=seen)
    _keep(session, played(session=session, hand=companion.hand, taps=(*companion.taps, tap)))


@transaction.atomic
def undo_tap(*, session: Session, hand: int, seen: str) -> None:
    """Forget the last tap; without one nothing changes. Raises CompanionChangedError, SessionClosedError."""
    session, companion = _locked(session, hand=hand, seen=seen)
    _keep(session, played(session=session, hand=companion.hand, taps=companion.taps[:-1]))


def _locked(session: Session, *, hand: int, seen: str) -> tuple[Session, Companion]:
    session = lock(session=session)
    require_open(session=session)
    now = hand_of(session=session)
    companion = companion_of(session=session, hand=now)
    if (now.number, companion.version) != (hand, seen):
        raise CompanionChangedError
    return session, companion


def _keep(session: Session, companion: Companion) -> None:
    hand = companion.hand
    note(session=session, hand=hand.number, notes={NOTES: notes_of(hand=hand, taps=companion.taps)})
