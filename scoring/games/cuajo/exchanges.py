"""Which single cards win: every kind that completes fifteen cards, every exchange of one of sixteen (C8, L3).

A card that goes and one that comes touch one rank or two. What each rank then splits into is looked up
beforehand, so that trying an exchange joins the masks of three ranks and never counts cards again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

from scoring.games.cuajo.cards import COPIES, KINDS, Card
from scoring.games.cuajo.price_wins import has_laid_kings, king_win
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import Counts, Holding, adjusted
from scoring.games.cuajo.tables import (
    KINGS_START,
    RANKS_OF,
    Masks,
    Neighbours,
    RankCounts,
    joined,
    neighbours,
    standing,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Another card in the place of one that is held."""

    out: Card
    into: Card


_CHANGES = tuple(tuple(Change(out=out, into=into) for into in KINDS) for out in KINDS)

type _Ranks = list[tuple[int, Neighbours]]
"""The ranks that may share melds, each with the place where it begins among the kinds."""

type _Pair = tuple[int, int]
"""The card that goes and the one that comes, by their places among the kinds."""

type _Suits = tuple[int | None, int | None]
"""The suits of the king that goes and of the one that comes, None for another card."""

_ANY_OR_A_KING = (None, 0, 1, 2, 3)
_EVERY_EXCHANGE: tuple[_Suits, ...] = tuple(product(_ANY_OR_A_KING, _ANY_OR_A_KING))


def waits(*, holding: Holding, seen: Counts) -> tuple[Card, ...]:
    """Return every kind that makes fifteen cards a win, fifth copies left out."""
    found = set(_kings_coming(holding))
    for counts, third in _settled(holding):
        search = _Search(counts, holding)
        if third is None:
            found.update(search.coming())
        elif all(search.now):
            found.add(third)
    return tuple(kind for kind in KINDS if kind.index in found and seen[kind.index] < COPIES)


def changes(*, holding: Holding, seen: Counts) -> tuple[Change, ...]:
    """Return every change of one card that completes sixteen cards; cards of laid secrets stay."""
    found = set(_kings_exchanged(holding))
    for counts, third in _settled(holding):
        search = _Search(counts, holding)
        found.update(search.exchanged() if third is None else ((out, third) for out in search.going()))
    return tuple(_CHANGES[out][into] for out, into in sorted(found) if seen[into] < COPIES)


def _settled(holding: Holding) -> Iterator[tuple[Counts, int | None]]:
    """Yield the loose cards, then with the sowee's three copies settled as a meld (C10).

    Where only two of them are held, the card that comes must be the third, and its place is named.
    """
    yield holding.loose, None
    three = holding.free_three
    if three is not None and holding.loose[three.index] >= COPIES - 1:
        yield adjusted(holding.loose, three, 1 - COPIES), None
    elif three is not None and holding.loose[three.index] == COPIES - 2:
        yield adjusted(holding.loose, three, 2 - COPIES), three.index


class _Search:
    """One way to settle the cards: what each group of ranks splits into, now and after a change.

    How a group stands is 0 where it does not split, 1 where it does, 2 where it can then hold a baksyo (L3).
    """

    def __init__(self, counts: Counts, holding: Holding) -> None:
        self.groups: tuple[_Ranks, ...] = tuple(
            [(start, neighbours(counts[start : start + 4], fit)) for start, fit in group]
            for group in RANKS_OF[holding.scheme]
        )
        self.now = tuple(standing(joined(rank.same for _, rank in group)) for group in self.groups)
        self.kings = sum(counts[KINGS_START:])
        self.needs_baksyo = holding.scheme is Scheme.PRICELIST and not holding.laid

    def coming(self) -> Iterator[int]:
        """Yield the place of every kind whose coming wins."""
        for number, group in enumerate(self.groups):
            elsewhere = self._elsewhere(number)
            if elsewhere:
                for into, stands in _come(group):
                    if self._wins(max(stands, elsewhere), self.kings + (into >= KINGS_START)):
                        yield into

    def going(self) -> Iterator[int]:
        """Yield the place of every kind whose going wins."""
        for number, group in enumerate(self.groups):
            elsewhere = self._elsewhere(number)
            if elsewhere:
                yield from (out for out, _ in _gone(group))

    def exchanged(self) -> Iterator[_Pair]:
        """Yield every exchange that wins."""
        for number, group in enumerate(self.groups):
            elsewhere = self._elsewhere(number)
            if elsewhere:
                for out, into, stands in _exchanged(group):
                    if self._wins(max(stands, elsewhere), self._kings_after(out, into)):
                        yield out, into
        for first, second in permutations(range(len(self.groups)), 2):
            third = self.now[3 - first - second]
            if third:
                come = list(_come(self.groups[second]))
                for (out, left), (into, joined) in product(_gone(self.groups[first]) if come else (), come):
                    if self._wins(max(left, joined, third), self._kings_after(out, into)):
                        yield out, into

    def _wins(self, best: int, kings: int) -> bool:
        return best == 2 or not (self.needs_baksyo and kings)

    def _kings_after(self, out: int, into: int) -> int:
        return self.kings - (out >= KINGS_START) + (into >= KINGS_START)

    def _elsewhere(self, group: int) -> int:
        """Return how the other groups stand: 0 where one of them does not split."""
        first, second = (stands for number, stands in enumerate(self.now) if number != group)
        return max(first, second) if first and second else 0


