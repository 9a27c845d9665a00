"""The points of a league: each plays against each under its one rule."""

from datetime import date

from scoring.models import Club
from scoring.operations.figures.fixtures import add_fixture, link_night
from scoring.operations.figures.seasons import set_season
from scoring.queries.figures.league import league
from scoring.queries.figures.scope import People
from tests import people


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
    places = [(each.player.name, each.rank, each.points, each.of_points) for each in found.places]
    assert places == [("Ana", 1, 10, 10), ("Carla", 2, 6, 10), ("Ben", 3, 2, 10), ("Dan", 3, 2, 10)]
