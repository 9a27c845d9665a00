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

CARD = re.compile(r"\b(1[0-2]?|[345])([OCEB])\b")  # a card in notation, as it stands in a sentence

_lying = ContextVar("lying", default=Deck.SPANISH)


def lying_deck() -> Deck:
    """Return the deck of the reader."""
    return _lying.get()


def lay(deck: Deck) -> None:
    """Use a deck until `own_deck` ends."""
    _lying.set(deck)


@contextmanager
def own_deck() -> Iterator[None]:
    """Limit the choice of a deck to this block."""
    # Without this the deck of one request would remain for the next one on the same thread.
    before = _lying.set(Deck.SPANISH)
    try:
        yield
    finally:
        _lying.reset(before)


def by_deck(sentence: str) -> str:
    """Use the signs of the deck in a sentence.

    >>> with own_deck():
    ...     lay(Deck.FRENCH)
    ...     by_deck("11C and 4B: C10")
    'Q♥ and 4♣: C10'
    """
    if lying_deck() is Deck.SPANISH:
        return sentence
    return CARD.sub(lambda card: FRENCH_RANKS.get(card[1], card[1]) + FRENCH_SUITS[card[2]], sentence)
