"""The day of a night: put it right."""

from typing import Any

from scoring.api.table.shapes import EntryShape
from scoring.api.web.base import SessionView
from scoring.api.web.operations import LINE, writes
from scoring.api.web.parsing import Day, Input, Text
from scoring.models.entries import LONGEST_REASON
from scoring.operations.sessions.days import correct_day
from scoring.operations.table.posting import Stamp
from scoring.queries.books.ledger import LedgerLine, ledger_line
from scoring.queries.people.access import Action


class CorrectedDay(Input):
    """Another day for a night, instead of the one it was read with."""

    day = Day()
    expected_day = Day()
    reason = Text(required=False, allow_blank=True, max_length=LONGEST_REASON, default="")


class DayOfSession(SessionView):
    @writes(CorrectedDay, EntryShape, right=Action.MANAGE, made=LINE)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> LedgerLine:
        """Have a night, closed or not, count on another day; the answer is the line that says so."""
        return ledger_line(entry=correct_day(session=self.session, **wanted, stamp=stamp))
