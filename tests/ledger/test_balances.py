"""Results follow from payments; handovers change only what is outstanding."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.balances import Payment, PaymentError, UnknownSeatError, outstanding, results
from tests.ledger.references import pay, payments_between, results_one_cent_at_a_time

SEATS = (1, 2, 3, 4)


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


@given(payments=payments_between(SEATS), shuffler=st.randoms(use_true_random=False))
def test_results_are_those_of_single_cents_in_any_order(payments: list[Payment], shuffler: Random) -> None:
    balances = results(seats=SEATS, payments=payments)
    assert balances == results_one_cent_at_a_time(SEATS, payments)
    assert results(seats=SEATS, payments=shuffler.sample(payments, len(payments))) == balances


@given(payments=payments_between(SEATS), handovers=payments_between(SEATS))
def test_outstanding_is_result_minus_cash_received_plus_cash_paid(
    payments: list[Payment], handovers: list[Payment]
) -> None:
    given_back = [pay(cash.payee, cash.payer, cash.cents) for cash in handovers]
    left = results_one_cent_at_a_time(SEATS, payments + given_back)
    assert outstanding(seats=SEATS, payments=payments, handovers=handovers) == left
