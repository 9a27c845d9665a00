"""Compute standings, ratings and pairs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain
from uuid import UUID

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy
from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.frozen import Frozen
from scoring.ledger.settlement import ByClose
from scoring.models import Player
from scoring.money import Currency, written_together
from scoring.queries.history.scope import PairIds, Scope, WonHand, by_name, filled, sums_by_pair, sums_by_player

MILLION = 10**6
# The model of Plackett and Luce, as openskill computes it: one side won a hand, all others lost it alike.
_MODEL = PlackettLuce()

type RatingKey = tuple[int, ...]  # the id of a player, or those of two partners, the lower first


class Rating(Frozen):
    """A rating in whole millionths."""

    mean: int
    deviation: int
    hands: int

    @property
    def margin(self) -> int:
        """Return the half width of the 95 % interval."""
        return 2 * self.deviation

    @property
    def least(self) -> int:
        return self.mean - self.margin


_NEW = Rating(mean=round(_MODEL.mu * MILLION), deviation=round(_MODEL.sigma * MILLION), hands=0)


def plain_millionths(millionths: int) -> str:
    """Write millionths as a decimal number, such as -1.500000."""
    return f"{Fraction(millionths, MILLION):.6f}"


def ratings_in(*, scope: Scope) -> dict[RatingKey, Rating]:
    """Return the ratings at the end of the period."""
    if not scope.history.club.rates_players:
        return {}
    # All currencies count: strength does not depend on the stakes.
    nights = [night for night in scope.history.nights if night.game == scope.kind.game]
    found: dict[RatingKey, Rating] = {}
    for night, after in zip(nights, _rated_after(tuple(night.won for night in nights)), strict=True):
        if scope.period.holds(night.day):
            found |= after
    return found


# Rating years of hands takes seconds on a phone, and every page of a club needs the same ratings.
@lru_cache(maxsize=8)
def _rated_after(nights: tuple[tuple[WonHand, ...], ...]) -> tuple[dict[RatingKey, Rating], ...]:
    known: dict[RatingKey, Rating] = defaultdict(lambda: _NEW)
    found = []
    for hands in nights:
        now: dict[RatingKey, PlackettLuceRating] = {}
        played = Counter[RatingKey]()
        for teams in _contests(hands):
            rated = [one for team in teams for one in team]
            played.update(rated)
            for one in rated:
                mu, sigma = known[one].mean / MILLION, known[one].deviation / MILLION
                now.setdefault(one, _MODEL.rating(mu=mu, sigma=sigma))
            rates = _MODEL.rate([[now[one] for one in team] for team in teams], ranks=[0.0, *(1.0 for _ in teams[1:])])
            now |= zip(rated, chain.from_iterable(rates), strict=True)
        after = {}
        for one, rate in now.items():
            mean, deviation = round(rate.mu * MILLION), round(rate.sigma * MILLION)
            after[one] = Rating(mean=mean, deviation=deviation, hands=known[one].hands + played[one])
        known |= after
        found.append(after)
    return tuple(found)


def _contests(hands: Iterable[WonHand]) -> Iterator[list[list[RatingKey]]]:
    for sides in hands:
        yield [[(player,) for player in side] for side in sides]
        # Pairs are rated only in hands of two against two.
        if [len(side) for side in sides] == [2, 2]:
            yield [[(min(side), max(side))] for side in sides]


class Order(TextChoices):
    RESULT = "result", gettext_lazy("Money")
    HAND = "hand", gettext_lazy("Money a hand")
    WON = "won", gettext_lazy("Hands won")
    RATING = "rating", gettext_lazy("Rating")


class Place(Frozen):
    """A player's place, `won` as a share of hands."""

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

    def value(self, order: Order) -> Fraction:
        """Return the value that decides the rank."""
        # Players without a rating come last.
        least = self.rating.least if self.rating else -(10**12)
        by = {Order.RESULT: Fraction(self.result_cents), Order.HAND: self.per_hand_cents, Order.WON: self.won}
        return by.get(order, Fraction(least))


class PairPlace(Frozen):
    rank: int
    players: tuple[Player, ...]
    rating: Rating


class Standings(Frozen):
    """Standings, and the first players' money by day."""

    scope: Scope
    places: tuple[Place, ...]
    pairs: tuple[PairPlace, ...]
    days: tuple[date, ...]
    money: Mapping[Player, tuple[int | None, ...]]
    nights: int
    hands: int

    @property
    def written(self) -> Currency:
        """Return the currency with the digits the results need."""
        return written_together(currency=self.scope.currency, amounts=(place.result_cents for place in self.places))


MOST_LINES = 8


def standings_of(*, scope: Scope, order: Order = Order.RESULT) -> Standings:
    """Rank a scope's players, by results if unrated."""
    ratings = ratings_in(scope=scope)
    order = Order.RESULT if order is Order.RATING and not ratings else order
    places, pairs = [], []
    for pk, sums in sums_by_player(nights=scope.nights).items():
        total, hands = sums.total, max(sums.total["hands"], 1)
        own = {"player": scope.players[pk], "by_close": sums.by_close, "rating": ratings.get((pk,))}
        shares = {"per_hand_cents": Fraction(total["play_cents"], hands), "won": Fraction(total["hands_won"], hands)}
        places.append(filled(Place, sums=total, rank=0, **own, **shares))
    for pair, rating in ratings.items():
        if len(pair) == 2:
            players = tuple(sorted((scope.players[pk] for pk in pair), key=by_name))
            pairs.append(PairPlace(rank=0, players=players, rating=rating))
    places.sort(key=lambda place: by_name(place.player))
    pairs.sort(key=lambda place: tuple(map(by_name, place.players)))
    ranked = _ranked(places, lambda place: place.value(order))
    days, money = _money(scope, [place.player for place in ranked[:MOST_LINES]])
    return Standings(
        scope=scope,
        places=ranked,
        pairs=_ranked(pairs, lambda place: place.rating.least),
        days=days,
        money=money,
        nights=len(scope.nights),
        hands=sum(night.stored["hands"] for night in scope.nights),
    )


