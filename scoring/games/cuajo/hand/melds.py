"""The melds of cuajo (C4 to C7, C10, L2): what they are, and every one that exists."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from scoring.games.cuajo.pack.cards import COPIES, KINDS, Card, Rank, Suit, card_of
from scoring.games.cuajo.rules import Scheme


class MeldKind(StrEnum):
    """What a meld is."""

    SET = "set"
    RUN = "run"
    SECRET = "secret"
    KING = "king"
    SOWEE_SECRET = "sowee_secret"
    PONG = "pong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meld:
    """Cards that belong together in a winning hand."""

    kind: MeldKind
    cards: tuple[Card, ...]


RUN_RANKS = ((Rank.THREE, Rank.FOUR, Rank.FIVE), (Rank.JACK, Rank.HORSE, Rank.KING))
"""The only runs there are (C5)."""


def _sets() -> Iterable[Meld]:
    for rank in Rank:
        for size in (4, 3):
            for suits in combinations(Suit, size):
                cards = tuple(card_of(rank=rank, suit=suit) for suit in suits)
                yield Meld(kind=MeldKind.SET, cards=cards)


SETS: tuple[Meld, ...] = tuple(_sets())
RUNS: tuple[Meld, ...] = tuple(
    Meld(kind=MeldKind.RUN, cards=tuple(card_of(rank=rank, suit=suit) for rank in ranks))
    for ranks in RUN_RANKS
    for suit in Suit
)
SECRETS: tuple[Meld, ...] = tuple(Meld(kind=MeldKind.SECRET, cards=(card,) * COPIES) for card in KINDS)
KINGS: tuple[Meld, ...] = tuple(Meld(kind=MeldKind.KING, cards=(card,)) for card in KINDS if card.rank is Rank.KING)
SOWEE_SECRETS: tuple[Meld, ...] = tuple(
    Meld(kind=MeldKind.SOWEE_SECRET, cards=(card,) * (COPIES - 1)) for card in KINDS
)
"""By the index of the sowee: its three other copies (C10)."""
PONGS: tuple[Meld, ...] = tuple(
    Meld(kind=MeldKind.PONG, cards=(card,) * size) for card in KINDS for size in (COPIES, COPIES - 1)
)
"""Four or three identical cards, where a price list makes them melds (L2)."""


def all_melds(*, sowee: Card | None = None, scheme: Scheme = Scheme.CONDITIONS) -> tuple[Meld, ...]:
    """Return every meld there is; the sowee secret only if the sowee is known, pongs only by a price list."""
    if scheme is Scheme.PRICELIST:
        return SETS + RUNS + PONGS + KINGS
    sowee_secret = () if sowee is None else (SOWEE_SECRETS[sowee.index],)
    return SETS + RUNS + SECRETS + KINGS + sowee_secret


def melds_with(*, card: Card, sowee: Card | None = None) -> tuple[Meld, ...]:
    """Return every meld that the card can be part of.

    >>> [len(meld.cards) for meld in melds_with(card=card_of(rank=Rank.ACE, suit=Suit.OROS))]
    [4, 3, 3, 3, 4]
    """
    return tuple(meld for meld in all_melds(sowee=sowee) if card in meld.cards)


def meld_of(*, cards: Iterable[Card]) -> Meld | None:
    """Return the meld these cards make, in any order, or None; three identical cards are a sowee secret."""
    return _BY_CARDS.get(tuple(sorted(cards)))


def king_runs(*, melds: Iterable[Meld]) -> Iterator[Meld]:
    """Yield the runs of jack, horse and king among melds."""
    return (meld for meld in melds if meld.kind is MeldKind.RUN and meld.cards[-1].rank is Rank.KING)


_BY_CARDS = {tuple(sorted(meld.cards)): meld for meld in SETS + RUNS + SECRETS + KINGS + SOWEE_SECRETS}
