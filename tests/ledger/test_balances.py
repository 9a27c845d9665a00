"""Results follow from payments; handovers change only what is outstanding."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.balances import Payment, PaymentError, UnknownSeatError, outstanding, results
from tests.ledger.references import payments_between, results_one_cent_at_a_time

SEATS = (1, 2, 3, 4)


@pytest.mark.parametrize("cents", [0, -1])
def test_payment_is_at_least_one_cent(cents: int) -> None:
    with pytest.raises(PaymentError, match=f"at least one cent, not {cents}") as refused:
        Payment(payer=1, payee=2, cents=cents)
    assert refused.value.code == "payment_invalid"


def test_nobody_pays_themselves() -> None:
    with pytest.raises(PaymentError, match="Seat 3 cannot pay itself"):
        Payment(payer=3, payee=3, cents=50)


def test_c17_a_secret_paid_by_both_opponents_leaves_the_partner_at_zero() -> None:
    secret = [Payment(payer=2, payee=1, cents=50), Payment(payer=4, payee=1, cents=50)]
    assert results(seats=SEATS, payments=secret) == {1: 100, 2: -50, 3: 0, 4: -50}


def test_results_keep_the_order_of_the_seats() -> None:
    assert list(results(seats=(3, 1, 2), payments=[])) == [3, 1, 2]


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(UnknownSeatError, match="Seat 5 is not at this table") as refused:
        results(seats=SEATS, payments=[Payment(payer=1, payee=5, cents=1)])
    assert refused.value.code == "seat_unknown"


def test_a_handover_of_what_is_owed_leaves_nothing_outstanding() -> None:
    owed = [Payment(payer=2, payee=1, cents=90)]
    assert outstanding(seats=(1, 2), payments=owed, handovers=owed) == {1: 0, 2: 0}


def test_a_handover_beyond_what_is_owed_turns_the_debt_round() -> None:
    owed, cash = [Payment(payer=2, payee=1, cents=90)], [Payment(payer=2, payee=1, cents=100)]
    assert outstanding(seats=(1, 2), payments=owed, handovers=cash) == {1: -10, 2: 10}


@given(payments=payments_between(SEATS))
def test_results_are_those_of_single_cents_and_sum_to_zero(payments: list[Payment]) -> None:
    balances = results(seats=SEATS, payments=payments)
    assert balances == results_one_cent_at_a_time(SEATS, payments)
    assert sum(balances.values()) == 0


@given(payments=payments_between(SEATS), shuffler=st.randoms(use_true_random=False))
def test_results_do_not_depend_on_the_order_of_payments(payments: list[Payment], shuffler: Random) -> None:
    shuffled = list(payments)
    shuffler.shuffle(shuffled)
    assert results(seats=SEATS, payments=shuffled) == results(seats=SEATS, payments=payments)


@given(payments=payments_between(SEATS))
def test_a_reversal_cancels_what_it_reverses(payments: list[Payment]) -> None:
    reversal = [Payment(payer=p.payee, payee=p.payer, cents=p.cents) for p in payments]
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
    assert sum(left.values()) == 0
