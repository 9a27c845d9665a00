"""Melds (C4 to C7, C10, L2), and the exact search: whether and how cards split into them (C8 to C10)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import accumulate, combinations

from scoring.games.cuajo.cards import COPIES, KINDS, Card, Rank, Suit, card_of
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.tables import (
    ANY_MASK,
    FITS,
    MELD_SHAPES,
    NO_RUN_MASK,
    PONG_SHAPES,
    ROOM,
    RUN_VECTORS,
    SINGLE_SHAPES,
    RankCounts,
    Shape,
    shape_splits,
    take,
)


class MeldKind(StrEnum):
    """What a meld is."""

    SET = "set"
    RUN = "run"
    SECRET = "secret"
    KING = "king"
    SOWEE_SECRET = "sowee_secret"
    PONG = "pong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together in a winning hand."""

    kind: MeldKind
    cards: tuple[Card, ...]


RUN_RANKS = ((Rank.THREE, Rank.FOUR, Rank.FIVE), (Rank.JACK, Rank.HORSE, Rank.KING))
"""The only runs there are (C5)."""


def _sets() -> Iterable[Meld]:
    for rank in Rank:
        for size in (4, 3):
            for suits in combinations(Suit, size):
                cards = tuple(card_of(rank=rank, suit=suit) for suit in suits)
                yield Meld(kind=MeldKind.SET, cards=cards)


SETS: tuple[Meld, ...] = tuple(_sets())
RUNS: tuple[Meld, ...] = tuple(
    Meld(kind=MeldKind.RUN, cards=tuple(card_of(rank=rank, suit=suit) for rank in ranks))
    for ranks in RUN_RANKS
    for suit in Suit
)
SECRETS: tuple[Meld, ...] = tuple(Meld(kind=MeldKind.SECRET, cards=(card,) * COPIES) for card in KINDS)
KINGS: tuple[Meld, ...] = tuple(Meld(kind=MeldKind.KING, cards=(card,)) for card in KINDS if card.rank is Rank.KING)
SOWEE_SECRETS: tuple[Meld, ...] = tuple(
    Meld(kind=MeldKind.SOWEE_SECRET, cards=(card,) * (COPIES - 1)) for card in KINDS
)
"""By the index of the sowee: its three other copies (C10)."""
PONGS: tuple[Meld, ...] = tuple(
    Meld(kind=MeldKind.PONG, cards=(card,) * size) for card in KINDS for size in (COPIES, COPIES - 1)
)
"""Four or three identical cards, where a price list makes them melds (L2)."""


def all_melds(*, sowee: Card | None = None, scheme: Scheme = Scheme.CONDITIONS) -> tuple[Meld, ...]:
    """Return every meld there is; the sowee secret only if the sowee is known, pongs only by a price list."""
    if scheme is Scheme.PRICELIST:
        return SETS + RUNS + PONGS + KINGS
    sowee_secret = () if sowee is None else (SOWEE_SECRETS[sowee.index],)
    return SETS + RUNS + SECRETS + KINGS + sowee_secret


def meld_of(*, cards: Iterable[Card]) -> Meld | None:
    """Return the meld these cards make, in any order, or None; three identical cards are a sowee secret."""
    return _BY_CARDS.get(tuple(sorted(cards)))


def king_runs(*, melds: Iterable[Meld]) -> Iterator[Meld]:
    """Yield the runs of jack, horse and king among melds."""
    return (meld for meld in melds if meld.kind is MeldKind.RUN and meld.cards[-1].rank is Rank.KING)


_BY_CARDS = {tuple(sorted(meld.cards)): meld for meld in SETS + RUNS + SECRETS + KINGS + SOWEE_SECRETS}


type Counts = tuple[int, ...]
"""How many of each of the 28 kinds, in the order of `KINDS`; none above four."""

type Splits = tuple[tuple[Meld, ...], Counts, int, int]
"""Melds settled beforehand, the other cards, and the run vectors they allow: 3-4-5 and jack-horse-king."""

HAND_SIZE = 16
"""A winning hand, the bounit among its cards (C8)."""

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
    loose = count_kinds(cards=cards)
    laid: tuple[Meld, ...] = ()
    for card in secrets:
        laid += (SOWEE_SECRETS[card.index] if card == sowee else SECRETS[card.index],)
        loose = adjusted(loose, card, -len(laid[-1].cards))
    free_three = None if three_must_be_laid or scheme is Scheme.PRICELIST else sowee
    return Holding(loose=loose, laid=laid, free_three=free_three, scheme=scheme)


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


def choices(*, holding: Holding) -> tuple[tuple[tuple[Meld, ...], Counts], ...]:
    """Return the melds settled beforehand and the counts left: without the free sowee three, then with it."""
    three = holding.free_three
    if three is None or holding.loose[three.index] < 3:
        return ((holding.laid, holding.loose),)
    with_three = (*holding.laid, SOWEE_SECRETS[three.index]), adjusted(holding.loose, three, -3)
    return (holding.laid, holding.loose), with_three


