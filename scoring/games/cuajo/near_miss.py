"""What a hand that is not complete lacks: the best partial split, the waits, the changes that would win."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from scoring.games.cards import COPIES, KINDS, Card
from scoring.games.cuajo.melds import Meld
from scoring.games.cuajo.splits import (
    HAND_SIZE,
    Counts,
    Holding,
    adjusted,
    choices,
    is_complete,
    rank_rests,
    run_masks,
    split_melds,
)
from scoring.games.cuajo.tables import SINGLE_SHAPES, RankCounts, best_shapes, shape_splits, take

_GROUPS = (range(4), range(4, 16), range(16, 28))
"""The kinds that may share melds: aces; 3, 4 and 5; jacks, horses and kings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Another card in the place of one that is held."""

    out: Card
    into: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMiss:
    """Melds holding as many cards as can be, the stray cards left over, and what would complete the hand.

    `missing` counts the cards up to sixteen; `waits` are filled when it is one, `changes` when it is none.
    """

    melds: tuple[Meld, ...]
    strays: tuple[Card, ...]
    missing: int
    waits: tuple[Card, ...]
    changes: tuple[Change, ...]

    @property
    def melded(self) -> int:
        """Return how many cards lie in melds."""
        return sum(len(meld.cards) for meld in self.melds)


def near_miss(*, holding: Holding, seen: Counts) -> NearMiss:
    """Explain a hand of up to 16 cards; one that is complete has no strays and needs no change.

    `seen` counts every card of each kind in the hand, the sowee and the extra cards, so that no fifth copy of
    a kind is proposed (C3).
    """
    melds, strays = best_partial_split(holding=holding)
    missing = HAND_SIZE - sum(len(meld.cards) for meld in melds) - len(strays)
    return NearMiss(
        melds=melds,
        strays=strays,
        missing=missing,
        waits=waits(holding=holding, seen=seen) if missing == 1 else (),
        changes=changes(holding=holding, seen=seen) if strays and missing == 0 else (),
    )


def best_partial_split(*, holding: Holding) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    """Return the melds that hold the most cards, and the cards left over; laid secrets stay as they are.

    Exact for up to 16 cards. Among equals the one without the free sowee three and with the fewest runs.
    """
    splits = [_best_of(settled, counts) for settled, counts in choices(holding=holding)]
    return min(splits, key=lambda split: len(split[1]))


def waits(*, holding: Holding, seen: Counts) -> tuple[Card, ...]:
    """Return every kind that makes fifteen cards a complete hand, fifth copies left out."""
    found = {kind for _, counts in choices(holding=holding) for kind in _completing(counts)}
    three = holding.free_three
    if three is not None and holding.loose[three.index] == 2:
        found |= {three.index} if is_complete(adjusted(holding.loose, three, -2)) else set()
    return tuple(card for card in KINDS if card.index in found and seen[card.index] < COPIES)


def changes(*, holding: Holding, seen: Counts) -> tuple[Change, ...]:
    """Return every change of one card that completes sixteen cards; cards of laid secrets stay."""
    return tuple(
        Change(out=out, into=into)
        for out in KINDS
        if holding.loose[out.index]
        for into in waits(holding=replace(holding, loose=adjusted(holding.loose, out, -1)), seen=seen)
        if into != out
    )


def _completing(counts: Counts) -> Iterator[int]:
    broken = [kinds for kinds, mask in zip(_GROUPS, run_masks(counts), strict=True) if not mask]
    if len(broken) > 1:
        return
    for kinds in broken or _GROUPS:
        for kind in kinds:
            if counts[kind] < COPIES and is_complete(adjusted(counts, KINDS[kind], 1)):
                yield kind


def _best_of(settled: tuple[Meld, ...], counts: Counts) -> tuple[tuple[Meld, ...], tuple[Card, ...]]:
    ranks = [counts[start : start + 4] for start in range(0, len(KINDS), 4)]
    runs = _best_runs(ranks[1:4], ranks[1:4]) + _best_runs(ranks[4:7], ranks[4:6])
    *others, kings = rank_rests(counts, runs)
    shapes = [best_shapes(rest)[1] for rest in others] + [shape_splits(kings, SINGLE_SHAPES)[0]]
    melds = split_melds(runs, shapes)
    return settled + melds, _strays(counts, melds)


def _best_runs(ranks: list[RankCounts], scored: list[RankCounts]) -> RankCounts:
    limits = (range(min(suit) + 1) for suit in zip(*ranks, strict=True))

    def worth(vector: RankCounts) -> tuple[int, int]:
        runs = sum(vector)
        return sum(runs + best_shapes(take(rank, vector))[0] for rank in scored), -runs

    return max(product(*limits), key=worth)


def _strays(counts: Counts, melds: tuple[Meld, ...]) -> tuple[Card, ...]:
    left = list(counts)
    for meld in melds:
        for card in meld.cards:
            left[card.index] -= 1
    return tuple(card for card in KINDS for _ in range(left[card.index]))
