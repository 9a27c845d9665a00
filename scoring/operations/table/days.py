"""Put the day of a night right: a line of its ledger that moves no money."""

from datetime import date, datetime

from scoring.models import Club, Entry, EntryKind, Session
from scoring.models.sessions import FIRST_DAY, LAST_DAY
from scoring.operations.errors import RefusedError, ShownChangedError
from scoring.operations.table.posting import Draft, Stamp, content_hash, touch, writing
from scoring.operations.words import Remark
from scoring.queries.table.clock import clock_doubt
from scoring.texts import say


class DayError(RefusedError):
    """A day on which no night was played, or the one that the night has."""

    code = "day"
    field = "day"


def can_be_played_on(*, club: Club, day: date, at: datetime) -> bool:
    """Tell whether a night may have been played on a day; while the clock is in doubt it decides nothing."""
    is_over = day <= club.day_at(at) or clock_doubt(club=club, at=at) is not None
    return FIRST_DAY <= day <= LAST_DAY and is_over


def correct_day(*, session: Session, day: date, expected_day: date, stamp: Stamp, reason: Remark = "") -> Entry:
    """Have a night count on another day, in lists, figures and files; return the line that says so.

    Closed nights too. Raises DayError for an impossible day or the one it has, ShownChangedError where that is not the
    expected one any more, KeyReusedError.
    """
    content = content_hash("correct_day", session=session.public_id, day=day, reason=reason)
    with writing(Entry, session=session, stamp=stamp, content=content, closed_too=True) as books:
        if books.before:
            return books.before
        now = books.session.day
        if now != expected_day:
            raise ShownChangedError(say("shown_changed.day"))
        if day == now:
            raise DayError(say("day.unchanged"))
        if not can_be_played_on(club=session.club, day=day, at=stamp.at):
            raise DayError(say("day.impossible"))
        entry = books.post(Draft(kind=EntryKind.DAY, act={"was": str(now), "day": str(day)}, reason=reason))
        touch(session=books.session, day=day)
    return entry


def move_back(session: Session, *, entry: Entry) -> None:
    """Give a locked night the day it had before a line put it right."""
    touch(session=session, day=date.fromisoformat(entry.act["was"]))
