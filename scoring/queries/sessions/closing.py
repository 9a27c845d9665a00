"""The end of a night as its pages show it: the close before it is made, the plan after it, with names."""

from dataclasses import dataclass

from scoring.ledger import balances, settlement
from scoring.models import Entry, Session
from scoring.queries.sessions import settlements
from scoring.queries.sessions.settlements import PlanLine
from scoring.queries.table import hands, tables
from scoring.queries.table.disputes import OpenObjection, open_objections
from scoring.queries.table.tables import SeatResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Payer owes payee so many minor units, by name and by seat."""

    payer: str
    payee: str
    payer_seat: int
    payee_seat: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """Payments the close posts by itself; `why` is `partners_share` (C25) or `rounding`."""

    why: str
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSeat:
    """A seat's result before and after the adjustments of the close, in minor units."""

    player: str
    played_cents: int
    final_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What closing now would do. `cash_moved` tells that cash was handed over before, in an earlier close.

    `open_secrets` counts secrets paid for in a hand that was not recorded; `objections` are open disputes.
    """

    seats: tuple[FinalSeat, ...]
    adjusted: tuple[Adjusted, ...]
    plan: tuple[Transfer, ...]
    hand_count: int
    open_secrets: int
    last_entry: int
    cash_moved: bool
    objections: tuple[OpenObjection, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleLine:
    """A line of the plan with names, and what was handed over on it."""

    payer: str
    payee: str
    line: PlanLine

    @property
    def is_paid(self) -> bool:
        """Tell whether nothing is left to hand over."""
        return self.line.left_cents == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """A closed session: its results, best first, and its plan."""

    seats: tuple[SeatResult, ...]
    lines: tuple[SettleLine, ...]
    fingerprint: str

    @property
    def paid_count(self) -> int:
        """Return how many lines of the plan are paid in full."""
        return sum(line.is_paid for line in self.lines)

    @property
    def is_settled(self) -> bool:
        """Tell whether the whole plan is paid."""
        return self.paid_count == len(self.lines)


def closing(*, session: Session, coin_cents: int) -> Closing:
    """Return what closing the open session now would do, rounded to a coin (1 for none).

    The newest entry is read first: an entry that comes in meanwhile is then news to the form, not unseen.
    """
    last_entry = tables.last_entry_number(session=session)
    seats = tables.results(session=session)
    names = {seat.number: seat.player for seat in seats}
    preview = settlements.preview(session=session, coin_cents=coin_cents)
    return Closing(
        seats=tuple(
            FinalSeat(player=seat.player, played_cents=seat.result_cents, final_cents=preview.results[seat.number])
            for seat in seats
        ),
        adjusted=tuple(
            Adjusted(why=adjustment.why, transfers=_transfers(adjustment.payments, names))
            for adjustment in preview.adjustments
        ),
        plan=_transfers(preview.plan, names),
        hand_count=hands.count_hands(session=session),
        open_secrets=len(hands.secrets_laid(session=session)),
        last_entry=last_entry,
        cash_moved=any(seat.outstanding_cents != seat.result_cents for seat in seats),
        objections=open_objections(session=session),
    )


def owed_now(*, session: Session) -> tuple[Transfer, ...]:
    """Return the fewest payments that settle what is outstanding as it stands, before any close."""
    seats = tables.results(session=session)
    owed = settlement.settle(balances={seat.number: seat.outstanding_cents for seat in seats})
    return _transfers(owed, {seat.number: seat.player for seat in seats})


def settling(*, session: Session) -> Settling:
    """Return the results of a closed session and what was handed over of its plan."""
    seats = tables.results(session=session)
    names = {seat.number: seat.player for seat in seats}
    return Settling(
        seats=tuple(sorted(seats, key=lambda seat: -seat.result_cents)),
        lines=tuple(
            SettleLine(payer=names[line.payer], payee=names[line.payee], line=line)
            for line in settlements.plan(session=session)
        ),
        fingerprint=fingerprint_of(session=session),
    )


def fingerprint_of(*, session: Session) -> str:
    """Return the fingerprint of the books in hexadecimal, empty before the first entry."""
    newest = Entry.objects.filter(session=session).order_by("-number")
    return newest.values_list("fingerprint", flat=True).first() or ""


def _transfers(payments: tuple[balances.Payment, ...], names: dict[int, str]) -> tuple[Transfer, ...]:
    return tuple(
        Transfer(
            payer=names[payment.payer],
            payee=names[payment.payee],
            payer_seat=payment.payer,
            payee_seat=payment.payee,
            cents=payment.cents,
        )
        for payment in payments
    )
