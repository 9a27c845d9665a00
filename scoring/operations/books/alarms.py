"""Alarms about the books: raised when the app starts, shown until a host has put them aside."""

from datetime import datetime

from scoring.models import Alarm


def raise_alarm(*, lost_guards: tuple[str, ...], wrong: int, at: datetime) -> Alarm:
    """Keep that the database had lost guards, and how many differences a check of all books found then."""
    return Alarm.objects.create(lost_guards=list(lost_guards), wrong=wrong, raised_at=at)


def put_aside(*, alarm: Alarm, at: datetime) -> None:
    """Show an alarm no more; one that was put aside before stays so."""
    Alarm.objects.filter(pk=alarm.pk, read_at=None).update(read_at=at)


def unread_alarm() -> Alarm | None:
    """Return the newest alarm that nobody put aside, None where there is none."""
    return Alarm.objects.filter(read_at=None).order_by("-pk").first()
