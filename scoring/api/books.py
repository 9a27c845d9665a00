"""The books: as they are exported, and as a statement prints them."""

from django.http import StreamingHttpResponse

from scoring.api.answers import Shape, at
from scoring.api.operation import NIGHT, read
from scoring.api.verdicts import AnyObject
from scoring.ledger.night import PlanLine
from scoring.models import Club, Session
from scoring.queries.books.export import Document
from scoring.queries.books.ledger import Books, LedgerLine, StatementLine, books
from scoring.queries.people.access import Action

type Rows = tuple[AnyObject, ...]


class ExportShape(Shape):
    """The books in the form that `docs/export.md` explains; `manage.py import` reads them."""

    format: str
    version: int
    club: AnyObject
    players: Rows
    devices: Rows
    rule_sets: Rows
    seasons: Rows
    sessions: Rows
    sha256: str


class CellShape(Shape):
    """What a line changed for a seat, and the seat's result after it."""

    change_cents: int
    total_cents: int


class StatementLineShape(Shape, of=StatementLine):
    """A line of the statement, with one cell for each seat where it moves a result."""

    entry: LedgerLine = at("line")
    cells: tuple[CellShape, ...]
    cash_cents: int
    apart_cents: int


class StatementShape(Shape, of=Books, keeps="seats differences"):
    """Everything a statement prints, the oldest line first."""

    entries: tuple[StatementLine, ...] = at("lines")
    plan: tuple[PlanLine, ...] = at("night.plan")
    is_closed: bool = at("night.is_closed")
    check_code: str = at("night.check_code")


def export(*, club: Club, session: Session | None = None) -> StreamingHttpResponse:
    """Export everything the club has recorded."""
    document = Document(club=club, session=session)
    headers = {"ETag": f'"{document.checksum}"'}
    return StreamingHttpResponse(document.parts(), content_type="application/json", headers=headers)


EXPORT_NIGHT = "Export one session with its ledger and the players who sat there."
STATEMENT = "Read everything that was recorded, oldest first, with running totals."
OPERATIONS = (
    read("export/", export, Action.MANAGE, shows=ExportShape, hides=("session",)),
    read(f"{NIGHT}export/", export, Action.SEE, EXPORT_NIGHT, shows=ExportShape),
    read(f"{NIGHT}statement/", books, Action.SEE, STATEMENT),
)
