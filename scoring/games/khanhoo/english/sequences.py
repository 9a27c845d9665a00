"""The best way to lay the cards of one suit as sequences (E4, E5) under the rule of the unbroken run (E7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from scoring.games.khanhoo.english.melds import LEAST_IN_SEQUENCE, MeldKind

RANKS_OF_SUIT = 9

type Span = tuple[int, int]
"""A sequence by the places of its first and last card in the suit, 0 for the ace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitSplit:
    """Sequences that hold all cards of a suit; those in `triple` count together as a triple sequence."""

    alone: tuple[Span, ...]
    triple: tuple[Span, ...] = ()

    @property
    def points(self) -> int:
        """Return what the sequences score."""
        return len(self.alone) * MeldKind.SEQUENCE.points + (MeldKind.TRIPLE_SEQUENCE.points if self.triple else 0)


@lru_cache(maxsize=20_000)
def best_of_suit(counts: tuple[int, ...], jokers: int, triple: bool) -> SuitSplit | None:
    """Return the best split of nine counts and exactly so many jokers into sequences, None if there is none.

    `triple` says whether nine cards of the suit count as a triple sequence. Two sequences that together make
    one unbroken run are one sequence; what lies in a triple sequence is exempt. Of equal splits the one with
    fewer melds.
    """
    ways = (way for spans in _covers(counts, jokers) for way in _ways(spans, triple))
    return max(ways, key=lambda way: (way.points, -len(way.alone)), default=None)


def _covers(counts: tuple[int, ...], jokers: int) -> Iterator[tuple[Span, ...]]:
    """Yield the sequences that take every card of the suit and every joker."""
    lowest = next((place for place, count in enumerate(counts) if count), None)
    if lowest is None and not jokers:
        yield ()
        return
    for first, last in _spans(lowest):
        needed = sum(1 for place in range(first, last + 1) if not counts[place])
        if needed <= jokers:
            rest = tuple(count - 1 if first <= place <= last and count else count for place, count in enumerate(counts))
            for others in _covers(rest, jokers - needed):
                yield ((first, last), *others)


def _spans(holding: int | None) -> Iterator[Span]:
    """Yield every sequence, or every one that holds the card at a place."""
    for first in range(RANKS_OF_SUIT - LEAST_IN_SEQUENCE + 1):
        for last in range(first + LEAST_IN_SEQUENCE - 1, RANKS_OF_SUIT):
            if holding is None or first <= holding <= last:
                yield first, last


def _ways(spans: tuple[Span, ...], triple: bool) -> Iterator[SuitSplit]:
    if _keeps_runs_whole(spans):
        yield SuitSplit(alone=spans)
    if not triple:
        return
    for size in range(1, 4):
        for chosen in combinations(range(len(spans)), size):
            inside = tuple(spans[at] for at in chosen)
            outside = tuple(span for at, span in enumerate(spans) if at not in chosen)
            if sum(last - first + 1 for first, last in inside) == RANKS_OF_SUIT and _keeps_runs_whole(outside):
                yield SuitSplit(alone=outside, triple=inside)


def _keeps_runs_whole(spans: tuple[Span, ...]) -> bool:
    """Return whether no two sequences together make one run without a repeated card (E7)."""
    begins = {first for first, _ in spans}
    return all(last + 1 not in begins for _, last in spans)
