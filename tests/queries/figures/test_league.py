"""The points of a league are what the raw payments of its nights come to under its one rule."""

import random
from collections import Counter
from datetime import date

import pytest

from scoring import games
from scoring.models import Club, Fixture, Payment, Player, Season, Session
from scoring.operations.figures.fixtures import FixtureError, add_fixture, link_night, remove_fixture, unlink_night
from scoring.operations.figures.seasons import SeasonError, remove_season, set_season
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.reversing import reopen_session
from scoring.queries.figures.league import League, league, nights_for
from scoring.queries.figures.scope import People
from scoring.queries.table.disputes import disputed_lines
from scoring.queries.table.seatings import seatings_of, sides_in
from scoring.queries.table.tables import is_closed, last_entry_number
from tests import people
from tests.queries.figures.invented import SCALE, invented_club
from tests.toy import Toy

pytestmark = pytest.mark.django_db

ALONE = {"preset": "pagat", "partnerships": False}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))


@pytest.fixture
def season(club: Club) -> Season:
    return set_season(club=club, name="Winter", since=date(2026, 1, 1), until=date(2026, 3, 31))


def players_of(session: Session) -> list[Player]:
    return [seat.player for seat in session.seats.select_related("player")]


def fixture_of(session: Session, *, season: Season, table: int = 1) -> Fixture:
    """Return a fixture of everybody in a night, each on a day of its own, linked to it."""
    day = date(2026, 1, 1 + season.fixtures.count())
    fixture = add_fixture(season=season, day=day, table=table, players=players_of(session))
    return link_night(fixture=fixture, session=session)


def close(session: Session) -> None:
    newest = last_entry_number(session=session)
    lines = disputed_lines(session=session)
    close_session(session=session, coin_cents=1, expected_entry=newest, stamp=people.stamp(), disputed=lines)


def found(season: Season) -> League:
    return league(season=season, people=People(season.club))


def points(season: Season) -> dict[str, tuple[int, int, int, int]]:
    return {each.player.name: (each.rank, each.ended, each.points, each.of_points) for each in found(season).places}


def naive(season: Season) -> Counter[str]:
    """Return the points as somebody would count them who adds up every payment of every closed night."""
    total: Counter[str] = Counter()
    for fixture in season.fixtures.exclude(session=None):
        session = fixture.session
        assert session is not None
        if session.is_practice or not is_closed(session=session):
            continue
        won: Counter[int] = Counter({seat.number: 0 for seat in session.seats.all()})
        for payment in Payment.objects.filter(entry__session=session, cash=False, apart=False):
            won[payment.payee.number] += payment.amount_cents
            won[payment.payer.number] -= payment.amount_cents
        ways = [sides_in(session=session, seating=each) for each in seatings_of(session=session).all]
        sides = {frozenset(frozenset(x.number for x in way if x.side == y.side) for y in way) for way in ways}
        played = {seat.number for way in ways for seat in way}
        partners = next(iter(sides)) if len(sides) == 1 else {frozenset({seat}) for seat in played}
        names = {seat.number: seat.player.known_as for seat in session.seats.select_related("player__merged_into")}
        for own in partners:
            for other in partners - {own}:
                gap = sum(won[seat] for seat in own) - sum(won[seat] for seat in other)
                for seat in own:
                    total[names[seat]] += len(other) * (2 if gap > 0 else 1 if gap == 0 else 0)
    return +total


@pytest.mark.parametrize("seed", range(400, 400 + 2 * SCALE))
def test_points_are_what_the_raw_payments_of_the_nights_come_to(club: Club, season: Season, seed: int) -> None:
    chance = random.Random(seed)
    for session in invented_club(club=club, seed=seed):
        if not is_closed(session=session) and chance.random() < 0.7:
            close(session)
        if not session.is_practice and chance.random() < 0.8:
            fixture_of(session, season=season)
    assert +Counter({each.player.name: each.points for each in found(season).places}) == naive(season)


