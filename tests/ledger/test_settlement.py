"""A night is settled in the fewest payments, always the same ones."""

import random
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ledger.balances import Payment, results
from scoring.ledger.settlement import MOST_PARTIES, TooManyPartiesError, UnbalancedError, settle, settle_plainly
from tests.ledger.references import SCALE, fewest_payments_by_subsets, fewest_payments_by_trying_all, zero_sum_balances


def pay(payer: int, payee: int, cents: int) -> Payment:
    return Payment(payer=payer, payee=payee, cents=cents)


def seated(*cents: int) -> dict[int, int]:
    return dict(enumerate(cents, 1))


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        (seated(), ()),
        (seated(0, 0, 0, 0), ()),
        (seated(90, -90), (pay(2, 1, 90),)),
        (seated(90, -60, 0, -30), (pay(2, 1, 60), pay(4, 1, 30))),
        (seated(180, -90, 0, -90), (pay(2, 1, 90), pay(4, 1, 90))),
        (seated(5, -5, 5, -5), (pay(2, 1, 5), pay(4, 3, 5))),
        (seated(70, 30, -40, -60), (pay(3, 2, 30), pay(3, 1, 10), pay(4, 1, 60))),
        (seated(3, 4, -7, 2, 6, -8), (pay(3, 1, 3), pay(3, 2, 4), pay(6, 4, 2), pay(6, 5, 6))),
        (seated(-5, -5, 5, 5), (pay(1, 3, 5), pay(2, 4, 5))),
        (seated(1, 1, -2, 1, 1, 1, 1, 1, -5), (*(pay(3, n, 1) for n in (1, 2)), *(pay(9, n, 1) for n in range(4, 9)))),
        (seated(-2, 1, 1, 1, 1, -2), (pay(1, 2, 1), pay(1, 3, 1), pay(6, 4, 1), pay(6, 5, 1))),
        (seated(2, 3, -4, -1), (pay(3, 1, 1), pay(3, 2, 3), pay(4, 1, 1))),
        (seated(-2, -2, 1, 3), (pay(1, 4, 2), pay(2, 3, 1), pay(2, 4, 1))),
        (seated(6, 2, 2, -4, -3, -3), (pay(4, 2, 2), pay(4, 3, 2), pay(5, 1, 3), pay(6, 1, 3))),
        (
            seated(-6, 1, 2, -9, 4, 5, 5, -3, 1),
            (pay(1, 2, 1), pay(1, 6, 5), pay(4, 5, 4), pay(4, 7, 5), pay(8, 3, 2), pay(8, 9, 1)),
        ),
        (seated(*[0] * 20, 7, -7), (pay(22, 21, 7),)),
    ],
    ids=[
        "nobody",
        "all even",
        "two",
        "one gets",
        "partner even",
        "opposites",
        "four open",
        "groups of three",
        "opposites with the first free seat",
        "the lowest seat in the smallest group",
        "of equal groups the lowest seats together",
        "the largest debt to the largest claim",
        "among equals the lower seat first",
        "fewer than by paying the largest first",
        "a first group of three given up",
        "twenty even",
    ],
)
def test_settlement_of_a_table_is_exactly_this(balances: dict[int, int], payments: tuple[Payment, ...]) -> None:
    assert settle(balances=balances) == tuple(sorted(payments))


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(UnbalancedError) as refused:
        settle(balances=seated(6, -5))
    assert refused.value.code == "balances_not_zero_sum"


def test_thirteen_open_seats_are_refused_and_twelve_are_settled() -> None:
    assert len(settle(balances=seated(11, *[-1] * 11))) == 11
    with pytest.raises(TooManyPartiesError) as refused:
        settle(balances=seated(12, *[-1] * 12))
    assert refused.value.code == "too_many_parties"


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_no_sequence_of_payments_is_shorter(seat_count: int) -> None:
    for amounts in combinations_with_replacement(range(-3, 4), seat_count):
        if sum(amounts) == 0:
            assert len(settle(balances=seated(*amounts))) == fewest_payments_by_trying_all(amounts)


def test_number_of_payments_is_the_minimum_for_twelve_players() -> None:
    rng = random.Random(12)
    for _ in range(60 * SCALE):
        highest = rng.choice((2, 3, 5, 8, 13, 21, 100))
        amounts = [rng.randint(-highest, highest) for _ in range(MOST_PARTIES - 1)]
        balances = seated(*amounts, -sum(amounts))
        assert len(settle(balances=balances)) == fewest_payments_by_subsets(balances)


def test_hidden_groups_of_three_and_four_are_all_found_among_twelve_players() -> None:
    rng = random.Random(34)
    for _ in range(60 * SCALE):
        amounts: list[int] = []
        for size in rng.choice(((3, 3, 3, 3), (4, 4, 4), (3, 3, 6), (3, 4, 5))):
            claims = [rng.randint(1, 9) for _ in range(size - 1)]
            sign = rng.choice((-1, 1))
            amounts += [sign * cents for cents in (*claims, -sum(claims))]
        rng.shuffle(amounts)
        balances = seated(*amounts)
        assert len(settle(balances=balances)) == fewest_payments_by_subsets(balances)


@settings(max_examples=200 * SCALE)
@given(
    balances=zero_sum_balances(most_seats=12, highest_cents=100_000)
    | zero_sum_balances(most_seats=12, highest_cents=9),
    shuffler=st.randoms(use_true_random=False),
)
def test_debtors_pay_creditors_until_everybody_is_even_in_any_order_of_the_balances(
    balances: dict[int, int], shuffler: random.Random
) -> None:
    payments = settle(balances=balances)
    assert results(seats=balances, payments=payments) == balances
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in payments)
    assert [(each.payer, each.payee) for each in payments] == sorted({(each.payer, each.payee) for each in payments})
    shuffled = dict(shuffler.sample(list(balances.items()), len(balances)))
    assert settle(balances=shuffled) == payments


@given(balances=zero_sum_balances(most_seats=20, highest_cents=100))
def test_settling_plainly_leaves_everybody_even_for_any_number_of_parties(balances: dict[int, int]) -> None:
    payments = settle_plainly(balances=balances)
    assert results(seats=balances, payments=payments) == balances
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in payments)
