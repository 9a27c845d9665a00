"""Chips: what each took, the cash they moved, and what a count differs by."""

import pytest

from scoring.ledger.balances import Payment
from scoring.ledger.chips import (
    Stack,
    What,
    cash_of,
    chips_out,
    decided,
    differences,
    not_paid_for,
    should_hold,
    stack_of,
)

BANK = 2


def bought(*seats: int, cents: int = 500, is_paid: bool = False) -> Stack:
    return Stack(what=What.BOUGHT, bank=BANK, seats=seats, cents=cents, is_paid=is_paid)


def returned(seat: int, cents: int, *, is_paid: bool = True) -> Stack:
    return Stack(what=What.RETURNED, bank=BANK, seats=(seat,), cents=cents, is_paid=is_paid)


def pay(payer: int, payee: int, cents: int) -> Payment:
    return Payment(payer=payer, payee=payee, cents=cents)


LENT = bought(1, 2, 3)
PAID = bought(1, 2, 3, is_paid=True)


def test_a_line_is_read_as_the_chips_it_moved() -> None:
    act = {"what": "returned", "bank": BANK, "seats": [1], "cents": 70, "paid": True}
    assert stack_of(act=act) == returned(1, 70)


def test_chips_are_out_until_they_are_handed_back() -> None:
    stacks = [LENT, bought(1, cents=100, is_paid=True), returned(1, 250), returned(3, 500)]
    assert chips_out(stacks=stacks) == {1: 350, 2: 500, 3: 0}


@pytest.mark.parametrize(
    ("stacks", "owed"),
    [
        ([], 0),
        ([bought(3)], 0),
        ([PAID], 0),
        ([LENT], 500),
        ([LENT, bought(1, cents=100)], 600),
        ([LENT, returned(1, 200, is_paid=False)], 300),
        ([LENT, returned(1, 620, is_paid=False)], -120),
        ([LENT, returned(1, 200)], 0),
        ([LENT, returned(3, 200)], 500),
        ([LENT, returned(1, 200), bought(1, cents=50)], 50),
    ],
)
def test_what_a_seat_was_not_paid_for_is_settled_with_the_first_cash_it_gets_back(
    stacks: list[Stack], owed: int
) -> None:
    assert not_paid_for(stacks=stacks, seat=1) == owed


@pytest.mark.parametrize(
    ("stack", "before", "cash"),
    [
        (LENT, [], ()),
        (PAID, [], (pay(1, BANK, 500), pay(3, BANK, 500))),
        (returned(1, 620, is_paid=False), [LENT], ()),
        (returned(1, 620), [PAID], (pay(BANK, 1, 620),)),
        (returned(1, 620), [LENT], (pay(BANK, 1, 120),)),
        (returned(1, 500), [LENT], ()),
        (returned(1, 300), [LENT], (pay(1, BANK, 200),)),
        (returned(BANK, 300), [LENT], ()),
    ],
)
def test_cash_that_changes_hands_with_chips(stack: Stack, before: list[Stack], cash: tuple[Payment, ...]) -> None:
    assert cash_of(stack=stack, before=iter(before)) == cash


def test_a_seat_should_hold_what_it_took_and_won() -> None:
    assert should_hold(out={2: 500, 1: 500, 3: 90}, won=[{1: 180, 3: -90}, {2: -5, 4: 5}]) == {1: 680, 2: 495, 4: 5}


@pytest.mark.parametrize(
    ("counted", "due", "more"),
    [({1: 620, 2: 380}, {1: 590, 2: 410}, {1: 30, 2: -30}), ({1: 5}, {1: 5}, {}), ({3: 5}, {1: 5}, {1: -5, 3: 5})],
)
def test_a_count_differs_by_what_each_holds_more_or_less(
    counted: dict[int, int], due: dict[int, int], more: dict[int, int]
) -> None:
    assert differences(counted=counted, due=due) == more


def test_where_a_count_decides_who_holds_less_pays_who_holds_more() -> None:
    assert decided(more={1: 30, 2: -50, 3: 20}) == (pay(2, 1, 30), pay(2, 3, 20))
