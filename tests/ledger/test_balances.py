"""Results follow from payments; handovers, chips and the tong change only what is outstanding."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger.beside import Bank, Every, Stack, TongRule, What, decided, dues, keeper_at, stack_of, to_take
from scoring.ledger.kinds import EntryKind
from scoring.ledger.lines import Judged, Line, Payment, results
from scoring.ledger.seatings import Seating, Seatings
from tests.games.asking import stored
from tests.ledger.references import pay, payments_between, results_one_cent_at_a_time

SEATS = (1, 2, 3, 4)


@pytest.mark.parametrize(("payer", "payee", "cents"), [(1, 2, 0), (1, 2, -1), (3, 3, 50)])
def test_a_payment_goes_to_another_and_is_at_least_one_cent(payer: int, payee: int, cents: int) -> None:
    with pytest.raises(ValueError, match=str(cents)):
        pay(payer, payee, cents)


@pytest.mark.parametrize("payment", [pay(1, 5, 1), pay(5, 1, 1)])
def test_a_seat_that_is_not_at_the_table_is_refused(payment: Payment) -> None:
    with pytest.raises(KeyError, match="5"):
        results(seats=SEATS, payments=[payment])


@given(payments=payments_between(SEATS), shuffler=st.randoms(use_true_random=False))
def test_results_are_those_of_single_cents_in_any_order(payments: list[Payment], shuffler: Random) -> None:
    balances = results(seats=SEATS, payments=payments)
    assert balances == results_one_cent_at_a_time(SEATS, payments)
    assert results(seats=SEATS, payments=shuffler.sample(payments, len(payments))) == balances


BANK = 2


def stack(what: str, seats: list[int], cents: int, is_paid: bool = False, bank: int = BANK) -> Stack:
    return Stack(what=What(what), bank=bank, seats=tuple(seats), cents=cents, is_paid=is_paid)


def test_chips_of_the_lines_are_out_until_they_are_handed_back() -> None:
    back = stack_of(act={"what": "returned", "bank": BANK, "seats": [1], "cents": 250, "paid": True})
    assert back == stack("returned", [1], 250, True)
    stacks = [stack("bought", [1, 2, 3], 500), stack("bought", [1], 100, True), back, stack("returned", [3], 500)]
    assert Bank(stacks).out == {1: 350, 2: 500, 3: 0}
    assert stack_of(act={"what": "taken_over", "bank": 3}) == stack("taken_over", [], 0, True, 3)


@stored("not_paid_for", "ledger")
def test_what_a_seat_was_not_paid_for_is_settled_with_its_first_cash_back(stacks: list[Any], owed: int) -> None:
    assert Bank(stack(*each) for each in stacks).unpaid[1] == owed


@stored("chips_cash", "ledger")
def test_cash_that_changes_hands_with_chips(now: Any, before: list[Any], cash: list[Any]) -> None:
    found = Bank(stack(*each) for each in before).cash_for(stack(*now))
    assert found == tuple(pay(*each) for each in cash)


def test_where_a_count_decides_who_holds_less_pays_who_holds_more() -> None:
    more = decided(counted={1: 620, 2: 360, 4: 20, 5: 7}, due={1: 590, 2: 410, 5: 7})
    assert more == (pay(2, 1, 30), pay(2, 4, 20))
    assert decided(counted={3: 5}, due={1: 5}) == (pay(1, 3, 5),)


def rule(since: int, every: str, cents: int, percent: int, coin_cents: int) -> TongRule:
    return TongRule(since=since, every=Every(every), cents=cents, percent=percent, coin_cents=coin_cents, holder=2)


def hand(position: int, winner: int | None = 1, won: int = 190) -> Line:
    return Line(
        number=position,
        kind=EntryKind.HAND,
        act={},
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
        position=position,
        fingerprint="",
        judged=Judged(after=0, winner=winner, deals_next=1),
        owed=(pay(2 if winner == 1 else 1, winner, won),) if winner else (),
    )


SEATED = Seatings(all=(Seating(since=0, entry=0, seats=SEATS, dealer=1),))


@stored("tong_due", "ledger")
def test_each_hand_owes_by_the_rule_of_its_time(rules: list[Any], hands: list[Any], due: list[Any]) -> None:
    assert dues(rules=[rule(*each) for each in rules], hands=[hand(*each) for each in hands], seatings=SEATED) == dict(
        due
    )


def test_the_last_line_before_that_names_a_holder_counts() -> None:
    assert [keeper_at(holders={2: 1, 5: 3}, line=line) for line in (2, 3, 5, 6)] == [0, 1, 1, 3]


@stored("to_take", "ledger")
def test_the_holder_gets_what_is_due_and_gives_back_too_much(
    due: Any, taken: list[Any], spent: Any, payments: list[Any]
) -> None:
    paid = [pay(*each) for each in taken]
    assert to_take(due=dict(due), taken=paid, spent=spent, holder=2) == tuple(pay(*each) for each in payments)
