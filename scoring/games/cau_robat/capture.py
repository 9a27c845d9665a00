"""The forty cards (R1), and what one takes: its equal, the sequence it starts, and piles that fit (R3, R4)."""

from collections.abc import Mapping
from dataclasses import dataclass

CIRCLE = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
"""The ranks in their order; after the 12 comes the 1."""

COPIES = 4
ALL_CARDS = len(CIRCLE) * COPIES
PACK = {str(rank): rank for rank in CIRCLE}

type Rank = int
type Cards = tuple[Rank, ...]


def next_rank(*, rank: Rank) -> Rank:
    """Return the rank that follows.

    >>> next_rank(rank=7), next_rank(rank=12)
    (10, 1)
    """
    return CIRCLE[(CIRCLE.index(rank) + 1) % len(CIRCLE)]


def written(*, cards: Cards) -> str:
    """Return cards in notation: the numbers printed on them."""
    return " ".join(map(str, cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One step of a capture: a card of the centre, or the whole pile of a player, topped by that rank.

    `shields` are the players whose piles show the rank of a centre card that is taken instead (R4).
    """

    rank: Rank
    cards: Cards
    pile_of: int | None = None
    shields: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """What is taken, in order; nothing where no centre card equals the one played."""

    taken: tuple[Taken, ...]

    @property
    def cards(self) -> Cards:
        """Return the cards taken in the order in which they lie on the pile (R5)."""
        return tuple(card for step in self.taken for card in step.cards)


def capture(
    *, played: Rank, centre: Cards, piles: Mapping[int, Cards], order: tuple[int, ...], piles_taken: bool = True
) -> Capture:
    """Return what a card takes; taking all that can be taken is compulsory.

    `piles` lie with the top card first; `order` are the other players, whose turn comes soonest first. A pile
    is never taken by an equal card, and a centre card of its rank shields it. `piles_taken` is False where
    piles lie face down (R10).

    >>> one = capture(played=12, centre=(1, 2, 4, 7, 11, 12), piles={2: (3, 3)}, order=(2, 3))
    >>> one.cards
    (12, 1, 2, 3, 3, 4)
    """
    taken: list[Taken] = []
    rank = played
    left = list(order) if piles_taken else []
    while len(taken) < len(CIRCLE):
        showing = [seat for seat in left if piles.get(seat, ())[:1] == (rank,)]
        if rank in centre:
            taken.append(Taken(rank=rank, cards=(rank,), shields=tuple(showing) if taken else ()))
        elif taken and showing:
            left.remove(showing[0])
            taken.append(Taken(rank=rank, cards=piles[showing[0]], pile_of=showing[0]))
        else:
            break
        rank = next_rank(rank=rank)
    return Capture(taken=tuple(taken))
