"""How strong players and pairs are: a guess made of hands won and lost, with how far off it may be.

The model is that of Plackett and Luce, as openskill computes it. One side won a hand, all others lost it alike;
hands that nobody won say nothing, and neither do amounts. Pairs are rated for themselves, in hands of two against two.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Max, QuerySet
from openskill.models import PlackettLuce

from scoring.models import Club, Hand, RatingTally, Seat, Session
from scoring.queries.figures.scope import Period, Scope
from scoring.queries.table.seatings import seatings_by_session, sides_in

MILLION = 10**6
_MODEL = PlackettLuce()

type Rated = tuple[int, ...]
"""The id of a player, or those of two partners, the lower first."""

type Won = tuple[Rated, ...]
"""The players of a hand by their sides, the one that won first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A rating in whole millionths, and how many hands it rests on."""

    mean: int
    deviation: int
    hands: int

    @property
    def margin(self) -> int:
        """Return how far the rating may be off, in nineteen cases of twenty."""
        return 2 * self.deviation

    @property
    def least(self) -> int:
        """Return the lower end of where it may be, by which ratings are put in order."""
        return self.mean - self.margin


def plain_millionths(millionths: int) -> str:
    """Write millionths as a decimal number for programs.

    >>> plain_millionths(-1_500_000)
    '-1.500000'
    """
    return f"{Fraction(millionths, MILLION):.6f}"


def rated(*, before: Mapping[Rated, Rating], hands: Iterable[Won]) -> dict[Rated, Rating]:
    """Return the ratings after the hands of a night, of those who were rated in it.

    They are rounded once a night, so that it does not matter with which night somebody starts to compute.
    """
    after: dict[Rated, Rating] = {}
    now: dict[Rated, tuple[float, float]] = {}
    for sides in hands:
        contests: list[list[list[Rated]]] = [[[(player,) for player in side] for side in sides]]
        if [len(side) for side in sides] == [2, 2]:
            contests.append([[(min(side), max(side))] for side in sides])
        for teams in contests:
            for one in (one for team in teams for one in team):
                known = after.setdefault(one, before.get(one) or _NEW)
                now.setdefault(one, (known.mean / MILLION, known.deviation / MILLION))
                after[one] = Rating(mean=0, deviation=0, hands=known.hands + 1)
            now |= _after_hand(teams, now)
    return {
        one: Rating(mean=round(now[one][0] * MILLION), deviation=round(now[one][1] * MILLION), hands=rating.hands)
        for one, rating in after.items()
    }


def _after_hand(teams: list[list[Rated]], now: Mapping[Rated, tuple[float, float]]) -> dict[Rated, tuple[float, float]]:
    rates = [[_MODEL.rating(mu=now[one][0], sigma=now[one][1]) for one in team] for team in teams]
    found = _MODEL.rate(rates, ranks=[0.0, *(1.0 for _ in teams[1:])])
    return {
        one: (rate.mu, rate.sigma)
        for team, changed in zip(teams, found, strict=True)
        for one, rate in zip(team, changed, strict=True)
    }


_NEW = Rating(mean=round(_MODEL.mu * MILLION), deviation=round(_MODEL.sigma * MILLION), hands=0)


def won_hands(*, sessions: Collection[Session], known: Mapping[int, int]) -> dict[int, list[Won]]:
    """Return the hands of nights that somebody won, in the order of play; `known` says whom each player counts for."""
    seats = tuple(Seat.objects.filter(session__in=sessions))
    players = {(seat.session_id, seat.number): known[seat.player_id] for seat in seats}
    seatings = seatings_by_session(sessions=sessions, seats=seats)
    by_id = {session.pk: session for session in sessions}
    sides: dict[tuple[int, int], dict[int, int]] = {}
    found: dict[int, list[Won]] = {session.pk: [] for session in sessions}
    hands = Hand.objects.filter(session__in=sessions, entry__reversal=None, winner__isnull=False).order_by("position")
    for pk, position, winner in hands.values_list("session_id", "position", "winner"):
        seating = seatings[pk].at(position=position)
        if (pk, seating.entry) not in sides:
            at_table = sides_in(session=by_id[pk], seating=seating)
            sides[pk, seating.entry] = {seat.number: seat.side for seat in at_table}
        side_of = sides[pk, seating.entry]
        assert winner is not None
        order = sorted(set(side_of.values()), key=lambda side: (side != side_of[winner], side))
        found[pk].append(
            tuple(tuple(players[pk, seat] for seat, side in side_of.items() if side == each) for each in order)
        )
    return found


def ratings_in(*, scope: Scope) -> dict[Rated, Rating]:
    """Return the ratings for the nights asked for, whatever they played for; nothing where the club does not rate."""
    rates = scope.club.rates_players
    return ratings_of(club=scope.club, game=scope.game, period=scope.period) if rates else {}


def ratings_of(*, club: Club, game: str, period: Period) -> dict[Rated, Rating]:
    """Return the ratings in a game, at the end of a period, of those who were rated in it; in one query."""
    rows = RatingTally.objects.filter(night__session__club=club, night__session__game=game)
    if period.since is not None:
        rows = rows.filter(night__day__gte=period.since)
    if period.until is not None:
        rows = rows.filter(night__day__lte=period.until)
    return ratings_among(rows=rows)


def ratings_among(*, rows: QuerySet[RatingTally]) -> dict[Rated, Rating]:
    """Return the last rating of each who is rated in these rows; in one query."""
    last = rows.order_by().values("player", "partner").annotate(last=Max("pk")).values("last")
    return {
        (row.player_id,) if row.partner_id is None else (row.player_id, row.partner_id): Rating(
            mean=row.mean, deviation=row.deviation, hands=row.hands
        )
        for row in RatingTally.objects.filter(pk__in=last)
    }
