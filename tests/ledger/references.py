"""Deliberately naive second implementations, to hold the ledger against; slow and easy to believe."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

from hypothesis import strategies as st

from scoring.ledger.balances import Payment

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))


def set_partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every way to divide the items into groups."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for partition in set_partitions(rest):
        yield [[first], *partition]
        for index, group in enumerate(partition):
            yield [*partition[:index], [first, *group], *partition[index + 1 :]]


def fewest_payments_by_partitions(balances: Mapping[int, int]) -> int:
    """Return the minimum from all set partitions: open seats minus the most zero-sum groups."""
    amounts = [cents for cents in balances.values() if cents]
    zero_sum = (p for p in set_partitions(amounts) if all(sum(group) == 0 for group in p))
    return len(amounts) - max(len(partition) for partition in zero_sum)


def fewest_payments_by_subsets(balances: Mapping[int, int]) -> int:
    """Return the minimum from a plain dynamic programme over all subsets of the open seats."""
    amounts = [cents for cents in balances.values() if cents]
    most_groups = [0] * (1 << len(amounts))
    for mask in range(1, len(most_groups)):
        members = [bit for bit in range(len(amounts)) if mask >> bit & 1]
        closes_a_group = sum(amounts[bit] for bit in members) == 0
        most_groups[mask] = max(most_groups[mask ^ 1 << bit] for bit in members) + closes_a_group
    return len(amounts) - most_groups[-1]


def fewest_payments_by_trying_all(balances: Sequence[int]) -> int:
    """Return the minimum by breadth-first search over every sequence of payments of any amount."""
    highest = sum(abs(cents) for cents in balances) // 2
    reached, count = {tuple(balances)}, 0
    while not any(not any(state) for state in reached):
        reached = {
            tuple(cents + amount * (seat == payer) - amount * (seat == payee) for seat, cents in enumerate(state))
            for state in reached
            for payer, payee in permutations(range(len(balances)), 2)
            for amount in range(1, highest + 1)
        }
        count += 1
    return count


def payments_by_paying_largest_first(balances: Iterable[int]) -> int:
    """Return how many payments it takes if whoever owes most always pays whoever is owed most."""
    open_cents, count = sorted(cents for cents in balances if cents), 0
    while open_cents:
        debt, *others, claim = open_cents
        open_cents = sorted([*others, claim + debt] if claim + debt else others)
        count += 1
    return count


def results_one_cent_at_a_time(seats: Iterable[int], payments: Iterable[Payment]) -> dict[int, int]:
    """Return the results by handing over single cents."""
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
    """Draw payments between these seats."""
    pairs = [*combinations(seats, 2), *((b, a) for a, b in combinations(seats, 2))]
    payment = st.builds(
        lambda pair, cents: Payment(payer=pair[0], payee=pair[1], cents=cents),
        st.sampled_from(pairs),
        st.integers(1, 500),
    )
    return st.lists(payment, max_size=30)
