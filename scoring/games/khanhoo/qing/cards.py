"""The pack of Qing khanhoo: thirty kinds, four copies of each, and their notation (Q1).

A suited card is its number and the initial of its suit, `1C 9S 5M`; the others are the red flower `RF`, the
white flower `WF` and the old thousand `OT`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

COPIES = 4
RANKS = range(1, 10)


class Suit(StrEnum):
    """The three suits, with the initial used in notation."""

    CASH = "C"
    STRINGS = "S"
    MYRIADS = "M"


FLOWERS = ("RF", "WF", "OT")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Card:
    """One of the thirty kinds; `index` counts them rank by rank, within a rank suit by suit, flowers last."""

    index: int
    notation: str = field(compare=False)

    def __str__(self) -> str:
        return self.notation

    @property
    def is_flower(self) -> bool:
        """Return whether it is the red flower, the white flower or the old thousand."""
        return self.notation in FLOWERS

    @property
    def is_free(self) -> bool:
        """Return whether the card may be added to any eye or boy (Q5)."""
        return self.is_flower or self.notation.startswith("1")


type Counts = tuple[int, ...]
"""How many of each of the thirty kinds, in the order of `KINDS`."""

KINDS = tuple(
    Card(index=index, notation=notation)
    for index, notation in enumerate([f"{rank}{suit}" for rank in RANKS for suit in Suit] + list(FLOWERS))
)
"""Every kind, so that `KINDS[card.index] is card`."""

PACK = {card.notation: card for card in KINDS}
FIRST_BOUND = PACK["2C"].index
"""The kinds from this one up to the flowers are not free: each must lie in an eye or a boy."""

FIRST_FLOWER = PACK[FLOWERS[0]].index


def suited(*, rank: int, suit: Suit) -> Card:
    """Return the card of a suit with a rank from 1 to 9."""
    return PACK[f"{rank}{suit}"]


def read_cards(*, text: str) -> tuple[Card, ...]:
    """Return the cards of a text in notation; raises KeyError for a word that is no card."""
    return tuple(PACK[word.upper()] for word in text.split())


def count_kinds(*, cards: Iterable[Card]) -> Counts:
    """Count the cards of each kind."""
    counts = [0] * len(KINDS)
    for card in cards:
        counts[card.index] += 1
    return tuple(counts)
