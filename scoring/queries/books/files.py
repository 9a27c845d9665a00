"""In which forms books are handed out as files."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from scoring.models import Club, Session
from scoring.queries.books import tables
from scoring.queries.books.document import club_books, session_books, written


class Form(StrEnum):
    """What a file is for; the values stand in addresses and on the command line."""

    JSON = "json"
    CSV = "csv"
    HLEDGER = "hledger"
    BEANCOUNT = "beancount"


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to hand out."""

    name: str
    content_type: str
    text: str


def books_file(*, club: Club, form: Form, session: Session | None = None) -> File:
    """Return everything a club has recorded as a file, or one night of it.

    The journals of a club leave practice nights out, so that its accounts hold what counts for each player.
    """
    nights = (session,) if session else tuple(club.sessions.select_related("club").order_by("pk"))
    counting = tuple(night for night in nights if session or not night.is_practice)
    name = f"cuajo-{session.public_id if session else club.public_id}"
    match form:
        case Form.JSON:
            books = session_books(session=session) if session else club_books(club=club)
            return File(name=f"{name}.json", content_type="application/json", text=written(books=books))
        case Form.CSV:
            text = tables.spreadsheet(club=club, sessions=nights)
            return File(name=f"{name}.csv", content_type="text/csv; charset=utf-8", text=text)
        case Form.HLEDGER:
            text = tables.for_hledger(club=club, sessions=counting)
            return File(name=f"{name}.journal", content_type="text/plain; charset=utf-8", text=text)
        case Form.BEANCOUNT:
            text = tables.for_beancount(club=club, sessions=counting)
            return File(name=f"{name}.beancount", content_type="text/plain; charset=utf-8", text=text)
    assert_never(form)