def _but(ranks: _Ranks, *left_out: int) -> Masks:
    return joined(rank.same for number, (_, rank) in enumerate(ranks) if number not in left_out)


def _come(ranks: _Ranks) -> Iterator[tuple[int, int]]:
    for number, (start, rank) in enumerate(ranks):
        yield from _with_rest(start, rank.come, _but(ranks, number))


def _gone(ranks: _Ranks) -> Iterator[tuple[int, int]]:
    for number, (start, rank) in enumerate(ranks):
        yield from _with_rest(start, rank.gone, _but(ranks, number))


def _with_rest(start: int, changed: Iterable[tuple[int, Masks]], rest: Masks) -> Iterator[tuple[int, int]]:
    fits, pongs = rest
    if fits:
        for suit, (fitting, baksyo) in changed:
            if fitting & fits:
                yield start + suit, standing((fitting & fits, baksyo | pongs))


def _exchanged(ranks: _Ranks) -> Iterator[tuple[int, int, int]]:
    for number, (start, rank) in enumerate(ranks):
        fits, pongs = _but(ranks, number)
        for out, into, (fitting, baksyo) in rank.exchanged:
            if fitting & fits:
                yield start + out, start + into, standing((fitting & fits, baksyo | pongs))
    for first, second in permutations(range(len(ranks)), 2):
        (start, giving), (goal, taking) = ranks[first], ranks[second]
        fits, pongs = _but(ranks, first, second)
        for out, (left, left_baksyo) in giving.gone:
            if left & fits:
                for into, (fitting, baksyo) in taking.come:
                    if left & fits & fitting:
                        masks = left & fits & fitting, left_baksyo | baksyo | pongs
                        yield start + out, goal + into, standing(masks)


def _kings_coming(holding: Holding) -> Iterator[int]:
    """Yield the place of every kind with which the kings win alone, whatever the other cards are (L4)."""
    for out, into in _king_exchanges(holding):
        if out is None:
            yield from _places(into)


def _kings_exchanged(holding: Holding) -> Iterator[_Pair]:
    """Yield every exchange after which the kings win alone (L4)."""
    for out, into in _king_exchanges(holding):
        for gone, come in product(_places(out), _places(into)):
            if holding.loose[gone] and gone != come:
                yield gone, come


def _king_exchanges(holding: Holding) -> tuple[_Suits, ...]:
    if holding.scheme is not Scheme.PRICELIST:
        return ()
    return _EVERY_EXCHANGE if has_laid_kings(holding=holding) else _that_win(holding.loose[KINGS_START:])


@cache
def _that_win(kings: RankCounts) -> tuple[_Suits, ...]:
    return tuple(
        (out, into)
        for out, into in _EVERY_EXCHANGE
        if king_win(tuple(n - (suit == out) + (suit == into) for suit, n in enumerate(kings)))
    )


def _places(suit: int | None) -> Iterable[int]:
    """Return the place of the king of a suit, or those of all cards that are no kings."""
    return range(KINGS_START) if suit is None else (KINGS_START + suit,)
