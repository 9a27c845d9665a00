"""Deliberately naive second implementations, to hold the ledger against; slow and easy to believe."""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product

from hypothesis import strategies as st

from scoring.ledger.lines import Payment

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))


def pay(payer: int, payee: int, cents: int) -> Payment:
    return Payment(payer=payer, payee=payee, cents=cents)


def fewest_payments_by_subsets(balances: Mapping[int, int]) -> int:
    """Return the minimum from a plain dynamic programme over all subsets of the open seats."""
    amounts = [cents for cents in balances.values() if cents]
    most_groups = [0] * (1 << len(amounts))
    for mask in range(1, len(most_groups)):
        members = [bit for bit in range(len(amounts)) if mask >> bit & 1]
        closes_a_group = sum(amounts[bit] for bit in members) == 0
        most_groups[mask] = max(most_groups[mask ^ 1 << bit] for bit in members) + closes_a_group
    return len(amounts) - most_groups[-1]


def results_one_cent_at_a_time(seats: Iterable[int], payments: Iterable[Payment]) -> dict[int, int]:
    purses = dict.fromkeys(seats, 0)
    for payment in payments:
        for _ in range(payment.cents):
            purses[payment.payer] -= 1
            purses[payment.payee] += 1
    return purses


def least_movement_to_coins(outstanding: Sequence[int], coin_cents: int) -> int:
    """Return the least total movement over every choice of the multiple below or above."""
    floors = [cents // coin_cents * coin_cents for cents in outstanding]
    choices = [
        (floor,) if floor == cents else (floor, floor + coin_cents)
        for floor, cents in zip(floors, outstanding, strict=True)
    ]
    return min(
        sum(abs(target - cents) for target, cents in zip(targets, outstanding, strict=True))
        for targets in product(*choices)
        if sum(targets) == 0
    )


def zero_sum_balances(*, most_seats: int, highest_cents: int) -> st.SearchStrategy[dict[int, int]]:
    """Draw balances of some seats that sum to zero, with many equal and opposite amounts."""
    amounts = st.lists(st.integers(-highest_cents, highest_cents), max_size=most_seats - 1)
    return amounts.map(lambda cents: dict(enumerate([*cents, -sum(cents)], 1)))


def payments_between(seats: Sequence[int]) -> st.SearchStrategy[list[Payment]]:
    pairs = st.sampled_from(tuple(permutations(seats, 2)))
    return st.lists(
        st.builds(lambda pair, cents: pay(pair[0], pair[1], cents), pairs, st.integers(1, 500)), max_size=30
    )
