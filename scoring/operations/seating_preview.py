"""See what putting the seats right would record, without recording it; then record just that."""

from dataclasses import dataclass

from django.db import transaction

from scoring.models import Hand
from scoring.operations.posting import Stamp
from scoring.operations.seating import Mended, Mistake, Order, mend_seats
from scoring.queries import tables
from scoring.queries.ledger import LedgerLine, ledger_line
from scoring.queries.tables import SeatResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """The seats to be put right: since which hand, to which order, for which reason."""

    hand: Hand
    order: Order
    mistake: Mistake
    reason: str
    expected_entry: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedLine:
    """A line as it stands, and as it would be recorded again."""

    old: LedgerLine
    new: LedgerLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Every line that changes, and the standing of each seat before and after; `moves` pairs the two."""

    lines: tuple[ChangedLine, ...]
    before: tuple[SeatResult, ...]
    after: tuple[SeatResult, ...]

    @property
    def moves(self) -> tuple[tuple[SeatResult, SeatResult | None], ...]:
        """Return each seat as it would be, with its standing of now, None for who comes in."""
        now = {seat.number: seat for seat in self.before}
        return tuple((seat, now.get(seat.number)) for seat in self.after)


def mended(*, mending: Mending, stamp: Stamp) -> Mended:
    """Put the seats right as previewed and return what was recorded. Raises as `mend_seats`."""
    return mend_seats(
        hand=mending.hand,
        order=mending.order,
        mistake=mending.mistake,
        reason=mending.reason,
        expected_entry=mending.expected_entry,
        stamp=stamp,
    )


@transaction.atomic
def preview(*, mending: Mending, stamp: Stamp) -> Preview:
    """Return what `mended` would do: it is done, looked at, and taken back whole. Raises as `mend_seats`."""
    session = mending.hand.session
    before = tables.results(session=session)
    done = mended(mending=mending, stamp=stamp)
    seen = Preview(
        lines=tuple(
            ChangedLine(old=ledger_line(entry=old), new=ledger_line(entry=new)) for old, new in done.lines
        ),
        before=before,
        after=tables.results(session=session),
    )
    transaction.set_rollback(True)
    return seen
