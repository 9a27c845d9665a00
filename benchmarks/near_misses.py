"""Hands that do not win: typical ones, and the slowest that a search finds."""

import random
from collections.abc import Iterable
from time import perf_counter

from scoring.games.cards import COPIES, KINDS, Card, Rank
from scoring.games.cuajo.near_miss import is_win, near_miss
from scoring.games.cuajo.splits import Counts, Holding, count_kinds, hold

HAND_SIZE = 16
STARTS, CLIMBS, CLIMB_STEPS = 4_000, 8, 250

type Hand = tuple[tuple[Card, ...], Card]
"""Sixteen cards and the sowee."""


def typical_hands(*, number: int, rng: random.Random, wins: Iterable[tuple[Card, ...]]) -> list[Hand]:
    """Return hands one or two cards away from a win."""
    found: list[Hand] = []
    for win in wins:
        cards = list(win)
        for _ in range(rng.choice((1, 1, 2))):
            cards[rng.randrange(HAND_SIZE)] = rng.choice(KINDS)
        hand = tuple(cards), rng.choice(KINDS)
        if _is_possible(hand) and not is_win(holding=hold(cards=hand[0], sowee=hand[1])):
            found.append(hand)
        if len(found) == number:
            break
    return found


def slowest_hand(*, rng: random.Random) -> Hand:
    """Return the hand that is slowest to explain, climbing from the slowest of many by changing cards."""
    starts = sorted((_start(rng) for _ in range(STARTS)), key=explain_ms, reverse=True)
    summits = [_climb(start, rng) for start in starts[:CLIMBS]]
    return max(summits, key=lambda hand: explain_ms(hand, repeats=25))


def explain_ms(hand: Hand, *, repeats: int = 3) -> float:
    """Return the best of some runs, in milliseconds, of the whole near miss of a hand."""
    holding, seen = _holding(hand)
    best = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        near_miss(holding=holding, seen=seen)
        best = min(best, perf_counter() - start)
    return best * 1000


def _holding(hand: Hand) -> tuple[Holding, Counts]:
    cards, sowee = hand
    return hold(cards=cards, sowee=sowee), count_kinds(cards=(*cards, sowee))


def _is_possible(hand: Hand) -> bool:
    return max(count_kinds(cards=(*hand[0], hand[1]))) <= COPIES


def _start(rng: random.Random) -> Hand:
    """Return cards of few ranks and suits, which leave the search the most freedom."""
    ranks = rng.choice((tuple(Rank), tuple(Rank)[1:4], tuple(Rank)[4:], tuple(Rank)[1:]))
    pool = [card for card in KINDS if card.rank in ranks] * COPIES
    sowee, *cards = rng.sample(pool, HAND_SIZE + 1)
    return tuple(cards), sowee


def _climb(hand: Hand, rng: random.Random) -> Hand:
    slowest_ms = explain_ms(hand, repeats=15)
    for _ in range(CLIMB_STEPS):
        cards = list(hand[0])
        cards[rng.randrange(HAND_SIZE)] = rng.choice(KINDS)
        changed = tuple(cards), hand[1]
        if _is_possible(changed) and explain_ms(changed) > slowest_ms:
            confirmed_ms = explain_ms(changed, repeats=15)
            if confirmed_ms > slowest_ms:
                hand, slowest_ms = changed, confirmed_ms
    return hand
