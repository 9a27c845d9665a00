"""The deck in which cards are drawn and named."""

# Books and API keep the Spanish notation (C2), so that changing the deck changes no record.

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class Deck(StrEnum):
    SPANISH = "spanish"
    FRENCH = "french"


FRENCH_RANKS = {"1": "A", "10": "J", "11": "Q", "12": "K"}
# Filipino tables pair the suits so: coins with diamonds, cups with hearts.
FRENCH_SUITS = {"O": "♦", "C": "♥", "E": "♠", "B": "♣"}

CARD = re.compile(r"\b(1[0-2]?|[345])([OCEB])\b")  # a card in notation inside a sentence

_in_use = ContextVar("deck", default=Deck.SPANISH)


def deck_in_use() -> Deck:
    return _in_use.get()


def use_deck(deck: Deck) -> None:
    """Use a deck until `own_deck` ends."""
    _in_use.set(deck)


@contextmanager
def own_deck() -> Iterator[None]:
    """Limit the choice of a deck to this block."""
    # Otherwise the next request on the same thread would keep the deck of the last one.
    before = _in_use.set(Deck.SPANISH)
    try:
        yield
    finally:
        _in_use.reset(before)


def by_deck(sentence: str) -> str:
    """Use the signs of the deck in a sentence.

    >>> with own_deck():
    ...     use_deck(Deck.FRENCH)
    ...     by_deck("11C and 4B: C10")
    'Q♥ and 4♣: C10'
    """
    if deck_in_use() is Deck.SPANISH:
        return sentence
    return CARD.sub(lambda card: FRENCH_RANKS.get(card[1], card[1]) + FRENCH_SUITS[card[2]], sentence)
