"""Hands that do not win: typical ones, and the slowest that a search finds."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import process_time

from scoring.games.cards.pack import written
from scoring.games.cuajo.cards import COPIES, KINDS, Card, Counts, Rank, count_kinds
from scoring.games.cuajo.near_miss import near_miss
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import Holding, hold
from scoring.games.cuajo.wins import is_win
from scoring.games.khanhoo import KhanhooCard
from scoring.games.khanhoo import qing_splits as qing
from tests.games.khanhoo.test_qing import random_hand

HAND_SIZE = 16
QING_STARTS = 1_500
STARTS, CLIMBS, CLIMB_STEPS = 4_000, 8, 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Sixteen cards, the sowee, and how a win is paid."""

    cards: tuple[Card, ...]
    sowee: Card
    scheme: Scheme

    @property
    def holding(self) -> Holding:
        """Return the cards as a split may use them."""
        return hold(cards=self.cards, sowee=self.sowee, scheme=self.scheme)

    @property
    def seen(self) -> Counts:
        """Count all cards that are known."""
        return count_kinds(cards=(*self.cards, self.sowee))

    def changed(self, *, rng: random.Random) -> "Hand":
        """Return the hand with another card in a random place."""
        cards = list(self.cards)
        cards[rng.randrange(HAND_SIZE)] = rng.choice(KINDS)
        return replace(self, cards=tuple(cards))


def typical_hands(*, number: int, rng: random.Random, wins: Iterable[tuple[Card, ...]], scheme: Scheme) -> list[Hand]:
    """Return hands one or two cards away from a win."""
    found: list[Hand] = []
    for win in wins:
        hand = Hand(cards=win, sowee=rng.choice(KINDS), scheme=scheme)
        for _ in range(rng.choice((1, 1, 2))):
            hand = hand.changed(rng=rng)
        if max(hand.seen) <= COPIES and not is_win(holding=hand.holding):
            found.append(hand)
        if len(found) == number:
            break
    return found


def slowest_hand(*, rng: random.Random, scheme: Scheme) -> Hand:
    """Return the hand that is slowest to explain, climbing from the slowest of many by changing cards."""
    starts = sorted((_start(rng, scheme) for _ in range(STARTS)), key=explain_ms, reverse=True)
    summits = [_climb(start, rng) for start in starts[:CLIMBS]]
    return max(summits, key=lambda hand: explain_ms(hand, repeats=25))


def explain_ms(hand: Hand, *, repeats: int = 3) -> float:
    """Return the best of some runs, in milliseconds of the processor, of the whole near miss of a hand."""
    holding, seen = hand.holding, hand.seen
    best = float("inf")
    for _ in range(repeats):
        start = process_time()
        near_miss(holding=holding, seen=seen)
        best = min(best, process_time() - start)
    return best * 1000


def _start(rng: random.Random, scheme: Scheme) -> Hand:
    """Return cards of few ranks and suits, which leave the search the most freedom."""
    ranks = rng.choice((tuple(Rank), tuple(Rank)[1:4], tuple(Rank)[4:], tuple(Rank)[1:]))
    pool = [card for card in KINDS if card.rank in ranks] * COPIES
    sowee, *cards = rng.sample(pool, HAND_SIZE + 1)
    return Hand(cards=tuple(cards), sowee=sowee, scheme=scheme)


def _climb(hand: Hand, rng: random.Random) -> Hand:
    slowest_ms = explain_ms(hand, repeats=15)
    for _ in range(CLIMB_STEPS):
        changed = hand.changed(rng=rng)
        if max(changed.seen) <= COPIES and explain_ms(changed) > slowest_ms:
            confirmed_ms = explain_ms(changed, repeats=15)
            if confirmed_ms > slowest_ms:
                hand, slowest_ms = changed, confirmed_ms
    return hand


def slowest_qing(*, rng: random.Random, wild: bool) -> str:
    """Return the fifteen cards of Qing khanhoo that are slowest to judge, found in the same way."""
    starts = sorted((_qing_start(rng) for _ in range(QING_STARTS)), key=partial(qing_ms, wild=wild), reverse=True)
    summits = []
    for start in starts[:CLIMBS]:
        cards, slowest_ms = start, qing_ms(start, wild=wild, repeats=5)
        for _ in range(CLIMB_STEPS):
            changed = list(cards)
            changed[rng.randrange(len(cards))] = rng.choice(qing.KINDS)
            if max(map(changed.count, changed)) <= qing.COPIES and qing_ms(changed, wild=wild) > slowest_ms:
                confirmed_ms = qing_ms(changed, wild=wild, repeats=5)
                if confirmed_ms > slowest_ms:
                    cards, slowest_ms = changed, confirmed_ms
        summits.append((slowest_ms, written(cards)))
    return max(summits)[1]


def qing_ms(cards: Sequence[KhanhooCard], *, wild: bool, repeats: int = 2) -> float:
    """Return the best of some runs, in milliseconds of the processor."""
    rules, best = qing.QingRules(flowers_wild=wild), float("inf")
    for _ in range(repeats):
        start = process_time()
        qing.judge_hand(cards=tuple(cards), rules=rules)
        best = min(best, process_time() - start)
    return best * 1000


def _qing_start(rng: random.Random) -> list[KhanhooCard]:
    if rng.random() < 0.7:
        return list(qing.PACK.read(" ".join(random_hand(rng, qing.HAND_SIZE, culin=False))))
    return rng.sample(rng.choice((qing.KINDS, qing.KINDS[3:15] + qing.KINDS[-3:])) * qing.COPIES, qing.HAND_SIZE)