def _ranked[P: (Place, PairPlace)](places: Iterable[P], value: Callable[[P], Fraction | int]) -> tuple[P, ...]:
    found = sorted(places, key=value, reverse=True)
    ranks: dict[Fraction | int, int] = {}
    return tuple(replace(place, rank=ranks.setdefault(value(place), at)) for at, place in enumerate(found, start=1))


def _money(scope: Scope, players: Sequence[Player]) -> tuple[tuple[date, ...], dict[Player, tuple[int | None, ...]]]:
    """Return days and running totals, None before the first."""
    won = {player: Counter[date]() for player in players}
    for night in scope.nights:
        day = night.day if scope.period.is_month else night.day.replace(day=1)
        for player, mine in won.items():
            if player.pk in night.sums:
                mine[day] += night.result_cents(player)
    days, money = tuple(sorted(set().union(*won.values()))), {}
    for player, mine in won.items():
        so_far = zip(days, accumulate(mine[day] for day in days), strict=True)
        money[player] = tuple(cents if day >= min(mine) else None for day, cents in so_far)
    return days, money


MOST_IN_MATRIX = 12  # players, those of most nights

type Matrix = Mapping[Player, Mapping[Player, int | None]]  # minor units by row and column, None for no such pair


class Matrices(Frozen):
    """Money from column to row, and of partners."""

    moved: Matrix
    sides: Matrix
    left_out: int


class PairSum(Frozen):
    """The money between two players in play."""

    player: Player
    other: Player
    moved_cents: int
    together_cents: int
    beside_nights: int


def pair_sums(*, scope: Scope) -> tuple[PairSum, ...]:
    sums = sums_by_pair(nights=scope.nights)
    found = []
    for (one, other), each in sums.items():
        players = {"player": scope.players[one], "other": scope.players[other]}
        together_cents = each["beside_cents"] + sums[other, one]["beside_cents"]
        found.append(filled(PairSum, sums=each, **players, together_cents=together_cents))
    return tuple(sorted(found, key=lambda each: (by_name(each.player), by_name(each.other))))


def matrices(*, scope: Scope) -> Matrices:
    played = Counter(player for night in scope.nights for player in night.sums)
    shown = sorted((scope.players[pk] for pk, _ in played.most_common(MOST_IN_MATRIX)), key=by_name)
    moved, sides = {}, {}
    for each in pair_sums(scope=scope):
        # Players who were only partners cannot pay each other.
        if each.moved_cents or not each.beside_nights:
            moved[each.player, each.other] = each.moved_cents
        if each.beside_nights:
            sides[each.player, each.other] = each.together_cents
    rows, left_out = _matrix(shown, moved), len(played) - len(shown)
    return Matrices(moved=rows, sides=_matrix(shown, sides) if sides else {}, left_out=left_out)


def _matrix(shown: Sequence[Player], cents: Mapping[tuple[Player, Player], int]) -> Matrix:
    return {one: {other: cents.get((one, other)) for other in shown} for one in shown}


class AgainstPair(Frozen):
    players: tuple[Player, Player]
    hands: int
    hands_won: int
    cents: int


class PairNight(Frozen):
    """The running totals of two players after a night."""

    day: date
    session: UUID
    so_far_cents: int
    moved_so_far_cents: int


class PairFigures(Frozen):
    """The results of two players."""

    nights: tuple[PairNight, ...]
    moved_cents: int  # won by the first from the second
    beside_nights: int
    beside_hands: int
    beside_won: int
    cents: int  # won as partners
    own_cents: int  # the first player's part of them
    by_close: ByClose
    own_by_close: ByClose
    last_beside: date | None
    against: tuple[AgainstPair, ...]


def pair_of(*, scope: Scope, one: Player, other: Player) -> PairFigures:
    """Sum the results of two players, night by night."""
    nights: list[PairNight] = []
    last_beside = None
    own, others, cents = Counter[str](), Counter[str](), 0
    against: defaultdict[PairIds, Counter[str]] = defaultdict(Counter)
    for night in scope.nights:
        for side, facing, each in night.sides:
            if {*side} == {one.pk, other.pk}:
                against[facing].update(each)
        sums = night.pairs
        if (mine := sums.get((one.pk, other.pk))) is not None:
            own.update(mine)
            others.update(sums[other.pk, one.pk])
            last_beside = night.day if "beside_nights" in mine else last_beside
            cents = own["beside_cents"] + others["beside_cents"]
            so_far = {"so_far_cents": cents, "moved_so_far_cents": own["moved_cents"]}
            nights.append(PairNight(day=night.day, session=night.public_id, **so_far))
    pairs = [
        filled(AgainstPair, sums=sums, players=tuple(scope.players[pk] for pk in facing))
        for facing, sums in against.items()
    ]
    return filled(
        PairFigures,
        sums=own,
        nights=tuple(nights),
        cents=cents,
        own_cents=own["beside_cents"],
        by_close=ByClose(coin_cents=own["coin_cents"] + others["coin_cents"]),
        own_by_close=filled(ByClose, sums=own),
        last_beside=last_beside,
        against=tuple(sorted(pairs, key=lambda pair: (-pair.hands, -pair.cents))),
    )
