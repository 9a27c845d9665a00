"""Eyes and boys of Qing khanhoo (Q3, Q4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations_with_replacement

from scoring.games.khanhoo.qing.cards import RANKS, Card, Suit, read_cards, suited

SPANS = (3, 4, 5)
"""A longer sequence is nothing but two shorter ones."""


class MeldKind(StrEnum):
    """What a meld is; sequences and three of a rank are boys."""

    EYE = "eye"
    SEQUENCE = "sequence"
    RANK = "rank"

    @property
    def rule(self) -> str:
        """Return the number of the rule that names the meld."""
        return "Q3" if self is MeldKind.EYE else "Q4"

    @property
    def label(self) -> str:
        """Return what the meld is called."""
        return {"eye": "eye", "sequence": "sequence", "rank": "three of a rank"}[self.value]


class SixthEye(StrEnum):
    """The two readings of one eye (Q3)."""

    TCHENG = "tcheng"
    CULIN = "culin"


SIXTH_EYES = {SixthEye.TCHENG: "RF 9S 9M", SixthEye.CULIN: "8C 3S 2M"}
_EYES = ("1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together, as they count; flowers stand for those named in `wild_for`."""

    kind: MeldKind
    cards: tuple[Card, ...]
    wild_for: tuple[Card, ...] = ()


def eyes(*, sixth: SixthEye) -> tuple[Meld, ...]:
    """Return the seven eyes, with one reading of the doubtful one.

    >>> len(eyes(sixth=SixthEye.CULIN))
    7
    """
    return tuple(Meld(kind=MeldKind.EYE, cards=read_cards(text=text)) for text in (*_EYES, SIXTH_EYES[sixth]))


@cache
def melds_with(card: Card, sixth: SixthEye) -> tuple[Meld, ...]:
    """Return every eye and boy that holds a card, eyes first."""
    return tuple(meld for meld in (*eyes(sixth=sixth), *_boys()) if card in meld.cards)


def _boys() -> Iterator[Meld]:
    for suit in Suit:
        for size in SPANS:
            for first in RANKS[: len(RANKS) - size + 1]:
                cards = tuple(suited(rank=first + step, suit=suit) for step in range(size))
                yield Meld(kind=MeldKind.SEQUENCE, cards=cards)
    for rank in RANKS:
        for suits in combinations_with_replacement(Suit, 3):
            yield Meld(kind=MeldKind.RANK, cards=tuple(suited(rank=rank, suit=suit) for suit in suits))
