"""Precomputed tables for the exact search; the one module of cuajo that thinks in bits.

No meld mixes ranks except a run, and a run takes one card of each of three ranks in one suit. So a hand falls
apart once it is known how many runs each suit gives: a *run vector*, four small numbers, one for each suit.
Every run vector has a bit. For each rank a table tells, for all run vectors at once, whether the rank's
remaining cards split into sets and secrets; three ranks that share runs agree on the vectors left after `&`.

Counts of a hand are 28 numbers in the order of `KINDS`; a rank's counts are four of them, one for each suit.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from itertools import product
from typing import assert_never

from scoring.games.cuajo.cards import KINDS
from scoring.games.cuajo.rules import Scheme

type RankCounts = tuple[int, ...]
"""How many cards of one rank, one number for each of the four suits, none above four."""

type Shape = RankCounts
"""The part of a rank's cards that one meld takes."""

MOST_RUNS = 5
"""Sixteen cards hold at most five runs."""

NO_RUN_MASK = 1
"""The run vectors without any run: only the first."""

RUN_MASK = -2
"""All run vectors but the one without any run."""

ANY_MASK = -1

RUN_VECTORS: tuple[RankCounts, ...] = tuple(
    sorted((v for v in product(range(5), repeat=4) if sum(v) <= MOST_RUNS), key=lambda v: (sum(v), v))
)
"""All run vectors, fewest runs first; the vector at index i has bit i."""

SET_SHAPES: tuple[Shape, ...] = ((1, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1))
SECRET_SHAPES: tuple[Shape, ...] = ((4, 0, 0, 0), (0, 4, 0, 0), (0, 0, 4, 0), (0, 0, 0, 4))
MELD_SHAPES: tuple[Shape, ...] = SET_SHAPES + SECRET_SHAPES
PONG_SHAPES: tuple[Shape, ...] = (*SECRET_SHAPES, (3, 0, 0, 0), (0, 3, 0, 0), (0, 0, 3, 0), (0, 0, 0, 3))
PRICE_SHAPES: tuple[Shape, ...] = SET_SHAPES + PONG_SHAPES
"""What a rank's cards may split into where pongs are melds (L2)."""

SINGLE_SHAPES: tuple[Shape, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))

ALL_RANK_COUNTS: tuple[RankCounts, ...] = tuple(product(range(5), repeat=4))


def covers(counts: RankCounts, part: RankCounts) -> bool:
    """Return whether the counts hold at least this part."""
    return all(have >= need for have, need in zip(counts, part, strict=True))


def take(counts: RankCounts, part: RankCounts) -> RankCounts:
    """Return the counts without this part."""
    a, b, c, d = counts
    e, f, g, h = part
    return a - e, b - f, c - g, d - h


@cache
def shape_splits(counts: RankCounts, shapes: tuple[Shape, ...]) -> tuple[tuple[Shape, ...], ...]:
    """Return every way to make up a rank's counts from these shapes, each way once.

    >>> shape_splits((1, 1, 1, 0), SET_SHAPES)
    (((1, 1, 1, 0),),)
    """
    if not any(counts):
        return ((),)
    return tuple(
        (shape, *rest)
        for index, shape in enumerate(shapes)
        if covers(counts, shape)
        for rest in shape_splits(take(counts, shape), shapes[index:])
    )


@cache
def best_shapes(counts: RankCounts, shapes: tuple[Shape, ...] = MELD_SHAPES) -> tuple[int, tuple[Shape, ...]]:
    """Return the most cards of a rank that such melds can hold, and the shapes that do it."""
    options = (
        (sum(shape) + size, (shape, *rest))
        for shape in shapes
        if covers(counts, shape)
        for size, rest in (best_shapes(take(counts, shape), shapes),)
    )
    return max(options, default=(0, ()), key=lambda option: option[0])


_BIT = {vector: 1 << index for index, vector in enumerate(RUN_VECTORS)}
_SPLITTING = frozenset(counts for counts in ALL_RANK_COUNTS if shape_splits(counts, MELD_SHAPES))


def _vectors_within(counts: RankCounts) -> tuple[RankCounts, ...]:
    a, b, c, d = counts
    every = product(range(a + 1), range(b + 1), range(c + 1), range(d + 1))
    return tuple(vector for vector in every if vector in _BIT)