def test_partners_of_a_whole_night_count_together_and_others_for_themselves(club: Club, season: Season) -> None:
    pairs, alone = (people.start_night(club=club), people.start_night(club=club, rules=ALONE))
    for night in (pairs, alone):
        people.win(night)
        close(night)
        fixture_of(night, season=season)
    assert [[(each.player.name, each.points) for each in met.ended] for met in found(season).fixtures] == [
        [("Ana", 4), ("Carla", 4), ("Ben", 0), ("Dan", 0)],
        [("Ana", 6), ("Ben", 2), ("Carla", 2), ("Dan", 2)],
    ]
    assert points(season) == {"Ana": (1, 2, 10, 10), "Carla": (2, 2, 6, 10), "Ben": (3, 2, 2, 10), "Dan": (3, 2, 2, 10)}


def test_a_night_counts_while_it_is_closed_and_no_practice(session: Session, season: Season) -> None:
    people.win(session)
    fixture_of(session, season=season)
    assert points(season)["Ana"] == (1, 0, 0, 0)
    close(session)
    assert points(season)["Ana"] == (1, 1, 4, 4)
    newest = last_entry_number(session=session)
    reopen_session(session=session, reason="one more", expected_entry=newest, stamp=people.stamp())
    assert points(season)["Ana"] == (1, 0, 0, 0)
    close(session)
    change_switches(session=session, is_practice=True, players_may_propose=False)
    assert points(season)["Ana"] == (1, 0, 0, 0)


def test_a_merged_player_has_the_points_of_both(session: Session, season: Season) -> None:
    people.win(session)
    close(session)
    fixture_of(session, season=season)
    other = people.start_night(club=session.club, names=("Annie", "Ben"), rules=ALONE)
    merge_players(player=players_of(other)[0], into=players_of(session)[0])
    add_fixture(season=season, day=date(2026, 2, 1), table=1, players=players_of(other))
    place = found(season).places[0]
    assert (place.player.name, place.fixtures, place.ended, place.points) == ("Ana", 2, 1, 4)


def test_a_fixture_takes_only_a_night_of_its_own_in_which_everybody_sat(session: Session, season: Season) -> None:
    fixture = fixture_of(session, season=season)
    other = people.start_night(club=session.club, names=("Ana", "Ben", "Eva"), rules=ALONE)
    practice = people.start_night(club=session.club)
    change_switches(session=practice, is_practice=True, players_may_propose=False)
    assert [night.pk for night in nights_for(season=season)] == [other.pk]
    again = add_fixture(season=season, day=date(2026, 2, 1), table=1, players=players_of(session))
    for wrong in (other, practice, session):
        with pytest.raises(FixtureError):
            link_night(fixture=again, session=wrong)
    with pytest.raises(FixtureError):
        link_night(fixture=fixture, session=other)
    assert link_night(fixture=fixture, session=session).session == session
    assert unlink_night(fixture=fixture, session=other).session == session
    with pytest.raises(FixtureError):
        remove_fixture(fixture=fixture)
    unlink_night(fixture=fixture, session=session)
    assert link_night(fixture=again, session=session).session == session


def test_nobody_sits_at_two_tables_on_one_day_and_no_table_is_taken_twice(session: Session, season: Season) -> None:
    ana, ben, carla, dan = players_of(session)
    day = date(2026, 1, 31)
    add_fixture(season=season, day=day, table=1, players=(ana, ben))
    for wrong in (
        {"day": day, "table": 2, "players": (ana, carla)},
        {"day": day, "table": 1, "players": (carla, dan)},
        {"day": day, "table": 2, "players": (carla,)},
        {"day": date(2026, 4, 1), "table": 1, "players": (carla, dan)},
    ):
        with pytest.raises(FixtureError):
            add_fixture(season=season, **wrong)  # type: ignore[arg-type]
    add_fixture(season=season, day=day, table=2, players=(carla, dan))
    with pytest.raises(SeasonError):
        remove_season(club=session.club, public_id=season.public_id)
    assert Season.objects.count() == 1


def test_number_of_queries_does_not_grow_with_the_fixtures(
    club: Club, season: Season, django_assert_num_queries: object
) -> None:
    for _ in range(5):
        night = people.start_night(club=club)
        close(night)
        fixture_of(night, season=season)
    with django_assert_num_queries(6):  # type: ignore[operator]
        found(season)
