"""The lines of a night as the database has them, whatever somebody did to it."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.ledger.balances import Payment, PaymentError
from scoring.ledger.fingerprint import Points
from scoring.models import Entry, EntryKind, Session
from scoring.models import Payment as PaymentRow


class WrongError(Exception):
    """What a line says cannot be; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line as recorded: what is owed, the cash handed over, the points; by the numbers of the seats.

    `damage` says what of its rows cannot be read.
    """

    entry: Entry
    owed: tuple[Payment, ...]
    handed: tuple[Payment, ...]
    points: tuple[Points, ...]
    damage: tuple[str, ...]

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def payments(self) -> tuple[Payment, ...]:
        return self.owed + self.handed


def lines_of(*, session: Session) -> tuple[Line, ...]:
    """Return every line of a night, oldest first, in a fixed number of queries."""
    entries = session.entries.select_related("reverses", "hand").order_by("number")
    with_moves = entries.prefetch_related("payments__payer", "payments__payee", "scores__seat")
    return tuple(_line(entry) for entry in with_moves)


def closes_among(*, lines: Iterable[Line]) -> tuple[Entry, ...]:
    """Return the closes, also those that were taken back."""
    return tuple(line.entry for line in lines if line.entry.kind == EntryKind.CLOSE)


def _line(entry: Entry) -> Line:
    payments: dict[bool, list[Payment]] = {False: [], True: []}
    damage = []
    for row in entry.payments.all():
        try:
            payments[row.cash].append(_payment(row, entry=entry))
        except (WrongError, PaymentError) as error:
            damage.append(str(error))
    return Line(
        entry=entry,
        owed=tuple(payments[False]),
        handed=tuple(payments[True]),
        points=tuple(Points(seat=score.seat.number, points=score.points) for score in entry.scores.all()),
        damage=tuple(damage),
    )


def _payment(row: PaymentRow, *, entry: Entry) -> Payment:
    if {row.payer.session_id, row.payee.session_id} != {entry.session_id}:
        raise WrongError("somebody pays or is paid who did not sit at this table")
    if type(row.amount_cents) is not int:
        raise WrongError(f"an amount is not a whole number of minor units: {row.amount_cents!r}")
    return Payment(payer=row.payer.number, payee=row.payee.number, cents=row.amount_cents)
