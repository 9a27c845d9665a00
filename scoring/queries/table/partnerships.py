"""Who are partners: the pairs of a seating, as written down with it."""

from collections import defaultdict

from scoring.ledger.plays import Pair
from scoring.models import Session


def recorded_pairs(*, session: Session) -> dict[int, tuple[Pair, ...]]:
    """Return the pairs that are written down, by the number of the seating's line, 0 for the start."""
    pairs: defaultdict[int, list[Pair]] = defaultdict(list)
    for pair in session.partnerships.select_related("seating", "first", "second"):
        number = pair.seating.number if pair.seating else 0
        pairs[number].append((pair.first.number, pair.second.number))
    return {number: tuple(sorted(each)) for number, each in pairs.items()}
