"""The melds of English khanhoo and their points: two packs (E4), three and four packs (E5), options (E6)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import permutations

from scoring.games.khanhoo.english.cards import COURT_RANKS, KINDS, PACK, Card, Counts, Suit, count_kinds, pip
from scoring.texts import Text, say

MOST_IN_SEQUENCE = 9
LEAST_IN_SEQUENCE = 3


class MeldKind(StrEnum):
    """What a meld is called."""

    ACES = "aces"
    SEQUENCE = "sequence"
    TRIPLET = "triplet"
    DOUBLE_TRIPLET = "double_triplet"
    COURTS = "courts"
    DOUBLE_COURTS = "double_courts"
    ROYAL_GROUP = "royal_group"
    KHANHOO = "khanhoo"
    DOUBLE_KHANHOO = "double_khanhoo"
    TRIPLE_ACES = "triple_aces"
    TRIPLE_SEQUENCE = "triple_sequence"
    TRIPLE_TRIPLET = "triple_triplet"
    TRIPLE_COURTS = "triple_courts"
    REVERSE_GROUP = "reverse_group"
    TRIPLE_GROUP = "triple_group"
    TRIPLE_KHANHOO = "triple_khanhoo"
    TRIO = "trio"
    QUARTETTE = "quartette"

    @property
    def points(self) -> int:
        """Return what the meld scores (E4 to E6)."""
        return _TABLE[self][0]

    @property
    def rule(self) -> str:
        """Return the number of the rule that names the meld."""
        return _TABLE[self][1]

    @property
    def least_cards(self) -> int:
        """Return how many cards the meld has; a sequence may have more."""
        return _TABLE[self][2]

    @property
    def most_cards(self) -> int:
        """Return how many cards the meld can have."""
        return MOST_IN_SEQUENCE if self is MeldKind.SEQUENCE else self.least_cards

    @property
    def label(self) -> str:
        """Return the name of the meld in words.

        >>> MeldKind.DOUBLE_KHANHOO.label, MeldKind.DOUBLE_KHANHOO.points
        ('double khanhoo', 15)
        """
        return self.value.replace("_", " ")

    @property
    def text(self) -> Text:
        """Return the name of the meld as a text of the catalogue."""
        return say(f"meld.{self.value}")

    @property
    def is_larger(self) -> bool:
        """Return whether the meld is made of smaller ones that might be taken instead (E7)."""
        return self.value.startswith(("double_", "triple_"))

    @property
    def is_sequence(self) -> bool:
        """Return whether the meld is one that no card may be bumped for (E9)."""
        return self in (MeldKind.SEQUENCE, MeldKind.TRIPLE_SEQUENCE)


_TABLE = {
    MeldKind.ACES: (1, "E4", 3),
    MeldKind.SEQUENCE: (1, "E4", 3),
    MeldKind.TRIPLET: (2, "E4", 3),
    MeldKind.DOUBLE_TRIPLET: (10, "E4", 6),
    MeldKind.COURTS: (3, "E4", 3),
    MeldKind.DOUBLE_COURTS: (10, "E4", 6),
    MeldKind.ROYAL_GROUP: (4, "E4", 3),
    MeldKind.KHANHOO: (5, "E4", 3),
    MeldKind.DOUBLE_KHANHOO: (15, "E4", 6),
    MeldKind.TRIPLE_ACES: (6, "E5", 9),
    MeldKind.TRIPLE_SEQUENCE: (3, "E5", 9),
    MeldKind.TRIPLE_TRIPLET: (9, "E5", 9),
    MeldKind.TRIPLE_COURTS: (12, "E5", 9),
    MeldKind.REVERSE_GROUP: (4, "E5", 3),
    MeldKind.TRIPLE_GROUP: (8, "E5", 6),
    MeldKind.TRIPLE_KHANHOO: (25, "E5", 9),
    MeldKind.TRIO: (6, "E6", 3),
    MeldKind.QUARTETTE: (12, "E6", 4),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together, as they count; jokers stand for those named in `jokers_for`."""

    kind: MeldKind
    cards: tuple[Card, ...]
    jokers_for: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldTable:
    """Which melds there are: by the number of packs (E4, E5), and by the option of three and four alike."""

    packs: int
    trios: bool = False

    @property
    def has_triple_sequence(self) -> bool:
        """Return whether nine cards of a suit, split into sequences, count as one meld (E5)."""
        return self.packs > 2

    @property
    def kinds(self) -> tuple[MeldKind, ...]:
        """Return the names that this table knows, in the order of the rules."""
        rules = {"E4"} | ({"E5"} if self.packs > 2 else set()) | ({"E6"} if self.trios else set())
        return tuple(kind for kind in MeldKind if kind.rule in rules)


