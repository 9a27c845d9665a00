"""The full ledger of a session with running totals, as it is printed."""

from collections import defaultdict
from dataclasses import dataclass
from operator import attrgetter

from scoring.ledger.chips import Chips
from scoring.ledger.closing import Reckoning, Settling
from scoring.ledger.night import PlanLine, SeatResult
from scoring.models import Session
from scoring.queries.books.ledger import LedgerLine, are_points, whole_ledger
from scoring.queries.rule_sets import Difference, differences
from scoring.queries.table.changes import ChangedTerms, changed_terms
from scoring.queries.table.night import night_of


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
    plan: tuple[PlanLine, ...]
    reckonings: dict[int, Reckoning]
    is_closed: bool
    check_code: str

    @property
    def has_struck(self) -> bool:
        """Return whether results so far hold, for a while, what was undone later."""
        return any(line.line.reversed_by and line.line.changes and line.line.moves_results for line in self.lines)


def books(*, session: Session) -> Books:
    """Return the session's books for print, oldest entry first, in a fixed number of queries."""
    night = night_of(session=session)
    settled = Settling(night=night)
    return Books(
        seats=night.standings,
        differences=differences(session=session.as_at(position=0)),
        changes=changed_terms(night=night),
        lines=_with_totals(lines=whole_ledger(session=session, night=night)),
        chips=night.chips,
        plan=settled.lines,
        reckonings={reckoning.number: reckoning for reckoning in sorted(settled.reckonings, key=attrgetter("number"))},
        is_closed=night.is_closed,
        check_code=night.check_code,
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
