"""Melds, and the exact search for splits (C4 to C10, L2)."""

# Only runs mix ranks: a run takes one card of each of three ranks, in one suit. A *run vector* is the number of runs in
# each of the four suits. With a known run vector each rank splits alone. Each vector is one bit. For each rank a table
# has a mask of the vectors that leave sets and secrets. `&` of three masks finds the vectors that suit three ranks.

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from itertools import accumulate, combinations, product
from operator import ge, mul
from typing import NamedTuple

from scoring.frozen import Frozen
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Counts, Rank, Suit, card_of, count_kinds
from scoring.games.cuajo.rules import Scheme

# Fifteen cards are dealt, and the bounit is the sixteenth (C8).
HAND_SIZE = 16


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"
    SECRET = "secret"
    KING = "king"
    SOWEE_SECRET = "sowee_secret"
    PONG = "pong"


class Meld(Frozen):
    kind: MeldKind
    cards: tuple[Card, ...]


type Melds = tuple[Meld, ...]

# The pack has no 2, 6 and 7, so there are no other runs (C5).
RUN_RANKS = ((Rank.THREE, Rank.FOUR, Rank.FIVE), (Rank.JACK, Rank.HORSE, Rank.KING))

SETS: Melds = tuple(
    Meld(kind=MeldKind.SET, cards=tuple(card_of(rank=rank, suit=suit) for suit in suits))
    for rank, size in product(Rank, (4, 3))
    for suits in combinations(Suit, size)
)
RUNS: Melds = tuple(
    Meld(kind=MeldKind.RUN, cards=tuple(card_of(rank=rank, suit=suit) for rank in ranks))
    for ranks, suit in product(RUN_RANKS, Suit)
)
SECRETS: Melds = tuple(Meld(kind=MeldKind.SECRET, cards=(card,) * COPIES) for card in KINDS)
KINGS: Melds = tuple(Meld(kind=MeldKind.KING, cards=(card,)) for card in KINDS if card.rank is Rank.KING)
# The sowee is face up under the stock, so only three copies can be in a hand (C10).
SOWEE_SECRETS: Melds = tuple(Meld(kind=MeldKind.SOWEE_SECRET, cards=(card,) * (COPIES - 1)) for card in KINDS)
PONGS: Melds = tuple(Meld(kind=MeldKind.PONG, cards=(card,) * size) for card, size in product(KINDS, (4, 3)))


def all_melds(*, scheme: Scheme = Scheme.CONDITIONS) -> Melds:
    """Return every meld but the sowee secrets (L2)."""
    return SETS + RUNS + (PONGS if scheme is Scheme.PRICELIST else SECRETS) + KINGS


def king_runs(*, melds: Iterable[Meld]) -> Iterator[Meld]:
    """Yield the runs of jack, horse and king."""
    return (meld for meld in melds if meld.kind is MeldKind.RUN and meld.cards[-1].rank is Rank.KING)


type RankCounts = tuple[int, ...]  # how many cards of one rank, one number for each of the four suits, none above four

type Shape = RankCounts  # the part of a rank's cards that one meld takes

