"""What settles a session: before the close as a preview, after it as the plan with what was handed over."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Subquery

from scoring.ledger import balances, settlement
from scoring.ledger.fingerprint import check_code
from scoring.ledger.night import SeatResult
from scoring.models import Entry, EntryKind, Payment, Session, UtangWay
from scoring.people import Person
from scoring.queries.people.access import Access, Action, may
from scoring.queries.sessions.reckonings import Reckoning, reckonings
from scoring.queries.table import hands, tables
from scoring.queries.table.disputes import OpenObjection, open_objections
from scoring.queries.table.seatings import Stretch, seatings_of, sides_in, stretches_of
from scoring.queries.table.tong import tong_of

SETTLING = (EntryKind.HANDOVER, EntryKind.UTANG)
"""The lines that settle what is left of a plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """Payments that a close posts on its own account; `why` is `partners_share` or `rounding`."""

    why: str
    payments: tuple[balances.Payment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What closing now would do: adjustments first, then the fewest payments in cash; results after both."""

    adjustments: tuple[Adjustment, ...]
    plan: tuple[balances.Payment, ...]
    results: dict[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What an entry settles of a line of the plan."""

    entry: Entry
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanLine:
    """A payment of the close's plan and what was settled of it: cash handed over, or a part of what spans nights."""

    payer: int
    payee: int
    cents: int
    settled: tuple[Settled, ...]

    @property
    def handovers(self) -> tuple[Entry, ...]:
        return tuple(each.entry for each in self.settled)

    @property
    def handed_cents(self) -> int:
        return sum(each.cents for each in self.settled)

    @property
    def carried_cents(self) -> int:
        return self._settled_by(UtangWay.CARRIED)

    @property
    def forgiven_cents(self) -> int:
        return self._settled_by(UtangWay.FORGIVEN)

    @property
    def cash_cents(self) -> int:
        """Return what was handed over of it, neither carried into a later night nor forgiven."""
        return self.handed_cents - self.carried_cents - self.forgiven_cents

    @property
    def left_cents(self) -> int:
        return self.cents - self.handed_cents

    def _settled_by(self, way: UtangWay) -> int:
        return sum(each.cents for each in self.settled if each.entry.act.get("way") == way)


def preview(*, session: Session, coin_cents: int) -> Preview:
    """Return what closing now would post, with amounts rounded to the smallest coin (1 for none).

    A session for points hands no cash over, so its plan is empty.
    """
    seats = tables.results(session=session)
    return _preview(session=session, seats=seats, untaken=tong_of(session=session).open, coin_cents=coin_cents)


def _preview(
    *, session: Session, seats: tuple[SeatResult, ...], untaken: tuple[balances.Payment, ...], coin_cents: int
) -> Preview:
    taken = balances.results(seats=[seat.number for seat in seats], payments=untaken)
    open_cents = {seat.number: seat.outstanding_cents + taken[seat.number] for seat in seats}
    results = {seat.number: seat.result_cents for seat in seats}
    adjustments = []
    if getattr(session.house_rules, "partners_share", False):
        adjustments.append(Adjustment(why="partners_share", payments=_shared(session=session, results=results)))
        open_cents = _after(open_cents, adjustments[-1])
    adjustments.append(
        Adjustment(why="rounding", payments=settlement.round_results(outstanding=open_cents, coin_cents=coin_cents))
    )
    open_cents = _after(open_cents, adjustments[-1])
    for adjustment in adjustments:
        results = _after(results, adjustment)
    is_points = session.money.is_points
    return Preview(
        adjustments=tuple(adjustment for adjustment in adjustments if adjustment.payments),
        plan=() if is_points else settlement.settle(balances=open_cents),
        results=results,
    )


def _shared(*, session: Session, results: dict[int, int]) -> tuple[balances.Payment, ...]:
    """Return what partners owe each other, sharing what they won and lost while they sat together (C25)."""
    seatings = seatings_of(session=session)
    at_table = {seat: results[seat] for seat in seatings.now.seats}
    stretches = [Stretch(seating=seatings.now, results=at_table)]
    if seatings.has_changed:
        stretches = stretches_of(sessions=(session,), seatings={session.pk: seatings})[session.pk]
    sides = (sides_in(session=session, seating=stretch.seating) for stretch in stretches)
    return settlement.pool_stretches(
        stretches=(
            (stretch.results, {seat.number: seat.side for seat in seats})
            for stretch, seats in zip(stretches, sides, strict=True)
        )
    )


def _after(cents: dict[int, int], adjustment: Adjustment) -> dict[int, int]:
    moved = balances.results(seats=cents, payments=adjustment.payments)
    return {seat: cents[seat] + moved[seat] for seat in cents}


def moved_by_close(*, session: Session) -> dict[int, settlement.ByClose]:
    """Return what the close that stands moved for each seat it moved something for."""
    adjustments = session.entries.standing().of_kind(EntryKind.ADJUSTMENT)
    columns = ("act__why", "payments__payer__number", "payments__payee__number", "payments__amount_cents")
    return _by_close(adjustments.values_list(*columns))


def _by_close(moves: Iterable[tuple[str, int, int, int]]) -> dict[int, settlement.ByClose]:
    """Add up for each seat what is moved: why, payer, payee and amount."""
    moved: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for why, payer, payee, cents in moves:
        what = "shared_cents" if why == "partners_share" else "coin_cents"
        moved[payer][what] -= cents
        moved[payee][what] += cents
    return {seat: settlement.ByClose(**sums) for seat, sums in moved.items()}


def may_mark_cash(*, access: Access, session: Session, seats: tuple[int, int]) -> bool:
    """Tell whether cash between two seats may be recorded: who only plays records what is their own."""
    if may(role=access.role, action=Action.RECORD):
        return True
    own = tables.seat_of(session=session, player=access.player)
    return own is not None and own.number in seats and may(role=access.role, action=Action.MARK_OWN)


def close_of(*, session: Session) -> Entry | None:
    return session.entries.standing().of_kind(EntryKind.CLOSE).first()


def coin_before(*, session: Session) -> int:
    """Return the smallest coin of the newest close, also one that was undone; 1 for none."""
    close = session.entries.filter(kind=EntryKind.CLOSE).order_by("number").last()
    return close.act["coin_cents"] if close else 1


def cash_since(*, session: Session, seats: tuple[int, int], after: int, known: Collection[UUID]) -> Entry | None:
    """Return the newest cash between two seats that was recorded after a number, by no known key, and stands."""
    entries = session.entries.standing().of_kind(*SETTLING).filter(number__gt=after).exclude(key__in=known)
    between = entries.filter(payments__payer__number__in=seats, payments__payee__number__in=seats)
    return between.select_related("device").order_by("-number").first()


def plan(*, session: Session) -> tuple[PlanLine, ...]:
    """Return the plan of the close that stands with what was settled of it since, nothing while open."""
    close = close_of(session=session)
    if close is None:
        return ()
    entries = session.entries.standing().of_kind(*SETTLING).filter(number__gt=close.number)
    settled: defaultdict[tuple[int, int], list[Settled]] = defaultdict(list)
    for entry in entries.prefetch_related("payments__payer", "payments__payee"):
        for payment in entry.payments.all():
            pair = payment.payer.number, payment.payee.number
            settled[pair[::-1] if payment.apart else pair].append(Settled(entry=entry, cents=payment.amount_cents))
    return tuple(
        PlanLine(payer=payer, payee=payee, cents=cents, settled=tuple(settled[payer, payee]))
        for payer, payee, cents in close.act["plan"]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Payer owes payee so many minor units, by name and by seat."""

    payer: Person
    payee: Person
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
    """A seat's result before and after the adjustments of the close, and what is paid apart, with the tong."""

    player: Person
    played_cents: int
    final_cents: int
    apart_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What closing now would do. `cash_moved` tells that cash was handed over before, in an earlier close.

    `open_secrets` counts secrets paid for in a hand that was not recorded; `objections` are open disputes.
    """

    seats: tuple[FinalSeat, ...]
    reckonings: tuple[Reckoning, ...]
    adjusted: tuple[Adjusted, ...]
    plan: tuple[Transfer, ...]
    hand_count: int
    void_count: int
    open_secrets: int
    last_entry: int
    cash_moved: bool
    objections: tuple[OpenObjection, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleLine:
    """A line of the plan with names, and what was handed over on it."""

    payer: Person
    payee: Person
    line: PlanLine

    @property
    def is_paid(self) -> bool:
        return self.line.left_cents == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """A closed session: its results and reckonings, best first, and its plan."""

    seats: tuple[SeatResult, ...]
    reckonings: tuple[Reckoning, ...]
    lines: tuple[SettleLine, ...]
    check_code: str

    @property
    def paid_count(self) -> int:
        return sum(line.is_paid for line in self.lines)

    @property
    def is_settled(self) -> bool:
        return self.paid_count == len(self.lines)

    @property
    def is_all_cash(self) -> bool:
        """Tell whether nothing of it was carried into a later night or forgiven."""
        return all(line.line.cash_cents == line.line.handed_cents for line in self.lines)


def closing(*, session: Session, coin_cents: int) -> Closing:
    """Return what closing the open session now would do, rounded to a coin (1 for none).

    The newest entry is read first: an entry that comes in meanwhile is then news to the form, not unseen.
    """
    last_entry = tables.last_entry_number(session=session)
    seats = tables.results(session=session)
    names = {seat.number: seat.player for seat in seats}
    untaken = tong_of(session=session).open
    taken = balances.results(seats=names, payments=untaken)
    closed = _preview(session=session, seats=seats, untaken=untaken, coin_cents=coin_cents)
    told = _reckonings_once_closed(session=session, seats=seats, untaken=untaken, closed=closed)
    void_count = hands.void_hands(session=session).count()
    return Closing(
        seats=tuple(
            FinalSeat(
                player=seat.player,
                played_cents=seat.result_cents,
                final_cents=closed.results[seat.number],
                apart_cents=seat.apart_cents + taken[seat.number],
            )
            for seat in seats
        ),
        reckonings=told,
        adjusted=tuple(
            Adjusted(why=adjustment.why, transfers=_transfers(adjustment.payments, names))
            for adjustment in closed.adjustments
        ),
        plan=_transfers(closed.plan, names),
        hand_count=hands.count_hands(session=session) - void_count,
        void_count=void_count,
        open_secrets=len(hands.secrets_laid(session=session)),
        last_entry=last_entry,
        cash_moved=any(reckoning.settled_cents for reckoning in told),
        objections=open_objections(session=session),
    )


def owed_now(*, session: Session) -> tuple[Transfer, ...]:
    """Return the payments that would settle the open session if it were closed now, without rounding."""
    names = {seat.number: seat.player for seat in tables.results(session=session)}
    return _transfers(preview(session=session, coin_cents=1).plan, names)


def settling(*, session: Session) -> Settling:
    """Return the results of a closed session and what was handed over of its plan."""
    seats = tuple(sorted(tables.results(session=session), key=lambda seat: -seat.result_cents))
    names = {seat.number: seat.player for seat in seats}
    lines = plan(session=session)
    return Settling(
        seats=seats,
        reckonings=_reckonings_now(session=session, seats=seats, lines=lines),
        lines=tuple(SettleLine(payer=names[line.payer], payee=names[line.payee], line=line) for line in lines),
        check_code=check_code_of(session=session),
    )


def _reckonings_now(
    *, session: Session, seats: tuple[SeatResult, ...], lines: tuple[PlanLine, ...]
) -> tuple[Reckoning, ...]:
    """Return the reckonings of a session; those of an open one are what they were if it were closed now."""
    if not tables.is_closed(session=session):
        untaken = tong_of(session=session).open
        closed = _preview(session=session, seats=seats, untaken=untaken, coin_cents=1)
        return _reckonings_once_closed(session=session, seats=seats, untaken=untaken, closed=closed)
    payments = (balances.Payment(payer=line.payer, payee=line.payee, cents=line.cents) for line in lines)
    return reckonings(
        session=session,
        seats=seats,
        results={seat.number: seat.result_cents for seat in seats},
        by_close=moved_by_close(session=session),
        due=balances.results(seats=[seat.number for seat in seats], payments=payments),
    )


def _reckonings_once_closed(
    *, session: Session, seats: tuple[SeatResult, ...], untaken: tuple[balances.Payment, ...], closed: Preview
) -> tuple[Reckoning, ...]:
    by_close = _by_close(
        (adjustment.why, payment.payer, payment.payee, payment.cents)
        for adjustment in closed.adjustments
        for payment in adjustment.payments
    )
    return reckonings(
        session=session,
        seats=seats,
        results=closed.results,
        by_close=by_close,
        due=balances.results(seats=[seat.number for seat in seats], payments=closed.plan),
        untaken=untaken,
    )


def cash_before_close(*, session: Session) -> tuple[Transfer, ...]:
    """Return what was handed over before the close that stands and not taken back; its plan has counted it."""
    close = session.entries.standing().of_kind(EntryKind.CLOSE).values("number")[:1]
    handed = Payment.objects.standing().filter(
        entry__session=session, entry__kind=EntryKind.HANDOVER, entry__number__lt=Subquery(close)
    )
    sums: Counter[tuple[int, int]] = Counter()
    names: dict[int, str] = {}
    for payment in handed.select_related("payer__player__merged_into", "payee__player__merged_into"):
        names |= {seat.number: seat.player.known_as for seat in (payment.payer, payment.payee)}
        sums[payment.payer.number, payment.payee.number] += payment.amount_cents
    payments = (balances.Payment(payer=payer, payee=payee, cents=sums[payer, payee]) for payer, payee in sorted(sums))
    return _transfers(tuple(payments), names)


def check_code_of(*, session: Session) -> str:
    """Return the check code of a night in hexadecimal, empty before the first entry."""
    newest = Entry.objects.filter(session=session).order_by("-number").values("fingerprint")[:1]
    seats = session.seats.order_by("number").values_list("number", "player__public_id", Subquery(newest))
    rows = tuple(seats)
    return check_code(
        fingerprint=rows[0][2] or "" if rows else "",
        currency=session.currency,
        stake_factor=session.stake_factor,
        players={number: str(player) for number, player, _ in rows},
    )


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
