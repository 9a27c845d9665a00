"""Debts of several nights: the fewest payments, and how each runs along what is owed."""

from collections import defaultdict
from collections.abc import Iterable
from random import Random

import pytest

from scoring.ledger.balances import Payment
from scoring.ledger.debts import Debt, balances, netted, settled_by
from scoring.ledger.settlement import MOST_PARTIES


def owed(debtor: int, creditor: int, cents: int, night: int = 1) -> Debt:
    return Debt(night=night, payer=debtor, payee=creditor, debtor=debtor, creditor=creditor, cents=cents)


def moved(payments: Iterable[Payment]) -> dict[int, int]:
    """Return what everybody gets or pays by these payments."""
    found: defaultdict[int, int] = defaultdict(int)
    for payment in payments:
        found[payment.payer] -= payment.cents
        found[payment.payee] += payment.cents
    return found


def test_of_equal_plans_the_one_is_proposed_that_runs_along_what_is_owed() -> None:
    """Two who owe nothing to each other do not settle, though it were as many payments."""
    assert netted(debts=[owed(4, 1, 10), owed(2, 5, 10, night=2)]) == (
        Payment(payer=2, payee=5, cents=10),
        Payment(payer=4, payee=1, cents=10),
    )


def test_debts_that_no_fewer_payments_settle_are_the_proposal_themselves() -> None:
    """Others between partly other people would save nobody a payment."""
    debts = [owed(1, 4, 2405), owed(2, 3, 2000), owed(2, 3, 705, night=2), owed(1, 3, 1400, night=2)]
    assert netted(debts=debts) == (
        Payment(payer=1, payee=3, cents=1400),
        Payment(payer=1, payee=4, cents=2405),
        Payment(payer=2, payee=3, cents=2705),
    )


@pytest.mark.parametrize("people", [3, 5, MOST_PARTIES + 4])
def test_proposed_payments_leave_nobody_owing(people: int) -> None:
    """Beyond the number of people that are planned for exactly it may be more payments than needed."""
    rng = Random(people)
    for _ in range(40):
        debts = []
        for night in range(rng.randint(1, 2 * people)):
            debtor, creditor = rng.sample(range(people), 2)
            debts.append(owed(debtor, creditor, rng.choice((10, 25, 40)), night))
        assert moved(netted(debts=debts)) == {who: cents for who, cents in balances(debts=debts).items() if cents}


def test_a_payment_that_no_debts_carry_settles_nothing() -> None:
    debts = [owed(1, 2, 50), owed(3, 4, 20)]
    assert settled_by(debts=debts, payment=Payment(payer=1, payee=4, cents=10)) is None
    assert settled_by(debts=debts, payment=Payment(payer=1, payee=2, cents=60)) is None
