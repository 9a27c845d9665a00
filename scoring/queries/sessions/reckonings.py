"""What each seat of a night gets in all, or pays, and of what: the sum that its payments settle."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from scoring.ledger import balances
from scoring.ledger.kinds import UtangWay
from scoring.ledger.night import SeatResult
from scoring.ledger.settlement import ByClose
from scoring.models import EntryKind, Payment, Session
from scoring.people import Person

NOTHING_MOVED = ByClose()


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


def reckonings(
    *,
    session: Session,
    seats: Collection[SeatResult],
    results: Mapping[int, int],
    by_close: Mapping[int, ByClose],
    due: Mapping[int, int],
    untaken: Iterable[balances.Payment] = (),
) -> tuple[Reckoning, ...]:
    """Return the reckonings of seats whose `results` hold what the close moves.

    `due` is what each seat is to get; `untaken` is the tong that the close will take.
    """
    numbers = [seat.number for seat in seats]
    carried, taken = _moved(session, numbers)
    to_take = balances.results(seats=numbers, payments=untaken)
    return tuple(
        Reckoning(
            number=seat.number,
            player=seat.player,
            result_cents=results[seat.number],
            by_close=by_close.get(seat.number, NOTHING_MOVED),
            carried_cents=carried[seat.number],
            tong_cents=taken[seat.number] + to_take[seat.number],
            beside_cents=seat.apart_cents - taken[seat.number],
            due_cents=(results if session.money.is_points else due)[seat.number],
        )
        for seat in seats
    )


def _moved(session: Session, seats: Collection[int]) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return what each seat got, less than 0 paid, of debts from earlier nights and for the tong, in one query."""
    rows = Payment.objects.standing().filter(
        Q(entry__kind=EntryKind.TONG) | Q(entry__kind=EntryKind.UTANG, entry__act__way=UtangWay.OPENING),
        entry__session=session,
    )
    columns = ("entry__kind", "payer__number", "payee__number", "amount_cents")
    carried, taken = [], []
    for kind, payer, payee, cents in rows.values_list(*columns):
        if kind == EntryKind.TONG:
            taken.append(balances.Payment(payer=payer, payee=payee, cents=cents))
        else:  # a debt opens as cash that its creditor lent
            carried.append(balances.Payment(payer=payee, payee=payer, cents=cents))
    return balances.results(seats=seats, payments=carried), balances.results(seats=seats, payments=taken)
