"""The books for other programs: spreadsheets, hledger, Beancount."""

import csv
import json
import os
import re
import subprocess
import sys
from collections import Counter
from io import StringIO
from pathlib import Path
from shutil import which

import pytest

from scoring.ledger.journals import BYTE_ORDER_MARK, Account
from scoring.models import Club, Season, Session
from scoring.money import Currency, plain_number
from scoring.operations.table.nights import change_switches
from scoring.operations.table.undoing import undo
from scoring.queries.books.files import Form, books_file
from scoring.queries.table.night import night_of
from tests import people
from tests.queries.clubs import SCALE, match_of_points, random_club

SPREADSHEET = Path(__file__).parents[2] / "cases/spreadsheet.txt"
HLEDGER = which("hledger")
BEAN_CHECK = which("bean-check", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
needs_hledger = pytest.mark.skipif(HLEDGER is None, reason="no hledger here")
needs_beancount = pytest.mark.skipif(BEAN_CHECK is None, reason="no bean-check here")


def written(club: Club, form: Form, *, folder: Path) -> Path:
    file = books_file(club=club, form=form)
    path = folder / file.name
    path.write_bytes(file.content)
    return path


def run(*command: object) -> str:
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@needs_beancount
@needs_hledger
@pytest.mark.parametrize("seed", range(2 * SCALE))
def test_hledger_and_bean_check_come_to_the_same_balances(club: Club, tmp_path: Path, seed: int) -> None:
    random_club(club=club, seed=seed)
    assert run(BEAN_CHECK, written(club, Form.BEANCOUNT, folder=tmp_path)) == ""
    journal = written(club, Form.HLEDGER, folder=tmp_path)
    run(HLEDGER, "-f", journal, "check", "--strict", "ordereddates")
    for leaf in Account:
        told = run(HLEDGER, "-f", journal, "balance", f"^{leaf}", "--flat", "--no-total", "-O", "csv")
        amounts = [amounts for _, amounts in list(csv.reader(StringIO(told)))[1:]]
        assert sorted(amount for each in amounts for amount in each.split(", ")) == sorted(balances_of(club, leaf))


def balances_of(club: Club, account: Account) -> list[str]:
    """Return the balance of every player in every currency that is not zero, as hledger writes it."""
    sums = Counter[tuple[str, Currency]]()
    for night in club.sessions.filter(is_practice=False):
        for seat in night_of(session=night).standings:
            result, apart = -seat.result_cents, -seat.apart_cents
            handed = -(seat.outstanding_cents + result + apart)
            by_account = {Account.RESULT: result, Account.APART: apart, Account.CASH: handed}
            sums[seat.player, night.money] += by_account[account]
    written = ((plain_number(cents=cents, currency=of), of.code.upper()) for (_, of), cents in sums.items() if cents)
    return [" ".join(each) for each in written]


@pytest.fixture
def night(club: Club) -> Session:
    session = people.start_night(club=club, names=("=1+1", "Ben", "Carla, the 2nd", '"Dan"'), stake_factor=2)
    people.win(session)
    undo(entry=people.win(session, winner=people.DAN), reason="@home", stamp=people.stamp())
    people.close(session)
    (line, *_) = night_of(session=session).plan
    people.pay(session, payer=line.payer, payee=line.payee, cents=line.cents)
    return session


def rows_of(text: str) -> list[dict[str, str]]:
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


def test_a_file_names_its_kind_and_one_night_brings_nothing_of_the_club(night: Session) -> None:
    Season.objects.create(club=night.club, name="2026", since=night.day, until=night.day)
    files = {form: books_file(club=night.club, form=form, session=night) for form in Form}
    assert {
        form: (file.name.rpartition(".")[2], file.content_type.partition(";")[0]) for form, file in files.items()
    } == {
        Form.JSON: ("json", "application/json"),
        Form.XLSX: ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        **dict.fromkeys((Form.CSV, Form.CSV_COMMA, Form.BILLS), ("csv", "text/csv")),
        Form.HLEDGER: ("journal", "text/plain"),
        Form.BEANCOUNT: ("beancount", "text/plain"),
    }
    assert json.loads(files[Form.JSON].content)["seasons"] == []


def test_a_spreadsheet_gets_a_row_for_each_line_and_player(night: Session) -> None:
    rows = rows_of(books_file(club=night.club, form=Form.CSV, session=night).content.decode())
    names = ("line", "kind", "hand", "player", "result", "cash", "takes_back", "taken_back_by", "reason")
    assert ["|".join(row[name] for name in names) for row in rows] == SPREADSHEET.read_text().splitlines()
    of_night = {tuple(row[name] for name in ("night", "game", "currency", "day", "time")) for row in rows}
    assert of_night == {("2026-02-01", "cuajo", "PHP", "2026-02-01", "03:00:00")}


def test_a_spreadsheet_gets_the_points_of_a_match(club: Club, toy: None) -> None:
    match_of_points(club=club)
    rows = rows_of(books_file(club=club, form=Form.CSV).content.decode())
    told = [(row["result"], row["points"]) for row in rows if row["player"] == "Ana"]
    assert told == [("0.00", "10"), ("3.00", "-10"), ("-3.00", "10"), ("3.00", "-10"), ("0.00", "")]


@pytest.mark.parametrize(("currency", "told"), [("PHP", "1800000.00"), ("JPY", "180000000")])
def test_programs_get_large_amounts_without_any_sign_between_thousands(club: Club, currency: str, told: str) -> None:
    rules = {"preset": "pagat", "unit": 100}
    night = people.start_night(club=club, rules=rules, currency=currency, stake_factor=10_000)
    people.win(night)
    (first, *_) = rows_of(books_file(club=club, form=Form.CSV).content.decode())
    assert (first["player"], first["result"]) == ("Ana", told)
    for form in (Form.HLEDGER, Form.BEANCOUNT):
        assert f"Income:Result:Ana  -{told} {currency}\n" in books_file(club=club, form=form).content.decode()


def test_a_practice_night_is_marked_in_tables_and_in_no_journal_of_the_club(night: Session) -> None:
    club = night.club
    change_switches(session=night, is_practice=True, players_may_propose=False)
    people.win(people.start_night(club=club))
    counts, practised = (f"night:{each.public_id}" for each in club.sessions.order_by("-pk"))
    rows = rows_of(books_file(club=club, form=Form.CSV).content.decode())
    assert {(row["session"] == str(night.public_id), row["practice"]) for row in rows} == {(True, "yes"), (False, "")}
    whole = books_file(club=club, form=Form.HLEDGER).content.decode()
    assert (counts in whole, practised in whole) == (True, False)
    night.refresh_from_db()
    assert practised in books_file(club=club, form=Form.HLEDGER, session=night).content.decode()


@pytest.mark.parametrize("seed", range(2 * SCALE))
def test_the_table_of_a_random_club_adds_up_and_has_no_cell_that_runs(club: Club, seed: int) -> None:
    rows = rows_of(books_file(club=random_club(club=club, seed=seed), form=Form.CSV).content.decode())
    number = re.compile(r"-?\d+(\.\d+)?")
    running = {cell for row in rows for cell in row.values() if cell[:1] in "=+-@\t\r" and cell}
    assert {cell for cell in running if not number.fullmatch(cell)} == set()
    told, found = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for row in filter(lambda row: row["player"], rows):
        for name in ("result", "apart", "cash"):
            told[row["session"], row["player"].removeprefix("'"), name] += int(row[name].replace(".", "") or 0)
    for night in club.sessions.all():
        for seat in night_of(session=night).standings:
            handed_cents = seat.result_cents + seat.apart_cents - seat.outstanding_cents
            for name, cents in (("result", seat.result_cents), ("apart", seat.apart_cents), ("cash", handed_cents)):
                found[str(night.public_id), seat.player, name] += cents
    assert {key: cents for key, cents in told.items() if cents} == {key: cents for key, cents in found.items() if cents}


def test_what_is_owed_is_a_file_of_bills(night: Session) -> None:
    assert list(csv.reader(StringIO(books_file(club=night.club, form=Form.BILLS).content.decode()))) == [
        ["date", "what", "bill_type", "amount", "currency", "payer_name", "payer_weight", "owers"],
        ["2026-02-01", "Cuajo 2026-02-01", "Expense", "1.80", "PHP", "'=1+1", "1", '"Dan"'],
    ]
