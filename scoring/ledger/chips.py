"""Chips: who took how many from the bank, the cash they moved, and what a count differs by. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.ledger.lines import Line, Payment, one_pays_other
from scoring.ledger.settlement import settle_plainly
from scoring.people import Person


class What(StrEnum):
    BOUGHT = "bought"
    RETURNED = "returned"
    COUNTED = "counted"
    TAKEN_OVER = "taken_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Chips worth so many cents that each of the seats took from the bank, or handed back to it.

    They are settled with the night unless cash went with them (`is_paid`). A bank that has TAKEN_OVER gets that cash.
    """

    what: What
    bank: int
    seats: tuple[int, ...]
    cents: int
    is_paid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A seat: the chips it took less those handed back, and those it should hold; None were counted before a count."""

    seat: int
    player: Person
    out_cents: int
    due_cents: int
    counted_cents: int | None

    @property
    def more_cents(self) -> int:
        """Return how much more was counted than should be there, below 0 how much less."""
        return 0 if self.counted_cents is None else self.counted_cents - self.due_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """The chips of a night so far; without a `bank` (0) there are none. The bank holds `held_cents` of cash for them.

    `is_over` tells that chips were moved after the last `count`; `suspected` lines moved just what it differs by.
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
    """The bank after some lines: its `seat`, and by seat the chips `out` and what of them was not `unpaid` for yet.

    Below 0 it still owes for chips it took back. `cash_cents` is the cash it holds, below 0 what it gave beyond that.
    Nobody pays for chips of their own bank: once somebody else takes it over, they are not paid for yet.
    """

    def __init__(self, stacks: Iterable[Stack] = ()) -> None:
        self.seat = self.cash_cents = 0
        self.out: Counter[int] = Counter()
        self.unpaid: Counter[int] = Counter()
        for stack in stacks:
            self.add(stack)

    def add(self, stack: Stack) -> None:
        if stack.what is not What.TAKEN_OVER:
            self.cash_cents += sum(
                paid.cents if paid.payee == stack.bank else -paid.cents for paid in self.cash_for(stack)
            )
        cents = stack.cents if stack.what is What.BOUGHT else -stack.cents
        for seat in stack.seats:
            self.out[seat] += cents
            if not stack.is_paid or seat == stack.bank:
                self.unpaid[seat] += cents
            elif stack.what is What.RETURNED:
                self.unpaid[seat] = 0
        self.seat = stack.bank

    def cash_for(self, stack: Stack) -> tuple[Payment, ...]:
        """Return the cash that changes hands with chips; chips handed back first pay for those not paid yet.

        The bank hands over what it holds to the one that takes over.
        """
        if stack.what is What.TAKEN_OVER:
            return one_pays_other(self.seat, stack.bank, cents=self.cash_cents)
        paying = [seat for seat in stack.seats if stack.is_paid and seat != stack.bank]
        bought = stack.what is What.BOUGHT
        cents = {seat: stack.cents if bought else self.unpaid[seat] - stack.cents for seat in paying}
        return tuple(paid for seat in paying for paid in one_pays_other(seat, stack.bank, cents=cents[seat]))


def stack_of(*, act: Mapping[str, Any]) -> Stack:
    what = What(act["what"])
    if what is What.TAKEN_OVER:
        return Stack(what=what, bank=act["bank"], seats=(), cents=0, is_paid=True)
    return Stack(what=what, bank=act["bank"], seats=tuple(act["seats"]), cents=act["cents"], is_paid=act["paid"])


def resting_on(*, line: Line, lines: Iterable[Line]) -> Line | None:
    """Return the last of the lines that moved chips, in order, that rests on one of them.

    That is chips handed back that could not have been, or for other cash, without those of the line; another bank that
    took over after it; and what was taken or handed back after the line by which a bank took over.
    """
    before, without, last = Bank(), Bank(), None
    for each in lines:
        stack = stack_of(act=each.act)
        if each.number > line.number:
            rests = What.TAKEN_OVER in (stack.what, line.act["what"])
            if stack.what is What.RETURNED and not rests:
                rests = without.cash_for(stack) != before.cash_for(stack) or stack.cents > without.out.total()
            last = each if rests else last
        before.add(stack)
        if each.number != line.number:
            without.add(stack)
    return last


def decided(*, counted: Mapping[int, int], due: Mapping[int, int]) -> tuple[Payment, ...]:
    """Return the payments after which everybody has what they counted."""
    seats = sorted({*counted, *due})
    return settle_plainly(balances={seat: counted.get(seat, 0) - due.get(seat, 0) for seat in seats})
