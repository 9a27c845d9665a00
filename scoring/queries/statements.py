"""The full ledger of a session with running totals, as it is printed."""

from collections import defaultdict
from dataclasses import dataclass

from scoring.models import Session
from scoring.queries import closing, settlements, tables
from scoring.queries.closing import SettleLine
from scoring.queries.ledger import LedgerLine, whole_ledger
from scoring.queries.tables import SeatResult
from scoring.queries.terms import Difference, differences


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What an entry changed for a seat, and the seat's result after it, in minor units."""

    change_cents: int
    total_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """An entry with one cell for each seat; one that moves no result has none, but may move cash."""

    line: LedgerLine
    cells: tuple[Cell, ...]
    cash_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """Everything a statement prints."""

    seats: tuple[SeatResult, ...]
    differences: tuple[Difference, ...]
    lines: tuple[StatementLine, ...]
    plan: tuple[SettleLine, ...]
    is_closed: bool
    fingerprint: str


def books(*, session: Session) -> Books:
    """Return the session's books for print, oldest entry first, in a fixed number of queries."""
    seats = tables.results(session=session)
    settled = closing.settling(session=session)
    return Books(
        seats=seats,
        differences=differences(session=session),
        lines=_with_totals(lines=whole_ledger(session=session)),
        plan=settled.lines,
        is_closed=settlements.close_of(session=session) is not None,
        fingerprint=settled.fingerprint,
    )


def _with_totals(*, lines: tuple[LedgerLine, ...]) -> tuple[StatementLine, ...]:
    totals: defaultdict[int, int] = defaultdict(int)
    printed = []
    for line in lines:
        changes = () if line.is_cash else line.changes
        for change in changes:
            totals[change.seat] += change.cents
        cells = tuple(Cell(change_cents=change.cents, total_cents=totals[change.seat]) for change in changes)
        printed.append(StatementLine(line=line, cells=cells, cash_cents=_cash_cents(line)))
    return tuple(printed)


def _cash_cents(line: LedgerLine) -> int:
    return max(change.cents for change in line.changes) if line.is_cash else 0
