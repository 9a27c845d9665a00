"""What a hand that is not complete lacks: the best partial split, the waits, the changes that would win."""

from dataclasses import dataclass
from itertools import product

from scoring.games.cuajo.hand.distance import distance
from scoring.games.cuajo.hand.exchanges import Change, changes, waits
from scoring.games.cuajo.hand.melds import Meld
from scoring.games.cuajo.hand.splits import HAND_SIZE, Counts, Holding, choices, is_split, rank_rests, split_melds
from scoring.games.cuajo.hand.tables import (
    MELD_SHAPES,
    PRICE_SHAPES,
    SINGLE_SHAPES,
    RankCounts,
    Shape,
    best_shapes,
    shape_splits,
    take,
)
from scoring.games.cuajo.pack.cards import COPIES, KINDS, Card
from scoring.games.cuajo.pricelist.wins import is_price_win
from scoring.games.cuajo.rules import Scheme


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """Melds holding as many cards as can be, the stray cards left over, and what would complete the hand.

    `missing` counts the cards up to sixteen. `waits` complete the hand when it is one; while more are missing
    they are the kinds that take up every stray card, none where one card cannot. `changes` are filled when
    none is missing.
    `distance` is the fewest new cards with which it wins, 0 for a win; None while more than one card is
    missing or where no unseen cards help. A price list may refuse cards without strays (L3) or accept others.
    """

    melds: tuple[Meld, ...]
    strays: tuple[Card, ...]
    missing: int
    waits: tuple[Card, ...]
    changes: tuple[Change, ...]
    distance: int | None

    @property
    def melded(self) -> int:
        return sum(len(meld.cards) for meld in self.melds)


def near_miss(*, holding: Holding, seen: Counts) -> NearMiss:
    """Explain a hand of up to 16 cards; one that is complete has no strays and needs no change.

    `seen` counts every card of each kind in the hand, the sowee and the extra cards, so that no fifth copy of
    a kind is proposed (C3).
    """
    melds, strays = best_partial_split(holding=holding)
    missing = HAND_SIZE - sum(len(meld.cards) for meld in melds) - len(strays)
    wins = missing == 0 and is_win(holding=holding)
    single = () if wins or missing else changes(holding=holding, seen=seen)
    waited = _waits_so_far(holding, seen=seen, missing=missing, strays=strays)
    return NearMiss(
        melds=melds,
        strays=strays,
        missing=missing,
        waits=waited,
        changes=single,
        distance=0 if wins else _distance(holding, seen, missing, len(strays), by_one=bool(single or waited)),
    )


def is_win(*, holding: Holding) -> bool:
    """Return whether sixteen cards win under the scheme of the holding (C8, L3, L4)."""
    by_prices = holding.scheme is Scheme.PRICELIST
    return is_price_win(holding=holding) if by_prices else is_split(holding=holding)


def best_partial_split(*, holding: Holding) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """Return the melds that hold the most cards, and the cards left over; laid secrets stay as they are.

    Exact for up to 16 cards. Among equals the one without the free sowee three and with the fewest runs.
    """
    splits = [_best_of(settled, counts, holding.scheme) for settled, counts in choices(holding=holding)]
    return min(splits, key=lambda split: len(split[1]))


def _waits_so_far(holding: Holding, *, seen: Counts, missing: int, strays: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return what makes fifteen cards a win, or what fewer cards lack to lie in melds entirely (C8).

    A price list may refuse cards that lie in melds (L3), so nothing is said of fewer than fifteen.
    """
    lies_in_melds_next = missing > 1 and strays and holding.scheme is Scheme.CONDITIONS
    return waits(holding=holding, seen=seen) if missing == 1 or lies_in_melds_next else ()


def _distance(holding: Holding, seen: Counts, missing: int, strays: int, *, by_one: bool) -> int | None:
    """Return the fewest new cards; the far search is for hands that no single card makes a win."""
    if missing > 1:
        return None
    if by_one:
        return 1
    unseen = tuple(max(0, COPIES - number) for number in seen)
    return distance(holding=holding, unseen=unseen, strays=strays)


def _best_of(settled: tuple[Meld, ...], counts: Counts, scheme: Scheme) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    known = PRICE_SHAPES if scheme is Scheme.PRICELIST else MELD_SHAPES
    ranks = [counts[start : start + 4] for start in range(0, len(KINDS), 4)]
    runs = _best_runs(ranks[1:4], ranks[1:4], known) + _best_runs(ranks[4:7], ranks[4:6], known)
    *others, kings = rank_rests(counts, runs)
    shapes = [best_shapes(rest, known)[1] for rest in others] + [shape_splits(kings, SINGLE_SHAPES)[0]]
    melds = split_melds(runs, shapes, scheme=scheme)
    return settled + melds, _strays(counts, melds)


def _best_runs(ranks: list[RankCounts], scored: list[RankCounts], known: tuple[Shape, ...]) -> RankCounts:
    limits = (range(min(suit) + 1) for suit in zip(*ranks, strict=True))

    def worth(vector: RankCounts) -> tuple[int, int]:
        runs = sum(vector)
        return sum(runs + best_shapes(take(rank, vector), known)[0] for rank in scored), -runs

    return max(product(*limits), key=worth)


def _strays(counts: Counts, melds: tuple[Meld, ...]) -> tuple[Card, ...]:
    left = list(counts)
    for meld in melds:
        for card in meld.cards:
            left[card.index] -= 1
    return tuple(card for card in KINDS for _ in range(left[card.index]))
