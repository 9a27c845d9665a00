"""The points of a league: each plays against each under its one rule."""

from datetime import date

import pytest

from scoring.models import Club
from scoring.operations.figures.fixtures import FixtureError, add_fixture, link_night
from scoring.operations.figures.seasons import set_season
from scoring.queries.figures.league import league
from scoring.queries.figures.scope import People
from tests import people

pytestmark = pytest.mark.django_db


def test_partners_of_a_whole_night_count_together_and_others_for_themselves(club: Club) -> None:
    season = set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
    for day, is_pairs in ((1, True), (2, False)):
        night = people.start_night(club=club, rules={"preset": "pagat", "partnerships": is_pairs})
        people.win(night)
        people.close(night)
        players = [seat.player for seat in night.seats.order_by("number")]
        fixture = add_fixture(season=season, day=date(2026, 1, day), table=1, players=players)
        link_night(fixture=fixture, session=night)
    found = league(season=season, people=People(club))
    assert [[(each.player.name, each.points) for each in met.ended] for met in found.fixtures] == [
        [("Ana", 4), ("Carla", 4), ("Ben", 0), ("Dan", 0)],
        [("Ana", 6), ("Ben", 2), ("Carla", 2), ("Dan", 2)],
    ]
    assert [(each.player.name, each.rank, each.ended, each.points, each.of_points) for each in found.places] == [
        ("Ana", 1, 2, 10, 10),
        ("Carla", 2, 2, 6, 10),
        ("Ben", 3, 2, 2, 10),
        ("Dan", 3, 2, 2, 10),
    ]


@pytest.mark.parametrize(
    ("day", "table", "names"),
    [
        (date(2026, 1, 31), 2, ("Ana", "Carla")),
        (date(2026, 1, 31), 1, ("Carla", "Dan")),
        (date(2026, 1, 31), 2, ("Carla",)),
        (date(2026, 4, 1), 1, ("Carla", "Dan")),
    ],
    ids=["at two tables", "table taken", "alone", "after the season"],
)
def test_a_fixture_that_cannot_be_played_is_refused(club: Club, day: date, table: int, names: tuple[str, ...]) -> None:
    season = set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))
    night = people.start_night(club=club)
    ana, ben, *_ = (seat.player for seat in night.seats.order_by("number"))
    fixture = add_fixture(season=season, day=date(2026, 1, 31), table=1, players=(ana, ben))
    with pytest.raises(FixtureError):
        add_fixture(season=season, day=day, table=table, players=[club.players.get(name=name) for name in names])
    other = people.start_night(club=club, names=("Ana", "Eva", "Flor", "Gina"))
    with pytest.raises(FixtureError):
        link_night(fixture=fixture, session=other)
