"""A second, deliberately naive scorer of English khanhoo, written only from the rules; shares no code."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product

SUITS = "HCD"
RANKS = "A23456789"
PIPS = tuple(rank + suit for suit in SUITS for rank in RANKS)
KINDS = (*PIPS, "J", "Q", "K")

type Cards = tuple[str, ...]
type Named = tuple[str, int, Cards]
"""A meld: its name, its points, its cards in order."""


def runs(suit: str) -> list[Cards]:
    return [tuple(rank + suit for rank in RANKS[first:last]) for first in range(9) for last in range(first + 3, 10)]


def two_pack_melds() -> list[tuple[str, int, list[str]]]:
    found = []
    for rank in RANKS:
        found += [("triplet", 2, [rank + suit for suit in SUITS])]
        found += [("double triplet", 10, [rank + suit for suit in SUITS] * 2)]
    found += [("aces", 1, ["A" + a, "A" + a, "A" + b]) for a, b in product(SUITS, SUITS) if a != b]
    found += [("courts", 3, list("JQK")), ("double courts", 10, list("JJQQKK"))]
    found += [("royal", 4, [court, card, card]) for court, card in (("J", "7D"), ("Q", "8C"), ("K", "9H"))]
    return [*found, ("khanhoo", 5, ["AH", "2C", "3D"]), ("double khanhoo", 15, ["AH", "2C", "3D"] * 2)]


def three_pack_melds() -> list[tuple[str, int, list[str]]]:
    found: list[tuple[str, int, list[str]]] = [("triple aces", 6, ["AH", "AC", "AD"] * 3)]
    found += [("triple triplet", 9, [rank + suit for suit in SUITS] * 3) for rank in RANKS]
    found += [("triple courts", 12, list("JQK") * 3), ("triple khanhoo", 25, ["AH", "2C", "3D"] * 3)]
    for court, card in (("J", "7D"), ("Q", "8C"), ("K", "9H")):
        found += [("reverse", 4, [court, court, card]), ("triple group", 8, [court, card] * 3)]
    return found


def triple_sequences(suit: str) -> set[Cards]:
    found: set[Cards] = set()
    for one in runs(suit):
        found |= {one} if len(one) == 9 else set()
        for two in runs(suit):
            found |= {tuple(sorted(one + two))} if len(one + two) == 9 else set()
            if len(one) == len(two) == 3:
                found |= {tuple(sorted(one + two + three)) for three in runs(suit) if len(three) == 3}
    return found


@cache
def melds(packs: int, trios: bool) -> tuple[Named, ...]:
    """Return every meld of a table with so many packs, with trio and quartette or without (E6)."""
    found = two_pack_melds() + (three_pack_melds() if packs > 2 else [])
    for suit in SUITS:
        found += [("sequence", 1, list(cards)) for cards in runs(suit)]
        if packs > 2:
            found += [("triple sequence", 3, list(cards)) for cards in sorted(triple_sequences(suit))]
    if trios:
        found += [("trio", 6, [kind] * 3) for kind in KINDS] + [("quartette", 12, [kind] * 4) for kind in KINDS]
    return tuple((name, points, tuple(sorted(cards))) for name, points, cards in found)


@cache
def melds_with(card: str, packs: int, trios: bool) -> tuple[Named, ...]:
    return tuple(meld for meld in melds(packs, trios) if card in meld[2])


def breaks_a_run(sequences: tuple[Cards, ...]) -> bool:
    """Return whether two sequences of one suit together form one run without a repeated card (E7)."""
    for one, two in product(sequences, sequences):
        together = sorted(one + two, key=PIPS.index)
        if one[0][1] == two[0][1] and tuple(together) in runs(one[0][1]):
            return True
    return False


def best_points(cards: Cards, packs: int, trios: bool) -> int | None:
    natural = tuple(card for card in cards if card != "X")
    jokers = len(cards) - len(natural)
    found = [
        points
        for standing in combinations_with_replacement(KINDS, jokers)
        for points in [_best(tuple(sorted(natural + standing)), packs, trios)]
        if points is not None
    ]
    return max(found, default=None)


def _best(cards: Cards, packs: int, trios: bool) -> int | None:
    best: int | None = None

    def go(left: Counter[str], points: int, sequences: tuple[Cards, ...]) -> None:
        nonlocal best
        first = min((card for card in left if left[card]), default=None)
        if first is None:
            if not breaks_a_run(sequences) and (best is None or points > best):
                best = points
            return
        for name, worth, meld in melds_with(first, packs, trios):
            needed = Counter(meld)
            if all(left[card] >= count for card, count in needed.items()):
                laid = (*sequences, meld) if name == "sequence" else sequences
                go(left - needed, points + worth, laid)

    go(Counter(cards), 0, ())
    return best
