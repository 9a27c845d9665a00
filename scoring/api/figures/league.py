"""The league of a season: who plays whom, in which night that was, and the points it brought."""

from datetime import date
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404

from scoring.api.figures.seasons import SeasonShape
from scoring.api.people.club import PersonShape
from scoring.api.rules.rule_sets import Removed
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import ClubView
from scoring.api.web.errors import FieldsError
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import Day, Id, Input, Several, Whole
from scoring.models import Fixture, Player, Season, Session
from scoring.operations.figures.fixtures import (
    HIGHEST_TABLE,
    MOST,
    add_fixture,
    link_night,
    remove_fixture,
    unlink_night,
)
from scoring.operations.table.posting import Stamp
from scoring.queries.figures.league import League, league
from scoring.queries.figures.scope import People
from scoring.queries.people.access import Action
from scoring.texts import say


class EndedShape(Shape):
    """How a fixture ended for a player, by the result of its night."""

    player: PersonShape
    result_cents: int
    points: int
    of_points: int


class FixtureShape(Shape):
    """Who plays whom; `ended` is empty until its session is closed, and where that is practice."""

    id: UUID = at("public_id")
    day: date
    table: int
    players: tuple[PersonShape, ...]
    session: UUID | None = at("night")
    ended: tuple[EndedShape, ...]


class LeaguePlaceShape(Shape):
    """A player's place by points; so many of their fixtures have ended, with so many points to be won."""

    rank: int
    player: PersonShape
    fixture_count: int = at("fixtures")
    ended_count: int = at("ended")
    points: int
    of_points: int


class LeagueShape(Shape):
    """The league of a season: two points for everybody one ends ahead of, one for everybody level."""

    season: SeasonShape
    places: tuple[LeaguePlaceShape, ...]
    fixtures: tuple[FixtureShape, ...]


class NewFixture(Input):
    """Who shall play whom, at which table on which day of the season."""

    day = Day()
    table = Whole(min_value=1, max_value=HIGHEST_TABLE)
    players = Several(child=Id(), max_length=MOST)


class NightOfFixture(Input):
    """The session in which a fixture was played."""

    session = Id()


class SeasonView(ClubView):
    """A resource of a season of the club."""

    season: Season

    def find(self) -> None:
        seasons = Season.objects.select_related("club").filter(club=self.club)
        self.season = get_object_or_404(seasons, public_id=self.part("public_id"))


class TheLeague(SeasonView):
    @reads(LeagueShape, right=Action.BROWSE)
    def get(self) -> League:
        """Read who has how many points in a season, and every fixture with how it ended."""
        return league(season=self.season, people=People(self.club))


class Fixtures(SeasonView):
    @writes(NewFixture, LeagueShape, right=Action.MANAGE, made="seasons/{public_id}/league/")
    def post(self, wanted: dict[str, Any], _stamp: Stamp) -> League:
        """Have players meet at a table on a day of the season."""
        ids = list(dict.fromkeys(wanted.pop("players")))
        known = {player.public_id: player for player in Player.objects.filter(club=self.club, merged_into=None)}
        if not known.keys() >= set(ids):
            raise FieldsError(players=say("api.unknown_player"))
        add_fixture(season=self.season, **wanted, players=[known[each] for each in ids])
        return league(season=self.season, people=People(self.club))


class FixtureView(ClubView):
    """A resource of a fixture."""

    fixture: Fixture

    def find(self) -> None:
        fixtures = Fixture.objects.select_related("season__club").filter(season__club=self.club)
        self.fixture = get_object_or_404(fixtures, public_id=self.part("public_id"))

    def session(self, wanted: dict[str, Any]) -> Session:
        """Return the session that a request names."""
        return get_object_or_404(Session, club=self.club, public_id=wanted["session"])


class OneFixture(FixtureView):
    @writes(None, Removed, right=Action.MANAGE)
    def delete(self, _stamp: Stamp) -> Any:
        """Forget a fixture that was not played."""
        remove_fixture(fixture=self.fixture)
        return {"id": self.part("public_id")}


class NightsOfFixtures(FixtureView):
    @writes(NightOfFixture, LeagueShape, right=Action.MANAGE)
    def post(self, wanted: dict[str, Any], _stamp: Stamp) -> League:
        """Say in which session a fixture was played; what came of it is taken from there."""
        link_night(fixture=self.fixture, session=self.session(wanted))
        return league(season=self.fixture.season, people=People(self.club))


class NightsTakenOff(FixtureView):
    @writes(NightOfFixture, LeagueShape, right=Action.MANAGE)
    def post(self, wanted: dict[str, Any], _stamp: Stamp) -> League:
        """Say that a fixture was not played in this session."""
        unlink_night(fixture=self.fixture, session=self.session(wanted))
        return league(season=self.fixture.season, people=People(self.club))
