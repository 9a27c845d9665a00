"""Who stands where over a period, alone and with each other: money, hands won, rating; everybody in a matrix."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType
from uuid import UUID

from scoring.ledger.settlement import ByClose
from scoring.models import Player
from scoring.money import Currency, written_together
from scoring.queries.history.figures import Sums, sums_by_player
from scoring.queries.history.ratings import Rated, Rating, ratings_in
from scoring.queries.history.scope import PairIds, People, Scope, by_name


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


MOST_IN_MATRIX = 12
"""So many players stand in a matrix, those of most nights; the others on their own pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What stands where the row of a player meets the column of another; None on the player's own."""

    player: Player
    cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a matrix; `total_cents` is that of everybody, also of those who have no column."""

    player: Player
    cells: tuple[Cell, ...]
    total_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrices:
    """Money that moved in play to the row from the column, and what row and column won together as a side.

    `left_out` counts the players who have no row.
    """

    moved: tuple[Row, ...]
    sides: tuple[Row, ...]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSum:
    """What one player won from another in play, and both together as partners in so many nights."""

    player: Player
    other: Player
    moved_cents: int
    together_cents: int
    beside_nights: int


def pair_sums(*, scope: Scope) -> tuple[PairSum, ...]:
    """Return every two players who sat at one table, each way, by name."""
    sums, people = _by_pair(scope), scope.people
    found = (
        PairSum(
            player=people.by_id[one],
            other=people.by_id[other],
            moved_cents=sums[one, other]["moved_cents"],
            together_cents=sums[one, other]["beside_cents"] + sums[other, one]["beside_cents"],
            beside_nights=sums[one, other]["beside_nights"],
        )
        for one, other in sums
    )
    return tuple(sorted(found, key=lambda each: (by_name(each.player), by_name(each.other))))


def matrices(*, scope: Scope) -> Matrices:
    """Return both matrices."""
    played = Counter(player for night in scope.nights for player in night.sums)
    shown = sorted((scope.people.by_id[pk] for pk, _ in played.most_common(MOST_IN_MATRIX)), key=by_name)
    sums = _by_pair(scope)
    moved = {
        pair: each["moved_cents"] for pair, each in sums.items() if each["moved_cents"] or not each["beside_nights"]
    }
    sides = {
        pair: each["beside_cents"] + sums[pair[::-1]]["beside_cents"]
        for pair, each in sums.items()
        if each["beside_nights"]
    }
    return Matrices(
        moved=_rows(shown, moved), sides=_rows(shown, sides) if sides else (), left_out=len(played) - len(shown)
    )


def _by_pair(scope: Scope) -> dict[PairIds, Counter[str]]:
    """Return what each two players did together, each way."""
    found: defaultdict[PairIds, Counter[str]] = defaultdict(Counter)
    for night in scope.nights:
        for pair, sums in night.pairs.items():
            found[pair].update(sums)
    return dict(found)


def _rows(shown: list[Player], cents: dict[tuple[int, int], int]) -> tuple[Row, ...]:
    return tuple(
        Row(
            player=player,
            cells=tuple(Cell(player=other, cents=cents.get((player.pk, other.pk))) for other in shown),
            total_cents=sum(each for (one, _), each in cents.items() if one == player.pk),
        )
        for player in shown
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstPair:
    """What a pair did against another one."""

    players: tuple[Player, Player]
    hands: int
    hands_won: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairNight:
    """A night two sat down in: what both won as partners so far, and what moved between them so far."""

    day: date
    session: UUID
    so_far_cents: int
    moved_so_far_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two players; `moved_cents` is what the first won from the second in play.

    As partners they played so many hands in so many nights, won `beside_won` of them and `cents` together, of
    which `own_cents` are the first one's. What they shared at the close moved between the two.
    """

    nights: tuple[PairNight, ...]
    moved_cents: int
    beside_nights: int
    beside_hands: int
    beside_won: int
    cents: int
    own_cents: int
    by_close: ByClose
    own_by_close: ByClose
    last_beside: date | None
    against: tuple[AgainstPair, ...]


def pair_of(*, scope: Scope, one: Player, other: Player) -> Pair:
    """Return what two players did together and against each other."""
    nights: list[PairNight] = []
    last_beside = None
    own: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for night in scope.nights:
        sums = night.pairs
        if (one.pk, other.pk) in sums:
            mine = sums[one.pk, other.pk]
            own.update(mine)
            others.update(sums[other.pk, one.pk])
            last_beside = night.day if "beside_nights" in mine else last_beside
            together, moved = own["beside_cents"] + others["beside_cents"], own["moved_cents"]
            nights.append(
                PairNight(day=night.day, session=night.public_id, so_far_cents=together, moved_so_far_cents=moved)
            )
    return Pair(
        nights=tuple(nights),
        moved_cents=own["moved_cents"],
        beside_nights=own["beside_nights"],
        beside_hands=own["beside_hands"],
        beside_won=own["beside_won"],
        cents=own["beside_cents"] + others["beside_cents"],
        own_cents=own["beside_cents"],
        by_close=ByClose(coin_cents=own["coin_cents"] + others["coin_cents"]),
        own_by_close=ByClose(shared_cents=own["shared_cents"], coin_cents=own["coin_cents"]),
        last_beside=last_beside,
        against=_against(scope, one, other),
    )


def _against(scope: Scope, one: Player, other: Player) -> tuple[AgainstPair, ...]:
    """Return what two did against each pair, most hands first."""
    found: defaultdict[PairIds, Counter[str]] = defaultdict(Counter)
    for night in scope.nights:
        for side, against, sums in night.sides:
            if {*side} == {one.pk, other.pk}:
                found[against].update(sums)
    pairs = (
        AgainstPair(
            players=(scope.people.by_id[first], scope.people.by_id[second]),
            hands=sums["hands"],
            hands_won=sums["hands_won"],
            cents=sums["cents"],
        )
        for (first, second), sums in found.items()
    )
    return tuple(sorted(pairs, key=lambda pair: (-pair.hands, -pair.cents)))