@cache
def fixed_melds(*, table: MeldTable) -> tuple[Meld, ...]:
    """Return every meld but sequences, those that pay most first."""
    found = [meld for meld in _fixed() if meld.kind in table.kinds]
    return tuple(sorted(found, key=lambda meld: (-meld.kind.points, len(meld.cards), meld.cards)))


def meld_of(*, cards: Iterable[Card], table: MeldTable) -> Meld | None:
    """Return the best-paying single meld that all these cards make, jokers standing for any card, or None.

    A triple sequence is none of them: its cards meld as sequences.
    """
    counts, jokers = count_kinds(cards=cards)
    size = sum(counts) + jokers
    return next(
        (
            Meld(kind=meld.kind, cards=meld.cards, jokers_for=missing)
            for meld in (*fixed_melds(table=table), *all_sequences())
            if len(meld.cards) == size
            for missing in [missing_cards(meld=meld, counts=counts)]
            if len(missing) == jokers
        ),
        None,
    )


def missing_cards(*, meld: Meld, counts: Counts) -> tuple[Card, ...]:
    """Return the cards of a meld that the counts do not hold, so that jokers would stand for them."""
    missing = []
    for card in dict.fromkeys(meld.cards):
        lacking = meld.cards.count(card) - counts[card.index]
        missing += [card] * lacking
    return tuple(missing)


def without(*, counts: Counts, meld: Meld) -> Counts:
    """Return the counts without the cards of a meld; a card that is not held was a joker."""
    left = list(counts)
    for card in meld.cards:
        left[card.index] = max(0, left[card.index] - 1)
    return tuple(left)


@cache
def all_sequences() -> tuple[Meld, ...]:
    """Return every sequence there is."""
    return tuple(
        Meld(kind=MeldKind.SEQUENCE, cards=sequence(suit=suit, first=first, last=last))
        for suit in Suit
        for first in range(1, MOST_IN_SEQUENCE - LEAST_IN_SEQUENCE + 2)
        for last in range(first + LEAST_IN_SEQUENCE - 1, MOST_IN_SEQUENCE + 1)
    )


def sequence(*, suit: Suit, first: int, last: int) -> tuple[Card, ...]:
    """Return the cards of a suit from one rank to another, both inclusive."""
    return tuple(pip(rank=rank, suit=suit) for rank in range(first, last + 1))


def _fixed() -> Iterator[Meld]:
    yield from _of_one_rank()
    yield from _courts_and_groups()
    khanhoo = (PACK["AH"], PACK["2C"], PACK["3D"])
    yield from _times(khanhoo, MeldKind.KHANHOO, MeldKind.DOUBLE_KHANHOO, MeldKind.TRIPLE_KHANHOO)
    for card in KINDS:
        yield Meld(kind=MeldKind.TRIO, cards=(card,) * 3)
        yield Meld(kind=MeldKind.QUARTETTE, cards=(card,) * 4)


def _of_one_rank() -> Iterator[Meld]:
    for rank in range(1, 10):
        suits = tuple(pip(rank=rank, suit=suit) for suit in Suit)
        yield from _times(suits, MeldKind.TRIPLET, MeldKind.DOUBLE_TRIPLET, MeldKind.TRIPLE_TRIPLET)
    aces = tuple(pip(rank=1, suit=suit) for suit in Suit)
    for twice, once in permutations(aces, 2):
        yield Meld(kind=MeldKind.ACES, cards=(twice, twice, once))
    yield Meld(kind=MeldKind.TRIPLE_ACES, cards=aces * 3)


def _courts_and_groups() -> Iterator[Meld]:
    courts = tuple(PACK[rank] for rank in COURT_RANKS)
    yield from _times(courts, MeldKind.COURTS, MeldKind.DOUBLE_COURTS, MeldKind.TRIPLE_COURTS)
    for court, companion in zip(courts, (PACK["7D"], PACK["8C"], PACK["9H"]), strict=True):
        yield Meld(kind=MeldKind.ROYAL_GROUP, cards=(court, companion, companion))
        yield Meld(kind=MeldKind.REVERSE_GROUP, cards=(court, court, companion))
        yield Meld(kind=MeldKind.TRIPLE_GROUP, cards=(court, companion) * 3)


def _times(cards: tuple[Card, ...], *kinds: MeldKind) -> Iterator[Meld]:
    """Yield the meld of these cards once, twice and three times over."""
    for times, kind in enumerate(kinds, start=1):
        yield Meld(kind=kind, cards=cards * times)
