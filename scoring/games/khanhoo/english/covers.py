"""Whether cards meld at all, whatever that pays, and which of them are left over (E4)."""

from functools import cache
from itertools import combinations

from scoring.games.khanhoo.english.cards import Card, Counts, count_kinds
from scoring.games.khanhoo.english.melds import (
    LEAST_IN_SEQUENCE,
    Meld,
    MeldTable,
    all_sequences,
    fixed_melds,
    missing_cards,
    without,
)

MOST_STRAYS_SOUGHT = 3


def strays(*, cards: tuple[Card, ...], table: MeldTable) -> tuple[Card, ...] | None:
    """Return the fewest cards without which the others meld, of several the first; None if over three."""
    cover = _Cover(table)
    for size in range(MOST_STRAYS_SOUGHT + 1):
        for left_out in sorted(set(combinations(sorted(cards), size))):
            rest = list(cards)
            for card in left_out:
                rest.remove(card)
            if cover.is_whole(*count_kinds(cards=rest)):
                return left_out
    return None


class _Cover:
    """Depth first on the lowest card; the rule of the unbroken run (E7) forbids no set of cards."""

    def __init__(self, table: MeldTable) -> None:
        self.table = table
        self.known: dict[tuple[Counts, int], bool] = {}

    def is_whole(self, counts: Counts, jokers: int) -> bool:
        """Return whether all these cards and jokers lie in melds."""
        key = counts, jokers
        if key not in self.known:
            self.known[key] = self._is_whole(counts, jokers)
        return self.known[key]

    def _is_whole(self, counts: Counts, jokers: int) -> bool:
        lowest = next((kind for kind, count in enumerate(counts) if count), None)
        if lowest is None:
            return not jokers or jokers >= LEAST_IN_SEQUENCE
        for meld in _melds_with(lowest, self.table):
            needed = len(missing_cards(meld=meld, counts=counts))
            if needed <= jokers and self.is_whole(without(counts=counts, meld=meld), jokers - needed):
                return True
        return False


@cache
def _melds_with(kind: int, table: MeldTable) -> tuple[Meld, ...]:
    melds = (*all_sequences(), *fixed_melds(table=table))
    return tuple(meld for meld in melds if any(card.index == kind for card in meld.cards))
