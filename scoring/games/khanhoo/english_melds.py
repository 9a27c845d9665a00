"""The pack and melds of English khanhoo (E1 to E9)."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import combinations, permutations
from typing import Self

from scoring.frozen import Frozen
from scoring.games.khanhoo import KhanhooCard, KhanhooMeld, Kinds, lay
from scoring.texts import Text, say

RANKS = "A23456789"
SUITS = "HCD"
COURT_RANKS = "JQK"
# The search takes the lowest card first, so suits go before courts.
KINDS = tuple(Kinds([rank + suit for suit in SUITS for rank in RANKS] + list(COURT_RANKS)).values())

PACK = Kinds([*map(str, KINDS), "X"])
JOKER = PACK["X"]
LEAST_IN_SEQUENCE = 3
# The ace is low only, so no sequence goes round the corner.
SPANS = tuple(
    (first, last) for first, last in combinations(range(len(RANKS)), 2) if last - first >= LEAST_IN_SEQUENCE - 1
)


class EnglishMeldKind(StrEnum):
    # Sequences differ in length, so `size` is their smallest.

    points: int
    rule: str
    size: int

    def __new__(cls, name: str, points: int, rule: str, size: int) -> Self:
        kind = str.__new__(cls, name)
        kind._value_, kind.points, kind.rule, kind.size = name, points, rule, size
        return kind

    ACES = "aces", 1, "E4", 3
    SEQUENCE = "sequence", 1, "E4", LEAST_IN_SEQUENCE
    TRIPLET = "triplet", 2, "E4", 3
    DOUBLE_TRIPLET = "double_triplet", 10, "E4", 6
    COURTS = "courts", 3, "E4", 3
    DOUBLE_COURTS = "double_courts", 10, "E4", 6
    ROYAL_GROUP = "royal_group", 4, "E4", 3
    KHANHOO = "khanhoo", 5, "E4", 3
    DOUBLE_KHANHOO = "double_khanhoo", 15, "E4", 6
    TRIPLE_ACES = "triple_aces", 6, "E5", 9
    TRIPLE_SEQUENCE = "triple_sequence", 3, "E5", 9
    TRIPLE_TRIPLET = "triple_triplet", 9, "E5", 9
    TRIPLE_COURTS = "triple_courts", 12, "E5", 9
    REVERSE_GROUP = "reverse_group", 4, "E5", 3
    TRIPLE_GROUP = "triple_group", 8, "E5", 6
    TRIPLE_KHANHOO = "triple_khanhoo", 25, "E5", 9
    TRIO = "trio", 6, "E6", 3
    QUARTETTE = "quartette", 12, "E6", 4

    @property
    def text(self) -> Text:
        return say(f"meld.{self.value}")

    @property
    def is_sequence(self) -> bool:
        """Check for a meld that bars a bump (E9)."""
        return self in (EnglishMeldKind.SEQUENCE, EnglishMeldKind.TRIPLE_SEQUENCE)


type EnglishMeld = KhanhooMeld[EnglishMeldKind]


class MeldTable(Frozen):
    """The melds that a table plays (E5, E6)."""

    has_triples: bool = False
    trios: bool = False

    @property
    def kinds(self) -> tuple[EnglishMeldKind, ...]:
        """Return the known kinds, in rule order."""
        known = {"E4": True, "E5": self.has_triples, "E6": self.trios}
        return tuple(kind for kind in EnglishMeldKind if known[kind.rule])


@cache
def fixed_melds(*, table: MeldTable) -> tuple[EnglishMeld, ...]:
    """Return every meld but sequences, best first."""
    found = [meld for meld in _fixed() if meld.kind in table.kinds]
    return tuple(sorted(found, key=lambda meld: (-meld.kind.points, len(meld.cards), meld.cards)))


def meld_of(*, cards: Iterable[KhanhooCard], table: MeldTable) -> EnglishMeld | None:
    """Return the best meld of all these cards. A joker is any card."""
    # A triple sequence is left out, because its cards meld as sequences too.
    counts = PACK.count(cards)
    known = (meld for meld in (*fixed_melds(table=table), *all_sequences()) if sum(counts) == len(meld.cards))
    laid = (lay(meld=meld, counts=counts) for meld in known)
    return next((found[0] for found in laid if found and not found[1][JOKER.index]), None)


@cache
def all_sequences() -> tuple[EnglishMeld, ...]:
    return tuple(
        KhanhooMeld(kind=EnglishMeldKind.SEQUENCE, cards=sequence(suit=suit, first=first, last=last))
        for suit in SUITS
        for first, last in SPANS
    )


def sequence(*, suit: str, first: int, last: int) -> tuple[KhanhooCard, ...]:
    """Return the cards of a sequence. `first` and `last` are inclusive places in the suit, 0 for the ace."""
    return tuple(PACK[rank + suit] for rank in RANKS[first : last + 1])


def _fixed() -> Iterator[EnglishMeld]:
    """Yield every meld but sequences, with all options."""
    for rank in RANKS:
        yield from _multiples(f"{rank}H {rank}C {rank}D", EnglishMeldKind.TRIPLET)
    for twice, once in permutations(PACK.read("AH AC AD"), 2):
        yield KhanhooMeld(kind=EnglishMeldKind.ACES, cards=(twice, twice, once))
    yield KhanhooMeld(kind=EnglishMeldKind.TRIPLE_ACES, cards=PACK.read("AH AC AD") * 3)
    yield from _multiples("J Q K", EnglishMeldKind.COURTS)
    for court, companion in (("J", "7D"), ("Q", "8C"), ("K", "9H")):
        yield KhanhooMeld(kind=EnglishMeldKind.ROYAL_GROUP, cards=PACK.read(f"{court} {companion} {companion}"))
        yield KhanhooMeld(kind=EnglishMeldKind.REVERSE_GROUP, cards=PACK.read(f"{court} {court} {companion}"))
        yield KhanhooMeld(kind=EnglishMeldKind.TRIPLE_GROUP, cards=PACK.read(f"{court} {companion}") * 3)
    yield from _multiples("AH 2C 3D", EnglishMeldKind.KHANHOO)
    for card in KINDS:
        yield KhanhooMeld(kind=EnglishMeldKind.TRIO, cards=(card,) * 3)
        yield KhanhooMeld(kind=EnglishMeldKind.QUARTETTE, cards=(card,) * 4)


def _multiples(text: str, kind: EnglishMeldKind) -> Iterator[EnglishMeld]:
    """Yield a meld once, twice and three times."""
    for times, multiple in enumerate(("", "DOUBLE_", "TRIPLE_"), start=1):
        yield KhanhooMeld(kind=EnglishMeldKind[f"{multiple}{kind.name}"], cards=PACK.read(text) * times)


class BumpGround(StrEnum):
    """The ground of a ruling on a discard."""

    CACHE = "cache"
    PAYS_MOST = "pays_most"
    SOONEST = "soonest"
    NOBODY_BUMPS = "nobody_bumps"
    PAYS_LESS = "pays_less"
    COMES_LATER = "comes_later"
    SEQUENCE_WAITS = "sequence_waits"
    AFTER_CACHE = "after_cache"
    NO_MELD = "no_meld"
    BUMPED_FOR_SEQUENCE = "bumped_for_sequence"
    OWN_DISCARD = "own_discard"

    @property
    def rule(self) -> str:
        return "E6" if self in (BumpGround.CACHE, BumpGround.AFTER_CACHE) else "E9"

    @property
    def text(self) -> Text:
        return say(f"ground.{self.value}")


class Wish(Frozen):
    """A player's wish for the discard, with its meld. `from_cache` means three alike that were laid."""

    seat: int
    cards: tuple[KhanhooCard, ...]
    from_cache: bool = False


