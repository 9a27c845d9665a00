"""Journals for plain-text accounting, tables as CSV or workbook.

A journal for hledger or Beancount has three accounts for each player. `Result` and `Apart` are income, which accounting
writes with a minus: results of play and side payments. So `hledger is` shows a year. `Cash` is an asset: cash received
or handed over. Their sum is the open amount, above zero if the player has to pay. Each line of the ledger is a
transaction that sums to zero.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from enum import StrEnum
from functools import partial
from io import StringIO
from itertools import chain, count
from operator import attrgetter
from tempfile import TemporaryFile
from unicodedata import category, normalize

from xlsxwriter import Workbook

from scoring.frozen import Frozen
from scoring.money import Currency, plain_number

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PART = 64 * 1024
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
# Excel and LibreOffice run a text that begins with one of these signs.
_RUNS = re.compile(r"[\s=+\-@＝＋－＠]")

# A Decimal keeps zeros at its end.
type Cell = str | int | Decimal | date | time


class Account(StrEnum):
    RESULT = "Income:Result"
    APART = "Income:Apart"
    CASH = "Assets:Cash"


class Booking(Frozen):
    """A line of the ledger that moves money.

    `moves` are players with cents, which sum to zero. In the cash account they are cash received. `night` is the id of
    the session. `what` is ASCII.
    """

    day: date
    night: str
    line: int
    what: str
    moves: tuple[tuple[str, int], ...]
    currency: Currency
    account: Account = Account.RESULT


def hledger_journal(*, title: str, players: Iterable[str], bookings: Iterable[Booking]) -> Iterator[str]:
    """Write a journal that `hledger check --strict` accepts."""
    accounts, ordered = account_names(players=players), sorted(bookings, key=attrgetter("day"))
    head = [f"; {_bare(title)}", '; What a player has won is income, which has a minus here and none in "hledger is".']
    head += [f"commodity 1000.{currency.minor_digits * '0'} {_code(currency)}" for currency in _currencies(ordered)]
    for player, account in accounts.items():
        head.append(f"account {Account.RESULT}:{account}  ; {_bare(player)}")
        head += [f"account {kind}:{account}" for kind in (Account.APART, Account.CASH)]
    blocks = (
        [
            f"{booking.day} * ({booking.line}) {booking.what}  ; night:{booking.night}",
            *_postings(booking, accounts, indent=4),
        ]
        for booking in ordered
    )
    return _joined(head, blocks)


def beancount_journal(*, title: str, players: Iterable[str], bookings: Iterable[Booking]) -> Iterator[str]:
    """Write a journal that `bean-check` accepts."""
    accounts, ordered = account_names(players=players), sorted(bookings, key=attrgetter("day"))
    head = [f'option "title" {_quoted(title)}']
    head += [f'option "operating_currency" "{_code(currency)}"' for currency in _currencies(ordered)]
    for player, account in accounts.items() if ordered else ():
        head += [f"{ordered[0].day} open {Account.RESULT}:{account}", f"  player: {_quoted(player)}"]
        head += [f"{ordered[0].day} open {kind}:{account}" for kind in (Account.APART, Account.CASH)]
    blocks = (
        [
            f'{booking.day} * "{booking.what}"',
            f'  night: "{booking.night}"',
            f"  line: {booking.line}",
            *_postings(booking, accounts, indent=2),
        ]
        for booking in ordered
    )
    return _joined(head, blocks)


def account_names(*, players: Iterable[str]) -> dict[str, str]:
    """Return a unique account name for each player."""
    taken: set[str] = set()
    accounts = {}
    for player in players:
        # hledger and Beancount allow no signs in an account name.
        kept = (sign if sign.isalnum() or category(sign)[0] == "M" else " " for sign in normalize("NFC", player))
        plain = "-".join("".join(kept).split()) or "Player"
        plain = plain[0].upper() + plain[1:]
        numbered = (f"{plain}-{number}" for number in count(2))
        name = next(name for name in chain([plain], numbered) if name.casefold() not in taken)
        taken.add(name.casefold())
        accounts[player] = name
    return accounts


def _currencies(bookings: Iterable[Booking]) -> list[Currency]:
    return sorted({booking.currency for booking in bookings}, key=_code)


def _code(currency: Currency) -> str:
    return currency.code.upper()


def _postings(booking: Booking, accounts: Mapping[str, str], *, indent: int) -> list[str]:
    sign = 1 if booking.account is Account.CASH else -1
    return [
        f"{indent * ' '}{booking.account}:{accounts[player]}  "
        f"{plain_number(cents=sign * cents, currency=booking.currency)} {_code(booking.currency)}"
        for player, cents in booking.moves
        if cents
    ]


def _bare(text: str) -> str:
    """Return a text without line breaks, tags and dates."""
    return " ".join(re.sub(r"[^\w .,'-]", " ", text).split())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _joined(head: list[str], blocks: Iterable[list[str]]) -> Iterator[str]:
    yield "\n".join(head)
    for block in blocks:
        yield "\n\n" + "\n".join(block)
    yield "\n"


def csv_lines(*, header: Sequence[str], rows: Iterable[Sequence[Cell]], has_comma: bool = False) -> Iterator[str]:
    """Write CSV lines (RFC 4180), perhaps with decimal commas."""
    # Excel reads a file as UTF-8 only after a byte order mark.
    yield BYTE_ORDER_MARK
    for row in chain([header], rows):
        text = StringIO()
        cells = [_cell(cell, has_comma=has_comma) for cell in row]
        csv.writer(text, delimiter=";" if has_comma else ",", lineterminator="\r\n").writerow(cells)
        yield text.getvalue()


def workbook(*, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Write a table as .xlsx in parts."""
    with TemporaryFile() as file:
        # Each row goes to disk at once, because years of lines do not fit in the memory of a small machine.
        # No formulas and links: people choose the names.
        book = Workbook(file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
        sheet = book.add_worksheet()
        formats = {name: book.add_format({"num_format": name}) for name in ("yyyy-mm-dd", "hh:mm:ss", "0", "0.00")}
        sheet.write_row(0, 0, header, book.add_format({"bold": True}))
        sheet.freeze_panes(1, 0)
        for number, row in enumerate(rows, start=1):
            for column, cell in enumerate(row):
                sheet.write(number, column, cell, formats.get(_number_format(cell)))
        book.close()
        file.seek(0)
        yield from iter(partial(file.read, _PART), b"")


def _number_format(cell: Cell) -> str:
    """Return the format of a cell, empty for texts and counts."""
    if isinstance(cell, Decimal):
        return "0.00" if "." in str(cell) else "0"
    return {date: "yyyy-mm-dd", time: "hh:mm:ss"}.get(type(cell), "")


def _cell(cell: Cell, *, has_comma: bool) -> str:
    """Write a cell that no spreadsheet runs."""
    match cell:
        case str():
            return f"'{cell}" if _RUNS.match(cell) and not _NUMBER.fullmatch(cell) else cell
        case Decimal():
            return str(cell).replace(".", ",") if has_comma else str(cell)
        case time():
            return cell.isoformat(timespec="seconds")
        case _:
            return str(cell)