# The vector at index i has bit i, so the lowest bit of a mask has the fewest runs.
RUN_VECTORS: tuple[RankCounts, ...] = tuple(
    sorted((v for v in product(range(5), repeat=4) if sum(v) <= HAND_SIZE // 3), key=lambda v: (sum(v), v))
)
NO_RUNS = RUN_VECTORS[0]
NO_RUN_MASK, ANY_MASK = 1, (1 << len(RUN_VECTORS)) - 1  # the vector without runs, and all vectors
RUN_MASK = ANY_MASK - NO_RUN_MASK
# One more bit of a mask: without runs no melds hold a baksyo (L3). A run is a baksyo, so after `&` the mask of ranks is
# this number if no split of them has one.
NO_BAKSYO = ANY_MASK + 1 | NO_RUN_MASK

_OF_ONE_SUIT: tuple[Shape, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
_FOURS: tuple[Shape, ...] = tuple((4 * a, 4 * b, 4 * c, 4 * d) for a, b, c, d in _OF_ONE_SUIT)
_THREES: tuple[Shape, ...] = tuple((3 * a, 3 * b, 3 * c, 3 * d) for a, b, c, d in _OF_ONE_SUIT)
_SETS: tuple[Shape, ...] = ((1, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1))
SHAPES = {Scheme.CONDITIONS: _SETS + _FOURS, Scheme.PRICELIST: _SETS + _FOURS + _THREES}

KINGS_START = 24
ALL_RANK_COUNTS: tuple[RankCounts, ...] = tuple(product(range(5), repeat=4))


def ranks_of(counts: Counts) -> list[RankCounts]:
    """Cut the counts of a group or of all kinds into ranks."""
    return [counts[start : start + 4] for start in range(0, len(counts), 4)]


def _covers(counts: RankCounts, part: RankCounts) -> bool:
    return all(map(ge, counts, part))


def take(counts: RankCounts, part: RankCounts) -> RankCounts:
    a, b, c, d = counts
    e, f, g, h = part
    return a - e, b - f, c - g, d - h


@cache
def packings(counts: RankCounts, scheme: Scheme, first: int = 0) -> tuple[tuple[Shape, ...], ...]:
    """Return every way to lay melds until none fits."""
    shapes = SHAPES[scheme]
    ways = tuple(
        (shape, *rest)
        for index, shape in enumerate(shapes[first:], start=first)
        if _covers(counts, shape)
        for rest in packings(take(counts, shape), scheme, index)
    )
    # If a shape before the first one fits, these melds are a part of another way.
    return ways or (() if any(_covers(counts, shape) for shape in shapes[:first]) else ((),))


@cache
def shape_splits(counts: RankCounts, scheme: Scheme) -> tuple[tuple[Shape, ...], ...]:
    """Return every way to lay all cards of a rank in melds.

    >>> shape_splits((1, 1, 1, 0), Scheme.CONDITIONS)
    (((1, 1, 1, 0),),)
    """
    size = sum(counts)
    return tuple([shapes for shapes in packings(counts, scheme) if sum(map(sum, shapes)) == size])


def single_kings(counts: RankCounts) -> tuple[Shape, ...]:
    """Return a meld for each king alone (C7)."""
    return tuple(_OF_ONE_SUIT[suit] for suit, number in enumerate(counts) for _ in range(number))


_BIT = {vector: 1 << index for index, vector in enumerate(RUN_VECTORS)}


def vectors_within(counts: RankCounts) -> Iterator[RankCounts]:
    return (vector for vector in product(*(range(number + 1) for number in counts)) if vector in _BIT)


class Fit(StrEnum):
    """The melds that a rank can split into (L2)."""

    ACES = "aces"
    PLAIN = "plain"
    PRICED_ACES = "priced_aces"
    PRICED = "priced"
    KINGS = "kings"
    NO_KINGS = "no_kings"


@cache
def rank_mask(counts: RankCounts, fit: Fit) -> int:
    """Return the run vectors that leave melds of a rank."""
    if fit is Fit.NO_KINGS:
        return 0 if any(counts) else NO_BAKSYO
    # The search for waits takes away the sowee's three before the third is added.
    if min(counts) < 0:
        return 0
    is_priced, is_aces = fit in (Fit.PRICED, Fit.PRICED_ACES), fit in (Fit.ACES, Fit.PRICED_ACES)
    scheme = Scheme.PRICELIST if is_priced else Scheme.CONDITIONS
    vectors = (NO_RUNS,) if is_aces else vectors_within(counts)
    # A king left over is a meld alone, so kings need no rest that splits (C7).
    mask = sum(_BIT[each] for each in vectors if fit is Fit.KINGS or shape_splits(take(counts, each), scheme))
    without_runs = shape_splits(counts, scheme) if is_priced else ()
    has_baksyo = any(is_aces or max(shape) > 1 for split in without_runs for shape in split)
    return mask if has_baksyo else mask | (mask & NO_RUN_MASK) * NO_BAKSYO


def _groups(aces: Fit, others: Fit) -> tuple[tuple[tuple[int, Fit], ...], ...]:
    return ((0, aces),), ((4, others), (8, others), (12, others)), ((16, others), (20, others), (24, Fit.KINGS))


# Each rank has the place where its cards begin in the counts.
RANKS_OF = {Scheme.CONDITIONS: _groups(Fit.ACES, Fit.PLAIN), Scheme.PRICELIST: _groups(Fit.PRICED_ACES, Fit.PRICED)}

FITS = {scheme: [fit for group in groups for _, fit in group] for scheme, groups in RANKS_OF.items()}


def masks_of(counts: Counts, scheme: Scheme) -> tuple[int, int, int]:
    """Return the masks of aces, of 3, 4, 5 and of the court."""
    ace, three, four, five, jack, horse, king = map(rank_mask, ranks_of(counts), FITS[scheme])
    return ace, three & four & five, jack & horse & king


class Holding(NamedTuple):
    """The `laid` secrets and the `loose` cards (C9). `free_three` is the sowee if its three may meld unlaid (C10)."""

    loose: Counts
    laid: Melds = ()
    free_three: Card | None = None
    scheme: Scheme = Scheme.CONDITIONS


def hold(
    *,
    cards: Iterable[Card],
    sowee: Card | None = None,
    secrets: Iterable[Card] = (),
    three_must_be_laid: bool = False,
    scheme: Scheme = Scheme.CONDITIONS,
) -> Holding:
    """Separate laid secrets from the loose cards (C10)."""
    loose = count_kinds(cards=cards)
    laid: Melds = ()
    for card in secrets:
        laid += (SOWEE_SECRETS[card.index] if card == sowee else SECRETS[card.index],)
        loose = adjusted(loose, card.index, -len(laid[-1].cards))
    free_three = None if three_must_be_laid or scheme is Scheme.PRICELIST else sowee
    return Holding(loose=loose, laid=laid, free_three=free_three, scheme=scheme)


def is_complete(counts: Counts, scheme: Scheme = Scheme.CONDITIONS) -> bool:
    """Check whether up to 16 loose cards split."""
    return all(masks_of(counts, scheme))


def choices(*, holding: Holding) -> tuple[tuple[Melds, Counts], ...]:
    """Return the holding without and with the free three."""
    three = holding.free_three
    if three is None or holding.loose[three.index] < 3:
        return ((holding.laid, holding.loose),)
    with_three = (*holding.laid, SOWEE_SECRETS[three.index]), adjusted(holding.loose, three.index, -3)
    return (holding.laid, holding.loose), with_three


def adjusted(counts: Counts, index: int, change: int) -> Counts:
    return (*counts[:index], counts[index] + change, *counts[index + 1 :])


# Melds already fixed, the other cards, and their run vectors for 3-4-5 and jack-horse-king.
type Splits = tuple[Melds, Counts, int, int]


def find_splits(*, holding: Holding) -> list[Splits]:
    """Return every complete split of the holding."""
    found = []
    for settled, counts in choices(holding=holding):
        aces, field, face = masks_of(counts, holding.scheme)
        if aces and field and face:
            found.append((settled, counts, field, face))
    return found


def melds_of(splits: Splits, /, *, face_runs: int = ANY_MASK) -> Melds:
    """Return the melds with the fewest runs. `face_runs` masks the run vectors of jack, horse and king."""
    settled, counts, field_mask, face_mask = splits
    field, face = _lowest(field_mask), _lowest(face_mask & face_runs)
    rests = enumerate(map(take, ranks_of(counts), (NO_RUNS, field, field, field, face, face, face)))
    return sum([_first_melds(rank, rest) for rank, rest in rests], settled + run_melds(field, face))


@cache
def _first_melds(rank: int, counts: RankCounts) -> Melds:
    """Return the melds of the first split of a rank."""
    is_king = rank == KINGS_START // 4
    shapes = single_kings(counts) if is_king else shape_splits(counts, Scheme.CONDITIONS)[0]
    return melds_of_rank(rank, shapes, Scheme.CONDITIONS)


def _lowest(mask: int) -> RankCounts:
    """Return the run vector of the lowest bit."""
    return RUN_VECTORS[(mask & -mask).bit_length() - 1]


def split_melds(field: RankCounts, face: RankCounts, shapes: Iterable[tuple[Shape, ...]], scheme: Scheme) -> Melds:
    """Return the melds of runs and shapes, in order."""
    melds = run_melds(field, face)
    for rank, chosen in enumerate(shapes):
        melds += melds_of_rank(rank, chosen, scheme)
    return melds


@cache
def run_melds(field: RankCounts, face: RankCounts) -> Melds:
    return tuple(meld for meld, number in zip(RUNS, field + face, strict=True) for _ in range(number))


@cache
def melds_of_rank(rank: int, shapes: tuple[Shape, ...], scheme: Scheme) -> Melds:
    ones, known = _ONE_OF[4 * rank : 4 * rank + 4], _known(scheme)
    return tuple([known[sum(map(mul, ones, shape))] for shape in shapes]) if shapes else ()


_SIZES = (1, 3, 4)
# In base eight each kind has a separate digit, so a sum does not depend on the order of cards.
_ONE_OF = tuple(8**card.index for card in KINDS)


def _added(cards: Iterable[Card]) -> list[int]:
    return list(accumulate([_ONE_OF[card.index] for card in cards], initial=0))


@cache
def _known(scheme: Scheme) -> Mapping[int, Meld]:
    """Return the melds by the sum of their cards."""
    return {_added(meld.cards)[-1]: meld for meld in all_melds(scheme=scheme)}


def as_put_down(*, cards: tuple[Card, ...], settled: Melds, scheme: Scheme, is_worth: Callable[[Melds], bool]) -> Melds:
    """Cut the cards, as ordered by the player, into melds. Empty if no cut passes `is_worth`."""
    # Three cards like the sowee, and a secret by a price list, are a meld only if they are paid as one.
    known = _known(scheme)
    known = {**known, **{_added(meld.cards)[-1]: meld for meld in settled}} if settled else known
    return next(filter(is_worth, _cut(_added(cards), known)), ())


def _cut(row: list[int], known: Mapping[int, Meld]) -> Iterator[Melds]:
    """Yield every way to cut a row into melds."""
    end = len(row) - 1
    # A row ends with numbers that match no meld, so no index needs a check.
    row += (-1,) * max(_SIZES)
    begun: list[tuple[int, Melds]] = [(0, ())]
    while begun:
        start, melds = begun.pop()
        if start == end:
            yield melds
        for size in _SIZES:
            if meld := known.get(row[start + size] - row[start]):
                begun.append((start + size, (*melds, meld)))
