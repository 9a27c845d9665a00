"""The tong of a night: what it is, who keeps it, what is in it and what it was spent on."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from scoring.games import dealing
from scoring.ledger.balances import Payment
from scoring.ledger.tong import Every, TongHand, TongRule, dues, keeper_at, to_take
from scoring.models import Entry, EntryKind, Hand, Session
from scoring.models import Payment as PaymentRow
from scoring.queries.table.seatings import seatings_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What some of the tong was spent on, by the seat that kept it then."""

    entry: Entry
    seat: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tong:
    """The tong of a night so far; `rule` is None where there is none now. `open` is what is not yet taken."""

    rule: TongRule | None
    holder: int
    pot_cents: int
    spent: tuple[Spent, ...]
    open: tuple[Payment, ...]

    @property
    def spent_cents(self) -> int:
        return sum(each.cents for each in self.spent)

    @property
    def left_cents(self) -> int:
        return self.pot_cents - self.spent_cents


def rule_of(*, line: int, act: dict[str, Any]) -> TongRule:
    """Return the rule that a line records."""
    return TongRule(
        since=line,
        every=Every(act["every"]),
        cents=act["cents"],
        percent=act["percent"],
        coin_cents=act["coin_cents"],
        holder=act["holder"],
    )


def tong_of(*, session: Session, without: Entry | None = None) -> Tong:
    """Return the tong of a night, or what it would be `without` a line, in one query where it has none."""
    standing = session.entries.standing().of_kind(EntryKind.TONG).order_by("number")
    lines = tuple(line for line in standing if line != without)
    holders = {line.number: line.act["holder"] for line in lines if "holder" in line.act}
    spent = tuple(
        Spent(entry=line, seat=keeper_at(holders=holders, line=line.number), cents=line.act["cents"])
        for line in lines
        if line.act["what"] == "spent"
    )
    rules = tuple(rule_of(line=line.number, act=line.act) for line in lines if line.act["what"] == "rule")
    if not holders:
        return Tong(rule=None, holder=0, pot_cents=0, spent=spent, open=())
    holder, due = holders[max(holders)], dues(rules=rules, hands=_hands(session, without=without))
    spent_by: defaultdict[int, int] = defaultdict(int)
    for each in spent:
        spent_by[each.seat] += each.cents
    return Tong(
        rule=rules[-1] if rules and (rules[-1].cents or rules[-1].percent) else None,
        holder=holder,
        pot_cents=sum(due.values()),
        spent=spent,
        open=to_take(due=due, taken=_taken(session), spent=spent_by, holder=holder),
    )


def _hands(session: Session, *, without: Entry | None) -> list[TongHand]:
    seatings = seatings_of(session=session)
    hands = Hand.objects.standing().filter(session=session).select_related("entry")
    received: defaultdict[int, dict[int, int]] = defaultdict(dict)
    paid = PaymentRow.objects.filter(entry__in=hands.values("entry"))
    for entry, seat, cents in paid.values_list("entry_id", "payee__number", "amount_cents"):
        received[entry][seat] = received[entry].get(seat, 0) + cents
    return [
        TongHand(
            position=hand.position,
            winner=hand.winner,
            won_cents=received[hand.entry_id].get(hand.winner or 0, 0),
            seats=seatings.at(position=hand.position).seats,
        )
        for hand in hands
        if hand.entry != without and dealing.counts(act=hand.entry.act)
    ]


def _taken(session: Session) -> list[Payment]:
    paid = PaymentRow.objects.standing().filter(entry__session=session, entry__kind=EntryKind.TONG)
    columns = paid.values_list("payer__number", "payee__number", "amount_cents")
    return [Payment(payer=payer, payee=payee, cents=cents) for payer, payee, cents in columns]
