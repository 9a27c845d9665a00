"""The pack of Qing khanhoo (Q1), and the eyes and boys that its cards make (Q3, Q4).

A suited card is its number and the initial of its suit, `1C 9S 5M`; the others are the red flower `RF`, the
white flower `WF` and the old thousand `OT`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from itertools import combinations_with_replacement

from scoring.games.khanhoo import cards as packs
from scoring.games.khanhoo.cards import Card, pack_of

COPIES = 4
SUITS = "CSM"
RANKS = range(1, 10)
SPANS = (3, 4, 5)
"""A longer sequence is nothing but two shorter ones."""

PACK = pack_of(words=[*(f"{rank}{suit}" for rank in RANKS for suit in SUITS), "RF", "WF", "OT"])
KINDS = tuple(PACK.values())
"""Every kind, rank by rank, the flowers last."""

FIRST_BOUND = PACK["2C"].index
"""The kinds from this one up to the flowers are not free: each must lie in an eye or a boy (Q5)."""

FIRST_FLOWER = PACK["RF"].index

read_cards = partial(packs.read_cards, pack=PACK)
count_kinds = partial(packs.count_kinds, pack=PACK)


def is_free(card: Card) -> bool:
    """Return whether a card may be added to any eye or boy (Q5)."""
    return not FIRST_BOUND <= card.index < FIRST_FLOWER


class MeldKind(StrEnum):
    """What a meld is; sequences and three of a rank are boys."""

    EYE = "eye"
    SEQUENCE = "sequence"
    RANK = "rank"

    @property
    def rule(self) -> str:
        """Return the number of the rule that names the meld."""
        return "Q3" if self is MeldKind.EYE else "Q4"


class SixthEye(StrEnum):
    """The two readings of one eye (Q3)."""

    TCHENG = "tcheng"
    CULIN = "culin"


_SIXTH_EYES = {SixthEye.TCHENG: "RF 9S 9M", SixthEye.CULIN: "8C 3S 2M"}
_EYES = ("1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together, as they count; flowers stand for those named in `wild_for`."""

    kind: MeldKind
    cards: tuple[Card, ...]
    wild_for: tuple[Card, ...] = ()


@cache
def melds_with(card: Card | None, sixth: SixthEye) -> tuple[Meld, ...]:
    """Return every eye and boy that holds a card, eyes first; without a card the seven eyes.

    >>> len(melds_with(None, SixthEye.CULIN))
    7
    """
    eyes = [Meld(kind=MeldKind.EYE, cards=read_cards(text=text)) for text in (*_EYES, _SIXTH_EYES[sixth])]
    return tuple(eyes) if card is None else tuple(meld for meld in (*eyes, *_boys()) if card in meld.cards)


def _boys() -> Iterator[Meld]:
    for suit in SUITS:
        for size in SPANS:
            for first in RANKS[: len(RANKS) - size + 1]:
                cards = tuple(PACK[f"{first + step}{suit}"] for step in range(size))
                yield Meld(kind=MeldKind.SEQUENCE, cards=cards)
    for rank in RANKS:
        for suits in combinations_with_replacement(SUITS, 3):
            yield Meld(kind=MeldKind.RANK, cards=tuple(PACK[f"{rank}{suit}"] for suit in suits))
