"""The thirty cards of Ming khanhoo, once each, from low to high, and their notation (M1).

A card is written as its rank and the initial of its suit: cash run from `9C` down to `1C`, then half cash
`HC` and zero cash `ZC`; strings `1S` to `9S`; myriads `1M` to `9M` and the thousand `TM`.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class Suit(StrEnum):
    """The three suits from low to high, with the initial used in notation."""

    CASH = "C"
    STRINGS = "S"
    MYRIADS = "M"


ORDER = {Suit.CASH: "987654321HZ", Suit.STRINGS: "123456789", Suit.MYRIADS: "123456789T"}
"""The ranks of each suit from low to high; cash run backwards."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Card:
    """One of the thirty cards; `index` counts them from the lowest, the nine of cash."""

    index: int
    notation: str = field(compare=False)
    suit: Suit = field(compare=False)

    def __str__(self) -> str:
        return self.notation


CARDS = tuple(
    Card(index=index, notation=rank + suit, suit=suit)
    for index, (rank, suit) in enumerate((rank, suit) for suit, ranks in ORDER.items() for rank in ranks)
)
"""Every card from low to high."""

PACK = {card.notation: card for card in CARDS}
THOUSAND = PACK["TM"]


def read_cards(*, text: str) -> tuple[Card, ...]:
    """Return the cards of a text in notation; raises KeyError for a word that is no card."""
    return tuple(PACK[word.upper()] for word in text.split())
