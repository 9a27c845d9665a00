"""The cards of a khanhoo pack: its kinds in order, their notation, and hands as counts of every kind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

type Counts = tuple[int, ...]
"""How many of each kind, in the order of the pack."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Card:
    """One kind of card; `index` counts the kinds of its pack."""

    index: int
    notation: str = field(compare=False)

    def __str__(self) -> str:
        return self.notation


type Pack = Mapping[str, Card]

NAMES = {
    "C": "cash",
    "S": "strings",
    "M": "myriads",
    "HC": "half_cash",
    "ZC": "zero_cash",
    "TM": "thousand",
    "OT": "old_thousand",
    "RF": "red_flower",
    "WF": "white_flower",
}
"""What the cards of the Chinese packs are called, by their suit or alone."""


def pack_of(*, words: Iterable[str]) -> dict[str, Card]:
    """Return every kind of a pack by its notation."""
    return {word: Card(index=index, notation=word) for index, word in enumerate(words)}


def read_cards(*, text: str, pack: Pack) -> tuple[Card, ...]:
    """Return the cards of a text in notation; raises KeyError for a word that is no card."""
    return tuple(pack[word.upper()] for word in text.split())


def count_kinds(*, cards: Iterable[Card], pack: Pack) -> Counts:
    """Count the cards of each kind."""
    counts = [0] * len(pack)
    for card in cards:
        counts[card.index] += 1
    return tuple(counts)


def written(cards: Iterable[Card]) -> str:
    """Return cards in notation."""
    return " ".join(map(str, cards))
