"""Chips: who took how many from the bank, the cash they moved, and what a count differs by. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.ledger.balances import Payment
from scoring.ledger.lines import Line
from scoring.ledger.settlement import settle_plainly
from scoring.people import Person


class What(StrEnum):
    """What a line of chips records."""

    BOUGHT = "bought"
    RETURNED = "returned"
    COUNTED = "counted"
    TAKEN_OVER = "taken_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Chips worth so many cents that each of the seats took from the bank, or handed back to it.

    `is_paid` says that cash was handed over with them; otherwise they are settled with the night. A bank that has
    TAKEN_OVER moves none, but gets the cash that was paid for them.
    """

    what: What
    bank: int
    seats: tuple[int, ...]
    cents: int
    is_paid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A seat: the chips it took, without those it handed back, and those it should hold now.

    `counted_cents` is None where nobody has counted yet.
    """

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
    """The chips of a night so far; without a `bank` (0) there are none.

    `count` is the last count, `is_over` tells that chips were moved after it. `suspected` are the lines that moved
    just what the count differs by.
    """

    bank: int = 0
    stacks: tuple[Stack, ...] = ()
    holders: tuple[Holder, ...] = ()
    count: Line | None = None
    is_over: bool = False
    suspected: tuple[Line, ...] = ()

    @property
    def suspects(self) -> tuple[int, ...]:
        """Return the numbers of the lines that are suspected."""
        return tuple(line.number for line in self.suspected)

    @property
    def held_cents(self) -> int:
        """Return the cash that the bank holds for chips, which goes to whoever takes it over."""
        return cash_in_bank(stacks=self.stacks)

    @property
    def out_cents(self) -> int:
        return sum(holder.out_cents for holder in self.holders)

    @property
    def differing(self) -> tuple[Holder, ...]:
        """Return those for whom the last count differs from the lines as they stand."""
        return tuple(holder for holder in self.holders if holder.more_cents)

    @property
    def due(self) -> dict[int, int]:
        return {holder.seat: holder.due_cents for holder in self.holders if holder.due_cents}


def stack_of(*, act: Mapping[str, Any]) -> Stack:
    """Return the chips that a line moved between bank and seats."""
    what = What(act["what"])
    if what is What.TAKEN_OVER:
        return Stack(what=what, bank=act["bank"], seats=(), cents=0, is_paid=True)
    return Stack(what=what, bank=act["bank"], seats=tuple(act["seats"]), cents=act["cents"], is_paid=act["paid"])


def bank_of(*, stacks: Sequence[Stack]) -> int:
    """Return the seat that is the bank after these lines, 0 for none."""
    return stacks[-1].bank if stacks else 0


def chips_out(*, stacks: Iterable[Stack]) -> dict[int, int]:
    """Return the chips each seat took from the bank, without those it handed back."""
    out: dict[int, int] = {}
    for stack in stacks:
        for seat in stack.seats:
            out[seat] = out.get(seat, 0) + (stack.cents if stack.what is What.BOUGHT else -stack.cents)
    return out


def not_paid_for(*, stacks: Iterable[Stack], seat: int) -> int:
    """Return what a seat still owes the bank for its chips, below 0 what the bank still owes for those it took back.

    Nobody pays for chips of their own bank: once somebody else takes it over, they are not paid for yet.
    """
    owed = 0
    for stack in stacks:
        if seat in stack.seats and (not stack.is_paid or seat == stack.bank):
            owed += stack.cents if stack.what is What.BOUGHT else -stack.cents
        elif seat in stack.seats and stack.what is What.RETURNED:
            owed = 0
    return owed


def cash_in_bank(*, stacks: Sequence[Stack]) -> int:
    """Return the cash that the bank holds for chips, below 0 where it gave more than it got.

    >>> cash_in_bank(stacks=[Stack(what=What.BOUGHT, bank=2, seats=(1, 2, 3), cents=500, is_paid=True)])
    1000
    """
    moved = [
        (paid.cents if paid.payee == stack.bank else -paid.cents)
        for place, stack in enumerate(stacks)
        if stack.what is not What.TAKEN_OVER
        for paid in cash_of(stack=stack, before=stacks[:place])
    ]
    return sum(moved)


def cash_of(*, stack: Stack, before: Iterable[Stack]) -> tuple[Payment, ...]:
    """Return the cash that changes hands with chips; whoever hands some back first pays for those not paid yet.

    The bank before hands over what it holds to the one that takes over.

    >>> lent = Stack(what=What.BOUGHT, bank=2, seats=(1, 2), cents=500, is_paid=False)
    >>> back = Stack(what=What.RETURNED, bank=2, seats=(1,), cents=620, is_paid=True)
    >>> cash_of(stack=back, before=[lent])
    (Payment(payer=2, payee=1, cents=120),)
    """
    if not stack.is_paid:
        return ()
    before = tuple(before)
    if stack.what is What.TAKEN_OVER:
        cents, bank = cash_in_bank(stacks=before), bank_of(stacks=before)
        payer, payee = (bank, stack.bank) if cents > 0 else (stack.bank, bank)
        return (Payment(payer=payer, payee=payee, cents=abs(cents)),) if cents else ()
    paid = []
    for seat in stack.seats:
        is_bought = stack.what is What.BOUGHT
        cents = stack.cents if is_bought else not_paid_for(stacks=before, seat=seat) - stack.cents
        if cents and seat != stack.bank:
            payer, payee = (seat, stack.bank) if cents > 0 else (stack.bank, seat)
            paid.append(Payment(payer=payer, payee=payee, cents=abs(cents)))
    return tuple(paid)


def resting_on(*, line: Line, lines: Iterable[Line]) -> Line | None:
    """Return the last of the lines that moved chips, in order, that rests on one of them.

    That is chips handed back that could not have been, or for other cash, without those of the line; another bank that
    took over after it; and what was taken or handed back after the line by which a bank took over.
    """
    before: list[Stack] = []
    without: list[Stack] = []
    last = None
    for each in lines:
        stack = stack_of(act=each.act)
        if each.number > line.number and What.TAKEN_OVER in (stack.what, line.act["what"]):
            last = each
        elif each.number > line.number and stack.what is What.RETURNED:
            is_same = cash_of(stack=stack, before=without) == cash_of(stack=stack, before=before)
            if not is_same or stack.cents > sum(chips_out(stacks=without).values()):
                last = each
        before.append(stack)
        if each.number != line.number:
            without.append(stack)
    return last


def should_hold(*, out: Mapping[int, int], won: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """Return the chips each seat should hold: those it took and what it won, each sum in `won` from another source."""
    due = dict(out)
    for each in won:
        for seat, cents in each.items():
            due[seat] = due.get(seat, 0) + cents
    return {seat: cents for seat, cents in sorted(due.items()) if cents}


def differences(*, counted: Mapping[int, int], due: Mapping[int, int]) -> dict[int, int]:
    """Return what each seat holds more (> 0) or less than it should.

    >>> differences(counted={1: 620, 2: 380}, due={1: 590, 2: 410})
    {1: 30, 2: -30}
    """
    more = {seat: counted.get(seat, 0) - due.get(seat, 0) for seat in sorted({*counted, *due})}
    return {seat: cents for seat, cents in more.items() if cents}


def decided(*, more: Mapping[int, int]) -> tuple[Payment, ...]:
    """Return the payments after which everybody has what they counted.

    >>> decided(more={1: 30, 2: -30})
    (Payment(payer=2, payee=1, cents=30),)
    """
    return settle_plainly(balances=more)
