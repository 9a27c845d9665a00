"""The chips of a night: who is the bank, what each took and should hold, and how the last count differs."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.ledger import balances
from scoring.ledger.chips import (
    Stack,
    What,
    bank_of,
    cash_in_bank,
    cash_of,
    chips_out,
    differences,
    should_hold,
    stack_of,
)
from scoring.ledger.kinds import PLAYED
from scoring.models import Entry, EntryKind, Payment, Session
from scoring.people import Person
from scoring.queries.table import tables
from scoring.queries.table.seatings import position_of
from scoring.queries.table.tong import tong_of

_MOVES_CHIPS = (*PLAYED, EntryKind.MATCH, EntryKind.FREE)


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

    `count` is the last count, `is_over` tells that chips were moved after it. `suspected` are the lines
    that moved just what the count differs by, by number, with their times.
    """

    bank: int
    stacks: tuple[Stack, ...]
    holders: tuple[Holder, ...]
    count: Entry | None
    is_over: bool
    suspected: tuple[tuple[int, datetime], ...]

    @property
    def suspects(self) -> tuple[int, ...]:
        """Return the numbers of the lines that are suspected."""
        return tuple(number for number, _at in self.suspected)

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


def chips_of(*, session: Session) -> Chips:
    """Return the chips of a night, in one query where it has none."""
    lines = tuple(session.entries.standing().of_kind(EntryKind.CHIPS).order_by("number"))
    counts = [line for line in lines if line.act["what"] == What.COUNTED]
    stacks = tuple(stack_of(act=line.act) for line in lines if line not in counts)
    if not stacks:
        return Chips(bank=0, stacks=(), holders=(), count=None, is_over=False, suspected=())
    count = counts[-1] if counts else None
    counted = {seat: cents for seat, cents, _ in count.act["chips"]} if count else {}
    holders = _holders(session, stacks, counted if count else None)
    more = {holder.seat: holder.more_cents for holder in holders if holder.more_cents}
    moving = (What.BOUGHT, What.RETURNED)
    last = max((line.number for line in lines if line.act["what"] in moving), default=0)
    return Chips(
        bank=bank_of(stacks=stacks),
        stacks=stacks,
        holders=holders,
        count=count,
        is_over=count is not None and (last > count.number or _was_played_after(count)),
        suspected=_lines_that_moved(count, more) if count and more else (),
    )


def _holders(session: Session, stacks: tuple[Stack, ...], counted: Mapping[int, int] | None) -> tuple[Holder, ...]:
    seats, out = tables.results(session=session), chips_out(stacks=stacks)
    won = {seat.number: seat.result_cents + seat.apart_cents for seat in seats}
    tong = balances.results(seats=won, payments=tong_of(session=session).open)
    due = should_hold(out=out, won=(won, tong))
    return tuple(
        Holder(
            seat=seat.number,
            player=seat.player,
            out_cents=out.get(seat.number, 0),
            due_cents=due.get(seat.number, 0),
            counted_cents=None if counted is None else counted.get(seat.number, 0),
        )
        for seat in seats
    )


def _was_played_after(count: Entry) -> bool:
    """Tell whether play went on after a count; a hand that was corrected stands where it was played."""
    later = (
        Entry.objects.standing()
        .of_kind(*_MOVES_CHIPS)
        .filter(session=count.session_id, number__gt=count.number)
        .select_related("hand")
    )
    return any(position_of(entry=line) > count.number for line in later)


def _lines_that_moved(count: Entry, more: dict[int, int]) -> tuple[tuple[int, datetime], ...]:
    """Return the lines before a count whose chips were not handed over, or twice, if that is all that differs."""
    moved: defaultdict[tuple[int, datetime], defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
    paid = Payment.objects.standing().filter(
        entry__session=count.session_id, entry__number__lt=count.number, entry__kind__in=_MOVES_CHIPS, cash=False
    )
    columns = ("entry__number", "entry__recorded_at", "payer__number", "payee__number", "amount_cents")
    for number, at, payer, payee, cents in paid.values_list(*columns):
        moved[number, at][payer] -= cents
        moved[number, at][payee] += cents
    forgotten = differences(counted={}, due=more)
    return tuple(
        line for line, moves in sorted(moved.items()) if differences(counted=moves, due={}) in (more, forgotten)
    )


def returned_on(*, entry: Entry) -> Entry | None:
    """Return the last line of chips that rests on an entry.

    That is chips handed back that could not have been, or for other cash, without those of the entry; another bank that
    took over after it; and what was taken or handed back after the entry by which a bank took over.
    """
    if entry.kind != EntryKind.CHIPS or entry.act["what"] == What.COUNTED:
        return None
    lines = Entry.objects.standing().of_kind(EntryKind.CHIPS).filter(session=entry.session_id).order_by("number")
    before: list[Stack] = []
    without: list[Stack] = []
    last = None
    for line in lines.exclude(act__what=What.COUNTED.value):
        stack = stack_of(act=line.act)
        if line.number > entry.number and What.TAKEN_OVER in (stack.what, entry.act["what"]):
            last = line
        elif line.number > entry.number and stack.what is What.RETURNED:
            is_same = cash_of(stack=stack, before=without) == cash_of(stack=stack, before=before)
            if not is_same or stack.cents > sum(chips_out(stacks=without).values()):
                last = line
        before.append(stack)
        if line != entry:
            without.append(stack)
    return last


def decided_after(*, entry: Entry) -> Entry | None:
    """Return the count after a line that decides what everybody has, None before it or for what moves no chips."""
    if entry.kind not in (*_MOVES_CHIPS, EntryKind.TONG, EntryKind.CHIPS):
        return None
    later = Entry.objects.standing().of_kind(EntryKind.CHIPS).filter(session=entry.session_id, act__decides=True)
    return later.filter(number__gt=entry.number).order_by("number").first()
