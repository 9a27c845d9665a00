"""Exact search: whether cards split completely into melds, how, and in how many ways (C8 to C10)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from scoring.games.cards import KINDS, Card, Rank
from scoring.games.cuajo.house_rule import Scheme
from scoring.games.cuajo.melds import PONGS, RUNS, SECRETS, SOWEE_SECRETS, Meld, meld_of
from scoring.games.cuajo.tables import (
    FITS,
    MELD_SHAPES,
    PONG_SHAPES,
    ROOM,
    RUN_VECTORS,
    SINGLE_SHAPES,
    RankCounts,
    Shape,
    shape_splits,
    take,
)

type Counts = tuple[int, ...]
"""How many of each of the 28 kinds, in the order of `KINDS`; none above four."""

HAND_SIZE = 16
"""A winning hand, the bounit among its cards (C8)."""

NO_RUN_MASK = 1
"""The run vectors without any run: only the first."""

RUN_MASK = -2
"""All run vectors but the one without any run."""

ANY_MASK = -1

_STARTS = tuple(range(0, len(KINDS), 4))


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """Cards as a split may use them.

    `laid` are the secrets already laid down and paid, fixed for good (C9, C10); `loose` are all other cards,
    the fourth card of a laid sowee secret among them. `free_three` is the sowee if its three other copies may
    form a meld without having been laid down (C10), otherwise None. `scheme` says which melds there are, and
    whether kings win alone (L2 to L4).
    """

    loose: Counts
    laid: tuple[Meld, ...] = ()
    free_three: Card | None = None
    scheme: Scheme = Scheme.CONDITIONS


def count_kinds(*, cards: Iterable[Card]) -> Counts:
    """Count the cards of each kind."""
    counts = [0] * len(KINDS)
    for card in cards:
        counts[card.index] += 1
    return tuple(counts)


def hold(
    *,
    cards: Iterable[Card],
    sowee: Card | None = None,
    secrets: Iterable[Card] = (),
    three_must_be_laid: bool = False,
    scheme: Scheme = Scheme.CONDITIONS,
) -> Holding:
    """Set apart the laid secrets of a hand; a laid secret of the sowee's kind is its three copies (C10).

    The hand must hold every laid secret. By a price list any three alike are a meld, so that none are free.
    """
    counts = list(count_kinds(cards=cards))
    laid = tuple(SOWEE_SECRETS[card.index] if card == sowee else SECRETS[card.index] for card in secrets)
    for meld in laid:
        counts[meld.cards[0].index] -= len(meld.cards)
    free_three = None if three_must_be_laid or scheme is Scheme.PRICELIST else sowee
    return Holding(loose=tuple(counts), laid=laid, free_three=free_three, scheme=scheme)


def is_complete(counts: Counts) -> bool:
    """Return whether up to 16 cards split completely into melds, without a sowee secret or anything laid.

    The bare check: seven table lookups, whatever the hand.
    """
    return bool(
        FITS[counts[0:4]] & NO_RUN_MASK
        and FITS[counts[4:8]] & FITS[counts[8:12]] & FITS[counts[12:16]]
        and FITS[counts[16:20]] & FITS[counts[20:24]] & ROOM[counts[24:28]]
    )


def is_split(*, holding: Holding) -> bool:
    """Return whether the loose cards split completely into melds; not for a price list."""
    return any(is_complete(counts) for _, counts in choices(holding=holding))


def choices(*, holding: Holding) -> Iterator[tuple[tuple[Meld, ...], Counts]]:
    """Return the melds settled beforehand and the counts left: without the free sowee three, then with it."""
    yield holding.laid, holding.loose
    three = holding.free_three
    if three is not None and holding.loose[three.index] >= 3:
        yield (*holding.laid, SOWEE_SECRETS[three.index]), adjusted(holding.loose, three, -3)


def adjusted(counts: Counts, card: Card, change: int) -> Counts:
    """Return the counts with so many more or fewer of one kind."""
    index = card.index
    return (*counts[:index], counts[index] + change, *counts[index + 1 :])


def first_split(*, holding: Holding, face_runs: int = ANY_MASK) -> tuple[Meld, ...] | None:
    """Return one complete split with the fewest runs, or None; always the same for the same cards.

    `face_runs` restricts the runs of jack, horse and king: NO_RUN_MASK, RUN_MASK or ANY_MASK.
    """
    for settled, counts in choices(holding=holding):
        aces, field, face = run_masks(counts)
        if aces and field and face & face_runs:
            runs = _lowest(field) + _lowest(face & face_runs)
            shapes = (options[0] for options in _options(counts, runs, SINGLE_SHAPES))
            return settled + split_melds(runs, shapes)
    return None


def all_splits(*, holding: Holding) -> Iterator[tuple[Meld, ...]]:
    """Yield every complete split, each once; identical cards are not told apart."""
    for settled, counts in choices(holding=holding):
        aces, field, face = run_masks(counts)
        if not aces:
            continue
        for field_runs, face_runs in product(_vectors(field), _vectors(face)):
            runs = field_runs + face_runs
            for shapes in product(*_options(counts, runs, SINGLE_SHAPES + MELD_SHAPES)):
                yield settled + split_melds(runs, shapes)


def split_melds(
    runs: tuple[int, ...], shapes: Iterable[tuple[Shape, ...]], *, scheme: Scheme = Scheme.CONDITIONS
) -> tuple[Meld, ...]:
    """Return the melds of a split: runs, then rank by rank the melds of these shapes.

    `runs` are eight numbers: how many 3-4-5 of each suit, then how many jack-horse-king of each suit.
    """
    run_melds = tuple(meld for meld, number in zip(RUNS, runs, strict=True) for _ in range(number))
    by_shape = _BY_SHAPE if scheme is Scheme.CONDITIONS else _BY_PRICE_SHAPE
    return run_melds + tuple(by_shape[rank, shape] for rank, chosen in enumerate(shapes) for shape in chosen)


def rank_rests(counts: Counts, runs: tuple[int, ...]) -> tuple[RankCounts, ...]:
    """Return the counts of each rank that a vector of eight runs leaves."""
    field, face = runs[:4], runs[4:]
    vectors = (RUN_VECTORS[0], field, field, field, face, face, face)
    return tuple(
        take(counts[start : start + 4], vector) for start, vector in zip(_STARTS, vectors, strict=True)
    )


def run_masks(counts: Counts) -> tuple[int, int, int]:
    """Return the possible run vectors of aces, 3-4-5 and jack-horse-king; 0 where those cannot split."""
    return (
        FITS[counts[0:4]] & NO_RUN_MASK,
        FITS[counts[4:8]] & FITS[counts[8:12]] & FITS[counts[12:16]],
        FITS[counts[16:20]] & FITS[counts[20:24]] & ROOM[counts[24:28]],
    )


def _lowest(mask: int) -> RankCounts:
    return RUN_VECTORS[(mask & -mask).bit_length() - 1]


def _vectors(mask: int) -> Iterator[RankCounts]:
    return (vector for bit, vector in enumerate(RUN_VECTORS) if mask >> bit & 1)


def _options(
    counts: Counts, runs: tuple[int, ...], king_shapes: tuple[Shape, ...]
) -> list[tuple[tuple[Shape, ...], ...]]:
    *others, kings = rank_rests(counts, runs)
    return [*(shape_splits(rest, MELD_SHAPES) for rest in others), shape_splits(kings, king_shapes)]


def _shape_meld(rank_index: int, shape: Shape) -> Meld | None:
    start = _STARTS[rank_index]
    return meld_of(cards=[KINDS[start + suit] for suit in range(4) for _ in range(shape[suit])])


_BY_SHAPE: dict[tuple[int, Shape], Meld] = {
    (rank_index, shape): meld
    for rank_index in range(len(Rank))
    for shape in MELD_SHAPES + SINGLE_SHAPES
    if (meld := _shape_meld(rank_index, shape)) is not None
}
_PONG_BY_CARDS = {meld.cards: meld for meld in PONGS}
_BY_PRICE_SHAPE: dict[tuple[int, Shape], Meld] = _BY_SHAPE | {
    (rank_index, shape): _PONG_BY_CARDS[(KINDS[_STARTS[rank_index] + shape.index(max(shape))],) * max(shape)]
    for rank_index in range(len(Rank))
    for shape in PONG_SHAPES
}
