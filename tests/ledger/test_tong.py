"""The tong: what each hand owes it, under the rule of its time, and what is still to be taken."""

import random

import pytest

from scoring.ledger.balances import Payment
from scoring.ledger.tong import Every, TongHand, TongRule, dues, to_take
from tests.ledger.references import pay

SEATS = (1, 2, 3, 4)


def rule(since: int = 1, *, every: Every = Every.WIN, cents: int = 0, percent: int = 0, coin: int = 5) -> TongRule:
    return TongRule(since=since, every=every, cents=cents, percent=percent, coin_cents=coin, holder=2)


def hand(position: int, winner: int | None = 1, won: int = 190) -> TongHand:
    return TongHand(position=position, winner=winner, won_cents=won, seats=SEATS)


DUE: dict[str, tuple[list[TongRule], list[TongHand], dict[int, int]]] = {
    "none": ([], [hand(2)], {}),
    "before": ([rule(percent=10)], [hand(1)], {}),
    "wins": ([rule(percent=10)], [hand(2), hand(3, winner=None), hand(4, winner=3)], {1: 15, 3: 15}),
    "to the cent": ([rule(percent=10, coin=1)], [hand(2, won=199)], {1: 19}),
    "both": ([rule(cents=7, percent=10)], [hand(2)], {1: 22}),
    "hands": ([rule(every=Every.HAND, cents=7)], [hand(2), hand(3, winner=None)], dict.fromkeys(SEATS, 14)),
    "ended": ([rule(percent=10), rule(3)], [hand(2), hand(4)], {1: 15}),
    "another since": ([rule(3, cents=9), rule(cents=7)], [hand(2), hand(4), hand(5)], {1: 25}),
}


@pytest.mark.parametrize("name", DUE)
def test_each_hand_owes_by_the_rule_of_its_time(name: str) -> None:
    rules, hands, due = DUE[name]
    assert dues(rules=rules, hands=hands) == due


@pytest.mark.parametrize(
    ("due", "taken", "payments"),
    [
        ({1: 15, 2: 10}, {}, (pay(1, 2, 15),)),
        ({1: 15}, {1: 15}, ()),
        ({1: 15}, {1: 10, 3: 5}, (pay(1, 2, 5), pay(2, 3, 5))),
        ({2: 15}, {2: 5}, ()),
    ],
)
def test_what_is_due_and_not_taken_goes_to_the_holder_and_what_was_taken_too_much_back(
    due: dict[int, int], taken: dict[int, int], payments: tuple[Payment, ...]
) -> None:
    assert to_take(due=due, taken=taken, holder=2) == payments


@pytest.mark.parametrize("seed", range(5))
def test_random_hands_owe_what_a_plain_count_says(seed: int) -> None:
    chance = random.Random(seed)
    rules, hands, expected = [], [], dict.fromkeys(SEATS, 0)
    now: TongRule | None = None
    for position in range(1, 60):
        if chance.random() < 0.2:
            every = chance.choice(list(Every))
            percent = chance.randint(0, 50) if every is Every.WIN else 0
            now = rule(
                position, every=every, cents=chance.randint(0, 9), percent=percent, coin=chance.choice((1, 5, 25))
            )
            rules.append(now)
            continue
        played = hand(position, winner=chance.choice((None, *SEATS)), won=chance.randint(0, 500))
        hands.append(played)
        if now and now.every is Every.HAND:
            expected = {seat: cents + now.cents for seat, cents in expected.items()}
        elif now and played.winner:
            share = played.won_cents * now.percent // 100
            expected[played.winner] += now.cents + share - share % now.coin_cents
    assert dues(rules=rules, hands=hands) == {seat: cents for seat, cents in expected.items() if cents}
