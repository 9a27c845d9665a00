"""How many cards a hand lacks: the fewest new cards with which it can become complete (C8).

Aces, the ranks 3 to 5 and the faces share no melds. For each rank every way to add cards and to give some up
is found with the bits of `tables`; ranks that share runs agree on them, and the first way to fill all places
that gives up the fewest cards also adds the fewest.
"""

from collections.abc import Iterable
from functools import cache, reduce
from itertools import product

from scoring.games.cards import COPIES, KINDS
from scoring.games.cuajo.splits import HAND_SIZE, NO_RUN_MASK, Counts, Holding, adjusted
from scoring.games.cuajo.tables import FITS, ROOM, RankCounts

type Step = tuple[int, int]
"""How many cards are added, and how many are given up."""

type Steps = dict[Step, int]
"""For each step the run vectors, as bits, that leave complete melds."""


def cards_away(*, holding: Holding, unseen: Counts) -> int | None:
    """Return the fewest new cards that make a hand of up to 16 cards complete, or None where none can.

    `unseen` says how many copies of each kind can still come (C3). Laid secrets stay, and kings are never
    given up, because they cannot be discarded (C9, C14). The fourth card of a laid sowee secret counts as any
    other, and the sowee's three other copies make a meld wherever `holding` lets them (C10).
    """
    places = HAND_SIZE - sum(len(meld.cards) for meld in holding.laid)
    found = [_fewest(holding.loose, unseen, places), _fewest_with_three(holding, unseen, places)]
    return min((number for number in found if number is not None), default=None)


def _fewest_with_three(holding: Holding, unseen: Counts, places: int) -> int | None:
    """Return the fewest new cards if the sowee's three other copies are one of the melds (C10)."""
    three = holding.free_three
    if three is None:
        return None
    held = holding.loose[three.index]
    missing = COPIES - 1 - held
    if missing > unseen[three.index]:
        return None
    loose, rest = adjusted(holding.loose, three, -held), adjusted(unseen, three, -missing)
    more = _fewest(loose, rest, places - (COPIES - 1))
    return None if more is None else missing + more


def _fewest(loose: Counts, unseen: Counts, places: int) -> int | None:
    open_places = places - sum(loose)
    ranks = [
        _rank_steps(loose[start : start + 4], unseen[start : start + 4], start == _KINGS)
        for start in range(0, len(KINDS), 4)
    ]
    for given_up in range(max(0, -open_places), sum(loose) + 1):
        goal = (open_places + given_up, given_up)
        if goal in _all_steps([_within(steps, goal) for steps in ranks], goal):
            return goal[0]
    return None


_KINGS = 24
"""Where the kings begin among the kinds."""


@cache
def _rank_steps(counts: RankCounts, unseen: RankCounts, kings: bool) -> Steps:
    """Return every step of a rank; a king is never given up and needs no meld (C7, C14)."""
    vectors = ROOM if kings else FITS
    steps: Steps = {}
    lowest = counts if kings else (0, 0, 0, 0)
    for after in product(
        *(range(low, have + more + 1) for low, have, more in zip(lowest, counts, unseen, strict=True))
    ):
        change = [there - have for there, have in zip(after, counts, strict=True)]
        step = (sum(n for n in change if n > 0), -sum(n for n in change if n < 0))
        steps[step] = steps.get(step, 0) | vectors[after]
    return steps


def _within(steps: Steps, goal: Step) -> Steps:
    return {step: mask for step, mask in steps.items() if mask and step[0] <= goal[0] and step[1] <= goal[1]}


def _all_steps(ranks: list[Steps], goal: Step) -> Steps:
    """Return the steps of all ranks together: first of each group that may share runs, then of the groups."""
    aces, field, face = ranks[:1], ranks[1:4], ranks[4:]
    without_runs = [{step: mask & NO_RUN_MASK for step, mask in steps.items()} for steps in aces]
    groups = [_together(group, goal) for group in (without_runs, field, face)]
    return _together([dict.fromkeys(steps, 1) for steps in groups], goal)


def _together(parts: Iterable[Steps], goal: Step) -> Steps:
    def join(first: Steps, second: Steps) -> Steps:
        joined: Steps = {}
        for (added, given), mask in first.items():
            for (more_added, more_given), other in second.items():
                step = (added + more_added, given + more_given)
                joined[step] = joined.get(step, 0) | mask & other
        return _within(joined, goal)

    return _within(reduce(join, parts), goal)