FITS: dict[RankCounts, int] = {
    counts: sum(_BIT[v] for v in _vectors_within(counts) if take(counts, v) in _SPLITTING) for counts in ALL_RANK_COUNTS
}
"""For a rank's counts, the run vectors that leave cards which split into sets and secrets."""

ROOM: dict[RankCounts, int] = {counts: sum(_BIT[v] for v in _vectors_within(counts)) for counts in ALL_RANK_COUNTS}
"""For the kings' counts, the run vectors there are enough kings for; a king left over stands alone (C7)."""


@cache
def pong_fits(counts: RankCounts) -> tuple[int, int]:
    """Return as `FITS` does the run vectors where pongs are melds, and those that leave a pong (L2)."""
    fitting, with_pong = 0, 0
    for vector in _vectors_within(counts):
        splits = shape_splits(take(counts, vector), PRICE_SHAPES)
        fitting |= _BIT[vector] if splits else 0
        with_pong |= _BIT[vector] if any(shape in PONG_SHAPES for split in splits for shape in split) else 0
    return fitting, with_pong


type Masks = tuple[int, int]
"""The run vectors that leave complete melds, and those of them that leave a baksyo without a run (L3)."""


class Fit(StrEnum):
    """What the cards of a rank split into; pongs are melds where a price list pays (L2).

    The aces have no runs. A king left over stands alone; where there must be no king, none may be held.
    """

    ACES = "aces"
    PLAIN = "plain"
    PRICED_ACES = "priced_aces"
    PRICED = "priced"
    KINGS = "kings"
    NO_KINGS = "no_kings"


def rank_masks(counts: RankCounts, fit: Fit) -> Masks:
    """Return the run vectors that suit the cards of a rank."""
    match fit:
        case Fit.PLAIN:
            return FITS[counts], 0
        case Fit.ACES:
            return FITS[counts] & NO_RUN_MASK, 0
        case Fit.PRICED:
            return pong_fits(counts)
        case Fit.PRICED_ACES:
            fitting = pong_fits(counts)[0] & NO_RUN_MASK
            return fitting, fitting if any(counts) else 0
        case Fit.KINGS:
            return ROOM[counts], 0
        case Fit.NO_KINGS:
            return 0 if any(counts) else NO_RUN_MASK, 0
        case _:
            assert_never(fit)


def joined(ranks: Iterable[Masks]) -> Masks:
    """Return the run vectors that suit ranks which share runs, and those that leave any of them a baksyo."""
    fitting, baksyo = -1, 0
    for rank_fitting, rank_baksyo in ranks:
        fitting &= rank_fitting
        baksyo |= rank_baksyo
    return fitting, baksyo


def standing(masks: Masks) -> int:
    """Return 0 for ranks that do not split together, 1 if they do, 2 if they can then hold a baksyo (L3)."""
    fitting, baksyo = masks
    return 0 if not fitting else 2 if fitting & (RUN_MASK | baksyo) else 1


RANKS_OF: dict[Scheme, tuple[tuple[tuple[int, Fit], ...], ...]] = {
    Scheme.CONDITIONS: (
        ((0, Fit.ACES),),
        ((4, Fit.PLAIN), (8, Fit.PLAIN), (12, Fit.PLAIN)),
        ((16, Fit.PLAIN), (20, Fit.PLAIN), (24, Fit.KINGS)),
    ),
    Scheme.PRICELIST: (
        ((0, Fit.PRICED_ACES),),
        ((4, Fit.PRICED), (8, Fit.PRICED), (12, Fit.PRICED)),
        ((16, Fit.PRICED), (20, Fit.PRICED), (24, Fit.KINGS)),
    ),
}
"""The ranks that may share melds, group by group, each with the place where its cards begin in the counts."""


@cache
def sent_tables(*, scheme: Scheme) -> dict[str, object]:
    """Return what a phone needs to say by itself whether cards meld: the masks of every rank, in hexadecimal.

    Cards split where in each of the groups some run vector suits all its ranks; a rank is where it begins among
    the kinds and the name of its masks, a mask the one at its counts read as a number to the base of five.
    """
    fits = {fit for group in RANKS_OF[scheme] for _, fit in group}
    masks = {fit.value: [f"{rank_masks(counts, fit)[0]:x}" for counts in ALL_RANK_COUNTS] for fit in sorted(fits)}
    return {"kinds": [card.notation for card in KINDS], "groups": RANKS_OF[scheme], "masks": masks}


KINGS_START = 24
