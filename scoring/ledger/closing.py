"""The end of a night: what closing would do, what is left to hand over after it, what makes each seat's sum. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.ledger import balances, settlement
from scoring.ledger.balances import Payment
from scoring.ledger.kinds import EntryKind, UtangWay
from scoring.ledger.night import Night, PlanLine, SeatResult
from scoring.ledger.settlement import ByClose
from scoring.people import Person

SHARED = "partners_share"
"""Why a close posts payments between partners; the other reason is `rounding`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """Payments that a close posts on its own account; `why` is `partners_share` (C25) or `rounding`."""

    why: str
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What closing now would do: adjustments first, then the fewest payments in cash; results after both."""

    adjustments: tuple[Adjustment, ...]
    plan: tuple[Payment, ...]
    results: dict[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """A seat's night in minor units: the result and of what it is, what comes beside it, and what is due for both.

    All but `due_cents` are told apart by who gains: less than 0 is paid. `carried_cents` are debts of earlier nights,
    `beside_cents` free payments; `due_cents` is what the plan still moves, to get or, less than 0, to pay.
    """

    number: int
    player: Person
    result_cents: int
    by_close: ByClose
    carried_cents: int
    tong_cents: int
    beside_cents: int
    due_cents: int

    @property
    def played_cents(self) -> int:
        """Return the result as it was at the table, before the close moved anything."""
        return self.result_cents - self.by_close.shared_cents - self.by_close.coin_cents

    @property
    def moved_cents(self) -> int:
        """Return what is due whoever is to get it."""
        return abs(self.due_cents)

    @property
    def in_all_cents(self) -> int:
        """Return the result with what came beside it, whatever was settled of it before."""
        return self.result_cents + self.carried_cents + self.tong_cents + self.beside_cents

    @property
    def settled_cents(self) -> int:
        """Return what of it was settled before, in cash or over nights: the rest between the sum and what is due."""
        return self.due_cents - self.in_all_cents

    @property
    def has_more(self) -> bool:
        """Tell whether more than the result makes what is due."""
        return any((self.carried_cents, self.tong_cents, self.beside_cents, self.settled_cents))


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
    """An adjustment with the names of those who pay and get."""

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

    `open_secrets` counts secrets paid for in a hand that was not recorded.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """A closed session: its results and reckonings, best first, and its plan."""

    seats: tuple[SeatResult, ...]
    reckonings: tuple[Reckoning, ...]
    lines: tuple[PlanLine, ...]
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
        return all(line.cash_cents == line.handed_cents for line in self.lines)


def preview(*, night: Night, coin_cents: int) -> Preview:
    """Return what closing now would post, with amounts rounded to the smallest coin (1 for none).

    A session for points hands no cash over, so its plan is empty.
    """
    owed = _after(night.outstanding, night.tong.open)
    adjustments = []
    if getattr(night.terms.now.rules, SHARED, False):
        adjustments.append(Adjustment(why=SHARED, payments=settlement.pool_stretches(stretches=night.stretches)))
        owed = _after(owed, adjustments[-1].payments)
    rounding = settlement.round_results(outstanding=owed, coin_cents=coin_cents)
    adjustments.append(Adjustment(why="rounding", payments=rounding))
    return Preview(
        adjustments=tuple(each for each in adjustments if each.payments),
        plan=() if night.money.is_points else settlement.settle(balances=_after(owed, rounding)),
        results=_after(night.results, (paid for each in adjustments for paid in each.payments)),
    )


def closing(*, night: Night, coin_cents: int) -> Closing:
    """Return what closing the open session now would do, rounded to a coin (1 for none)."""
    closed, taken = preview(night=night, coin_cents=coin_cents), _after(night.apart, night.tong.open)
    told = _once_closed(night, closed)
    return Closing(
        seats=tuple(
            FinalSeat(
                player=player.name,
                played_cents=night.results[seat],
                final_cents=closed.results[seat],
                apart_cents=taken[seat],
            )
            for seat, player in night.players.items()
        ),
        reckonings=told,
        adjusted=tuple(
            Adjusted(why=each.why, transfers=transfers(night=night, payments=each.payments))
            for each in closed.adjustments
        ),
        plan=transfers(night=night, payments=closed.plan),
        hand_count=len(night.hands) - night.void_count,
        void_count=night.void_count,
        open_secrets=len(night.secrets_of()),
        last_entry=night.last_entry,
        cash_moved=any(reckoning.settled_cents for reckoning in told),
    )


def settling(*, night: Night) -> Settling:
    """Return the results of a closed session and what was handed over of its plan.

    The reckonings of an open one are what they were if it were closed now.
    """
    if night.is_closed:
        due = [Payment(payer=line.payer, payee=line.payee, cents=line.cents) for line in night.plan]
        told = _reckonings(night, results=night.results, by_close=moved_by_close(night=night), due=due)
    else:
        told = _once_closed(night, preview(night=night, coin_cents=1))
    by_result = sorted(night.standings, key=lambda seat: -seat.result_cents)
    place = {seat.number: place for place, seat in enumerate(by_result)}
    return Settling(
        seats=tuple(by_result),
        reckonings=tuple(sorted(told, key=lambda reckoning: place[reckoning.number])),
        lines=night.plan,
        check_code=night.check_code,
    )


def owed_now(*, night: Night) -> tuple[Transfer, ...]:
    """Return the payments that would settle the open session if it were closed now, without rounding."""
    return transfers(night=night, payments=preview(night=night, coin_cents=1).plan)


def cash_before_close(*, night: Night) -> tuple[Transfer, ...]:
    """Return what was handed over before the close that stands and not taken back; its plan has counted it."""
    sums: Counter[tuple[int, int]] = Counter()
    for line in night.of(EntryKind.HANDOVER):
        for paid in line.handed if night.close and line.number < night.close.number else ():
            sums[paid.payer, paid.payee] += paid.cents
    payments = (Payment(payer=payer, payee=payee, cents=sums[payer, payee]) for payer, payee in sorted(sums))
    return transfers(night=night, payments=payments)


def transfers(*, night: Night, payments: Iterable[Payment]) -> tuple[Transfer, ...]:
    """Return payments with the names of those who pay and get."""
    return tuple(
        Transfer(
            payer=night.names[paid.payer],
            payee=night.names[paid.payee],
            payer_seat=paid.payer,
            payee_seat=paid.payee,
            cents=paid.cents,
        )
        for paid in payments
    )


def moved_by_close(*, night: Night) -> dict[int, ByClose]:
    """Return what the close that stands moved for each seat it moved something for."""
    lines = night.of(EntryKind.ADJUSTMENT)
    return _by_close(Adjustment(why=line.act["why"], payments=line.payments) for line in lines)


def _by_close(adjustments: Iterable[Adjustment]) -> dict[int, ByClose]:
    moved: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for each in adjustments:
        what = "shared_cents" if each.why == SHARED else "coin_cents"
        for paid in each.payments:
            moved[paid.payer][what] -= paid.cents
            moved[paid.payee][what] += paid.cents
    return {seat: ByClose(**sums) for seat, sums in moved.items()}


def _once_closed(night: Night, closed: Preview) -> tuple[Reckoning, ...]:
    return _reckonings(
        night, results=closed.results, by_close=_by_close(closed.adjustments), due=closed.plan, untaken=night.tong.open
    )


def _reckonings(
    night: Night,
    *,
    results: Mapping[int, int],
    by_close: Mapping[int, ByClose],
    due: Iterable[Payment],
    untaken: Iterable[Payment] = (),
) -> tuple[Reckoning, ...]:
    """Return the reckonings of seats whose `results` hold what the close moves; `untaken` is the tong it will take."""
    seats = night.players
    # a debt opens as cash that its creditor lent
    opened = (line for line in night.of(EntryKind.UTANG) if line.act["way"] == UtangWay.OPENING)
    carried = balances.results(seats=seats, payments=(paid for line in opened for paid in line.payments))
    taken = balances.results(
        seats=seats, payments=(paid for line in night.of(EntryKind.TONG) for paid in line.payments)
    )
    tong, gets = _after(taken, untaken), balances.results(seats=seats, payments=due)
    return tuple(
        Reckoning(
            number=seat,
            player=player.name,
            result_cents=results[seat],
            by_close=by_close.get(seat, ByClose()),
            carried_cents=-carried[seat],
            tong_cents=tong[seat],
            beside_cents=night.apart[seat] - taken[seat],
            due_cents=results[seat] if night.money.is_points else gets[seat],
        )
        for seat, player in seats.items()
    )


def _after(cents: Mapping[int, int], payments: Iterable[Payment]) -> dict[int, int]:
    moved = balances.results(seats=cents, payments=payments)
    return {seat: cents[seat] + moved[seat] for seat in cents}
