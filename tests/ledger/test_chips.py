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
from tests.ledger.references import pay

BANK = 2


def bought(*seats: int, cents: int = 500, is_paid: bool = False) -> Stack:
    return Stack(what=What.BOUGHT, bank=BANK, seats=seats, cents=cents, is_paid=is_paid)


def returned(seat: int, cents: int, *, is_paid: bool = True) -> Stack:
    return Stack(what=What.RETURNED, bank=BANK, seats=(seat,), cents=cents, is_paid=is_paid)


LENT = bought(1, 2, 3)
PAID = bought(1, 2, 3, is_paid=True)


def test_chips_of_the_lines_are_out_until_they_are_handed_back() -> None:
    back = stack_of(act={"what": "returned", "bank": BANK, "seats": [1], "cents": 250, "paid": True})
    assert back == returned(1, 250)
    stacks = [LENT, bought(1, cents=100, is_paid=True), back, returned(3, 500)]
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


def test_where_a_count_decides_who_holds_less_pays_who_holds_more() -> None:
    more = differences(counted={1: 620, 2: 360, 4: 20, 5: 7}, due={1: 590, 2: 410, 5: 7})
    assert more == {1: 30, 2: -50, 4: 20}
    assert differences(counted={3: 5}, due={1: 5}) == {1: -5, 3: 5}
    assert decided(more=more) == (pay(2, 1, 30), pay(2, 4, 20))
