"""What the pages of the history show, as tables for a spreadsheet: each page answers `?form=csv` with its own."""

from collections.abc import Iterable, Sequence

from django.http import HttpRequest, HttpResponse

from scoring.ledger.spreadsheet import csv_text
from scoring.money import Currency, plain_number
from scoring.views.books import headings


def asks_sheet(request: HttpRequest) -> bool:
    return request.GET.get("form") == "csv"


def sheet(
    name: str, columns: Iterable[str], rows: Iterable[Sequence[object]], *, people: Iterable[str] = ()
) -> HttpResponse:
    """Send a table as a file, with a column for each of some people behind the others; what is None stays empty."""
    texts = (["" if cell is None else str(cell) for cell in row] for row in rows)
    header = (*headings(columns), *people)
    response = HttpResponse(csv_text(header=header, rows=texts), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="cuajo-{name}.csv"'
    return response


def amount(cents: int, currency: Currency) -> str:
    return plain_number(cents=cents, currency=currency)
