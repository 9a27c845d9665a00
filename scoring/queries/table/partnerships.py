"""Who are partners: the pairs of a seating, as written down with it."""

from collections import defaultdict
from itertools import combinations

from scoring.ledger.seatings import Seating
from scoring.models import Session
from scoring.queries.table.seatings import sides_in

type Pair = tuple[int, int]
"""The numbers of two seats, the lower one first."""


def pairs_in(*, session: Session, seating: Seating) -> tuple[Pair, ...]:
    """Return the pairs that win and pay together under a seating; nothing where everybody plays alone."""
    in_order = sorted(sides_in(session=session, seating=seating), key=lambda seat: seat.number)
    return tuple((one.number, other.number) for one, other in combinations(in_order, 2) if one.side == other.side)


def recorded_pairs(*, session: Session) -> dict[int, tuple[Pair, ...]]:
    """Return the pairs that are written down, by the number of the seating's line, 0 for the start."""
    pairs: defaultdict[int, list[Pair]] = defaultdict(list)
    for pair in session.partnerships.select_related("seating", "first", "second"):
        number = pair.seating.number if pair.seating else 0
        pairs[number].append((pair.first.number, pair.second.number))
    return {number: tuple(sorted(each)) for number, each in pairs.items()}
