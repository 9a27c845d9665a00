"""The English khanhoo pack: three suits from ace to nine, three courts and jokers, in notation (E1, E2).

A card is written as its rank and the initial of its suit: `AH 2C 9D`; the courts are `J Q K`, the joker `X`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

RANKS = "A23456789"
COURT_RANKS = "JQK"


class Suit(StrEnum):
    """The three suits, with the initial used in notation."""

    HEARTS = "H"
    CLUBS = "C"
    DIAMONDS = "D"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Card:
    """One kind of card; `index` counts them suit by suit from ace to nine, then courts, then the joker."""

    index: int
    notation: str = field(compare=False)

    def __str__(self) -> str:
        return self.notation


type Counts = tuple[int, ...]
"""How many of each of the 30 kinds, in the order of `KINDS`."""

KINDS = tuple(
    Card(index=index, notation=notation)
    for index, notation in enumerate([rank + suit for suit in Suit for rank in RANKS] + list(COURT_RANKS))
)
"""Every kind but the joker, so that `KINDS[card.index] is card`."""

JOKER = Card(index=len(KINDS), notation="X")
PACK = {card.notation: card for card in (*KINDS, JOKER)}


def pip(*, rank: int, suit: Suit) -> Card:
    """Return the card of a suit with a rank from 1, the ace, to 9.

    >>> pip(rank=7, suit=Suit.DIAMONDS).notation
    '7D'
    """
    return PACK[RANKS[rank - 1] + suit]


def read_cards(*, text: str) -> tuple[Card, ...]:
    """Return the cards of a text in notation; raises KeyError for a word that is no card."""
    return tuple(PACK[word.upper()] for word in text.split())


def count_kinds(*, cards: Iterable[Card]) -> tuple[Counts, int]:
    """Count the cards of each kind, and the jokers apart.

    >>> counts, jokers = count_kinds(cards=read_cards(text="AH X AH"))
    >>> counts[0], jokers
    (2, 1)
    """
    counts = [0] * (len(KINDS) + 1)
    for card in cards:
        counts[card.index] += 1
    return tuple(counts[:-1]), counts[-1]
