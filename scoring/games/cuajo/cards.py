"""The 28 kinds of cuajo cards, written `1O 3C` (C1, C2)."""

from collections.abc import Iterable
from dataclasses import field
from enum import IntEnum, StrEnum
from itertools import product

from scoring.frozen import Frozen
from scoring.games.cards.pack import Pack
from scoring.texts.decks import FRENCH_RANKS, FRENCH_SUITS

# The pack is four Spanish ones without 2, 6 and 7 (C1).
COPIES = 4


class Suit(StrEnum):
    """A suit with its initial, in keypad order."""

    OROS = "O"
    COPAS = "C"
    ESPADAS = "E"
    BASTOS = "B"


class Rank(IntEnum):
    """A rank with its number on Spanish cards."""

    ACE = 1
    THREE = 3
    FOUR = 4
    FIVE = 5
    JACK = 10
    HORSE = 11
    KING = 12


class Card(Frozen, order=True):
    """One of the 28 kinds, by index and bit."""

    index: int
    bit: int = field(compare=False)
    notation: str = field(compare=False)
    rank: Rank = field(compare=False)
    suit: Suit = field(compare=False)

    def __repr__(self) -> str:
        return f"<Card {self.notation}>"

    def __str__(self) -> str:
        return self.notation

    def __hash__(self) -> int:
        return self.index


KINDS = tuple(
    Card(index=index, bit=1 << index, notation=f"{rank.value}{suit.value}", rank=rank, suit=suit)
    for index, (rank, suit) in enumerate(product(Rank, Suit))
)

# One row of keys for each suit, as the keypad is drawn.
ROWS = tuple(tuple(KINDS[index] for index in range(suit, len(KINDS), len(Suit))) for suit in range(len(Suit)))

_BY_FACE = {(card.rank, card.suit): card for card in KINDS}
_BY_NOTATION = {card.notation: card for card in KINDS} | {
    f"{card.rank.value}K": card for card in KINDS if card.suit is Suit.COPAS
}
_SEPARATORS = str.maketrans(",;", "  ")


def card_of(*, rank: Rank, suit: Suit) -> Card:
    return _BY_FACE[rank, suit]


def find_card(*, text: str) -> Card | None:
    """Find a card in notation, or return None (C2)."""
    # K is accepted for Kopas, as Filipino players spell the cups.
    return _BY_NOTATION.get(text.strip().upper())


class Reading(Frozen):
    """The cards of a text, and the other words."""

    cards: tuple[Card, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Count all words, cards or not."""
        return len(self.cards) + len(self.unknown)


def read_cards(*, text: str) -> Reading:
    """Read cards separated by spaces, commas or semicolons."""
    return reading_of(words=text.translate(_SEPARATORS).split())


def reading_of(*, words: Iterable[str]) -> Reading:
    found = [(word, _BY_NOTATION.get(word) or find_card(text=word)) for word in words]
    return Reading(
        cards=tuple([card for _, card in found if card is not None]),
        unknown=tuple([word for word, card in found if card is None]),
    )


type Counts = tuple[int, ...]  # how many of each of the 28 kinds, in the order of `KINDS`


def count_kinds(*, cards: Iterable[Card]) -> Counts:
    counts = [0] * len(KINDS)
    for card in cards:
        counts[card.index] += 1
    return tuple(counts)


def excess_kinds(*, counts: Counts) -> tuple[Card, ...]:
    """Return the kinds with more than four copies (C3)."""
    return tuple(card for card in KINDS if counts[card.index] > COPIES) if max(counts) > COPIES else ()


def cards_left(*, counts: Counts, without: Iterable[Card]) -> tuple[Card, ...]:
    left = list(counts)
    for card in without:
        left[card.index] -= 1
    return tuple([card for card, number in zip(KINDS, left, strict=True) if number for _ in range(number)])


_SUITS = {Suit.OROS: "coins", Suit.COPAS: "cups", Suit.ESPADAS: "swords", Suit.BASTOS: "batons"}
_FRENCH_SUITS = {Suit.OROS: "diamonds", Suit.COPAS: "hearts", Suit.ESPADAS: "spades", Suit.BASTOS: "clubs"}
_RANKS = {Rank.ACE: ("1", "ace"), Rank.JACK: ("10", "jack"), Rank.HORSE: ("11", "horse"), Rank.KING: ("12", "king")}
_MORE_RANKS = {Rank.JACK: ("knave",), Rank.HORSE: ("queen",)}
_FACES = {
    (rank, _SUITS[card.suit]): card.notation
    for card in KINDS
    for rank in _RANKS.get(card.rank, (str(card.rank.value),))
}
_CODES = {code: card.notation for code, card in _BY_NOTATION.items()} | {
    f"{card.suit}{card.rank.value}": card.notation for card in KINDS
}
_RUNS = {"345": ("3", "4", "5"), "101112": ("10", "11", "12")}
_INITIALS = {"A": "ace", "J": "jack", "Q": "horse", "K": "king"}

_SIGNS = {
    card.notation: FRENCH_RANKS.get(str(card.rank.value), str(card.rank.value)) + FRENCH_SUITS[card.suit]
    for card in KINDS
}
_FRENCH_LETTERS = {"D": Suit.OROS, "H": Suit.COPAS, "S": Suit.ESPADAS}

# A C may be cups or clubs, so it is neither: a guess would cost money.
FRENCH = Pack(
    faces=_FACES
    | {
        (rank, suit): card.notation
        for card in KINDS
        for rank in (*_RANKS.get(card.rank, (str(card.rank.value),)), *_MORE_RANKS.get(card.rank, ()))
        for suit in (_SUITS[card.suit], _FRENCH_SUITS[card.suit])
        if suit in _SUITS.values() or not rank.isdigit() or int(rank) <= Rank.FIVE
    },
    suits=(*_SUITS.values(), *_FRENCH_SUITS.values()),
    codes={code: card for code, card in _CODES.items() if Suit.COPAS not in code}
    | {
        f"{_SIGNS[card.notation][:-1]}{letter}": card.notation
        for card, (letter, suit) in product(KINDS, _FRENCH_LETTERS.items())
        if card.suit is suit
    },
    letters={suit.lower(): name for suit, name in _SUITS.items() if suit is not Suit.COPAS}
    | {letter.lower(): _FRENCH_SUITS[suit] for letter, suit in _FRENCH_LETTERS.items()},
    initials=_INITIALS,
    runs=_RUNS,
    signs=_SIGNS,
)

SPANISH = Pack(
    faces=_FACES,
    suits=tuple(_SUITS.values()),
    codes=_CODES,
    letters={suit.lower(): name for suit, name in _SUITS.items()} | {"k": "cups"},
    initials=_INITIALS,
    runs=_RUNS,
    french=FRENCH,
)
