"""Alarms about the books that no host has read yet."""

from scoring.models import Alarm


def unread_alarm() -> Alarm | None:
    """Return the newest alarm that nobody put aside, None where there is none."""
    return Alarm.objects.filter(read_at=None).order_by("-pk").first()
