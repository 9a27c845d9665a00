"""The forty cards of cau robat: ten ranks that run in a circle, four of each; suits do not count (R1)."""

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
