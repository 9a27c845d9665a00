"""The tong of a night, with its expenses. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from scoring.frozen import Frozen
from scoring.ledger.lines import Line, Payment, one_pays_other
from scoring.ledger.seatings import Seatings
from scoring.money import round_to_coin

HIGHEST_PERCENT = 50


class TongBase(StrEnum):
    WIN = "win"
    HAND = "hand"


class TongRule(Frozen):
    """A rule for hands after `since`. Zeros end the tong."""

    since: int
    every: TongBase
    cents: int
    percent: int
    coin_cents: int
    holder: int


class Expense(Frozen):
    """An expense. `seat` is its keeper, 0 if unknown."""

    line: Line
    seat: int
    cents: int


class Tong(Frozen):
    """The totals of a tong. `open` payments are not taken yet."""

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
    rules = []
    for line in about:
        if line.act["what"] == "rule":
            terms = {name: line.act[name] for name in ("cents", "percent", "coin_cents", "holder")}
            rules.append(TongRule(since=line.number, every=TongBase(line.act["every"]), **terms))
    spent = tuple(
        Expense(line=line, seat=keeper_at(holders=holders, line=line.number), cents=line.act["cents"])
        for line in about
        if line.act["what"] == "spent"
    )
    taken, kept = (paid for line in about for paid in line.payments), ((each.seat, each.cents) for each in spent)
    due, holder = dues(rules=rules, hands=hands, seatings=seatings), holders[max(holders)] if holders else 0
    return Tong(
        rule=rules[-1] if rules and (rules[-1].cents or rules[-1].percent) else None,
        holder=holder,
        pot_cents=sum(due.values()),
        spent=spent,
        open=to_take(due=due, taken=taken, spent=kept, holder=holder),
    )


def dues(*, rules: Sequence[TongRule], hands: Iterable[Line], seatings: Seatings) -> dict[int, int]:
    """Return the cents that each seat owes to the tong."""
    due: defaultdict[int, int] = defaultdict(int)
    for hand in hands:
        # Players agreed on the tong before the hand, so a later rule must not change what it paid.
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
    """Return the last holder before a line, or 0."""
    return holders[max(before)] if (before := [number for number in holders if number < line]) else 0


def to_take(
    *, due: Mapping[int, int], taken: Iterable[Payment], spent: Iterable[tuple[int, int]], holder: int
) -> tuple[Payment, ...]:
    """Return payments that bring the rest to the holder."""
    owed: defaultdict[int, int] = defaultdict(int, due)
    # A former keeper already spent the expenses, so only the rest goes to the new holder.
    for seat, cents in spent:
        owed[seat] -= cents
    for paid in taken:
        owed[paid.payer] -= paid.cents
        owed[paid.payee] += paid.cents
    # Seat 0 is a keeper whose line was undone, so that player is unknown.
    others = (seat for seat in sorted(owed) if seat not in (0, holder))
    return tuple(paid for seat in others for paid in one_pays_other(seat, holder, cents=owed[seat]))
