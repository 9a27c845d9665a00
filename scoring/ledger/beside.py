"""Money beside the hands, in nobody's result: chips and what a count differs by, the tong. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.ledger.lines import Line, Payment, one_pays_other
from scoring.ledger.seatings import Seatings
from scoring.ledger.settlement import settle_plainly
from scoring.money import round_to_coin
from scoring.people import Person

HIGHEST_PERCENT = 50


class ChipMove(StrEnum):
    BOUGHT = "bought"
    RETURNED = "returned"
    COUNTED = "counted"
    TAKEN_OVER = "taken_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Chips worth so many cents that each of the seats took from the bank, or handed back to it.

    They are settled with the night unless cash went with them (`is_paid`). A bank that has TAKEN_OVER gets that cash.
    """

    what: ChipMove
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
        if stack.what is not ChipMove.TAKEN_OVER:
            self.cash_cents += sum(
                paid.cents if paid.payee == stack.bank else -paid.cents for paid in self.cash_for(stack)
            )
        cents = stack.cents if stack.what is ChipMove.BOUGHT else -stack.cents
        for seat in stack.seats:
            self.out[seat] += cents
            if not stack.is_paid or seat == stack.bank:
                self.unpaid[seat] += cents
            elif stack.what is ChipMove.RETURNED:
                self.unpaid[seat] = 0
        self.seat = stack.bank

    def cash_for(self, stack: Stack) -> tuple[Payment, ...]:
        """Return the cash that changes hands with chips; chips handed back first pay for those not paid yet.

        The bank hands over what it holds to the one that takes over.
        """
        if stack.what is ChipMove.TAKEN_OVER:
            return one_pays_other(self.seat, stack.bank, cents=self.cash_cents)
        paying = [seat for seat in stack.seats if stack.is_paid and seat != stack.bank]
        bought = stack.what is ChipMove.BOUGHT
        cents = {seat: stack.cents if bought else self.unpaid[seat] - stack.cents for seat in paying}
        return tuple(paid for seat in paying for paid in one_pays_other(seat, stack.bank, cents=cents[seat]))


def stack_of(*, act: Mapping[str, Any]) -> Stack:
    what = ChipMove(act["what"])
    if what is ChipMove.TAKEN_OVER:
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
            rests = ChipMove.TAKEN_OVER in (stack.what, line.act["what"])
            if stack.what is ChipMove.RETURNED and not rests:
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


# The tong: a share of each win, or of each hand, for the house or the snacks.


class TongBase(StrEnum):
    """Of what a share is taken: of a win by its winner, or of a hand by everybody who plays it."""

    WIN = "win"
    HAND = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class TongRule:
    """What is taken from the hands after a line (`since`): so many cents, or per cent of a win, rounded down to coins.

    `holder` is the seat that keeps it. A rule that takes nothing ends the tong.
    """

    since: int
    every: TongBase
    cents: int
    percent: int
    coin_cents: int
    holder: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expense:
    """What some of the tong was spent on, by the seat that kept it then, 0 where that is not known."""

    line: Line
    seat: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tong:
    """The tong of a night so far; `rule` is None where there is none now. `open` is what is not yet taken."""

    rule: TongRule | None
    holder: int
    pot_cents: int
    spent: tuple[Expense, ...]
    open: tuple[Payment, ...]

    @property
    def spent_cents(self) -> int:
        return sum(each.cents for each in self.spent)

    @property
    def left_cents(self) -> int:
        return self.pot_cents - self.spent_cents


def tong_of(*, about: Sequence[Line], hands: Iterable[Line], seatings: Seatings) -> Tong:
    holders = {line.number: line.act["holder"] for line in about if "holder" in line.act}
    rules = [rule_of(line=line.number, act=line.act) for line in about if line.act["what"] == "rule"]
    spent = tuple(
        Expense(line=line, seat=keeper_at(holders=holders, line=line.number), cents=line.act["cents"])
        for line in about
        if line.act["what"] == "spent"
    )
    due, holder = dues(rules=rules, hands=hands, seatings=seatings), holders[max(holders)] if holders else 0
    return Tong(
        rule=rules[-1] if rules and (rules[-1].cents or rules[-1].percent) else None,
        holder=holder,
        pot_cents=sum(due.values()),
        spent=spent,
        open=to_take(
            due=due,
            taken=(paid for line in about for paid in line.payments),
            spent=((each.seat, each.cents) for each in spent),
            holder=holder,
        ),
    )


def rule_of(*, line: int, act: Mapping[str, Any]) -> TongRule:
    said = {name: act[name] for name in ("cents", "percent", "coin_cents", "holder")}
    return TongRule(since=line, every=TongBase(act["every"]), **said)


def dues(*, rules: Sequence[TongRule], hands: Iterable[Line], seatings: Seatings) -> dict[int, int]:
    """Return what each seat owes the tong for the hands that count, each under the rule of its time."""
    due: defaultdict[int, int] = defaultdict(int)
    for hand in hands:
        rule = max((rule for rule in rules if rule.since < hand.position), key=lambda rule: rule.since, default=None)
        if rule is None or not hand.counts:
            continue
        if rule.every is TongBase.HAND:
            for seat in seatings.at(position=hand.position).seats:
                due[seat] += rule.cents
        elif hand.winner is not None:
            share = sum(paid.cents for paid in hand.owed if paid.payee == hand.winner) * rule.percent // 100
            due[hand.winner] += rule.cents + round_to_coin(cents=share, coin_cents=rule.coin_cents, up=False)
    return due


def keeper_at(*, holders: Mapping[int, int], line: int) -> int:
    """Return who kept the tong when a line was recorded, by the lines that name one; 0 for nobody."""
    return holders[max(before)] if (before := [number for number in holders if number < line]) else 0


def to_take(
    *, due: Mapping[int, int], taken: Iterable[Payment], spent: Iterable[tuple[int, int]], holder: int
) -> tuple[Payment, ...]:
    """Return what each seat still owes whoever keeps the tong now, or gets back: then the holder has what is left.

    Whoever kept it before passes on what they took and gets what they `spent` of it.
    """
    owed: defaultdict[int, int] = defaultdict(int, due)
    for seat, cents in spent:
        owed[seat] -= cents
    for paid in taken:
        owed[paid.payer] -= paid.cents
        owed[paid.payee] += paid.cents
    # 0: who spent it is not known, as the line that said so was taken back
    others = (seat for seat in sorted(owed) if seat not in (0, holder))
    return tuple(paid for seat in others for paid in one_pays_other(seat, holder, cents=owed[seat]))
