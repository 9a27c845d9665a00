"""How the cards of cuajo are typed, with the Spanish and with the French pack (C2)."""

from itertools import product

from scoring.games.cards.pack import Pack
from scoring.games.cuajo.pack.cards import KINDS, Rank, Suit
from scoring.texts.decks import FRENCH_RANKS, FRENCH_SUITS

_SUITS = {Suit.OROS: "coins", Suit.COPAS: "cups", Suit.ESPADAS: "swords", Suit.BASTOS: "batons"}
_FRENCH_SUITS = {Suit.OROS: "diamonds", Suit.COPAS: "hearts", Suit.ESPADAS: "spades", Suit.BASTOS: "clubs"}
_RANKS = {Rank.ACE: ("1", "ace"), Rank.JACK: ("10", "jack"), Rank.HORSE: ("11", "horse"), Rank.KING: ("12", "king")}
_MORE_RANKS = {Rank.JACK: ("knave",), Rank.HORSE: ("queen",)}
_FACES = {
    (rank, _SUITS[card.suit]): card.notation
    for card in KINDS
    for rank in _RANKS.get(card.rank, (str(card.rank.value),))
}
_CODES = {
    code: card.notation
    for card in KINDS
    for code in (card.notation, f"{card.suit}{card.rank.value}", f"{card.rank.value}K" * (card.suit is Suit.COPAS))
    if code
}
_RUNS = {"345": ("3", "4", "5"), "101112": ("10", "11", "12")}
_INITIALS = {"A": "ace", "J": "jack", "Q": "horse", "K": "king"}

_SIGNS = {
    card.notation: FRENCH_RANKS.get(str(card.rank.value), str(card.rank.value)) + FRENCH_SUITS[card.suit]
    for card in KINDS
}
_FRENCH_LETTERS = {"D": Suit.OROS, "H": Suit.COPAS, "S": Suit.ESPADAS}
_LARGEST_NUMBER = 5

FRENCH = Pack(
    faces=_FACES
    | {
        (rank, suit): card.notation
        for card in KINDS
        for rank in (*_RANKS.get(card.rank, (str(card.rank.value),)), *_MORE_RANKS.get(card.rank, ()))
        for suit in (_SUITS[card.suit], _FRENCH_SUITS[card.suit])
        if suit in _SUITS.values() or not rank.isdigit() or int(rank) <= _LARGEST_NUMBER
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
"""A C may be cups or clubs, so that it is neither."""

SPANISH = Pack(
    faces=_FACES,
    suits=tuple(_SUITS.values()),
    codes=_CODES,
    letters={suit.lower(): name for suit, name in _SUITS.items()} | {"k": "cups"},
    initials=_INITIALS,
    runs=_RUNS,
    french=FRENCH,
)
