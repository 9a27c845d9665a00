"""A league: the fixtures of a season with how each ended, and who has how many points."""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from scoring.ledger.league import league_points, most_points
from scoring.models import Entry, EntryKind, Fixture, Player, Season, Session
from scoring.money import Currency
from scoring.queries.figures.scope import People, by_name
from scoring.queries.table.seatings import Seatings, seatings_by_session, sides_in
from scoring.queries.table.tables import summed_seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a fixture ended for one of its players."""

    player: Player
    result_cents: int
    points: int
    of_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """A fixture with its players; how it `ended` is empty until its night is closed, and where that is practice."""

    public_id: UUID
    day: date
    table: int
    players: tuple[Player, ...]
    session: Session | None
    ended: tuple[Ended, ...]

    @property
    def night(self) -> UUID | None:
        return self.session.public_id if self.session else None

    @property
    def currency(self) -> Currency | None:
        return self.session.money if self.session else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlace:
    """A player of a league: so many of their fixtures have ended, and brought so many of the points there were."""

    rank: int
    player: Player
    fixtures: int
    ended: int
    points: int
    of_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """The table of a league and its fixtures in the order of their days."""

    season: Season
    places: tuple[LeaguePlace, ...]
    fixtures: tuple[Met, ...]


def league(*, season: Season, people: People) -> League:
    """Return the league of a season, in as many queries however many fixtures it has."""
    fixtures = tuple(season.fixtures.select_related("session").prefetch_related("players"))
    nights = _nights([each.session for each in fixtures if each.session and not each.session.is_practice], people)
    met = tuple(_met(fixture, nights.get(fixture.session_id or 0), people) for fixture in fixtures)
    return League(season=season, places=_places(met), fixtures=met)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Night:
    """What each player won or lost in a night that is closed, and the side they were on from first to last hand.

    Who came and never sat down for a hand is on no side.
    """

    results: dict[int, int]
    sides: dict[int, int]


def _nights(sessions: Collection[Session], people: People) -> dict[int, _Night]:
    seats = tuple(summed_seats(sessions=sessions))
    players = {(seat.session_id, seat.number): people.known[seat.player_id] for seat in seats}
    results: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for seat in seats:
        results[seat.session_id][players[seat.session_id, seat.number]] = seat.owed
    seatings = seatings_by_session(sessions=sessions, seats=seats)
    closed = Entry.objects.filter(session__in=sessions, kind=EntryKind.CLOSE, reversal=None)
    ended = set(closed.order_by().values_list("session_id", flat=True))
    return {
        session.pk: _Night(
            results=results[session.pk],
            sides={players[session.pk, seat]: side for seat, side in _sides(session, seatings[session.pk]).items()},
        )
        for session in sessions
        if session.pk in ended
    }


def _sides(session: Session, seatings: Seatings) -> dict[int, int]:
    """Return the side of each seat where all sat alike all night, otherwise everybody on their own."""
    ways = [{seat.number: seat.side for seat in sides_in(session=session, seating=each)} for each in seatings.all]
    seats = {seat for way in ways for seat in way}
    pairs = {frozenset((one, other) for one in way for other in way if way[one] == way[other]) for way in ways}
    return ways[0] if len(pairs) == 1 else {seat: seat for seat in seats}


def _met(fixture: Fixture, night: _Night | None, people: People) -> Met:
    players = tuple(dict.fromkeys(people.known[each.player_id] for each in fixture.players.all()))
    ended: list[Ended] = []
    if night is not None:
        sides = {player: night.sides[player] for player in players if player in night.sides}
        results = {player: night.results[player] for player in sides}
        points, most = league_points(results=results, sides=sides), most_points(sides=sides)
        ended = [
            Ended(player=people.by_id[player], result_cents=cents, points=points[player], of_points=most[player])
            for player, cents in results.items()
        ]
    return Met(
        public_id=fixture.public_id,
        day=fixture.day,
        table=fixture.table,
        players=tuple(people.by_id[player] for player in players),
        session=fixture.session,
        ended=tuple(sorted(ended, key=lambda each: (-each.points, -each.result_cents, by_name(each.player)))),
    )


def _places(met: Collection[Met]) -> tuple[LeaguePlace, ...]:
    fixtures = Counter(player for each in met for player in each.players)
    ended: defaultdict[Player, list[Ended]] = defaultdict(list)
    for one in (one for each in met for one in each.ended):
        ended[one.player].append(one)
    points = {player: sum(one.points for one in ended[player]) for player in fixtures}
    places = (
        LeaguePlace(
            rank=1 + sum(other > points[player] for other in points.values()),
            player=player,
            fixtures=count,
            ended=len(ended[player]),
            points=points[player],
            of_points=sum(one.of_points for one in ended[player]),
        )
        for player, count in fixtures.items()
    )
    return tuple(sorted(places, key=lambda place: (place.rank, by_name(place.player))))


def nights_for(*, season: Season) -> tuple[Session, ...]:
    """Return the nights of a season's days that could be the one of a fixture, newest first; practice is none."""
    clock = ZoneInfo(season.club.time_zone)
    first = datetime.combine(season.since, time.min, tzinfo=clock)
    last = datetime.combine(season.until + timedelta(days=1), time.min, tzinfo=clock)
    nights = season.club.sessions.filter(is_practice=False, fixture=None, started_at__gte=first, started_at__lt=last)
    return tuple(nights.order_by("-started_at", "-pk").prefetch_related("seats"))


def sat_there(*, session: Session, people: People) -> set[int]:
    """Return the ids of those who sat in a night."""
    return {people.known[seat.player_id] for seat in session.seats.all()}
