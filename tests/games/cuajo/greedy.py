"""Three greedy splitters, and the stored corpus of valid hands that defeat them.

`python -m tests.games.greedy` writes the corpus anew, always the same.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.games.cuajo.hands import winning_hand
from tests.games.cuajo.naive import Cards, melds_of_pack, without

CORPUS = Path(__file__).parents[2] / "cases" / "greedy_traps.txt"
ALL_DEFEATED, SOME_DEFEATED = 400, 200


def _is_run(meld: Cards) -> bool:
    return len({card[:-1] for card in meld}) == 3


def _is_set(meld: Cards) -> bool:
    return len({card[-1] for card in meld}) >= 3


ORDERS: dict[str, Callable[[Cards], object]] = {
    "largest": lambda meld: (-len(meld), meld),
    "runs": lambda meld: (not _is_run(meld), -len(meld), meld),
    "sets": lambda meld: (not _is_set(meld), -len(meld), meld),
}
"""Which meld a greedy splitter takes first."""


def greedy_splits(hand: Cards, order: str) -> bool:
    """Return whether always taking the first meld in this order, never going back, splits the hand."""
    left = hand
    for meld in sorted(melds_of_pack(), key=ORDERS[order]):  # type: ignore[arg-type]
        while (rest := without(left, meld)) is not None:
            left = rest
    return not left


def defeated(hand: Cards) -> list[str]:
    """Return the greedy splitters that fail on a hand."""
    return [order for order in ORDERS if not greedy_splits(hand, order)]


def _find_traps() -> list[str]:
    rng = Random(1999)
    some: dict[Cards, list[str]] = {}
    every: dict[Cards, list[str]] = {}
    while len(some) < SOME_DEFEATED or len(every) < ALL_DEFEATED:
        hand = tuple(sorted(winning_hand(rng, king_weight=rng.choice((0.0, 0.2, 1.0)))))
        names = defeated(hand)
        if len(names) == len(ORDERS):
            every[hand] = names
        elif names:
            some[hand] = names
    chosen = [*list(every.items())[:ALL_DEFEATED], *list(some.items())[:SOME_DEFEATED]]
    return [f"{' '.join(hand)} | {' '.join(names)}" for hand, names in chosen]


if __name__ == "__main__":
    CORPUS.write_text("\n".join(_find_traps()) + "\n")
