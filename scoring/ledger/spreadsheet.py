"""A table as CSV that opens well in a spreadsheet and that no spreadsheet takes for a program."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_RUNS = re.compile(r"[\s=+\-@＝＋－＠]")


def csv_text(*, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table as CSV (RFC 4180) with the mark by which Excel knows UTF-8.

    >>> csv_text(header=["player", "change"], rows=[["=1+1", "-0.90"]]).splitlines()[1]
    "'=1+1,-0.90"
    """
    text = StringIO()
    text.write(BYTE_ORDER_MARK)
    csv.writer(text, lineterminator="\r\n").writerows([header, *([_harmless(cell) for cell in row] for row in rows)])
    return text.getvalue()


def _harmless(cell: str) -> str:
    """Return a cell that no spreadsheet runs: a text that looks like a formula starts with an apostrophe."""
    if _NUMBER.fullmatch(cell) or not _RUNS.match(cell):
        return cell
    return f"'{cell}"
