"""The books as others read them: journals for accounting, and spreadsheets that run nothing."""

import csv
from dataclasses import replace
from datetime import date, time
from decimal import Decimal
from io import BytesIO, StringIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from scoring.ledger import journals
from scoring.money import currency_for

PESO = currency_for(code="PHP")
DAY = date(2026, 1, 31)
WON = journals.Booking(day=DAY, night="n1", line=2, what="hand 1", moves=(("Ana", 90), ("Ben", -90)), currency=PESO)
CASH = replace(WON, line=3, what="handover", account=journals.Account.CASH)
YEN = replace(
    WON,
    day=date(2026, 1, 3),
    night="n0",
    line=1,
    moves=(("Ana", -1200), ("Ben", 1200), ("Li", 0)),
    currency=currency_for(code="JPY"),
)


def test_hledger_gets_every_account_and_its_lines_by_day_with_cash_the_other_way_round() -> None:
    journal = "".join(journals.hledger_journal(title="Sun; days", players=["Ana", "Ben"], bookings=[WON, CASH, YEN]))
    title, comment, lines = journal.split("\n", 2)
    assert (title, comment[0]) == ("; Sun days", ";")
    assert lines == (
        "commodity 1000. JPY\n"
        "commodity 1000.00 PHP\n"
        "account Income:Result:Ana  ; Ana\n"
        "account Income:Apart:Ana\n"
        "account Assets:Cash:Ana\n"
        "account Income:Result:Ben  ; Ben\n"
        "account Income:Apart:Ben\n"
        "account Assets:Cash:Ben\n"
        "\n"
        "2026-01-03 * (1) hand 1  ; night:n0\n"
        "    Income:Result:Ana  1200 JPY\n"
        "    Income:Result:Ben  -1200 JPY\n"
        "\n"
        "2026-01-31 * (2) hand 1  ; night:n1\n"
        "    Income:Result:Ana  -0.90 PHP\n"
        "    Income:Result:Ben  0.90 PHP\n"
        "\n"
        "2026-01-31 * (3) handover  ; night:n1\n"
        "    Assets:Cash:Ana  0.90 PHP\n"
        "    Assets:Cash:Ben  -0.90 PHP\n"
    )


def test_beancount_opens_every_account_on_the_first_day() -> None:
    assert "".join(journals.beancount_journal(title='"Sundays"', players=["Ana", "Ben"], bookings=[WON])) == (
        'option "title" "\\"Sundays\\""\n'
        'option "operating_currency" "PHP"\n'
        "2026-01-31 open Income:Result:Ana\n"
        '  player: "Ana"\n'
        "2026-01-31 open Income:Apart:Ana\n"
        "2026-01-31 open Assets:Cash:Ana\n"
        "2026-01-31 open Income:Result:Ben\n"
        '  player: "Ben"\n'
        "2026-01-31 open Income:Apart:Ben\n"
        "2026-01-31 open Assets:Cash:Ben\n"
        "\n"
        '2026-01-31 * "hand 1"\n'
        '  night: "n1"\n'
        "  line: 2\n"
        "  Income:Result:Ana  -0.90 PHP\n"
        "  Income:Result:Ben  0.90 PHP\n"
    )
    assert "".join(journals.beancount_journal(title="", players=["Ana"], bookings=[])) == 'option "title" ""\n'


def test_names_of_any_script_that_look_alike_get_accounts_that_do_not() -> None:
    names = ["ana", "Ana!", "ANA", "aña", "李", "王", "Ольга", "राम", "🎴"]
    accounts = ["Ana", "Ana-2", "ANA-3", "Aña", "李", "王", "Ольга", "राम", "Player"]
    assert list(journals.account_names(players=names).values()) == accounts


XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
BUILT_IN = {"0": "General", "1": "0", "2": "0.00"}
CLOCK = time(20, 15, 7, 900_000)
RUN = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", "-2,5", "=cmd|' /C calc'!A0", "+63"]
PLAIN = ["", "Ana", "-0.90", "12", "O'Neil", "a=b", 'say "hi", ok', "two\nlines", "7 =7"]


