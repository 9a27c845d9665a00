"""Khanhoo in three versions, E, Q and M, each with its document in `docs/rules`.

Here are their kinds of cards, how the three packs are typed (E2, Q1, M1), and melds with wild cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product

from scoring.games.cards.pack import FIGURES, RUNS_OF_FIGURES, Pack

type Counts = tuple[int, ...]  # how many of each kind, in the order of the pack


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Card:
    """One kind of card; `index` counts the kinds of its pack."""

    index: int
    notation: str = field(compare=False)

    def __str__(self) -> str:
        return self.notation


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


class Kinds(dict[str, Card]):
    """Every kind of a pack by its notation."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__((word, Card(index=index, notation=word)) for index, word in enumerate(words))

    def read(self, text: str) -> tuple[Card, ...]:
        """Return the cards of a text in notation; raises KeyError for a word that is no card."""
        return tuple(self[word.upper()] for word in text.split())

    def count(self, cards: Iterable[Card]) -> Counts:
        """Count the cards of each kind."""
        counts = [0] * len(self)
        for card in cards:
            counts[card.index] += 1
        return tuple(counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld[K: StrEnum]:
    """Cards that belong together, as they count; jokers or flowers stand for those in `wild_for`."""

    kind: K
    cards: tuple[Card, ...]
    wild_for: tuple[Card, ...] = ()


def lay[K: StrEnum](*, meld: Meld[K], counts: Counts) -> tuple[Meld[K], Counts] | None:
    """Return a meld as these cards make it and what is left of them, None if they are too few.

    The last of the counts are wild; they stand for the cards that are not there.
    """
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
    return Meld(kind=meld.kind, cards=meld.cards, wild_for=tuple(missing)), tuple(left)


_FRENCH = {"hearts": "H", "clubs": "C", "diamonds": "D", "spades": "S"}
_COURTS = {"jack": "J", "knave": "J", "queen": "Q", "king": "K"}
_PLAIN = ("hearts", "clubs", "diamonds")

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
"""The courts are of one suit, so that theirs makes no difference (E1)."""

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