class BumpClaimant(Frozen):
    seat: int
    meld: EnglishMeld | None
    ground: BumpGround


def who_takes(
    *, discard: KhanhooCard, by: int, seats: tuple[int, ...], wishes: tuple[Wish, ...], table: MeldTable
) -> tuple[int | None, list[BumpClaimant]]:
    """Rule on a discard among several players. Returns the winner and the claimants in order of play."""
    # The next player may take for a sequence only if no player bumps, and the owner of a cache goes first.
    start = seats.index(by) + 1
    order = seats[start:] + seats[:start]
    claimants, rivals = [], []
    for wish in sorted(wishes, key=lambda wish: order.index(wish.seat)):
        may_meld = not wish.from_cache or set(wish.cards) == {discard}
        meld = meld_of(cards=(*wish.cards, discard), table=table) if may_meld else None
        if wish.seat == by:
            claimants.append(BumpClaimant(seat=wish.seat, meld=meld, ground=BumpGround.OWN_DISCARD))
        elif meld is None:
            claimants.append(BumpClaimant(seat=wish.seat, meld=None, ground=BumpGround.NO_MELD))
        elif wish.seat != order[0] and meld.kind.is_sequence:
            claimants.append(BumpClaimant(seat=wish.seat, meld=meld, ground=BumpGround.BUMPED_FOR_SEQUENCE))
        else:
            rivals.append((wish, meld))
    rivals.sort(key=lambda rival: (not rival[0].from_cache, rival[1].kind.is_sequence, -rival[1].kind.points))
    points = [meld.kind.points for _, meld in rivals]
    for at, (wish, meld) in enumerate(rivals):
        if rivals[0][0].from_cache:
            ground = BumpGround.AFTER_CACHE if at else BumpGround.CACHE
        elif meld.kind.is_sequence:
            ground = BumpGround.SEQUENCE_WAITS if at else BumpGround.NOBODY_BUMPS
        elif at:
            ground = BumpGround.COMES_LATER if points[at] == points[0] else BumpGround.PAYS_LESS
        else:
            ground = BumpGround.SOONEST if points[0] in points[1:] else BumpGround.PAYS_MOST
        claimants.append(BumpClaimant(seat=wish.seat, meld=meld, ground=ground))
    claimants.sort(key=lambda claimant: order.index(claimant.seat))
    return rivals[0][0].seat if rivals else None, claimants
