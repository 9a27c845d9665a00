"""Let the others see that somebody enters a hand. Kept in the shared cache only, so it may be lost."""

from datetime import datetime

from django.core.cache import cache

from scoring.models import Device, Session
from scoring.queries.table.live import marks_key, marks_of

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
