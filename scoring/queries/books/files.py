"""The books as files to hand out: as a table for spreadsheets, as journals for accounting programs, as JSON."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never
from zoneinfo import ZoneInfo

from scoring.ledger.journal import Account, Booking, beancount_journal, hledger_journal
from scoring.ledger.spreadsheet import csv_text
from scoring.models import Club, Session
from scoring.money import plain_number
from scoring.queries.books.document import club_books, session_books, written
from scoring.queries.books.ledger import LedgerLine, whole_ledger

COLUMNS = (
    "night",
    "session",
    "game",
    "currency",
    "practice",
    "line",
    "recorded_at",
    "kind",
    "hand",
    "player",
    "change",
    "points",
    "cash",
    "apart",
    "takes_back",
    "taken_back_by",
    "reason",
    "recorded_from",
)


def spreadsheet(*, club: Club, sessions: Iterable[Session]) -> str:
    """Return nights as CSV: a row for each line and each player it moves money for.

    Times are those of the club's clock. With `cash`, `change` is the cash received (> 0) or handed over, and
    changes no result; so with `apart`, which is no play. A night with `practice` counts in nobody's totals.
    """
    clock = ZoneInfo(club.time_zone)
    rows = (row for session in sessions for row in _rows(session, clock=clock))
    return csv_text(header=COLUMNS, rows=rows)


def _rows(session: Session, *, clock: ZoneInfo) -> Iterator[list[str]]:
    night = session.started_at.astimezone(clock).date().isoformat()
    practice = "yes" if session.is_practice else ""
    about = [night, str(session.public_id), session.game, session.currency, practice]
    for line in whole_ledger(session=session):
        entry = line.entry
        start = [
            *about,
            str(entry.number),
            entry.recorded_at.astimezone(clock).isoformat(sep=" ", timespec="seconds"),
            entry.kind,
            _number(line.hand_number),
        ]
        end = [
            "yes" if line.is_cash else "",
            "yes" if line.is_apart else "",
            _number(line.reverses),
            _number(line.reversed_by),
            entry.reason,
            str(entry.device or ""),
        ]
        changes = [
            [change.player, plain_number(cents=change.cents, currency=session.money), str(change.points or "")]
            for change in line.changes
        ]
        yield from ([*start, *change, *end] for change in changes or [["", "", ""]])


def _bookings(club: Club, sessions: Iterable[Session]) -> list[Booking]:
    clock = ZoneInfo(club.time_zone)
    return [
        Booking(
            day=line.entry.recorded_at.astimezone(clock).date(),
            night=str(session.public_id),
            line=line.entry.number,
            what=_what(line),
            moves=tuple((change.player, change.cents) for change in line.changes),
            currency=session.money,
            account=_account(line),
        )
        for session in sessions
        for line in whole_ledger(session=session)
        if any(change.cents for change in line.changes)
    ]


def _account(line: LedgerLine) -> Account:
    return Account.CASH if line.is_cash else Account.APART if line.is_apart else Account.RESULT


def _what(line: LedgerLine) -> str:
    if line.hand_number:
        return f"hand {line.hand_number}"
    return f"reversal of line {line.reverses}" if line.reverses else line.entry.kind


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


class Form(StrEnum):
    """What a file is for; the values stand in addresses and on the command line."""

    JSON = "json"
    CSV = "csv"
    HLEDGER = "hledger"
    BEANCOUNT = "beancount"


_JOURNALS = {Form.HLEDGER: (hledger_journal, "journal"), Form.BEANCOUNT: (beancount_journal, "beancount")}


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
            text = spreadsheet(club=club, sessions=nights)
            return File(name=f"{name}.csv", content_type="text/csv; charset=utf-8", text=text)
        case Form.HLEDGER | Form.BEANCOUNT:
            bookings = _bookings(club, counting)
            players = dict.fromkeys(player for booking in bookings for player, _ in booking.moves)
            write, suffix = _JOURNALS[form]
            text = write(title=club.name, players=players, bookings=bookings)
            return File(name=f"{name}.{suffix}", content_type="text/plain; charset=utf-8", text=text)
    assert_never(form)
