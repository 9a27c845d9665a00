"""Debts of several nights: the fewest payments, and how each runs along what is owed."""

from collections.abc import Iterable
from random import Random

import pytest

from scoring.ledger.balances import results
from scoring.ledger.debts import Debt, balances, netted, oldest_first, settled_by
from scoring.ledger.settlement import MOST_PARTIES
from tests.games.asking import stored
from tests.ledger.references import pay

type Told = tuple[int, int, int, int]
"""Night, debtor, creditor, cents."""


def owed(night: int, debtor: int, creditor: int, cents: int) -> Debt:
    """Return a debt of people whose seats have other numbers than they."""
    return Debt(night=night, payer=debtor + 10, payee=creditor + 10, debtor=debtor, creditor=creditor, cents=cents)


def told(debts: Iterable[Debt]) -> list[Told]:
    return [(debt.night, debt.debtor, debt.creditor, debt.cents) for debt in debts]


def test_balances_are_what_everybody_gets_or_pays_over_all_nights() -> None:
    debts = [owed(1, 1, 2, 50), owed(2, 2, 1, 20), owed(1, 2, 3, 5), owed(1, 1, 3, 1)]
    assert balances(debts=debts) == {1: -31, 2: 25, 3: 6}


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
        owing = balances(debts=debts)
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
