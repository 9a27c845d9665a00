"""How the cards of cau robat are typed: by rank, their suit makes no difference (R1)."""

from itertools import product

from scoring.games.cards.pack import Pack
from scoring.games.cau_robat.capture import CIRCLE

_SUITS = {"o": "coins", "c": "cups", "e": "swords", "b": "batons"}
_COURTS = {"ace": "1", "jack": "10", "horse": "11", "king": "12"}

SPANISH = Pack(
    faces={(str(rank), ""): str(rank) for rank in CIRCLE} | {(rank, ""): card for rank, card in _COURTS.items()},
    suits=tuple(_SUITS.values()),
    codes={f"{rank}{letter}".upper(): str(rank) for rank, letter in product(CIRCLE, _SUITS)},
    letters=_SUITS,
    initials={"A": "ace", "J": "jack", "Q": "horse", "K": "king"},
)
