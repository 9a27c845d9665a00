"""Nights before this year are summed once, and again when one of them has another tally."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Club, PairTally, SeatTally, Session
from scoring.operations.figures.tallies import has_much_to_sum_up, keep_tallies, sum_up
from scoring.operations.sessions.sessions import change_switches
from scoring.queries.books.checking import check_club
from scoring.queries.figures import figures
from scoring.queries.figures.pairs import matrices
from scoring.queries.figures.scope import People, Period, Scope, kinds_played, read_scope
from scoring.queries.figures.standings import Order, standings
from scoring.queries.figures.years import past_of
from tests import people

pytestmark = pytest.mark.django_db

IN_2027 = datetime(2027, 2, 1, tzinfo=UTC)
"""The nights of the tests are of 2026."""


@pytest.fixture(autouse=True)
def _a_year_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: IN_2027)


def all_time(club: Club, **period: object) -> Scope:
    keep_tallies(club=club)
    scope = read_scope(club=club, asked=period, kinds=kinds_played(club=club))  # type: ignore[arg-type]
    assert scope is not None
    return scope


def won(scope: Scope) -> dict[str, int]:
    found = standings(scope=scope, order=Order.RESULT, people=People(scope.club))
    return {place.player.name: place.result_cents for place in found.places}


def test_past_nights_are_not_summed_a_second_time(session: Session) -> None:
    people.win(session)
    assert won(all_time(session.club))["Ana"] == 180
    scope = all_time(session.club)
    SeatTally.objects.update(result_cents=1)

    with CaptureQueriesContext(connection) as captured:
        assert won(scope)["Ana"] == 180
    assert len(captured) == 3
    assert won(all_time(session.club, period="2026-01-01..2026-12-30"))["Ana"] == 1


def test_a_past_night_that_goes_on_is_summed_again(session: Session) -> None:
    people.win(session)
    assert won(all_time(session.club))["Ana"] == 180
    people.win(session)
    assert won(all_time(session.club))["Ana"] == 360


def test_a_past_night_that_becomes_practice_counts_no_longer(session: Session, club: Club) -> None:
    people.win(session)
    people.win(people.start_night(club=club), winner=people.BEN)
    assert won(all_time(club))["Ana"] == 90
    change_switches(session=session, is_practice=True, players_may_propose=False)
    assert won(all_time(club))["Ana"] == -90


def test_nights_of_two_years_are_summed_together(session: Session, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people.win(session)
    monkeypatch.setattr(people, "EVENING", IN_2027)
    people.win(people.start_night(club=club, names=("Ana", "Ben", "Carla", "Eva")), winner=people.BEN)
    scope = all_time(club)
    assert won(scope) == {"Ana": 90, "Ben": 90, "Carla": -90, "Dan": -90, "Eva": 0}
    assert {row.player.name: row.total_cents for row in matrices(scope=scope, people=People(club)).moved} == won(scope)
    assert won(all_time(club, period="2026"))["Ana"] == 180
    assert won(all_time(club, period="2027"))["Ana"] == -90
    assert scope.period == Period()


def test_what_past_years_come_to_is_kept_over_a_start(session: Session, club: Club) -> None:
    people.win(session)
    keep_tallies(club=club)
    assert has_much_to_sum_up()
    sum_up(pause=lambda _seconds: None)
    assert not has_much_to_sum_up()
    scope = all_time(club)
    SeatTally.objects.update(play_cents=1, result_cents=1)
    PairTally.objects.update(moved_cents=0)
    for _start in range(2):
        caches["sums"].clear()
        found = standings(scope=scope, order=Order.RESULT, people=People(club))
        assert {place.player.name: place.play_cents for place in found.places}["Ana"] == 90 * 2
        assert {player.name: so_far for player, so_far in found.money.lines}["Ana"] == (90 * 2,)
        assert {row.player.name: row.total_cents for row in matrices(scope=scope, people=People(club)).moved}[
            "Ana"
        ] == 180
    assert [finding.what.values["names"] for finding in check_club(club=club)] == [
        "PastTally players|cuajo|PHP",
        "PastTally pairs|cuajo|PHP",
        "PastTally money|cuajo|PHP",
    ]


def test_what_is_kept_of_past_years_is_not_read_after_a_change_or_by_a_version_with_other_columns(
    session: Session, club: Club
) -> None:
    people.win(session)
    sum_up(pause=lambda _seconds: None)
    people.win(session)
    assert won(all_time(club))["Ana"] == 360
    sum_up(pause=lambda _seconds: None)
    other = replace(figures.PLAYERS, columns=("nights",))
    asked = [past_of(scope=all_time(club), question=each) for each in (figures.PLAYERS, other)]
    assert [past and past.kept() is not None for past in asked] == [True, False]
