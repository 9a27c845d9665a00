"""Khanhoo in three versions, with packs and wild melds (E2, Q1, M1)."""

from collections.abc import Iterable
from dataclasses import field
from enum import StrEnum
from itertools import product

from scoring.frozen import Frozen
from scoring.games.cards.pack import FIGURES, RUNS_OF_FIGURES, Pack

type Counts = tuple[int, ...]  # how many of each kind, in the order of the pack


class KhanhooCard(Frozen, order=True):
    """A kind of card, by its index in the pack."""

    index: int
    notation: str = field(compare=False)

    def __str__(self) -> str:
        return self.notation


# Names by suit, and of the cards without a suit.
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


class Kinds(dict[str, KhanhooCard]):
    """The kinds of a pack, by notation."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__((word, KhanhooCard(index=index, notation=word)) for index, word in enumerate(words))

    def read(self, text: str) -> tuple[KhanhooCard, ...]:
        """Read cards in notation. Raises KeyError for other words."""
        return tuple(self[word.upper()] for word in text.split())

    def count(self, cards: Iterable[KhanhooCard]) -> Counts:
        counts = [0] * len(self)
        for card in cards:
            counts[card.index] += 1
        return tuple(counts)


class KhanhooMeld[K: StrEnum](Frozen):
    """Cards that belong together, with wild ones."""

    kind: K
    cards: tuple[KhanhooCard, ...]
    wild_for: tuple[KhanhooCard, ...] = ()


def lay[K: StrEnum](*, meld: KhanhooMeld[K], counts: Counts) -> tuple[KhanhooMeld[K], Counts] | None:
    """Lay a meld, and return the cards left. The last count is of wild cards. None means that cards are missing."""
    left, missing = list(counts), []
    for card in meld.cards:
        if left[card.index]:
            left[card.index] -= 1
        else:
            missing.append(card)
    if not missing:
        return meld, tuple(left)
    left[-1] -= len(missing)
    if left[-1] < 0:
        return None
    missing.sort(key=meld.cards.index)
    return KhanhooMeld(kind=meld.kind, cards=meld.cards, wild_for=tuple(missing)), tuple(left)


_FRENCH = {"hearts": "H", "clubs": "C", "diamonds": "D", "spades": "S"}
_COURTS = {"jack": "J", "knave": "J", "queen": "Q", "king": "K"}
_PLAIN = ("hearts", "clubs", "diamonds")

# The pack has courts of one suit only, so a typed suit makes no difference (E1).
ENGLISH = Pack(
    faces={(number, suit): number + _FRENCH[suit] for number, suit in product(FIGURES[1:], _PLAIN)}
    | {(ace, suit): f"A{_FRENCH[suit]}" for ace, suit in product(("ace", "1"), _PLAIN)}
    | {(court, ""): card for court, card in _COURTS.items()},
    suits=tuple(_FRENCH),
    codes={card: card for card in (rank + _FRENCH[suit] for rank, suit in product(f"A{FIGURES[1:]}", _PLAIN))}
    | {court + suit: court for court, suit in product("JQK", _FRENCH.values())}
    | {"X": "X"},
    letters={_FRENCH[suit].lower(): suit for suit in _PLAIN},
    initials={"A": "ace", "J": "jack", "Q": "queen", "K": "king"},
    names={"joker": "X"},
    runs=RUNS_OF_FIGURES,
)

_CHINESE = {"cash": "C", "strings": "S", "myriads": "M"}
_NUMBERED = {(number, suit): number + letter for number, (suit, letter) in product(FIGURES, _CHINESE.items())}
_LETTERS = {letter.lower(): suit for suit, letter in _CHINESE.items()}
_CODES = {card: card for card in _NUMBERED.values()}

QING = Pack(
    faces=_NUMBERED,
    suits=tuple(_CHINESE),
    codes=_CODES | {card: card for card in ("RF", "WF", "OT")},
    letters=_LETTERS,
    names={"red_flower": "RF", "white_flower": "WF", "old_thousand": "OT", "thousand": "OT"},
    runs=RUNS_OF_FIGURES,
    is_numbered=True,
)
MING = Pack(
    faces=_NUMBERED | {("1000", "myriads"): "TM"},
    suits=tuple(_CHINESE),
    codes=_CODES | {card: card for card in ("HC", "ZC", "TM")} | {"1000M": "TM"},
    letters=_LETTERS,
    names={"half_cash": "HC", "zero_cash": "ZC", "thousand": "TM"},
    runs=RUNS_OF_FIGURES,
    marks=r"[/;\n]|\b3 ?[x×](?!\w)",
    is_numbered=True,
)
