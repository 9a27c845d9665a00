"""Exact search for the best-paying split of the cards a player melded (E7)."""

from dataclasses import dataclass
from functools import cache

from scoring.games.khanhoo.english.cards import KINDS, Card, Counts, Suit, count_kinds
from scoring.games.khanhoo.english.melds import Meld, MeldKind, MeldTable, fixed_melds, missing_cards, sequence, without
from scoring.games.khanhoo.english.sequences import RANKS_OF_SUIT, SuitSplit, best_of_suit

FIRST_COURT = len(Suit) * RANKS_OF_SUIT
MOST_CARDS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Melds that hold every card, jokers included."""

    melds: tuple[Meld, ...]

    @property
    def points(self) -> int:
        """Return what the melds score together, without the points for a full hand."""
        return sum(meld.kind.points for meld in self.melds)


def best_split(*, cards: tuple[Card, ...], table: MeldTable, holding: Meld | None = None) -> Split | None:
    """Return the best-paying split of all these cards, None if they do not all meld.

    `holding` is a meld that the split must contain. Of equal splits the one that begins with larger melds.
    """
    counts, jokers = count_kinds(cards=cards)
    search = _Search(table=table)
    if holding is None:
        search.go(fixed_melds(table=table), counts, jokers, ())
        return search.best
    missing = missing_cards(meld=holding, counts=counts)
    if len(missing) > jokers:
        return None
    laid = Meld(kind=holding.kind, cards=holding.cards, jokers_for=missing)
    search.go(fixed_melds(table=table), without(counts=counts, meld=holding), jokers - len(missing), (laid,))
    return search.best


class _Search:
    """Depth first over the melds that are no sequences; what is left must lie in sequences.

    A branch is left when even the best melds for its cards could not beat what was found.
    """

    def __init__(self, *, table: MeldTable) -> None:
        self.table = table
        self.best: Split | None = None
        self.most = _most_points(table=table)

    def go(self, melds: tuple[Meld, ...], counts: Counts, jokers: int, laid: tuple[Meld, ...]) -> None:
        """Try every choice among the melds for these cards, after those laid already."""
        so_far = sum(meld.kind.points for meld in laid)
        if self.best is not None and so_far + self.most[sum(counts) + jokers] <= self.best.points:
            return
        fitting = [
            (meld, missing)
            for meld in melds
            for missing in [missing_cards(meld=meld, counts=counts)]
            if len(missing) <= jokers
        ]
        left = tuple(meld for meld, _ in fitting)
        for at, (meld, missing) in enumerate(fitting):
            taken = Meld(kind=meld.kind, cards=meld.cards, jokers_for=missing)
            self.go(left[at:], without(counts=counts, meld=meld), jokers - len(missing), (*laid, taken))
        self._finish(counts, jokers, laid)

    def _finish(self, counts: Counts, jokers: int, laid: tuple[Meld, ...]) -> None:
        if any(counts[FIRST_COURT:]):
            return
        suits = tuple(counts[start : start + RANKS_OF_SUIT] for start in range(0, FIRST_COURT, RANKS_OF_SUIT))
        for hearts in range(jokers + 1):
            for clubs in range(jokers - hearts + 1):
                self._lay_suits(suits, (hearts, clubs, jokers - hearts - clubs), laid)

    def _lay_suits(self, suits: tuple[Counts, ...], jokers: tuple[int, ...], laid: tuple[Meld, ...]) -> None:
        splits = []
        for counts, shared in zip(suits, jokers, strict=True):
            found = best_of_suit(counts, shared, self.table.has_triple_sequence)
            if found is None:
                return
            splits.append(found)
        points = sum(meld.kind.points for meld in laid) + sum(found.points for found in splits)
        if self.best is None or points > self.best.points:
            sequences = [
                meld
                for suit, counts, found in zip(Suit, suits, splits, strict=True)
                for meld in _suit_melds(suit, counts, found)
            ]
            self.best = Split(melds=(*laid, *sequences))


def _suit_melds(suit: Suit, counts: Counts, split: SuitSplit) -> list[Meld]:
    left = [0] * len(KINDS)
    start = list(Suit).index(suit) * RANKS_OF_SUIT
    left[start : start + RANKS_OF_SUIT] = counts
    together = [(MeldKind.TRIPLE_SEQUENCE, split.triple)] if split.triple else []
    together += [(MeldKind.SEQUENCE, (span,)) for span in split.alone]
    melds = []
    for kind, spans in together:
        cards = tuple(card for first, last in spans for card in sequence(suit=suit, first=first + 1, last=last + 1))
        bare = Meld(kind=kind, cards=cards)
        melds.append(Meld(kind=kind, cards=cards, jokers_for=missing_cards(meld=bare, counts=tuple(left))))
        left = list(without(counts=tuple(left), meld=bare))
    return melds


@cache
def _most_points(*, table: MeldTable) -> tuple[int, ...]:
    """Return the most points that any melds of up to so many cards could score, copies aside."""
    sizes = {(len(meld.cards), meld.kind.points) for meld in fixed_melds(table=table)}
    sizes |= {(3, MeldKind.SEQUENCE.points), (RANKS_OF_SUIT, MeldKind.TRIPLE_SEQUENCE.points)}
    most = [0] * (MOST_CARDS + 1)
    for cards in range(1, MOST_CARDS + 1):
        options = [most[cards - size] + points for size, points in sizes if size <= cards]
        most[cards] = max([most[cards - 1], *options])
    return tuple(most)
