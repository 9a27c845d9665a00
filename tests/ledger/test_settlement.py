"""A night is pooled by partners (C25), rounded to coins and settled in the fewest payments; so are debts of nights."""

import random
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ledger.lines import Payment, results
from scoring.ledger.settlement import (
    MOST_PARTIES,
    Debt,
    TooManyPartiesError,
    UnbalancedError,
    net_balances,
    netted,
    oldest_first,
    pool_stretches,
    round_results,
    settle,
    settle_plainly,
    settled_by,
)
from scoring.money import CoinError
from tests.games.asking import stored
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


def paid(payments: list[list[int]]) -> tuple[Payment, ...]:
    return tuple(pay(*payment) for payment in payments)


@stored("settled", "ledger")
def test_settlement_of_a_table_is_exactly_this(cents: list[int], payments: list[list[int]]) -> None:
    assert settle(balances=seated(*cents)) == tuple(sorted(paid(payments)))


def test_only_balances_that_sum_to_zero_of_at_most_twelve_are_settled() -> None:
    with pytest.raises(UnbalancedError):
        settle(balances=seated(6, -5))
    assert len(settle(balances=seated(11, *[-1] * 11))) == 11
    with pytest.raises(TooManyPartiesError):
        settle(balances=seated(12, *[-1] * 12))


@settings(max_examples=100 * SCALE)
@given(
    balances=zero_sum_balances(most_seats=12, highest_cents=100_000)
    | zero_sum_balances(most_seats=12, highest_cents=9),
    shuffler=st.randoms(use_true_random=False),
)
def test_fewest_payments_make_even_in_any_order_of_balances(balances: dict[int, int], shuffler: random.Random) -> None:
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
    adjustments = pool_stretches(stretches=[(earned, sides)])
    moved = results(seats=earned, payments=adjustments)
    return {seat: earned[seat] + moved[seat] for seat in earned}


@stored("pooled", "ledger")
def test_c25_partners_share_and_the_odd_cent_goes_to_who_earned_more(earned: list[int], shared: list[int]) -> None:
    assert pooled(seated(*earned), OPPOSITE) == seated(*shared)


def test_c25_among_three_partners_equal_earners_get_odd_cents_by_lower_seat() -> None:
    earned = {4: 6, 3: 0, 2: 0, 1: 0, 5: -6}
    assert pooled(earned, {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}) == {4: 2, 3: 1, 2: 1, 1: 2, 5: -6}


@stored("pooled_again", "ledger")
def test_c25_partners_who_sit_together_again_pool_once(stretches: list[list[Any]], payments: list[list[int]]) -> None:
    sat = [(dict(earned), dict(sides)) for earned, sides in stretches]
    assert pool_stretches(stretches=sat) == paid(payments)


@given(stretches=st.lists(st.tuples(payments_between(SEATS), st.sampled_from([OPPOSITE, CROSSED]))))
def test_c25_each_pair_halves_what_it_won_to_the_cent(stretches: list[tuple[list[Payment], dict[int, int]]]) -> None:
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


@stored("rounded", "ledger")
def test_outstanding_is_rounded_to_coins_so(outstanding: Any, coin_cents: int, adjustments: list[list[int]]) -> None:
    assert round_results(outstanding=dict(outstanding), coin_cents=coin_cents) == paid(adjustments)


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


type Told = tuple[int, int, int, int]
"""Night, debtor, creditor, cents."""


def owed(night: int, debtor: int, creditor: int, cents: int) -> Debt:
    """Return a debt of people whose seats have other numbers than they."""
    return Debt(night=night, payer=debtor + 10, payee=creditor + 10, debtor=debtor, creditor=creditor, cents=cents)


def told(debts: Iterable[Debt]) -> list[Told]:
    return [(debt.night, debt.debtor, debt.creditor, debt.cents) for debt in debts]


def test_balances_are_what_everybody_gets_or_pays_over_all_nights() -> None:
    debts = [owed(1, 1, 2, 50), owed(2, 2, 1, 20), owed(1, 2, 3, 5), owed(1, 1, 3, 1)]
    assert net_balances(debts=debts) == {1: -31, 2: 25, 3: 6}


@stored("netted", "ledger")
def test_the_proposal_is_exactly_this(debts: list[Told], payments: list[tuple[int, int, int]]) -> None:
    assert netted(debts=[owed(*debt) for debt in debts]) == tuple(pay(*payment) for payment in payments)


@pytest.mark.parametrize("people", [3, 5, MOST_PARTIES + 4])
def test_proposed_payments_leave_nobody_owing(people: int) -> None:
    rng = Random(people)
    for _ in range(40):
        debts = []
        for night in range(rng.randint(1, 2 * people)):
            debtor, creditor = rng.sample(range(people), 2)
            debts.append(owed(night, debtor, creditor, rng.choice((10, 25, 40))))
        owing = net_balances(debts=debts)
        assert results(seats=owing, payments=netted(debts=debts)) == owing


@pytest.mark.parametrize(
    ("cents", "settled"),
    [(0, []), (50, [(1, 1, 2, 50)]), (51, [(1, 1, 2, 50), (2, 1, 2, 1)]), (90, [(1, 1, 2, 50), (2, 1, 2, 20)])],
)
def test_a_payment_settles_the_oldest_night_first_as_far_as_it_goes(cents: int, settled: list[Told]) -> None:
    assert told(oldest_first(debts=[owed(2, 1, 2, 20), owed(1, 1, 2, 50)], cents=cents)) == settled


@stored("settled_by", "ledger")
def test_payment_goes_along(debts: list[Told], payment: tuple[int, int, int], settled: list[list[int]] | None) -> None:
    found = settled_by(debts=[owed(*debt) for debt in debts], payment=pay(*payment))
    assert (None if found is None else [list(part) for part in told(found)]) == settled
    assert found is None or {(part.payer, part.payee) for part in found} == {
        (d + 10, c + 10) for _, d, c, _ in settled or ()
    }
