"""What is kept beside the books while a hand is played: the taps, and in the cache who enters a hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from scoring.models import Device, Session
from scoring.operations.errors import CompanionChangedError, SessionClosedError
from scoring.operations.table.posting import locked, note
from scoring.queries.table.companion import NOTES, Companion, Tap, companion_of, hand_of, notes_of, played
from scoring.queries.table.night import night_of


def note_tap(*, session: Session, hand: int, seen: str, tap: Tap) -> None:
    """Note a tap in the hand it was made for; `seen` is the version of the companion it was made on.

    Raises CompanionChangedError, SessionClosedError, and IllegalTapError for what the rules do not allow.
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
    night = night_of(session=session)
    if night.is_closed:
        raise SessionClosedError
    now = hand_of(night=night)
    companion = companion_of(session=session, hand=now)
    if (now.number, companion.version) != (hand, seen):
        raise CompanionChangedError
    return companion


def _keep(session: Session, companion: Companion) -> None:
    hand = companion.hand
    note(session=session, hand=hand.number, notes={NOTES: notes_of(hand=hand, taps=companion.taps)})


MARK_SECONDS = 180
"""Long enough to look for cards without a tap; whoever goes back to the table is unmarked at once."""


def mark_entering(*, session: Session, device: Device, name: str, now: datetime) -> None:
    """Show to the others, for some minutes, that this device enters a hand; `name` says who that is."""
    marks = {**marks_of(session=session, now=now), device.pk: (name, now.timestamp() + MARK_SECONDS)}
    cache.set(marks_key(session=session), marks, timeout=MARK_SECONDS)


def unmark_entering(*, session: Session, device: Device, now: datetime) -> None:
    """Show no longer that this device enters a hand."""
    marks = marks_of(session=session, now=now)
    if device.pk in marks:
        others = {pk: mark for pk, mark in marks.items() if pk != device.pk}
        cache.set(marks_key(session=session), others, timeout=MARK_SECONDS)


type Marks = Mapping[int, tuple[str, float]]
"""Per device that enters a hand: the name to show, and the second of the epoch when the mark ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """What changes on the pages of a session: `version` is another text as soon as anything did.

    It counts the entries and the other changes, so a phone that slept asks once and has missed nothing.
    `entering` are the people who enter a hand on other phones.
    """

    version: str
    entering: tuple[str, ...]


def live_of(*, session: Session, newest: int, device: Device, now: datetime) -> Live:
    """Return the state of a session, whose newest entry has that number, as one phone sees it."""
    others = {pk: mark for pk, mark in marks_of(session=session, now=now).items() if pk != device.pk}
    present = "-".join(str(pk) for pk in sorted(others))
    return Live(
        version=f"{newest}.{session.revision}.{present}", entering=tuple(sorted({name for name, _ in others.values()}))
    )


def marks_of(*, session: Session, now: datetime) -> Marks:
    """Return the devices marked as entering a hand whose marks have not ended."""
    marks: Marks = cache.get(marks_key(session=session), {})
    return {pk: (name, until) for pk, (name, until) in marks.items() if until > now.timestamp()}


def marks_key(*, session: Session) -> str:
    return f"entering:{session.pk}"
