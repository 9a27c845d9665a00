"""The money of a night as lines, beside the list of its hands and on the large screen."""

from django.utils.translation import gettext as _

from scoring import charts
from scoring.charts import Line, LineChart, Lines, Series, Step
from scoring.ledger.night import SeatResult
from scoring.queries.books.ledger import LedgerPage, standings_after
from scoring.queries.table.state import TableState

DRAWN_LINES = 48
"""So many lines of a night are drawn that a long night costs no more than a short one."""


def drawn_night(state: TableState, *, page: LedgerPage) -> LineChart:
    """Return how everybody came to stand as they do by the newest lines of the ledger."""
    seats = _in_seat_order(state)
    before, *after = standings_after(lines=page.drawn, results={seat.number: seat.result_cents for seat in seats})
    asked = Lines(
        name="night",
        title=_("Money of the night"),
        description=_("What each had won or lost after every hand."),
        series=tuple(
            Series(name=seat.player, before=before[seat.number], values=tuple(each[seat.number] for each in after))
            for seat in seats
        ),
        steps=(Step(label="", title=""),) * len(after),
    )
    return charts.line_chart(asked=asked, written=str)


def lines_by_seat(state: TableState, *, chart: LineChart) -> dict[int, Line]:
    return {seat.number: line for seat, line in zip(_in_seat_order(state), chart.lines, strict=True)}


def _in_seat_order(state: TableState) -> list[SeatResult]:
    return sorted((*state.seats, *state.sitting_out), key=lambda seat: seat.number)
