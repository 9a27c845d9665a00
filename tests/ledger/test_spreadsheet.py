"""A table as CSV that no spreadsheet takes for a program."""

import csv
from io import StringIO

import pytest

from scoring.ledger.spreadsheet import BYTE_ORDER_MARK, csv_text


def test_a_table_begins_with_the_mark_of_utf_8_and_quotes_what_needs_it() -> None:
    assert csv_text(header=["player", "change"], rows=[["Ana, Ben", "-0.90"], ['"Li"', ""]]) == (
        BYTE_ORDER_MARK + 'player,change\r\n"Ana, Ben",-0.90\r\n"""Li""",\r\n'
    )


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "-2,5", "=cmd|' /C calc'!A0", "+63"],
)
def test_a_text_that_a_spreadsheet_would_run_starts_with_an_apostrophe(cell: str) -> None:
    (_, (told,)) = csv.reader(StringIO(csv_text(header=["x"], rows=[[cell]]), newline=""))
    assert told == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "Ana", "-0.90", "12", "O'Neil", "a=b", 'say "hi", ok', "two\nlines", "7 =7"])
def test_any_other_cell_comes_back_as_it_is(cell: str) -> None:
    (_, *rows) = csv.reader(StringIO(csv_text(header=["x", "y"], rows=[[cell, "end"]]), newline=""))
    assert rows == [[cell, "end"]]