def read_workbook(parts: bytes) -> dict[str, tuple[str, str]]:
    book = ZipFile(BytesIO(parts))
    sheet, styles = (ElementTree.fromstring(book.read(f"xl/{name}.xml")) for name in ("worksheets/sheet1", "styles"))
    own = {each.get("numFmtId", ""): each.get("formatCode", "") for each in styles.iter(f"{XML}numFmt")}
    used = [each.get("numFmtId", "") for each in next(styles.iter(f"{XML}cellXfs"))]
    names = [(BUILT_IN | own)[each] for each in used]
    assert not [each.tag for of in ("f", "hyperlink") for each in sheet.iter(f"{XML}{of}")]
    return {
        each.get("r", ""): ("".join(each.itertext()), names[int(each.get("s", 0))]) for each in sheet.iter(f"{XML}c")
    }


def written(*rows: list[journals.Cell], header: tuple[str, ...] = ("x", "y")) -> dict[str, tuple[str, str]]:
    return read_workbook(b"".join(journals.workbook(header=header, rows=rows)))


def test_a_table_begins_with_the_mark_of_utf_8_and_quotes_what_needs_it() -> None:
    assert list(journals.csv_lines(header=["player", "change"], rows=[["Ana, Ben", "-0.90"], ['"Li"', ""]])) == [
        *(journals.BYTE_ORDER_MARK, "player,change\r\n", '"Ana, Ben",-0.90\r\n', '"""Li""",\r\n')
    ]


@pytest.mark.parametrize("mark", [",", ";"])
@pytest.mark.parametrize(("cell", "read"), [*((cell, f"'{cell}") for cell in RUN), *((cell, cell) for cell in PLAIN)])
def test_a_text_that_a_spreadsheet_would_run_starts_with_an_apostrophe(cell: str, read: str, mark: str) -> None:
    _mark, _header, *lines = journals.csv_lines(header=["x", "y"], rows=[[cell, "end"]], has_comma=mark == ";")
    assert list(csv.reader(StringIO("".join(lines), newline=""), delimiter=mark)) == [[read, "end"]]


@pytest.mark.parametrize(
    ("has_comma", "line"), [(False, "2026-01-31,20:15:07,-0.90,90,7\r\n"), (True, "2026-01-31;20:15:07;-0,90;90;7\r\n")]
)
def test_days_times_and_numbers_are_written_for_the_spreadsheet(has_comma: bool, line: str) -> None:
    row: list[journals.Cell] = [DAY, CLOCK, Decimal("-0.90"), Decimal(90), 7]
    mark, *lines = journals.csv_lines(header=["x"], rows=[row], has_comma=has_comma)
    assert (mark, lines) == (journals.BYTE_ORDER_MARK, ["x\r\n", line])


def test_a_workbook_holds_numbers_days_and_times_as_what_they_are() -> None:
    row: list[journals.Cell] = ["Ana", DAY, time(18), Decimal("-0.90"), Decimal(90), 7, ""]
    found = written(row, ["Ben"], header=("player", "day"))
    assert {place: each for place, each in found.items() if each[1] != "General"} == {
        "B2": ("46053", "yyyy-mm-dd"),
        "C2": ("0.75", "hh:mm:ss"),
        "D2": ("-0.90", "0.00"),
        "E2": ("90", "0"),
    }
    texts = {place: text for place, (text, style) in found.items() if style == "General"}
    assert texts == {"A1": "player", "B1": "day", "A2": "Ana", "F2": "7", "A3": "Ben"}


@pytest.mark.parametrize("cell", [*RUN, *filter(None, PLAIN), "https://example.org/", "{=1}"])
def test_a_text_in_a_workbook_is_never_a_formula_or_a_link(cell: str) -> None:
    assert {*written([cell], header=(cell,)).values()} == {
        (cell.replace("\r", "_x000D_") if "\r" in cell else cell, "General")
    }


def test_a_workbook_comes_in_parts() -> None:
    parts = list(journals.workbook(header=["x"], rows=([f"{number:x}" * 9] for number in range(20_000))))
    assert len(parts) > 1
    assert len(read_workbook(b"".join(parts))) == 20_001
