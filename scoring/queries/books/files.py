"""Write the books as spreadsheets, journals or JSON."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from operator import attrgetter
from zoneinfo import ZoneInfo

from scoring.frozen import Frozen
from scoring.ledger import journals
from scoring.ledger.journals import Account, Booking, Cell, beancount_journal, csv_lines, hledger_journal
from scoring.models import Club, Session
from scoring.money import OFFERED_CURRENCIES, plain_number
from scoring.queries.books.export import Document
from scoring.queries.books.ledger import Change, LedgerLine, whole_ledger
from scoring.queries.history.scope import ALL_TIME, FilterError, Period, unreadable
from scoring.queries.table.night import night_of
from scoring.texts import say

COLUMNS = (
    *("night", "session", "game", "currency", "practice", "line", "day", "time", "kind", "hand"),
    *("player", "result", "apart", "cash", "points"),
    *("takes_back", "taken_back_by", "reason", "recorded_from"),
)
BILLS = ("date", "what", "bill_type", "amount", "currency", "payer_name", "payer_weight", "owers")


def _table(sessions: Iterable[Session], *, clock: ZoneInfo) -> Iterator[list[Cell]]:
    """Yield a row for each line and player.

    Column `cash` is cash handed over, `apart` are side payments. Times are in the club's time zone.
    """
    for session in sessions:
        practice = "yes" if session.is_practice else ""
        night: list[Cell] = [session.day, str(session.public_id), session.game, session.currency, practice]
        for line in whole_ledger(session=session, night=night_of(session=session)):
            entry, at = line.entry, line.entry.recorded_at.astimezone(clock)
            about: list[Cell] = [entry.number, at.date(), at.time().replace(microsecond=0), entry.kind]
            end: list[Cell] = [line.reverses or "", line.reversed_by or "", entry.reason, str(entry.device or "")]
            for change in line.changes or (None,):
                yield [*night, *about, line.hand_number or "", *_moved(session, line, change), *end]


def _moved(session: Session, line: LedgerLine, change: Change | None) -> list[Cell]:
    if change is None:
        return [""] * 5
    amount = _amount(change.cents, session)
    return [change.player, *(amount if kind is _account(line) else "" for kind in Account), change.points or ""]


def _amount(cents: int, session: Session) -> Decimal:
    return Decimal(plain_number(cents=cents, currency=session.money))


def _bookings(sessions: Iterable[Session]) -> list[Booking]:
    return [
        Booking(
            day=session.day,
            night=str(session.public_id),
            line=line.entry.number,
            what=_what(line),
            moves=tuple((change.player, change.cents) for change in line.changes),
            currency=session.money,
            account=_account(line),
        )
        for session in sorted(sessions, key=attrgetter("day"))
        for line in whole_ledger(session=session, night=night_of(session=session))
        if any(change.cents for change in line.changes)
    ]


def _account(line: LedgerLine) -> Account:
    return Account.CASH if line.is_cash else Account.APART if line.is_apart else Account.RESULT


def _what(line: LedgerLine) -> str:
    if line.hand_number:
        return f"hand {line.hand_number}"
    return f"reversal of line {line.reverses}" if line.reverses else line.entry.kind


def _bills(sessions: Iterable[Session]) -> Iterator[list[Cell]]:
    for session in sessions:
        for line in night_of(session=session).plan:
            if line.left_cents:
                amount = _amount(line.left_cents, session)
                what = f"Cuajo {session.day} {session.name}".strip()
                # In ihatemoney the payee has paid for the payer. A comma would separate two people.
                to, owes = (name.replace(",", " ") for name in (line.payee_name, line.payer_name))
                yield [session.day, what, "Expense", amount, session.currency, to, 1, owes]


class Form(StrEnum):
    """A file format, as addresses and commands name it."""

    JSON = "json"
    XLSX = "xlsx"
    CSV = "csv"
    CSV_COMMA = "csv-comma"
    BILLS = "bills"
    HLEDGER = "hledger"
    BEANCOUNT = "beancount"


_JOURNALS = {Form.HLEDGER: (hledger_journal, "journal"), Form.BEANCOUNT: (beancount_journal, "beancount")}
_CSV = "text/csv; charset=utf-8"


class File(Frozen):
    """A file that is made while it is read."""

    name: str
    content_type: str
    parts: Iterable[bytes]

    @property
    def content(self) -> bytes:
        return b"".join(self.parts)


def books_file(
    *,
    club: Club,
    form: Form,
    session: Session | None = None,
    period: Period = ALL_TIME,
    currency: str = "",
    headings: Sequence[str] = COLUMNS,
) -> File:
    """Return the books as a file. Raises FilterError.

    A period is refused for JSON and for one night. Journals and bills of a club leave practice nights out. Bills are of
    one `currency`.
    """
    clock = ZoneInfo(club.time_zone)
    if period != ALL_TIME and (session or form is Form.JSON):
        raise FilterError(say("unreadable_filter.whole"), field="period")
    if currency and (form is not Form.BILLS or currency not in {each.code for each in OFFERED_CURRENCIES}):
        raise unreadable(field="currency", value=currency)
    nights = (session,) if session else _nights(club, period)
    counting = tuple(night for night in nights if session or not night.is_practice)
    stem = f"cuajo-{session.public_id if session else club.public_id}"
    match form:
        case Form.JSON:
            books = Document(club=club, session=session)
            return File(name=f"{stem}.json", content_type="application/json", parts=books.parts())
        case Form.XLSX:
            book = journals.workbook(header=headings, rows=_table(nights, clock=clock))
            return File(name=f"{stem}.xlsx", content_type=journals.XLSX, parts=book)
        case Form.CSV | Form.CSV_COMMA:
            rows = _table(nights, clock=clock)
            return _file(f"{stem}.csv", _CSV, csv_lines(header=headings, rows=rows, has_comma=form is Form.CSV_COMMA))
        case Form.BILLS:
            wanted = currency or next(iter(_bill_currencies(counting)), "")
            rows = _bills(night for night in counting if night.currency == wanted)
            # ihatemoney cannot read a byte order mark.
            _mark, *bills = csv_lines(header=BILLS, rows=rows)
            return _file(f"{stem}-bills{'-' if currency else ''}{currency}.csv", _CSV, bills)
        case Form.HLEDGER | Form.BEANCOUNT:
            bookings = _bookings(counting)
            players = dict.fromkeys(player for booking in bookings for player, _ in booking.moves)
            write, suffix = _JOURNALS[form]
            texts = write(title=club.name, players=players, bookings=bookings)
            return _file(f"{stem}.{suffix}", "text/plain; charset=utf-8", texts)


def bill_currencies(*, club: Club, period: Period = ALL_TIME) -> tuple[str, ...]:
    return _bill_currencies(night for night in _nights(club, period) if not night.is_practice)


def _bill_currencies(nights: Iterable[Session]) -> tuple[str, ...]:
    owing = (night for night in nights if any(line.left_cents for line in night_of(session=night).plan))
    return tuple(dict.fromkeys(night.currency for night in sorted(owing, key=attrgetter("day", "pk"), reverse=True)))


def _nights(club: Club, period: Period) -> tuple[Session, ...]:
    days = (period.since or date.min, period.until or date.max)
    return tuple(club.sessions.filter(day__range=days).select_related("club").order_by("pk"))


def _file(name: str, content_type: str, texts: Iterable[str]) -> File:
    return File(name=name, content_type=content_type, parts=(text.encode() for text in texts))
