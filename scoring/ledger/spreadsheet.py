"""A table as CSV or as a workbook that opens well in a spreadsheet and that no spreadsheet takes for a program."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time
from decimal import Decimal
from functools import partial
from io import StringIO
from itertools import chain
from tempfile import TemporaryFile
from typing import IO

from xlsxwriter import Workbook

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PART = 64 * 1024
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_RUNS = re.compile(r"[\s=+\-@＝＋－＠]")

type Cell = str | int | Decimal | date | time
"""What a cell holds; a Decimal has as many digits behind the point as it is to be written with."""


def csv_text(*, header: Sequence[str], rows: Iterable[Sequence[Cell]], has_comma: bool = False) -> str:
    """Write a table as CSV (RFC 4180) with the mark by which Excel knows UTF-8.

    >>> csv_text(header=["player", "change"], rows=[["=1+1", "-0.90"]]).splitlines()[1]
    "'=1+1,-0.90"
    """
    return "".join(csv_lines(header=header, rows=rows, has_comma=has_comma))


def csv_lines(*, header: Sequence[str], rows: Iterable[Sequence[Cell]], has_comma: bool = False) -> Iterator[str]:
    """Write such a table line by line; `has_comma` is for spreadsheets whose decimals have one.

    >>> list(csv_lines(header=["day", "cash"], rows=[[date(2026, 1, 31), Decimal("0.90")]], has_comma=True))[2]
    '2026-01-31;0,90\\r\\n'
    """
    yield BYTE_ORDER_MARK
    for row in chain([header], rows):
        text = StringIO()
        cells = [_cell(cell, has_comma=has_comma) for cell in row]
        csv.writer(text, delimiter=";" if has_comma else ",", lineterminator="\r\n").writerow(cells)
        yield text.getvalue()


def workbook(*, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Write a table as .xlsx in parts: numbers, days and times are what they are, a text is never a formula.

    Rows are written as they come; none stays in memory, nor does the file.
    """
    with TemporaryFile() as file:
        _write(file, header=header, rows=rows)
        file.seek(0)
        yield from iter(partial(file.read, _PART), b"")


def _write(file: IO[bytes], *, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    book = Workbook(file, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    sheet = book.add_worksheet()
    formats = {name: book.add_format({"num_format": name}) for name in ("yyyy-mm-dd", "hh:mm:ss", "0", "0.00")}
    sheet.write_row(0, 0, header, book.add_format({"bold": True}))
    sheet.freeze_panes(1, 0)
    for number, row in enumerate(rows, start=1):
        for column, cell in enumerate(row):
            match cell:
                case Decimal():
                    digits = "0.00" if "." in str(cell) else "0"
                    sheet.write_number(number, column, cell, formats[digits])
                case date():
                    sheet.write_datetime(number, column, cell, formats["yyyy-mm-dd"])
                case time():
                    sheet.write_datetime(number, column, cell, formats["hh:mm:ss"])
                case int():
                    sheet.write_number(number, column, cell)
                case _ if cell:
                    sheet.write_string(number, column, cell)
    book.close()


def _cell(cell: Cell, *, has_comma: bool) -> str:
    match cell:
        case str():
            return _harmless(cell)
        case Decimal():
            return str(cell).replace(".", ",") if has_comma else str(cell)
        case time():
            return cell.isoformat(timespec="seconds")
        case _:
            return str(cell)


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet runs: a text that looks like a formula starts with an apostrophe."""
    if _NUMBER.fullmatch(cell) or not _RUNS.match(cell):
        return cell
    return f"'{cell}"
