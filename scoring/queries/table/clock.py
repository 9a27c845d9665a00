"""Whether the clock of the machine can be right, by what a club has recorded before."""

from datetime import date, datetime, timedelta

from django.db.models import Max, Q, QuerySet

from scoring.models import Club, Entry, EntryKind, Session
from scoring.texts import Text, say

FIRST_RELEASE = date(2026, 1, 1)
"""A clock that is behind this day is wrong on every machine: this software did not exist."""
SHORT, A_DAY, LONG = timedelta(minutes=1), timedelta(days=1), timedelta(days=2 * 365)


def clock_doubt(*, club: Club, at: datetime) -> Text | None:
    """Return why the clock, which says `at`, is probably wrong, in two queries; None where nothing speaks against it.

    It is behind the newest line or the newest day of a night, or years away from the night before. A host who puts the
    clock right and then the day of the night ends the doubt.
    """
    now = club.day_at(at)
    nights = club.sessions.filter(is_practice=False, entered_later=False)
    days = nights.aggregate(newest=Max("day"), before=Max("day", filter=Q(day__lt=now)))
    day: date | None = days["newest"]
    if day and now < day - A_DAY:
        return say("clock.behind", now=str(now), last=str(day))
    newest = _newest_line(nights.filter(day__gte=now - A_DAY)) if day and day >= now - A_DAY else None
    if newest and at < newest - SHORT:
        return say("clock.behind", now=_told(club, at), last=_told(club, newest))
    if now < FIRST_RELEASE or now - (days["before"] or now) > LONG:
        return say("clock.years_away", now=str(now))
    return None


def _newest_line(nights: QuerySet[Session]) -> datetime | None:
    """Return when the newest line of these nights was recorded, without those whose day was put right."""
    put_right = Entry.objects.filter(session__in=nights, kind=EntryKind.DAY).values("session")
    lines = Entry.objects.filter(session__in=nights).exclude(session__in=put_right)
    newest: datetime | None = lines.aggregate(newest=Max("recorded_at"))["newest"]
    return newest


def _told(club: Club, at: datetime) -> str:
    return f"{club.day_at(at)} {at.astimezone(club.clock):%H:%M}"
