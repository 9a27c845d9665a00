"""The full ledger of a session with running totals, as it is printed."""

from collections import defaultdict
from dataclasses import dataclass
from operator import attrgetter

from scoring.ledger.night import SeatResult
from scoring.models import Session
from scoring.queries.books.ledger import LedgerLine, are_points, whole_ledger
from scoring.queries.rule_sets import Difference, differences
from scoring.queries.sessions import settlements
from scoring.queries.sessions.chips import Chips, chips_of
from scoring.queries.sessions.reckonings import Reckoning
from scoring.queries.sessions.settlements import SettleLine
from scoring.queries.table.terms import ChangedTerms, changes_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What an entry changed for a seat, and how the seat stands after it, in minor units and points."""

    player: str
    change_cents: int
    total_cents: int
    change_points: int = 0
    total_points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """An entry with one cell for each seat; one that moves no result has none, but moves cash or is paid apart."""

    line: LedgerLine
    cells: tuple[Cell, ...]
    cash_cents: int
    apart_cents: int

    @property
    def stands(self) -> bool:
        """Return whether this neither was undone nor undoes what was."""
        return self.line.reversed_by is None and self.line.reverses is None

    @property
    def is_points(self) -> bool:
        return are_points(self.line.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """Everything a statement prints."""

    seats: tuple[SeatResult, ...]
    differences: tuple[Difference, ...]
    changes: tuple[ChangedTerms, ...]
    lines: tuple[StatementLine, ...]
    chips: Chips
    plan: tuple[SettleLine, ...]
    reckonings: dict[int, Reckoning]
    is_closed: bool
    check_code: str

    @property
    def has_struck(self) -> bool:
        """Return whether results so far hold, for a while, what was undone later."""
        return any(line.line.reversed_by and line.line.changes and line.line.moves_results for line in self.lines)


def books(*, session: Session) -> Books:
    """Return the session's books for print, oldest entry first, in a fixed number of queries."""
    settled = settlements.settling(session=session)
    by_seat = attrgetter("number")
    return Books(
        seats=tuple(sorted(settled.seats, key=by_seat)),
        differences=differences(session=session.as_at(position=0)),
        changes=changes_of(session=session),
        lines=_with_totals(lines=whole_ledger(session=session)),
        chips=chips_of(session=session),
        plan=settled.lines,
        reckonings={reckoning.number: reckoning for reckoning in sorted(settled.reckonings, key=by_seat)},
        is_closed=settlements.close_of(session=session) is not None,
        check_code=settled.check_code,
    )


def _with_totals(*, lines: tuple[LedgerLine, ...]) -> tuple[StatementLine, ...]:
    totals: defaultdict[int, int] = defaultdict(int)
    points: defaultdict[int, int] = defaultdict(int)
    printed = []
    for line in lines:
        changes = line.changes if line.moves_results else ()
        for change in changes:
            totals[change.seat] += change.cents
            points[change.seat] += change.points
        cells = tuple(
            Cell(
                player=change.player,
                change_cents=change.cents,
                total_cents=totals[change.seat],
                change_points=change.points,
                total_points=points[change.seat],
            )
            for change in changes
        )
        printed.append(
            StatementLine(
                line=line, cells=cells, cash_cents=_paid(line, line.is_cash), apart_cents=_paid(line, line.is_apart)
            )
        )
    return tuple(printed)


def _paid(line: LedgerLine, is_so: bool) -> int:
    return -min(change.cents for change in line.changes) if is_so else 0
