"""Chips and the cash for them. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from scoring.frozen import Frozen
from scoring.ledger.lines import Line, Payment, one_pays_other
from scoring.ledger.settlement import settle_plainly
from scoring.people import Person


class ChipMove(StrEnum):
    BOUGHT = "bought"
    RETURNED = "returned"
    COUNTED = "counted"
    TAKEN_OVER = "taken_over"


class Stack(Frozen):
    """Chips that each seat took or handed back."""

    what: ChipMove
    bank: int
    seats: tuple[int, ...]
    cents: int
    is_paid: bool


class Holder(Frozen):
    """The value of a seat's chips: taken, due, counted."""

    seat: int
    player: Person
    out_cents: int
    due_cents: int
    counted_cents: int | None

    @property
    def more_cents(self) -> int:
        return 0 if self.counted_cents is None else self.counted_cents - self.due_cents


class Chips(Frozen):
    """The chips of a night.

    `bank` is 0 without chips and holds `held_cents` in cash. A count `is_over` once chips move after it. `suspected`
    lines moved exactly the difference.
    """

    bank: int = 0
    held_cents: int = 0
    stacks: tuple[Stack, ...] = ()
    holders: tuple[Holder, ...] = ()
    count: Line | None = None
    is_over: bool = False
    suspected: tuple[Line, ...] = ()

    @property
    def out_cents(self) -> int:
        return sum(holder.out_cents for holder in self.holders)

    @property
    def differing(self) -> tuple[Holder, ...]:
        return tuple(holder for holder in self.holders if holder.more_cents)

    @property
    def due(self) -> dict[int, int]:
        return {holder.seat: holder.due_cents for holder in self.holders if holder.due_cents}


class Bank:
    """The bank after some moves of chips.

    `out` are the chips of each seat, `unpaid` the ones not paid yet, negative if the bank owes the seat. `cash_cents`
    is the cash of the bank, negative if it paid out more.
    """

    def __init__(self, stacks: Iterable[Stack] = ()) -> None:
        self.seat = self.cash_cents = 0
        self.out: Counter[int] = Counter()
        self.unpaid: Counter[int] = Counter()
        for stack in stacks:
            self.add(stack)

    def add(self, stack: Stack) -> None:
        if stack.what is not ChipMove.TAKEN_OVER:
            self.cash_cents += sum(
                paid.cents if paid.payee == stack.bank else -paid.cents for paid in self.cash_for(stack)
            )
        cents = stack.cents if stack.what is ChipMove.BOUGHT else -stack.cents
        for seat in stack.seats:
            self.out[seat] += cents
            # Players do not pay for chips of their own bank. These chips become unpaid when another seat takes the bank
            # over.
            if not stack.is_paid or seat == stack.bank:
                self.unpaid[seat] += cents
            elif stack.what is ChipMove.RETURNED:
                self.unpaid[seat] = 0
        self.seat = stack.bank

    def cash_for(self, stack: Stack) -> tuple[Payment, ...]:
        if stack.what is ChipMove.TAKEN_OVER:
            # The new bank will pay the chips back, so it gets the cash for them.
            return one_pays_other(self.seat, stack.bank, cents=self.cash_cents)
        paying = [seat for seat in stack.seats if stack.is_paid and seat != stack.bank]
        bought = stack.what is ChipMove.BOUGHT
        # Returned chips first cancel the unpaid chips of the same seat. The bank pays only the rest.
        cents = {seat: stack.cents if bought else self.unpaid[seat] - stack.cents for seat in paying}
        return tuple(paid for seat in paying for paid in one_pays_other(seat, stack.bank, cents=cents[seat]))


def stack_of(*, act: Mapping[str, Any]) -> Stack:
    what = ChipMove(act["what"])
    if what is ChipMove.TAKEN_OVER:
        return Stack(what=what, bank=act["bank"], seats=(), cents=0, is_paid=True)
    return Stack(what=what, bank=act["bank"], seats=tuple(act["seats"]), cents=act["cents"], is_paid=act["paid"])


def resting_on(*, line: Line, lines: Iterable[Line]) -> Line | None:
    """Return the last later move that needs a line."""
    before, without, last = Bank(), Bank(), None
    for each in lines:
        stack = stack_of(act=each.act)
        if each.number > line.number:
            # Every move after a change of bank needs that change.
            rests = ChipMove.TAKEN_OVER in (stack.what, line.act["what"])
            if stack.what is ChipMove.RETURNED and not rests:
                # Without the line the seat could not return so many chips, or would get other cash.
                rests = without.cash_for(stack) != before.cash_for(stack) or stack.cents > without.out.total()
            last = each if rests else last
        before.add(stack)
        if each.number != line.number:
            without.add(stack)
    return last


def decided(*, counted: Mapping[int, int], due: Mapping[int, int]) -> tuple[Payment, ...]:
    """Return the payments that make balances match the count."""
    seats = sorted({*counted, *due})
    return settle_plainly(balances={seat: counted.get(seat, 0) - due.get(seat, 0) for seat in seats})
