"""A second, deliberately naive judge of Qing khanhoo, written only from the rules; shares no code."""

from functools import cache
from itertools import combinations_with_replacement

from tests.games.cuajo.naive import without

SUITS = "CSM"
FLOWERS = ("RF", "WF", "OT")
SUITED = tuple(f"{rank}{suit}" for rank in range(1, 10) for suit in SUITS)
KINDS = (*SUITED, *FLOWERS)
FREE = ("1C", "1S", "1M", *FLOWERS)

type Cards = tuple[str, ...]


def eyes(culin: bool) -> list[Cards]:
    found = ["1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M"]
    return [tuple(text.split()) for text in [*found, "8C 3S 2M" if culin else "RF 9S 9M"]]


@cache
def melds(culin: bool) -> tuple[tuple[bool, Cards], ...]:
    """Return every eye (marked so) and boy; sequences of any length."""
    found = [(True, eye) for eye in eyes(culin)]
    for suit in SUITS:
        for first in range(1, 8):
            for last in range(first + 2, 10):
                found.append((False, tuple(f"{rank}{suit}" for rank in range(first, last + 1))))
    for rank in range(1, 10):
        for three in combinations_with_replacement(SUITS, 3):
            found.append((False, tuple(f"{rank}{suit}" for suit in three)))
    return tuple(found)


def wins(cards: Cards, culin: bool, flowers_wild: bool) -> bool:
    """Return whether cards are an eye, more eyes and boys, and free cards (Q2 to Q5)."""
    if not flowers_wild:
        return fewest_strays(cards, culin, True) == 0
    natural = tuple(card for card in cards if card not in FLOWERS)
    number = len(cards) - len(natural)
    return any(
        fewest_strays(natural + standing, culin, True) == 0 for standing in combinations_with_replacement(KINDS, number)
    )


def fewest_strays(cards: Cards, culin: bool, with_eye: bool) -> int | None:
    """Return the fewest cards that lie in nothing, None if an eye is asked for and there is none."""
    known: dict[tuple[Cards, bool], int | None] = {}

    def least(rest: Cards, eye_due: bool) -> int | None:
        if (rest, eye_due) not in known:
            known[rest, eye_due] = find(rest, eye_due)
        return known[rest, eye_due]

    def find(rest: Cards, eye_due: bool) -> int | None:
        bound = [card for card in rest if card not in FREE]
        found: list[int] = []
        if not bound:
            return 0 if not eye_due or any(without(rest, eye) is not None for eye in eyes(culin)) else None
        for is_eye, meld in melds(culin):
            left = without(rest, meld) if bound[0] in meld else None
            value = None if left is None else least(left, eye_due and not is_eye)
            found += [] if value is None else [value]
        left = without(rest, (bound[0],))
        assert left is not None
        value = least(left, eye_due)
        return min(found + ([] if value is None else [value + 1]), default=None)

    return least(tuple(sorted(cards)), with_eye)
