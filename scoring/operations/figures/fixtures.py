"""Say who plays whom in the league of a season, and which night it was; what came of it is in the night's own books."""

from collections.abc import Collection
from datetime import date

from django.db import transaction

from scoring.models import Fixture, FixturePlayer, Player, Season, Session
from scoring.operations.errors import RefusedError
from scoring.operations.table.posting import lock_club
from scoring.queries.figures.league import sat_there
from scoring.queries.figures.scope import People
from scoring.texts import say

FEWEST, MOST = 2, 8
HIGHEST_TABLE = 99


class FixtureError(RefusedError):
    """A fixture that cannot be, or a night that cannot be that of a fixture."""

    code = "fixture"


@transaction.atomic
def add_fixture(*, season: Season, day: date, table: int, players: Collection[Player]) -> Fixture:
    """Have players meet at a table on a day of the season, and return the fixture; raises FixtureError."""
    lock_club(club=season.club)
    if not season.since <= day <= season.until:
        raise FixtureError(say("fixture.day"))
    if not FEWEST <= len(set(players)) <= MOST:
        raise FixtureError(say("fixture.players", least=FEWEST, most=MOST))
    same_day = season.fixtures.filter(day=day)
    if same_day.filter(table=table).exists():
        raise FixtureError(say("fixture.table", table=table))
    busy = FixturePlayer.objects.filter(fixture__in=same_day, player__in=players).select_related("player", "fixture")
    if found := busy.first():
        raise FixtureError(say("fixture.twice", player=found.player.name, table=found.fixture.table))
    fixture = Fixture.objects.create(season=season, day=day, table=table)
    FixturePlayer.objects.bulk_create(FixturePlayer(fixture=fixture, player=player) for player in players)
    return fixture


@transaction.atomic
def remove_fixture(*, fixture: Fixture) -> None:
    """Forget a fixture that was not played; raises FixtureError for one that has its night."""
    _lock(fixture)
    if fixture.session_id is not None:
        raise FixtureError(say("fixture.played"))
    fixture.delete()


@transaction.atomic
def link_night(*, fixture: Fixture, session: Session) -> Fixture:
    """Say in which night a fixture was played, and return it; said twice it is said once. Raises FixtureError."""
    _lock(fixture)
    session.refresh_from_db(fields=["is_practice"])
    people = People(session.club)
    if fixture.session_id == session.pk:
        return fixture
    if fixture.session_id is not None:
        raise FixtureError(say("fixture.played"))
    if session.is_practice:
        raise FixtureError(say("fixture.practice"))
    if Fixture.objects.filter(session=session).exists():
        raise FixtureError(say("fixture.night_taken"))
    wanted = {people.known[each.player_id] for each in fixture.players.all()}
    if not wanted <= sat_there(session=session, people=people):
        raise FixtureError(say("fixture.others"))
    fixture.session = session
    fixture.save(update_fields=["session"])
    return fixture


@transaction.atomic
def unlink_night(*, fixture: Fixture, session: Session) -> Fixture:
    """Say that a fixture was not played in this night, and return it; one of another night stays as it is."""
    _lock(fixture)
    if fixture.session_id == session.pk:
        fixture.session = None
        fixture.save(update_fields=["session"])
    return fixture


def _lock(fixture: Fixture) -> None:
    lock_club(club=fixture.season.club)
    fixture.refresh_from_db()
