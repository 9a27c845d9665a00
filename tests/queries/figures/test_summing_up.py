"""Years of nights are summed up beside the pages: a slice with each page, all by a command."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core.cache import caches
from django.utils import timezone

from scoring.models import Club, PairTally, SeatTally, Session
from scoring.operations.figures import tallies
from scoring.operations.figures.tallies import has_much_to_sum_up, keep_tallies, stale_nights
from scoring.operations.sessions.sessions import change_switches
from scoring.queries.figures import figures
from scoring.queries.figures.pairs import matrices
from scoring.queries.figures.scope import People, Scope, kinds_played, read_scope
from scoring.queries.figures.standings import Order, standings
from scoring.queries.figures.years import past_of
from tests import people

pytestmark = pytest.mark.django_db

IN_2027 = datetime(2027, 2, 1, tzinfo=UTC)
"""The nights of the tests are of 2026."""


def test_nights_are_summed_up_slice_by_slice_newest_first(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tallies, "NIGHTS_AT_ONCE", 1)
    nights = [people.start_night(club=club) for _ in range(4)]
    for night in nights:
        people.win(night)
    assert has_much_to_sum_up()
    assert keep_tallies(club=club) == 3
    assert list(stale_nights(club=club)) == nights[:3]
    pauses: list[float] = []
    assert tallies.sum_up(pause=pauses.append) == len(pauses) == 3
    assert (has_much_to_sum_up(), keep_tallies(club=club)) == (False, 0)


def test_past_years_are_kept_over_a_start_until_one_of_their_nights_changes(
    session: Session, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scope(period: str = "") -> Scope:
        keep_tallies(club=club)
        found = read_scope(club=club, asked={"period": period}, kinds=kinds_played(club=club))
        assert found is not None
        return found

    def told(period: str = "") -> dict[str, int]:
        of = scope(period)
        places = standings(scope=of, order=Order.RESULT, people=People(club)).places
        won = {place.player.name: place.result_cents for place in places}
        assert {row.player.name: row.total_cents for row in matrices(scope=of, people=People(club)).moved} == won
        return won

    monkeypatch.setattr(timezone, "now", lambda: IN_2027)
    people.win(session)
    monkeypatch.setattr(people, "EVENING", IN_2027)
    people.win(people.start_night(club=club, names=("Ana", "Ben", "Carla", "Eva")), winner=people.BEN)
    tallies.sum_up(pause=lambda _seconds: None)
    won = {"Ana": 90, "Ben": 90, "Carla": -90, "Dan": -90, "Eva": 0}
    assert (told(), told("2026")["Ana"], told("2027")["Ana"]) == (won, 180, -90)

    in_2026 = {"night__session": session}
    SeatTally.objects.filter(**in_2026).update(result_cents=1)
    PairTally.objects.filter(**in_2026).update(moved_cents=0)
    caches["sums"].clear()
    assert told() == won
    other = replace(figures.PLAYERS, columns=("nights",))
    asked = [past_of(scope=scope(), question=each) for each in (figures.PLAYERS, other)]
    assert [past and past.kept() is not None for past in asked] == [True, False]

    people.win(session)
    assert told()["Ana"] == 270
    change_switches(session=session, is_practice=True, players_may_propose=False)
    assert told() == {"Ana": -90, "Ben": 180, "Carla": -90, "Eva": 0}
