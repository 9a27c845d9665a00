"""The books: as they are exported, and as a statement prints them."""

from typing import Any

from django.http import StreamingHttpResponse

from scoring.api.rules.rule_sets import DifferenceShape
from scoring.api.sessions.settlement import PlanLineShape
from scoring.api.table.shapes import EntryShape
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import ClubView, SessionView
from scoring.api.web.operations import reads
from scoring.ledger.night import SeatResult
from scoring.queries.books.document import Document, club_document, session_document
from scoring.queries.books.statements import Books, books
from scoring.queries.people.access import Action


class BooksShape(Shape):
    """The books in the form that `docs/export.md` explains; `manage.py import` reads them."""

    format: str
    version: int
    club: dict[str, Any]
    players: tuple[dict[str, Any], ...]
    devices: tuple[dict[str, Any], ...]
    rule_sets: tuple[dict[str, Any], ...]
    seasons: tuple[dict[str, Any], ...]
    sessions: tuple[dict[str, Any], ...]
    sha256: str


class CellShape(Shape):
    """What a line changed for a seat, and the seat's result after it."""

    change_cents: int
    total_cents: int


class StatementLineShape(Shape):
    """A line of the statement, with one cell for each seat where it moves a result."""

    entry: EntryShape = at("line")
    cells: tuple[CellShape, ...]
    cash_cents: int
    apart_cents: int


class StatementShape(Shape):
    """Everything a statement prints, the oldest line first."""

    seats: tuple[SeatResult, ...]
    differences: tuple[DifferenceShape, ...]
    lines: tuple[StatementLineShape, ...]
    plan: tuple[PlanLineShape, ...]
    is_closed: bool
    check_code: str


class ClubBooks(ClubView):
    @reads(BooksShape, right=Action.MANAGE)
    def get(self) -> StreamingHttpResponse:
        """Export everything the club has recorded."""
        return _sent(club_document(club=self.club))


class SessionBooks(SessionView):
    @reads(BooksShape, right=Action.SEE)
    def get(self) -> StreamingHttpResponse:
        """Export one session with its ledger and the players who sat there."""
        return _sent(session_document(session=self.session))


class Statement(SessionView):
    @reads(StatementShape, right=Action.SEE)
    def get(self) -> Books:
        """Read everything that was recorded, oldest first, with running totals."""
        return books(session=self.session)


def _sent(document: Document) -> StreamingHttpResponse:
    headers = {"ETag": f'"{document.checksum}"'}
    return StreamingHttpResponse(document.parts(), content_type="application/json", headers=headers)
