"""Who stands where over a period: money, money a hand, share of hands won, rating."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType

from scoring.ledger.settlement import ByClose
from scoring.models import Player
from scoring.money import Currency, written_together
from scoring.queries.figures.figures import Sums, sums_by_player
from scoring.queries.figures.ratings import Rated, Rating, ratings_in
from scoring.queries.figures.scope import People, Scope, by_name


class Order(StrEnum):
    """By what a table is put in order."""

    RESULT = "result"
    HAND = "hand"
    WON = "won"
    RATING = "rating"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player's place; equal ones share it. `per_hand` is the money of play a hand.

    The rating is that at the end of the period, where the club rates.
    """

    rank: int
    player: Player
    nights: int
    hands: int
    hands_won: int
    result_cents: int
    play_cents: int
    apart_cents: int
    by_close: ByClose
    per_hand_cents: Fraction
    won: Fraction
    rating: Rating | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPlace:
    """Two partners with their rating as a pair."""

    rank: int
    players: tuple[Player, ...]
    rating: Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyLines:
    """The money of some players so far, after every month that was played, or every night of a single month.

    It is None before their first one.
    """

    days: tuple[date, ...]
    lines: tuple[tuple[Player, tuple[int | None, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The table of a period, the pairs where the club rates, and the money of the first ones over it."""

    places: tuple[Place, ...]
    pairs: tuple[PairPlace, ...]
    money: MoneyLines
    nights: int
    hands: int

    def written(self, currency: Currency) -> Currency:
        """Return the currency as the amounts of the table are written beside each other."""
        return written_together(currency=currency, amounts=(place.result_cents for place in self.places))


MOST_LINES = 8
_UNRATED = -(10**12)
_KEYS: Mapping[Order, Callable[[Place], Fraction]] = MappingProxyType(
    {
        Order.RESULT: lambda place: Fraction(place.result_cents),
        Order.HAND: lambda place: place.per_hand_cents,
        Order.WON: lambda place: place.won,
        Order.RATING: lambda place: Fraction(place.rating.least if place.rating else _UNRATED),
    }
)


def standings(*, scope: Scope, order: Order) -> Standings:
    """Return the table; without ratings nobody is put in their order."""
    ratings = ratings_in(scope=scope)
    order = Order.RESULT if order is Order.RATING and not ratings else order
    places = _places(scope, order, ratings)
    return Standings(
        places=places,
        pairs=_pairs(ratings, scope.people),
        money=_lines(scope, [place.player for place in places]),
        nights=len(scope.nights),
        hands=sum(night.hands for night in scope.nights),
    )


def _pairs(ratings: Mapping[Rated, Rating], people: People) -> tuple[PairPlace, ...]:
    rated = {one: rating for one, rating in ratings.items() if len(one) == 2}
    places = [
        PairPlace(
            rank=1 + sum(other.least > rating.least for other in rated.values()),
            players=tuple(sorted((people.by_id[pk] for pk in pair), key=by_name)),
            rating=rating,
        )
        for pair, rating in rated.items()
    ]
    return tuple(sorted(places, key=lambda place: (place.rank, by_name(place.players[0]), by_name(place.players[1]))))


def _places(scope: Scope, order: Order, ratings: Mapping[Rated, Rating]) -> tuple[Place, ...]:
    everybody = sums_by_player(nights=scope.nights)
    places = [_place(scope.people.by_id[pk], ratings.get((pk,)), sums) for pk, sums in everybody.items()]
    return _ranked(places, _KEYS[order])


def _place(player: Player, rating: Rating | None, sums: Sums) -> Place:
    total = sums.total
    return Place(
        rank=0,
        player=player,
        nights=total["nights"],
        hands=total["hands"],
        hands_won=total["hands_won"],
        result_cents=total["result_cents"],
        play_cents=total["play_cents"],
        apart_cents=total["apart_cents"],
        by_close=sums.by_close,
        per_hand_cents=Fraction(total["play_cents"], max(total["hands"], 1)),
        won=Fraction(total["hands_won"], max(total["hands"], 1)),
        rating=rating,
    )


def _ranked(places: list[Place], key: Callable[[Place], Fraction]) -> tuple[Place, ...]:
    """Return the places in order, highest first; equal ones by name and with one rank."""
    values = [key(place) for place in places]
    ordered = sorted(places, key=lambda place: (-key(place), by_name(place.player)))
    return tuple(replace(place, rank=1 + sum(value > key(place) for value in values)) for place in ordered)


def _lines(scope: Scope, players: Sequence[Player]) -> MoneyLines:
    won = {player: defaultdict[date, int](int) for player in players[:MOST_LINES]}
    for night in scope.nights:
        day = night.day if scope.period.is_month else night.day.replace(day=1)
        for player, mine in won.items():
            if player.pk in night.sums:
                mine[day] += night.sums[player.pk].get("result_cents", 0)
    days = tuple(sorted({day for mine in won.values() for day in mine}))
    return MoneyLines(days=days, lines=tuple((player, _so_far(mine, days)) for player, mine in won.items()))


def _so_far(won: Mapping[date, int], days: Sequence[date]) -> tuple[int | None, ...]:
    """Return what was won until each day; None before the first of them."""
    first = min(won)
    sums = accumulate(won.get(day, 0) for day in days)
    return tuple(so_far if day >= first else None for day, so_far in zip(days, sums, strict=True))