def adjusted(counts: Counts, card: Card, change: int) -> Counts:
    """Return the counts with so many more or fewer of one kind."""
    index = card.index
    return (*counts[:index], counts[index] + change, *counts[index + 1 :])


def find_splits(*, holding: Holding) -> list[Splits]:
    """Return every way to settle the free sowee three, or not, that lets the other cards split completely."""
    found = []
    for settled, counts in choices(holding=holding):
        aces, field, face = run_masks(counts)
        if aces and field and face:
            found.append((settled, counts, field, face))
    return found


def melds_of(splits: Splits, /, *, face_runs: int = ANY_MASK) -> tuple[Meld, ...]:
    """Return the melds of the split with the fewest runs: what is settled, the runs, then rank by rank.

    `face_runs` restricts the runs of jack, horse and king, among which there must be some that split.
    """
    settled, counts, field_mask, face_mask = splits
    field, face = _lowest(field_mask), _lowest(face_mask & face_runs)
    melds = settled + _run_melds(0, field) + _run_melds(4, face) + _first_melds(0, counts[:4])
    for rank, start in enumerate(_STARTS[1:], start=1):
        vector = field if rank <= 3 else face
        rest = take(counts[start : start + 4], vector) if any(vector) else counts[start : start + 4]
        melds += _first_melds(rank, rest)
    return melds


@cache
def _run_melds(first: int, runs: RankCounts) -> tuple[Meld, ...]:
    return tuple(RUNS[first + suit] for suit, number in enumerate(runs) for _ in range(number))


@cache
def _first_melds(rank: int, counts: RankCounts) -> tuple[Meld, ...]:
    shapes = SINGLE_SHAPES if KINDS[_STARTS[rank]].rank is Rank.KING else MELD_SHAPES
    return tuple(_BY_SHAPE[rank, shape] for shape in shape_splits(counts, shapes)[0])


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
    return tuple(take(counts[start : start + 4], vector) for start, vector in zip(_STARTS, vectors, strict=True))


def run_masks(counts: Counts) -> tuple[int, int, int]:
    """Return the possible run vectors of aces, 3-4-5 and jack-horse-king; 0 where those cannot split."""
    return (
        FITS[counts[0:4]] & NO_RUN_MASK,
        FITS[counts[4:8]] & FITS[counts[8:12]] & FITS[counts[12:16]],
        FITS[counts[16:20]] & FITS[counts[20:24]] & ROOM[counts[24:28]],
    )


def _lowest(mask: int) -> RankCounts:
    return RUN_VECTORS[(mask & -mask).bit_length() - 1]


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


type Melds = tuple[Meld, ...]

_SIZES = (1, 3, 4)
_ONE_OF = tuple(8**card.index for card in KINDS)
"""What a card adds to a number that says how often each kind of card is there, whatever their order."""
_NO_MELD = (-1,) * max(_SIZES)


def _added(cards: Iterable[Card]) -> list[int]:
    return list(accumulate([_ONE_OF[card.index] for card in cards], initial=0))


_KNOWN: Mapping[Scheme, Mapping[int, Meld]] = {
    scheme: {_added(meld.cards)[-1]: meld for meld in all_melds(scheme=scheme)} for scheme in Scheme
}
_OTHER_KINDS: Mapping[Scheme, tuple[MeldKind, ...]] = {
    scheme: tuple(set(MeldKind) - {meld.kind for meld in melds.values()}) for scheme, melds in _KNOWN.items()
}


def as_put_down(*, cards: tuple[Card, ...], paid: Melds, scheme: Scheme, worth: Callable[[Melds], object]) -> Melds:
    """Return the melds that stand in this row of cards if they are worth what the paid ones are, else the paid ones.

    Of three cards like the sowee, and of secrets laid down, only those are melds that are among the paid ones.
    """
    known, others = _KNOWN[scheme], _OTHER_KINDS[scheme]
    if more := [meld for meld in paid if meld.kind in others]:
        known = {**known, **{_added(meld.cards)[-1]: meld for meld in more}}
    return next((melds for melds in _cut(_added(cards), known) if worth(melds) == worth(paid)), paid)


def _cut(row: list[int], known: Mapping[int, Meld]) -> Iterator[Melds]:
    """Yield every way to cut a row into melds, long ones first; it holds what was added up to each card."""
    end = len(row) - 1
    row += _NO_MELD
    begun: list[tuple[int, Melds]] = [(0, ())]
    while begun:
        start, melds = begun.pop()
        if start == end:
            yield melds
        for size in _SIZES:
            if meld := known.get(row[start + size] - row[start]):
                begun.append((start + size, (*melds, meld)))
