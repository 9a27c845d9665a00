"""Which deck lies on the table: the same 28 kinds of cards, drawn and called otherwise.

Books and the API keep the notation of the Spanish pack (C2); what people read and type follows the deck.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class Deck(StrEnum):
    """The decks we draw."""

    SPANISH = "spanish"
    FRENCH = "french"


FRENCH_RANKS = {"1": "A", "10": "J", "11": "Q", "12": "K"}
FRENCH_SUITS = {"O": "♦", "C": "♥", "E": "♠", "B": "♣"}
"""The French suits as tables pair them with the Spanish ones: coins and diamonds, cups and hearts."""

CARD = re.compile(r"\b(1[0-2]?|[345])([OCEB])\b")  # a card in notation, as it stands in a sentence

_lying = ContextVar("lying", default=Deck.SPANISH)


def lying_deck() -> Deck:
    """Return the deck of the reader."""
    return _lying.get()


def lay(deck: Deck) -> None:
    """Write cards by this deck from now on, until the block of `own_deck` ends."""
    _lying.set(deck)


@contextmanager
def own_deck() -> Iterator[None]:
    """Keep to itself which deck is laid in this block; it begins with the Spanish one."""
    before = _lying.set(Deck.SPANISH)
    try:
        yield
    finally:
        _lying.reset(before)


def by_deck(sentence: str) -> str:
    """Return a sentence with its cards as the deck on the table writes them.

    >>> with own_deck():
    ...     lay(Deck.FRENCH)
    ...     by_deck("11C and 4B: C10")
    'Q♥ and 4♣: C10'
    """
    if lying_deck() is Deck.SPANISH:
        return sentence
    return CARD.sub(lambda card: FRENCH_RANKS.get(card[1], card[1]) + FRENCH_SUITS[card[2]], sentence)
