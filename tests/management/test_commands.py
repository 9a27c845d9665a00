"""The commands around the books, on a database file as its owner has it, and on what does not work."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from scoring.ledger.fingerprint import short
from scoring.management import checking
from scoring.management.checking import check_books
from scoring.management.commands import serve
from scoring.management.commands.nightly import kept as kept_of
from scoring.management.database import problem_of_books
from scoring.management.serving import seconds_until_night
from scoring.models import Club, Entry, Session, guard
from scoring.operations.machine import last_nightly
from scoring.queries.books.export import checksum, one_snapshot
from scoring.queries.table.night import night_of
from tests import people
from tests.management.commanding import BROKEN, ask, contents, cook, cut_off, data_folder, refused, run, working_on
from tests.served.server import free_port, manage, serving

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")


def without_guards(books: Path, *statements: str) -> None:
    with working_on(books):
        guard.lift(connection)
        for statement in statements:
            ask(books, statement)
        guard.restore(connection)


def agrees() -> bool:
    """Tell whether the check finds 18 lines of 2 nights as they should be."""
    return re.findall(r"\d+", run("check_ledger")) == ["18", "2"]


def differences(books: Path) -> list[tuple[str, int | None, str]]:
    with working_on(books):
        with pytest.raises(SystemExit, match="1"):
            call_command("check_ledger")
        findings = check_books(only_news=True, copies=settings.DATA_DIR / "backups").findings
    told = []
    for text in findings:
        what = text.values.get("what")
        told.append((text.key, text.values.get("line"), getattr(what, "key", "")))
    return told  # type: ignore[return-value]


def test_a_line_changed_round_the_app_is_found_and_the_exit_status_is_1(books: Path) -> None:
    cook(books)
    found = differences(books)
    not_sealed = ("finding.of_line", 1, "finding.not_as_sealed")
    assert (found[:2], found[-1]) == ([("finding.lost_guard", None, ""), not_sealed], ("finding.remedy", None, ""))


def test_a_night_as_it_was_sealed_is_derived_again_on_demand(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    derived: list[int] = []

    def noted(*, nights: list[Session]) -> tuple[()]:
        derived.extend(night.pk for night in nights)
        return ()

    monkeypatch.setattr(checking, "check_nights", noted)
    assert run("check_ledger") == run("check_ledger", "--all")
    assert derived == [2, 1, 2]


def test_lines_cut_off_at_the_end_are_found_by_a_copy_that_has_them(books: Path) -> None:
    run("backup")
    (copy,) = (settings.DATA_DIR / "backups").iterdir()
    newest = "(SELECT MAX(id) FROM scoring_entry)"
    without_guards(
        books,
        f"DELETE FROM scoring_payment WHERE entry_id = {newest}",
        f"DELETE FROM scoring_entry WHERE id = {newest}",
        "DELETE FROM scoring_seal WHERE id = (SELECT MAX(id) FROM scoring_seal)",
    )
    assert differences(books) == [("finding.of_line", 9, "finding.cut_off"), ("finding.remedy", None, "")]
    assert str(copy) in run("restore", copy, "--yes").splitlines()[-1]
    assert agrees()


@pytest.mark.parametrize("command", ["check_ledger", "export"])
def test_commands_that_only_read_need_no_right_to_write_and_wait_for_no_writer(books: Path, command: str) -> None:
    before = books.read_bytes()
    with closing(sqlite3.connect(books, isolation_level=None)) as table:
        table.execute("BEGIN IMMEDIATE")
        run(command)
    assert books.read_bytes() == before
    assert [path.name for path in settings.DATA_DIR.iterdir()] == ["cuajo.sqlite3"]


def test_while_the_books_are_read_nobody_changes_them_halfway(books: Path) -> None:
    with working_on(books), one_snapshot():
        lines = Entry.objects.count()
        with closing(sqlite3.connect(books, timeout=0)) as writer:
            writer.execute("UPDATE scoring_club SET name = 'Halfway'")
            with suppress(sqlite3.OperationalError):  # it must wait, unless the journal keeps both states
                writer.commit()
        assert (Club.objects.get().name, Entry.objects.count()) == ("Our club", lines)
    ask(books, "UPDATE scoring_club SET name = 'Later'")
    with working_on(books):
        assert Club.objects.get().name == "Later"


def test_an_export_is_imported_and_exported_there_the_same(books: Path, elsewhere: Path, settings: Settings) -> None:
    file = elsewhere / "books.json"
    assert run("export", "--output", file) == ""
    assert str(file) in refused("export", "--output", file)
    settings.DATA_DIR = elsewhere
    counts, *codes = run("import", file).splitlines()
    with working_on(elsewhere / books.name):
        due = [short(fingerprint=night_of(session=night).check_code) for night in Session.objects.order_by("day", "pk")]
    assert (re.findall(r"\d+", counts), [line.split()[-1] for line in codes]) == (["4", "2"], due)
    assert run("export") == file.read_text()
    assert agrees()
    assert refused("import", file)


def test_fixtures_are_left_out_of_an_import_and_counted(books: Path, elsewhere: Path, settings: Settings) -> None:
    season = {"id": str(uuid4()), "name": "Lent", "since": "2026-02-18", "until": "2026-04-02"}
    older = json.loads(run("export")) | {"seasons": [season | {"fixtures": [{"table": 1}, {"table": 2}]}]}
    file = elsewhere / "books.json"
    file.write_text(json.dumps(older | {"sha256": checksum(books=older)}))
    settings.DATA_DIR = elsewhere
    assert re.findall(r"\d+", run("import", file).splitlines()[-1]) == ["2"]
    assert json.loads(run("export"))["seasons"] == [season]


def test_a_single_night_is_exported_in_the_form_asked_for(books: Path) -> None:
    nights = [str(night) for (night,) in ask(books, "SELECT public_id FROM scoring_session ORDER BY id")]
    told = run("export", "--form", "csv-comma", "--session", nights[0]).replace("-", "")
    assert [part in told for part in ("night;session;game", *nights)] == [True, True, False]


def test_bills_of_two_currencies_are_two_files(books: Path, tmp_path: Path) -> None:
    with working_on(books):
        for currency in ("PHP", "JPY"):
            night = people.start_night(club=Club.objects.get(), currency=currency)
            people.win(night)
            people.close(night)
    run("export", "--form", "bills", "--output", tmp_path / "bills.csv")
    files = {code: (tmp_path / f"bills-{code}.csv").read_bytes().decode() for code in ("JPY", "PHP")}
    assert {code: "JPY" in text for code, text in files.items()} == {"JPY": True, "PHP": False}
    asked = ((), ("--currency", "PHP"))
    assert [run("export", "--form", "bills", *more) for more in asked] == list(files.values())


def test_of_several_clubs_one_must_be_named(books: Path) -> None:
    with working_on(books):
        mondays = people.make_club(name="Mondays")
    assert f"{mondays.public_id} Mondays" in refused("export")
    assert json.loads(run("export", "--club", mondays.public_id))["club"]["name"] == "Mondays"


@pytest.mark.parametrize("what", ["--session", "--club"])
def test_an_export_of_what_is_not_there_names_it(books: Path, what: str) -> None:
    nobody = uuid4()
    assert str(nobody) in refused("export", what, nobody)


@pytest.mark.parametrize(("form", "period"), [("csv", "2026-13"), ("csv", "last-year"), ("json", "2026")])
def test_a_period_that_cannot_be_exported_is_refused(books: Path, form: str, period: str) -> None:
    assert refused("export", "--form", form, "--period", period)


def test_a_changed_or_unreadable_file_is_not_imported(books: Path, elsewhere: Path, settings: Settings) -> None:
    file = elsewhere / "books.json"
    exported, settings.DATA_DIR = run("export"), elsewhere
    file.write_bytes(b"\xff")
    assert str(file) in refused("import", file)
    assert str(elsewhere / "none") in refused("import", elsewhere / "none")
    file.write_text('{"club": "\\ud800"}')
    assert refused("import", file).isprintable()
    assert list(elsewhere.iterdir()) == [file]
    file.write_text(exported.replace('"amount_cents": 900', '"amount_cents": 9000', 1))
    assert "sessions[0].entries[1]: " in refused("import", file)


def test_a_backup_lies_in_the_data_folder_readable_by_its_owner_only(books: Path) -> None:
    told = run("backup").splitlines()
    folder = settings.DATA_DIR / "backups"
    (backup,) = folder.iterdir()
    assert (told[0], re.findall(r"\d+", told[1])) == (str(backup), ["18", "2"])
    assert (backup.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_backup_never_overwrites_anything_nor_makes_a_folder(books: Path, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.touch()
    for output in (file, tmp_path / "no" / "folder"):
        assert str(output) in refused("backup", "--output", output)
    assert file.read_bytes() == b""


def test_a_restore_asks_first_and_replaces(books: Path, elsewhere: Path, settings: Settings, tmp_path: Path) -> None:
    def names(*files: Path) -> list[object]:
        return [name for file in files for (name,) in ask(file, "SELECT name FROM scoring_club")]

    file = tmp_path / "backup.sqlite3"
    run("backup", "--output", file)
    ask(books, "UPDATE scoring_club SET name = 'Newer'")
    assert str(books) in refused("restore", file)
    assert names(books) == ["Newer"]
    told = run("restore", file, "--yes").splitlines()
    (kept,) = (settings.DATA_DIR / "backups").glob("*.sqlite3")
    assert (str(kept) in told[0], str(file) in told[1]) == (True, True)
    assert (names(books, kept), agrees()) == (["Our club", "Newer"], True)
    settings.DATA_DIR = elsewhere
    run("restore", file)
    assert agrees()


@pytest.mark.deep
def test_the_copy_before_an_upgrade_is_restored_and_upgraded(books: Path, elsewhere: Path, settings: Settings) -> None:
    with working_on(books):
        call_command("migrate", "scoring", "0001", verbosity=0)
    settings.DATA_DIR = elsewhere
    run("restore", books)
    assert agrees()


WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
"""Takes from root what no other user has: to write where the rights of a folder forbid it."""


@pytest.mark.parametrize(("breaking", "told"), BROKEN.values(), ids=BROKEN)
def test_broken_books_are_replaced(books: Path, tmp_path: Path, breaking: Callable[[Path], object], told: str) -> None:
    backup = tmp_path / "backup.sqlite3"
    run("backup", "--output", backup)
    breaking(books)
    broken = books.read_bytes()
    problem = problem_of_books(file=books)
    assert problem is not None
    assert told in problem
    assert str(books) in refused("check_ledger")
    run("restore", backup, "--yes")
    assert [path.read_bytes() for path in (books.parent / "backups").glob("*.sqlite3")] == [broken]
    assert run("check_ledger")


@pytest.mark.parametrize("command", ["check_ledger", "export", "backup"])
def test_without_books_there_is_nothing_to_read(books: Path, command: str) -> None:
    books.unlink()
    assert str(books) in refused(command)
    assert not books.exists()


def test_a_lost_key_is_reported_until_said(books: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.management.serving.collect_static", lambda **_: None)

    def reported(key: str, *, new: bool = False) -> bool:
        settings.SECRET_KEY, printed = key * 50, StringIO()
        with working_on(books):
            serve.Command(stdout=printed)._set_up(has_new_key=new)
        return str(settings.DATA_DIR) in printed.getvalue()

    found = [reported("a"), reported("b"), reported("b"), reported("a"), reported("b", new=True), reported("b")]
    assert found == [False, True, True, False, False, False]


LOCKS = {"setting_up", "cuajo.sqlite3.served"}


@pytest.mark.parametrize("command", ["check_ledger", "export", "backup", "host_link", "import", "serve"])
def test_no_command_uses_or_changes_broken_books(books: Path, tmp_path: Path, command: str) -> None:
    exported = tmp_path / "exported.json"
    run("export", "--output", exported)
    cut_off(books)
    before = contents(books.parent)
    more: dict[str, list[object]] = {"import": [exported], "serve": [f"--port={free_port()}"]}
    assert str(books) in refused(command, *more.get(command, []))
    assert {name: kept for name, kept in contents(books.parent).items() if name not in LOCKS} == before


@pytest.mark.parametrize("breaking", [*(breaking for breaking, _ in BROKEN.values()), Path.unlink, cook])
def test_a_bad_backup_is_never_restored(books: Path, tmp_path: Path, breaking: Callable[[Path], object]) -> None:
    file = Path(shutil.copy(books, tmp_path / "backup.sqlite3"))
    breaking(file)
    before = contents(books.parent)
    assert str(file) in refused("restore", file, "--yes")
    assert contents(books.parent) == before


def test_a_full_disk_at_the_first_start_leaves_no_half_database(tmp_path: Path) -> None:
    ended = manage("serve", data=tmp_path / "data", under=("prlimit", "--fsize=100000"))
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert {path.name for path in (tmp_path / "data").iterdir()} == LOCKS


@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_full_disk_leaves_no_half_copy(demo: Path, tmp_path: Path, command: str) -> None:
    data = data_folder(tmp_path / "data", of=demo)
    before = contents(data)
    ended = manage(command, f"--output={tmp_path / 'output'}", data=data, under=("prlimit", "--fsize=10000"))
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert contents(data) == before
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize(("command", "status"), [("verify", 0), ("check_ledger", 1)])
def test_what_only_reads_makes_nothing(tmp_path: Path, command: str, status: int) -> None:
    assert manage(command, data=tmp_path / "data").returncode == status
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="root writes anywhere")
@pytest.mark.parametrize("journal", ["TRUNCATE", "WAL"])
def test_a_read_only_folder_is_read_and_not_served(demo: Path, tmp_path: Path, journal: str) -> None:
    data = data_folder(tmp_path / "data", of=demo)
    with closing(sqlite3.connect(data / "cuajo.sqlite3")) as database:
        database.execute(f"PRAGMA journal_mode={journal}")
    (data / "cuajo.sqlite3").chmod(0o400)
    data.chmod(0o500)
    before = contents(data)
    for arguments in (("check_ledger",), ("backup", f"--output={tmp_path / 'copy'}")):
        ended = manage(*arguments, data=data, under=WITHOUT_RIGHTS)
        assert (ended.returncode, ended.stderr) == (0, "")
    ended = manage("serve", data=data, under=WITHOUT_RIGHTS)
    assert (ended.stderr.count("\n"), str(data) in ended.stderr) == (1, True)
    assert contents(data) == before
    data.chmod(0o700)


@pytest.mark.parametrize("command", ["check_ledger", "backup", "serve"])
def test_a_write_that_a_kill_cut_off_is_taken_back(demo: Path, tmp_path: Path, command: str) -> None:
    data, live = data_folder(tmp_path / "data", of=demo), Path(shutil.copy(demo, tmp_path / "cuajo.sqlite3"))
    with closing(sqlite3.connect(live, isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = 2")  # so that the write reaches the file before it is committed
        database.execute("BEGIN IMMEDIATE")
        database.execute("CREATE TABLE half (text)")
        database.executemany("INSERT INTO half VALUES (?)", [("x" * 2_000,)] * 500)
        for name in ("cuajo.sqlite3", "cuajo.sqlite3-journal"):
            shutil.copy(tmp_path / name, data / name)
    assert (data / "cuajo.sqlite3").read_bytes() != demo.read_bytes()
    if command == "serve":
        with serving(data=data):
            pass
    else:
        assert manage(command, data=data).returncode == 0
    assert ask(data / "cuajo.sqlite3", "SELECT name FROM sqlite_master WHERE name = 'half'") == []


def nightly(*options: str) -> list[str]:
    """Run the command, and return the names of the copies that are there then."""
    run("nightly", *options)
    return sorted(file.name for file in (settings.DATA_DIR / "backups").glob("nightly-*.sqlite3"))


def test_a_night_keeps_a_verified_copy_here_and_elsewhere(books: Path, elsewhere: Path, host: Client) -> None:
    (copy,) = nightly(f"--copy-to={elsewhere}")
    run("restore", settings.DATA_DIR / "backups" / copy, "--try")
    assert [file.name for file in elsewhere.iterdir()] == [copy]
    result = last_nightly(folder=settings.DATA_DIR)
    assert result is not None
    assert (result.wrong, result.copy, host.get("/club/").status_code) == (0, copy, 200)


def test_copies_that_need_not_be_kept_go_and_no_other_file(books: Path) -> None:
    (folder := settings.DATA_DIR / "backups").mkdir()
    for name in (f"{of}-2020010{day}-040000-000000.sqlite3" for of in ("nightly", "backup") for day in (1, 2, 3)):
        shutil.copy(books, folder / name)
    (folder / "nightly-notes.txt").touch()
    assert (len(nightly()), len(list(folder.iterdir()))) == (4, 8)


def test_a_night_that_fails_is_told(books: Path) -> None:
    refused("nightly", f"--copy-to={books.parent / 'not there'}")
    result = last_nightly(folder=settings.DATA_DIR)
    assert result is not None
    assert "not there" in result.failure


def test_kept_are_seven_days_five_weeks_and_twelve_months() -> None:
    newest = datetime(2026, 11, 22, 4, tzinfo=UTC)
    nights = [newest - timedelta(days=days) for days in range(800)]
    kept = sorted(kept_of(made=nights), reverse=True)
    assert (kept[:7], kept[-1]) == (nights[:7], datetime(2025, 12, 31, 4, tzinfo=UTC))
    assert len(kept) == 7 + 4 + 11  # this week and this month are among the days


def test_nothing_is_known_of_a_night_whose_file_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "nightly.json").write_text("{")
    assert last_nightly(folder=tmp_path) is None


@pytest.mark.parametrize(("hour", "hours"), [(3, 1), (4, 24), (23, 5)])
def test_the_next_night_is_at_four(hour: int, hours: int) -> None:
    assert seconds_until_night(now=datetime(2026, 3, 1, hour, tzinfo=UTC)) == hours * 3600
