"""E7: every combination of melds of two packs that fills 15 cards scores at least 2 and at most 29."""

from collections.abc import Iterator
from functools import cache

import pytest

from tests.games.khanhoo.naive_english import KINDS, two_pack_melds

FULL_HAND = 15
COPIES = 2
SPANS = tuple((first, last) for first in range(9) for last in range(first + 2, 9))
SUITS = (slice(0, 9), slice(9, 18), slice(18, 27))

type Counts = tuple[int, ...]

FIXED = [(points, len(cards), tuple(cards.count(kind) for kind in KINDS)) for _, points, cards in two_pack_melds()]


@cache
def sequences(left: Counts, at: int = 0, begun: int = 0, ended: int = 0) -> frozenset[tuple[int, int]]:
    """Return how many cards the sequences of a suit can take out of the copies left, and how many they are.

    `begun` and `ended` hold a bit for each card on which a sequence laid before begins, and after which one
    ends: where both meet, two sequences would make one unbroken run.
    """
    found = {(0, 0)}
    for number in range(at, len(SPANS)):
        first, last = SPANS[number]
        begins, ends = begun | 1 << first, ended | 1 << last + 1
        if all(left[first : last + 1]) and not begins & ends:
            rest = tuple(count - (first <= place <= last) for place, count in enumerate(left))
            size = last - first + 1
            found |= {(more + size, worth + 1) for more, worth in sequences(rest, number, begins, ends)}
    return frozenset((size, worth) for size, worth in found if size <= FULL_HAND)


def scores_with_sequences(left: Counts, size: int, points: int) -> Iterator[int]:
    """Yield what the melds laid score with every choice of sequences that fills the hand."""
    totals = {(size, points)}
    for suit in SUITS:
        totals = {
            (size + more, points + worth)
            for size, points in totals
            for more, worth in sequences(left[suit])
            if size + more <= FULL_HAND
        }
    return (points for size, points in totals if size == FULL_HAND)


def all_scores(left: Counts, at: int = 0, size: int = 0, points: int = 0) -> Iterator[int]:
    """Yield the score of every combination, the melds that are no sequences taken in order."""
    yield from scores_with_sequences(left, size, points)
    for number in range(at, len(FIXED)):
        worth, cards, needed = FIXED[number]
        rest = tuple(have - need for have, need in zip(left, needed, strict=True))
        if size + cards <= FULL_HAND and min(rest) >= 0:
            yield from all_scores(rest, number, size + cards, points + worth)


@pytest.mark.no_cover
def test_combinations_that_fill_fifteen_cards_score_from_2_to_29() -> None:
    """E7: the source says so, the 5 for the full hand apart."""
    scores = set(all_scores((COPIES,) * len(KINDS)))
    assert (min(scores), max(scores)) == (2, 29)
