"""Whether a page still shows the newest of a session, and who is entering a hand just now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

from scoring.models import Device, Session

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
    """Return where the cache keeps the marks of a session."""
    return f"entering:{session.pk}"
