"""A night is pooled by partners (C25), rounded to coins and settled in the fewest payments, always the same ones."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ledger.balances import Payment, results
from scoring.ledger.settlement import (
    TooManyPartiesError,
    UnbalancedError,
    pool_partners,
    pool_stretches,
    round_results,
    settle,
    settle_plainly,
)
from scoring.money import CoinError
from tests.ledger.references import (
    SCALE,
    fewest_payments_by_subsets,
    least_movement_to_coins,
    pay,
    payments_between,
    zero_sum_balances,
)


def seated(*cents: int) -> dict[int, int]:
    return dict(enumerate(cents, 1))


SETTLED: dict[str, tuple[dict[int, int], tuple[Payment, ...]]] = {
    "all even": (seated(0, 0, 0, 0), ()),
    "partner even": (seated(180, -90, 0, -90), (pay(2, 1, 90), pay(4, 1, 90))),
    "four open": (seated(70, 30, -40, -60), (pay(3, 2, 30), pay(3, 1, 10), pay(4, 1, 60))),
    "groups of three": (seated(3, 4, -7, 2, 6, -8), (pay(3, 1, 3), pay(3, 2, 4), pay(6, 4, 2), pay(6, 5, 6))),
    "opposites with the first free seat": (seated(-5, -5, 5, 5), (pay(1, 3, 5), pay(2, 4, 5))),
    "the lowest seat in the smallest group": (
        seated(1, 1, -2, 1, 1, 1, 1, 1, -5),
        (*(pay(3, n, 1) for n in (1, 2)), *(pay(9, n, 1) for n in range(4, 9))),
    ),
    "of equal groups the lowest seats together": (
        seated(-2, 1, 1, 1, 1, -2),
        (pay(1, 2, 1), pay(1, 3, 1), pay(6, 4, 1), pay(6, 5, 1)),
    ),
    "the largest debt to the largest claim": (seated(2, 3, -4, -1), (pay(3, 1, 1), pay(3, 2, 3), pay(4, 1, 1))),
    "among equals the lower seat first": (seated(-2, -2, 1, 3), (pay(1, 4, 2), pay(2, 3, 1), pay(2, 4, 1))),
    "fewer than by paying the largest first": (
        seated(6, 2, 2, -4, -3, -3),
        (pay(4, 2, 2), pay(4, 3, 2), pay(5, 1, 3), pay(6, 1, 3)),
    ),
    "a first group of three given up": (
        seated(-6, 1, 2, -9, 4, 5, 5, -3, 1),
        (pay(1, 2, 1), pay(1, 6, 5), pay(4, 5, 4), pay(4, 7, 5), pay(8, 3, 2), pay(8, 9, 1)),
    ),
    "twenty even": (seated(*[0] * 20, 7, -7), (pay(22, 21, 7),)),
}


@pytest.mark.parametrize("name", SETTLED)
def test_settlement_of_a_table_is_exactly_this(name: str) -> None:
    balances, payments = SETTLED[name]
    assert settle(balances=balances) == tuple(sorted(payments))


def test_only_balances_that_sum_to_zero_of_at_most_twelve_are_settled() -> None:
    with pytest.raises(UnbalancedError) as unbalanced:
        settle(balances=seated(6, -5))
    assert unbalanced.value.code == "balances_not_zero_sum"
    assert len(settle(balances=seated(11, *[-1] * 11))) == 11
    with pytest.raises(TooManyPartiesError) as refused:
        settle(balances=seated(12, *[-1] * 12))
    assert refused.value.code == "too_many_parties"


@settings(max_examples=100 * SCALE)
@given(
    balances=zero_sum_balances(most_seats=12, highest_cents=100_000)
    | zero_sum_balances(most_seats=12, highest_cents=9),
    shuffler=st.randoms(use_true_random=False),
)
def test_the_fewest_payments_make_everybody_even_in_any_order_of_the_balances(
    balances: dict[int, int], shuffler: random.Random
) -> None:
    payments = settle(balances=balances)
    assert results(seats=balances, payments=payments) == balances
    assert len(payments) == fewest_payments_by_subsets(balances)
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in payments)
    assert [(each.payer, each.payee) for each in payments] == sorted({(each.payer, each.payee) for each in payments})
    shuffled = dict(shuffler.sample(list(balances.items()), len(balances)))
    assert settle(balances=shuffled) == payments


@given(balances=zero_sum_balances(most_seats=20, highest_cents=100))
def test_settling_plainly_leaves_everybody_even_for_any_number_of_parties(balances: dict[int, int]) -> None:
    payments = settle_plainly(balances=balances)
    assert results(seats=balances, payments=payments) == balances
    assert all(balances[payment.payer] < 0 < balances[payment.payee] for payment in payments)


SEATS = (1, 2, 3, 4)
OPPOSITE = {1: 1, 2: 2, 3: 1, 4: 2}
CROSSED = {1: 1, 2: 1, 3: 2, 4: 2}


def pooled(earned: dict[int, int], sides: dict[int, int]) -> dict[int, int]:
    adjustments = pool_partners(results=earned, sides=sides)
    moved = results(seats=earned, payments=adjustments)
    return {seat: earned[seat] + moved[seat] for seat in earned}


POOLED: dict[str, tuple[dict[int, int], dict[int, int]]] = {
    "win": ({1: 180, 2: -90, 3: 0, 4: -90}, {1: 90, 2: -90, 3: 90, 4: -90}),
    "wins and losses": ({1: 100, 2: -100, 3: -100, 4: 100}, {1: 0, 2: 0, 3: 0, 4: 0}),
    "odd cent": ({1: 101, 2: 0, 3: -60, 4: -41}, {1: 21, 2: -20, 3: 20, 4: -21}),
    "odd cent other seat": ({1: -60, 2: -41, 3: 101, 4: 0}, {1: 20, 2: -21, 3: 21, 4: -20}),
    "odd cent of a loss": ({1: -100, 2: 1, 3: -1, 4: 100}, {1: -51, 2: 50, 3: -50, 4: 51}),
}


@pytest.mark.parametrize("name", POOLED)
def test_c25_partners_share_equally_and_the_odd_cent_goes_to_who_earned_more(name: str) -> None:
    earned, shared = POOLED[name]
    assert pooled(earned, OPPOSITE) == shared


def test_c25_among_three_partners_equal_earners_get_odd_cents_by_lower_seat() -> None:
    earned = {4: 6, 3: 0, 2: 0, 1: 0, 5: -6}
    assert pooled(earned, {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}) == {4: 2, 3: 1, 2: 1, 1: 2, 5: -6}


LEVEL = {1: 0, 2: 0, 3: 0, 4: 0}


@pytest.mark.parametrize(
    ("stretches", "payments"),
    [
        (
            [({1: 101, 2: -101, 3: 0, 4: 0}, OPPOSITE), (LEVEL, CROSSED), ({1: 101, 2: -101, 3: 0, 4: 0}, OPPOSITE)],
            (pay(1, 3, 101), pay(4, 2, 101)),
        ),
        (
            [({1: 101, 2: -101, 3: 0, 4: 0}, OPPOSITE), (LEVEL, CROSSED), ({1: 0, 2: -50, 3: 50, 4: 0}, OPPOSITE)],
            (pay(1, 3, 25), pay(4, 2, 75)),
        ),
        (
            [({1: 100, 2: 0, 3: 0}, {1: 1, 2: 2, 3: 1}), ({1: 0, 2: 0, 3: 90}, {1: 1, 2: 1, 3: 1})],
            (pay(1, 3, 20), pay(3, 2, 30)),
        ),
    ],
    ids=["both times at once", "the odd cent to who won more in all", "one payment of two and three partners"],
)
def test_c25_partners_who_sit_together_again_pool_once(
    stretches: list[tuple[dict[int, int], dict[int, int]]], payments: tuple[Payment, ...]
) -> None:
    assert pool_stretches(stretches=stretches) == payments


@given(stretches=st.lists(st.tuples(payments_between(SEATS), st.sampled_from([OPPOSITE, CROSSED]))))
def test_c25_each_pair_halves_what_it_won_together_to_the_cent(
    stretches: list[tuple[list[Payment], dict[int, int]]],
) -> None:
    earned = [(results(seats=SEATS, payments=payments), sides) for payments, sides in stretches]
    shared = {(paid.payer, paid.payee): paid.cents for paid in pool_stretches(stretches=earned)}
    for sides, first, second in ((OPPOSITE, 1, 3), (OPPOSITE, 2, 4), (CROSSED, 1, 2), (CROSSED, 3, 4)):
        together = [won for won, seated in earned if seated is sides]
        firsts, seconds = (sum(won[seat] for won in together) for seat in (first, second))
        moved = shared.pop((first, second), 0) - shared.pop((second, first), 0)
        left = (firsts - moved) - (seconds + moved)
        assert left == (firsts + seconds) % 2 * (1 if firsts > seconds else -1)
    assert shared == {}


COINS = st.sampled_from((1, 5, 10, 25, 50, 100))


def moved_by(outstanding: dict[int, int], coin_cents: int) -> dict[int, int]:
    return results(seats=outstanding, payments=round_results(outstanding=outstanding, coin_cents=coin_cents))


ROUNDED: dict[str, tuple[dict[int, int], int, tuple[Payment, ...]]] = {
    "down": ({1: 130, 2: -55, 3: -75}, 25, (pay(1, 2, 5),)),
    "up": ({1: 90, 2: -90}, 100, (pay(2, 1, 10),)),
    "to nothing": ({1: 40, 2: -40}, 100, (pay(1, 2, 40),)),
    "cents": ({1: 7, 2: -7}, 1, ()),
    "of equal claims the lower seat up": ({2: -50, 3: -50, 1: 100}, 100, (pay(3, 2, 50),)),
}


@pytest.mark.parametrize("name", ROUNDED)
def test_outstanding_is_rounded_to_coins_by_exactly_these_adjustments(name: str) -> None:
    outstanding, coin_cents, adjustments = ROUNDED[name]
    assert round_results(outstanding=outstanding, coin_cents=coin_cents) == adjustments


def test_what_is_no_coin_or_does_not_sum_to_zero_is_not_rounded() -> None:
    with pytest.raises(CoinError):
        round_results(outstanding={1: 5, 2: -5}, coin_cents=0)
    with pytest.raises(UnbalancedError):
        round_results(outstanding={1: 100, 2: -50}, coin_cents=50)


@settings(max_examples=200 * SCALE)
@given(
    outstanding=zero_sum_balances(most_seats=8, highest_cents=400),
    coin_cents=COINS,
    shuffler=st.randoms(use_true_random=False),
)
def test_every_seat_ends_on_a_coin_with_the_least_movement_whatever_the_order_of_the_seats(
    outstanding: dict[int, int], coin_cents: int, shuffler: random.Random
) -> None:
    moves = moved_by(outstanding, coin_cents)
    assert [(outstanding[seat] + moves[seat]) % coin_cents for seat in outstanding] == [0] * len(outstanding)
    assert max(map(abs, moves.values())) < coin_cents
    assert sum(map(abs, moves.values())) == least_movement_to_coins(tuple(outstanding.values()), coin_cents)
    shuffled = dict(shuffler.sample(list(outstanding.items()), len(outstanding)))
    assert moved_by(shuffled, coin_cents) == moves
