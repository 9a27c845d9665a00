"""The day of a night is a date: whatever the clock of the club says later, until the host puts it right."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest

from scoring.models import Club, Entry, NightTally, Session
from scoring.operations.figures.tallies import keep_tallies
from scoring.operations.people.clubs import change_club
from scoring.operations.sessions.days import correct_day
from scoring.operations.sessions.past import PastNight, PastTerms, enter_past
from scoring.operations.sessions.sessions import Terms, start_session
from scoring.operations.table.posting import Stamp
from scoring.operations.table.reversing import undo
from scoring.queries.books.checking import check_session
from scoring.queries.books.files import Form, books_file
from scoring.queries.figures.scope import year_of
from scoring.queries.sessions.clock import clock_doubt
from scoring.queries.sessions.nights import Wanted, history_page
from tests import people

PAST = PastTerms(game="cuajo", currency="PHP")
NEW_YEAR = PastNight(day=date(2012, 1, 1), results=(("Ana", 500), ("Ben", -500)))
BOOKED = re.compile(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(?= [*\"c])", re.MULTILINE)


def past(club: Club) -> Session:
    (night,) = enter_past(club=club, terms=PAST, nights=[NEW_YEAR], stamp=people.stamp())
    return night


def live(club: Club) -> Session:
    """Return a night that began half an hour before the new year of Manila, and was played and paid after it."""
    said = Terms(game="cuajo", rules="pagat", names=people.NAMES, currency="PHP", stake_factor=1, first_dealer=1)
    stamp = Stamp(device=None, at=datetime(2025, 12, 31, 15, 30, tzinfo=UTC), key=uuid4())
    night = start_session(club=club, terms=said, stamp=stamp)
    people.win(night)
    people.close(night)
    return night


def told(night: Session) -> tuple[object, ...]:
    """Return the day of a night as the night, its tally, journals, tables and the list of its year tell it."""
    night.refresh_from_db()
    keep_tallies(club=night.club)
    year = year_of(night.day.year)
    journals = [books_file(club=night.club, form=form, period=year).text for form in (Form.HLEDGER, Form.BEANCOUNT)]
    table = books_file(club=night.club, form=Form.CSV_COMMA, session=night).text.splitlines()[1:]
    listed = history_page(club=night.club, wanted=Wanted(period=year)).nights
    return (
        str(night.day),
        str(NightTally.objects.get(session=night).day),
        *({day for text in journals for day in BOOKED.findall(text)}, {row.split(";")[0] for row in table}),
        [each.session for each in listed],
    )


@pytest.mark.parametrize(("night", "day"), [(past, "2012-01-01"), (live, "2025-12-31")])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
def test_a_night_keeps_its_day_in_another_time_zone(
    club: Club, night: Callable[[Club], Session], day: str, zone: str
) -> None:
    session = night(club)
    change_club(club=club, name=club.name, time_zone=zone)
    assert told(session) == (day, day, {day}, {day}, [session])
    assert check_session(session=session) == ()


def test_a_file_of_past_nights_is_known_in_another_time_zone_and_after_a_correction(club: Club) -> None:
    put_right(past(club), date(2011, 12, 31))
    change_club(club=club, name=club.name, time_zone="America/Los_Angeles")
    with people.refused("past.row"):
        enter_past(club=club, terms=PAST, nights=[NEW_YEAR], stamp=people.stamp())


def put_right(night: Session, day: date) -> Entry:
    night.refresh_from_db()
    return correct_day(session=night, day=day, expected_day=night.day, reason="clock", stamp=people.stamp())


@pytest.mark.parametrize("begin", [past, live, lambda club: people.start_night(club=club)])
def test_a_day_is_put_right_by_a_line_and_back_by_its_reversal(club: Club, begin: Callable[[Club], Session]) -> None:
    night = begin(club)
    was = night.day
    told(night)
    line = put_right(night, date(2025, 11, 30))
    assert (line.kind, line.act, line.reason) == ("day", {"was": str(was), "day": "2025-11-30"}, "clock")
    assert told(night)[:2] == ("2025-11-30", "2025-11-30")
    assert check_session(session=night) == ()
    again = put_right(night, date(2025, 12, 1))
    with people.refused("not_reversible.day_followed"):
        undo(entry=line, reason="", stamp=people.stamp())
    for entry in (again, line):
        undo(entry=entry, reason="", stamp=people.stamp())
    assert told(night)[:2] == (str(was), str(was))
    assert check_session(session=night) == ()


@pytest.mark.parametrize(
    ("moved", "doubt"),
    [
        (timedelta(), None),
        (timedelta(days=700), None),
        (timedelta(minutes=-2), "clock.behind"),
        (timedelta(days=-9000), "clock.behind"),
        (timedelta(days=740), "clock.years_away"),
    ],
)
def test_a_clock_behind_the_last_line_or_years_away_is_doubted(
    session: Session, moved: timedelta, doubt: str | None
) -> None:
    people.win(session)
    found = clock_doubt(club=session.club, at=people.EVENING + moved)
    assert (found and found.key) == doubt


@pytest.mark.parametrize(("year", "doubt"), [(2000, "clock.behind"), (2040, "clock.years_away")])
def test_a_wrong_clock_blocks_nothing_and_is_doubted_until_the_day_is_put_right(
    session: Session, monkeypatch: pytest.MonkeyPatch, year: int, doubt: str
) -> None:
    evening = people.EVENING
    monkeypatch.setattr(people, "EVENING", evening.replace(year=year))
    night = people.start_night(club=session.club)
    people.win(night)
    found = clock_doubt(club=session.club, at=people.EVENING)
    assert (found and found.key) == doubt
    monkeypatch.setattr(people, "EVENING", evening + timedelta(days=1))
    assert (clock_doubt(club=session.club, at=people.EVENING) is None) == (year < 2026)
    put_right(night, date(2026, 2, 2))
    people.win(night)
    assert clock_doubt(club=session.club, at=people.EVENING) is None
