"""The day of a night is a date until the host puts it right; how long it lasted, and who sat out when it was closed."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest

from scoring.models import Club, Entry, Session
from scoring.operations.history import read_history
from scoring.operations.money.past import PastNight, PastTerms, enter_past
from scoring.operations.people.clubs import change_club
from scoring.operations.table.hands import correct_hand, record_hand
from scoring.operations.table.nights import Terms, correct_day, start_session
from scoring.operations.table.posting import Stamp
from scoring.queries.books.files import Form, books_file
from scoring.queries.history.scope import Period
from scoring.queries.table.nights import NightFilter, clock_doubt, history_page
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


def told(night: Session) -> list[object]:
    """Return the days of a night as the night, the history, journals, tables and the list of its year tell it."""
    night.refresh_from_db()
    year, history = Period.of_year(night.day), read_history(club=night.club)
    forms = (Form.HLEDGER, Form.BEANCOUNT)
    journals = [books_file(club=night.club, form=form, period=year).content.decode() for form in forms]
    table = books_file(club=night.club, form=Form.CSV_COMMA, session=night).content.decode().splitlines()[1:]
    assert [each.session for each in history_page(history=history, wanted=NightFilter(period=year)).nights] == [night]
    days = {str(night.day), *(str(each.day) for each in history.nights), *(row.split(";")[0] for row in table)}
    return sorted(days.union(*map(BOOKED.findall, journals)))


def put_right(night: Session, day: date) -> Entry:
    night.refresh_from_db()
    return correct_day(session=night, day=day, expected_day=night.day, reason="clock", stamp=people.stamp())


@pytest.mark.parametrize(("night", "day"), [(past, "2012-01-01"), (live, "2025-12-31")])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
def test_a_night_keeps_its_day_elsewhere(club: Club, night: Callable[[Club], Session], day: str, zone: str) -> None:
    session = night(club)
    change_club(club=club, name=club.name, time_zone=zone)
    assert told(session) == [day]


def test_a_file_of_past_nights_is_known_in_another_time_zone_and_after_a_correction(club: Club) -> None:
    put_right(past(club), date(2011, 12, 31))
    change_club(club=club, name=club.name, time_zone="America/Los_Angeles")
    people.refuses("past.row", enter_past, club=club, terms=PAST, nights=[NEW_YEAR], stamp=people.stamp())


@pytest.mark.parametrize("begin", [past, live])
def test_a_day_is_put_right_by_a_line_and_back_by_its_reversal(club: Club, begin: Callable[[Club], Session]) -> None:
    night = begin(club)
    was = str(night.day)
    line = put_right(night, date(2025, 11, 30))
    assert (line.kind, line.act, line.reason) == ("day", {"was": was, "day": "2025-11-30"}, "clock")
    assert told(night) == ["2025-11-30"]
    again = put_right(night, date(2025, 12, 1))
    people.refuses("not_reversible.rests_on", people.take_back, line)
    people.take_back(again)
    people.take_back(line)
    assert told(night) == [was]


BEHIND, AWAY = "clock.behind", "clock.years_away"


@pytest.mark.parametrize(("days", "doubt"), [(0, None), (700, None), (-0.001, BEHIND), (-9000, BEHIND), (740, AWAY)])
def test_a_clock_behind_the_last_line_or_years_away_is_doubted(session: Session, days: float, doubt: str) -> None:
    people.win(session)
    found = clock_doubt(club=session.club, at=people.EVENING + timedelta(days=days))
    assert (found and found.key) == doubt


@pytest.mark.parametrize("year", [2000, 2040])
def test_a_wrong_clock_blocks_nothing_and_is_doubted_until_the_day_is_put_right(
    session: Session, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    evening = people.EVENING
    monkeypatch.setattr(people, "EVENING", evening.replace(year=year))
    night = people.start_night(club=session.club)
    people.win(night)
    monkeypatch.setattr(people, "EVENING", evening + timedelta(days=1))
    assert (clock_doubt(club=session.club, at=people.EVENING) is None) == (year < 2026)
    put_right(night, date(2026, 2, 2))
    people.win(night)
    assert clock_doubt(club=session.club, at=people.EVENING) is None


def test_a_night_lasts_from_its_first_hand_also_where_that_was_corrected_later(session: Session) -> None:
    first, _ = (
        record_hand(
            session=session,
            act=people.win_act(session),
            expected=people.expected(session),
            stamp=people.stamp(minutes=minutes),
        )
        for minutes in (5, 30)
    )
    correct_hand(entry=first, act=people.DRAWN, reason="nobody won", stamp=people.stamp(minutes=20))
    (night,) = read_history(club=session.club).nights
    assert {sums["minutes"] for sums in night.sums.values()} == {25}


def test_the_coin_of_who_sat_out_counts_for_the_pair_they_last_played_in(club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night, winner=people.BEN)
    people.sit(night, "Eva", "Ben", "Carla", "Dan")
    people.win(night, winner=people.BEN)
    people.close(night, coin_cents=25)
    history = read_history(club=club)
    (found,), named = history.nights, history.players
    names = ("beside_cents", "shared_cents", "coin_cents")
    beside = {
        (str(named[one]), str(named[other])): tuple(sums.get(name, 0) for name in names)
        for (one, other), sums in found.pairs.items()
        if "beside_nights" in sums
    }
    assert beside == {
        ("Ana", "Carla"): (-75, 0, 15),
        ("Carla", "Ana"): (-90, 0, 0),
        ("Carla", "Eva"): (-85, 0, 5),
        ("Eva", "Carla"): (-100, 0, -10),
        ("Ben", "Dan"): (175, -180, -5),
        ("Dan", "Ben"): (175, 180, -5),
    }
    seats = [
        tuple(sums.get(name, 0) for name in ("result_cents", "adjusted_cents", "coin_cents"))
        for sums in found.sums.values()
    ]
    assert seats == [(-75, 15, 15), (175, -185, -5), (-175, 5, 5), (175, 175, -5), (-100, -10, -10)]
