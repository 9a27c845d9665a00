"""Debts of several nights: the fewest payments, and how each runs along what is owed."""

from collections.abc import Iterable
from random import Random

import pytest

from scoring.ledger.balances import results
from scoring.ledger.debts import Debt, balances, netted, oldest_first, settled_by
from scoring.ledger.settlement import MOST_PARTIES
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


@pytest.mark.parametrize(
    ("debts", "payments"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([(1, 1, 2, 50), (2, 2, 1, 50)], [], id="the same both ways"),
        pytest.param([(1, 1, 2, 30), (1, 2, 3, 30), (1, 3, 1, 30)], [], id="a ring"),
        pytest.param([(1, 1, 2, 50), (2, 1, 2, 1)], [(1, 2, 51)], id="two nights"),
        pytest.param([(1, 1, 2, 1), (1, 2, 3, 1), (1, 3, 4, 1)], [(1, 4, 1)], id="through two others"),
        pytest.param([(2, 4, 2, 1), (2, 2, 1, 2)], [(2, 1, 2), (4, 2, 1)], id="no fewer than are owed"),
        pytest.param(
            [(1, 1, 4, 2405), (1, 2, 3, 2000), (2, 2, 3, 705), (2, 1, 3, 1400)],
            [(1, 3, 1400), (1, 4, 2405), (2, 3, 2705)],
            id="no fewer than are owed over nights",
        ),
        pytest.param([(1, 4, 1, 10), (2, 2, 5, 10)], [(2, 5, 10), (4, 1, 10)], id="along what is owed"),
        pytest.param(
            [(1, 6, 1, 1), (2, 5, 6, 1), (2, 3, 4, 3), (1, 2, 3, 2)],
            [(2, 4, 2), (3, 4, 1), (5, 1, 1)],
            id="along what is owed to the cent, in another order of people",
        ),
        pytest.param(
            [(2, 2, 1, 3), (1, 1, 2, 1), (1, 3, 4, 10), (1, 1, 6, 1), (2, 6, 5, 3)],
            [(2, 1, 1), (2, 5, 1), (3, 4, 10), (6, 5, 2)],
            id="no debt is used by two payments",
        ),
        pytest.param(
            [(1, 1, 6, 2), (2, 6, 4, 3), (1, 5, 3, 2), (2, 6, 4, 20), (1, 3, 2, 2)],
            [(1, 2, 2), (5, 4, 2), (6, 4, 21)],
            id="the first plan where debts carry none",
        ),
        pytest.param(
            [(2, 3, 2, 2), (1, 2, 5, 2), (2, 3, 4, 20), (2, 4, 5, 10), (1, 2, 5, 1), (2, 3, 4, 3)],
            [(2, 5, 1), (3, 4, 13), (3, 5, 12)],
            id="the first of several plans",
        ),
    ],
)
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


BACK = [(1, one, other, 2) for one, other in ((1, 2), (1, 3), (2, 4), (2, 5), (3, 4), (4, 7), (5, 6), (6, 7))]
"""The shortest way from 1 to 7 leads from 2 to 4; all four cents reach 7 only without that debt."""


@pytest.mark.parametrize(
    ("debts", "payment", "settled"),
    [
        pytest.param([(1, 1, 2, 1)], (1, 2, 1), [(1, 1, 2, 1)], id="one cent"),
        pytest.param([(1, 1, 2, 50)], (1, 2, 60), None, id="more than is owed"),
        pytest.param([(1, 1, 2, 50), (1, 3, 4, 20)], (1, 4, 10), None, id="no way"),
        pytest.param([(1, 1, 2, 50)], (2, 1, 10), None, id="the other way round"),
        pytest.param([(1, 1, 2, 50), (2, 2, 1, 50)], (1, 2, 1), None, id="set off"),
        pytest.param([(2, 1, 2, 3), (1, 2, 1, 1)], (1, 2, 2), [(1, 2, 1, 1), (2, 1, 2, 3)], id="all that is left"),
        pytest.param([(2, 1, 2, 3), (1, 2, 1, 1)], (1, 2, 1), [(2, 1, 2, 1)], id="less than is left"),
        pytest.param([(2, 1, 2, 3), (1, 2, 1, 1)], (1, 2, 3), None, id="more than is left"),
        pytest.param([(1, 1, 2, 9), (2, 2, 3, 5)], (1, 3, 5), [(1, 1, 2, 5), (2, 2, 3, 5)], id="through another"),
        pytest.param(
            [(1, 1, 2, 5), (1, 2, 3, 5), (1, 1, 3, 4)],
            (1, 3, 6),
            [(1, 1, 2, 2), (1, 1, 3, 4), (1, 2, 3, 2)],
            id="the shortest way first",
        ),
        pytest.param(
            [(1, 1, 2, 4), (1, 2, 3, 2), (1, 2, 4, 2), (1, 3, 5, 2), (1, 4, 5, 2)],
            (1, 5, 4),
            [(1, 1, 2, 4), (1, 2, 3, 2), (1, 2, 4, 2), (1, 3, 5, 2), (1, 4, 5, 2)],
            id="two ways with one debt in common",
        ),
        pytest.param(BACK, (1, 7, 4), [debt for debt in BACK if debt[1:3] != (2, 4)], id="back from a shorter way"),
        pytest.param(
            BACK,
            (1, 7, 3),
            [(1, one, other, 2 if (one, other) in ((1, 2), (4, 7)) else 1) for _, one, other, _ in BACK],
            id="back in part",
        ),
        pytest.param(BACK, (1, 7, 5), None, id="more than all ways carry"),
    ],
)
def test_a_payment_goes_along_these_debts(
    debts: list[Told], payment: tuple[int, int, int], settled: list[Told] | None
) -> None:
    found = settled_by(debts=[owed(*debt) for debt in debts], payment=pay(*payment))
    assert (None if found is None else told(found)) == settled
    assert found is None or {(part.payer, part.payee) for part in found} == {
        (d + 10, c + 10) for _, d, c, _ in settled or ()
    }
