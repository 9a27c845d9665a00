"""Let the others see that somebody enters a hand. Kept in the shared cache only, so it may be lost."""

from datetime import datetime

from django.core.cache import cache

from scoring.models import Device, Session
from scoring.queries.live import marks_key, marks_of

MARK_SECONDS = 60


def mark_entering(*, session: Session, device: Device, name: str, now: datetime) -> None:
    """Show to the others, for a minute, that this device enters a hand; `name` says who that is."""
    marks = {
        **marks_of(session=session, now=now),
        device.pk: (name, now.timestamp() + MARK_SECONDS),
    }
    cache.set(marks_key(session=session), marks, timeout=MARK_SECONDS)


def unmark_entering(*, session: Session, device: Device, now: datetime) -> None:
    """Show no longer that this device enters a hand."""
    marks = {pk: mark for pk, mark in marks_of(session=session, now=now).items() if pk != device.pk}
    cache.set(marks_key(session=session), marks, timeout=MARK_SECONDS)
