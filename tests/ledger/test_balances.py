"""Results follow from payments; handovers change only what is outstanding."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.balances import Payment, PaymentError, UnknownSeatError, outstanding, results
from tests.ledger.references import payments_between, results_one_cent_at_a_time

SEATS = (1, 2, 3, 4)


def pay(payer: int, payee: int, cents: int) -> Payment:
    return Payment(payer=payer, payee=payee, cents=cents)


@pytest.mark.parametrize(("payer", "payee", "cents"), [(1, 2, 0), (1, 2, -1), (3, 3, 50)])
def test_a_payment_goes_to_another_and_is_at_least_one_cent(payer: int, payee: int, cents: int) -> None:
    with pytest.raises(PaymentError) as refused:
        pay(payer, payee, cents)
    assert refused.value.code == "payment_invalid"


@pytest.mark.parametrize("payment", [pay(1, 5, 1), pay(5, 1, 1)])
def test_a_seat_that_is_not_at_the_table_is_refused(payment: Payment) -> None:
    with pytest.raises(UnknownSeatError) as refused:
        results(seats=SEATS, payments=[payment])
    assert refused.value.code == "seat_unknown"


def test_c17_a_secret_paid_by_both_opponents_leaves_the_partner_at_zero() -> None:
    assert results(seats=SEATS, payments=[pay(2, 1, 50), pay(4, 1, 50)]) == {1: 100, 2: -50, 3: 0, 4: -50}


@pytest.mark.parametrize(("handed", "left"), [(90, {1: 0, 2: 0}), (100, {1: -10, 2: 10}), (40, {1: 50, 2: -50})])
def test_a_handover_lessens_what_is_owed_and_beyond_it_turns_the_debt_round(handed: int, left: dict[int, int]) -> None:
    assert outstanding(seats=(1, 2), payments=[pay(2, 1, 90)], handovers=[pay(2, 1, handed)]) == left


@given(payments=payments_between(SEATS), shuffler=st.randoms(use_true_random=False))
def test_results_are_those_of_single_cents_in_any_order_and_sum_to_zero(
    payments: list[Payment], shuffler: Random
) -> None:
    balances = results(seats=SEATS, payments=payments)
    assert balances == results_one_cent_at_a_time(SEATS, payments)
    assert sum(balances.values()) == 0
    shuffled = shuffler.sample(payments, len(payments))
    assert results(seats=SEATS, payments=shuffled) == balances


@given(payments=payments_between(SEATS))
def test_a_reversal_cancels_what_it_reverses(payments: list[Payment]) -> None:
    reversal = [pay(each.payee, each.payer, each.cents) for each in payments]
    assert results(seats=SEATS, payments=payments + reversal) == dict.fromkeys(SEATS, 0)


@given(payments=payments_between(SEATS), handovers=payments_between(SEATS))
def test_outstanding_is_result_minus_cash_received_plus_cash_paid(
    payments: list[Payment], handovers: list[Payment]
) -> None:
    left = outstanding(seats=SEATS, payments=payments, handovers=handovers)
    result = results(seats=SEATS, payments=payments)
    for seat in SEATS:
        received = sum(cash.cents for cash in handovers if cash.payee == seat)
        paid = sum(cash.cents for cash in handovers if cash.payer == seat)
        assert left[seat] == result[seat] - received + paid
