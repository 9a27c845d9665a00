"""The commands around the books, on a database file as its owner has it."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections
from pytest_django import DjangoDbBlocker, Settings

from scoring.management.database import migrate
from scoring.models import Club, Entry, Seal, Session, guard
from scoring.models.guards import GUARDS
from scoring.operations.sessions.demo import fill_demo
from scoring.operations.table.posting import write_seals
from scoring.queries.books.document import one_moment
from scoring.queries.books.seals import sealed_of_night
from scoring.texts import say
from tests import people

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")

SUMMARY = "18 lines of 2 nights: everything agrees.\n"


@contextmanager
def working_on(file: Path) -> Iterator[None]:
    """Have everything in this thread work on a database file, opened as in earnest."""
    ours = connections["default"]
    connections["default"] = ours.copy()
    connections["default"].settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = ours


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """Return a database file with the example club, made once."""
    file = tmp_path_factory.mktemp("demo") / "cuajo.sqlite3"
    with django_db_blocker.unblock(), working_on(file):
        migrate()
        fill_demo(club=people.make_club(), now=people.EVENING)
    return file


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return an empty data folder beside that of the books."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


@pytest.fixture
def books(demo: Path, tmp_path: Path, settings: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Return a copy of the example club in a data folder of its own, on which the commands work."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    with django_db_blocker.unblock():
        yield Path(shutil.copy(demo, settings.DATA_DIR / "cuajo.sqlite3"))


def run(*arguments: object) -> str:
    """Run a command in the data folder of the settings and return what it prints."""
    printed = StringIO()
    with working_on(settings.DATA_DIR / "cuajo.sqlite3"):
        call_command(*map(str, arguments), stdout=printed)
    return printed.getvalue()


def refused(*arguments: object) -> str:
    """Run a command that must refuse, and return why."""
    with pytest.raises(CommandError) as refusal:
        run(*arguments)
    return str(refusal.value)


def ask(file: Path, query: str) -> list[tuple[object, ...]]:
    """Return what a database file answers; a query that changes it is kept."""
    with closing(sqlite3.connect(file)) as database:
        answer = database.execute(query).fetchall()
        database.commit()
    return answer


def cook(file: Path) -> None:
    """Change who deals after a hand, as only somebody can who lifts a guard."""
    ask(file, "DROP TRIGGER guard_hand_update")
    ask(file, "UPDATE scoring_hand SET deals_next = 1")


def test_right_books_agree(books: Path) -> None:
    assert run("check_ledger") == SUMMARY


def test_a_payment_added_round_the_app_is_found_and_the_exit_status_is_1(
    books: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = GUARDS[0].name
    ask(books, f"DROP TRIGGER {lost}")
    ask(
        books,
        "INSERT INTO scoring_payment (entry_id, payer_id, payee_id, amount_cents, cash)"
        " SELECT entry.id, one.id, other.id, 1000, 0 FROM scoring_entry AS entry"
        " JOIN scoring_seat AS one ON one.session_id = entry.session_id AND one.number = 1"
        " JOIN scoring_seat AS other ON other.session_id = entry.session_id AND other.number = 3"
        " ORDER BY entry.id DESC LIMIT 1",
    )
    with working_on(books), pytest.raises(SystemExit, match="1"):
        call_command("check_ledger")

    told = capsys.readouterr().out.splitlines()
    assert [re.sub(r".*\), | is .*|, not .*", "", line) for line in told] == [
        f"The database has lost its guard {lost}.",
        "line 9: the fingerprint",
        "line 9: the payments are seat 1 to 3 1000; seat 1 to 4 500; seat 3 to 4 500",
        say("finding.remedy").english(),
        "3 differences in 18 lines of 2 nights.",
    ]


def test_a_hand_judged_by_another_engine_is_told_and_counts_as_no_difference(books: Path) -> None:
    ask(books, "DROP TRIGGER guard_hand_update")
    ask(books, "UPDATE scoring_hand SET deals_next = 4, engine_version = '0' WHERE id = 1")
    ask(books, "DROP TRIGGER guard_seal_delete")
    with working_on(books):
        night = Session.objects.get(entries__hand=1)
        Seal.objects.filter(chain=night.public_id).delete()
        write_seals(chain=night.public_id, things=sealed_of_night(session=night))
        guard.restore(connection)

    told = run("check_ledger")

    assert told.count("(by another version of the engine; the books stand)") == 1
    assert told.endswith(f"\n{SUMMARY}")


def test_a_night_that_stands_as_its_close_was_sealed_is_derived_again_on_demand(
    books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived: list[int] = []

    def noted(*, session: Session) -> tuple[()]:
        derived.append(session.pk)
        return ()

    monkeypatch.setattr("scoring.management.checking.check_session", noted)
    assert (run("check_ledger"), run("check_ledger", "--all")) == (SUMMARY, SUMMARY)
    assert derived == [2, 1, 2]


def test_an_amount_changed_in_a_sealed_night_is_found_though_the_guards_stand(
    books: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask(books, "DROP TRIGGER guard_payment_update")
    ask(books, "UPDATE scoring_payment SET amount_cents = amount_cents + 1 WHERE id = 1")
    with working_on(books):
        guard.restore(connection)
        with pytest.raises(SystemExit, match="1"):
            call_command("check_ledger")
    assert "line 1: the payments are" in capsys.readouterr().out


def cut_off_the_newest_line(file: Path) -> None:
    """Remove the newest line of the second night with its seal, so that nothing in the books tells of it."""
    for table in ("payment", "entry", "hand", "seal"):
        ask(file, f"DROP TRIGGER guard_{table}_delete")
    newest = "(SELECT MAX(id) FROM scoring_entry)"
    ask(file, f"DELETE FROM scoring_payment WHERE entry_id = {newest}")
    ask(file, f"DELETE FROM scoring_entry WHERE id = {newest}")
    ask(file, "DELETE FROM scoring_seal WHERE id = (SELECT MAX(id) FROM scoring_seal)")
    with working_on(file):
        guard.restore(connection)


def test_lines_cut_off_at_the_end_are_found_by_a_copy_that_has_them(
    books: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("backup")
    (copy,) = (settings.DATA_DIR / "backups").iterdir()
    cut_off_the_newest_line(books)
    with working_on(books), pytest.raises(SystemExit, match="1"):
        call_command("check_ledger")
    told, remedy, summary = capsys.readouterr().out.splitlines()
    assert told.endswith(f", line 9: and perhaps more is missing; {copy} has it")
    assert (remedy, summary) == (say("finding.remedy").english(), "1 difference in 17 lines of 2 nights.")
    assert run("restore", copy, "--yes").endswith(f"The books are those of {copy}.\n")
    assert run("check_ledger") == SUMMARY


@pytest.mark.parametrize("command", ["check_ledger", "export"])
def test_commands_that_only_read_need_no_right_to_write_and_wait_for_no_writer(books: Path, command: str) -> None:
    before = books.read_bytes()
    with closing(sqlite3.connect(books, isolation_level=None)) as table:
        table.execute("BEGIN IMMEDIATE")
        run(command)
    assert books.read_bytes() == before
    assert [path.name for path in settings.DATA_DIR.iterdir()] == ["cuajo.sqlite3"]


def test_while_the_books_are_read_nobody_changes_them_halfway(books: Path) -> None:
    with working_on(books), one_moment():
        lines = Entry.objects.count()
        with closing(sqlite3.connect(books, timeout=0)) as writer:
            writer.execute("UPDATE scoring_club SET name = 'Halfway'")
            with suppress(sqlite3.OperationalError):  # it must wait, unless the journal keeps both states
                writer.commit()
        assert (Club.objects.get().name, Entry.objects.count()) == ("Our club", lines)
    ask(books, "UPDATE scoring_club SET name = 'Later'")
    with working_on(books):
        assert Club.objects.get().name == "Later"


@pytest.mark.parametrize("command", ["check_ledger", "export", "backup"])
def test_without_books_there_is_nothing_to_read(books: Path, command: str) -> None:
    books.unlink()
    assert refused(command) == f"There are no books at {books} yet."
    assert not books.exists()


def test_an_export_is_imported_into_a_new_folder_and_exported_there_the_same(
    books: Path, elsewhere: Path, settings: Settings
) -> None:
    file = elsewhere / "books.json"
    assert run("export", "--output", file) == ""
    assert refused("export", "--output", file) == f"{file} exists already; nothing was written."

    settings.DATA_DIR = elsewhere

    assert run("import", file) == (
        "Imported Our club: players: 4, nights: 2. Fingerprints and balances agree with the file.\n"
    )
    assert run("export") == file.read_text()
    assert run("check_ledger") == SUMMARY
    assert refused("import", file) == "Nothing was imported. These books are here already."


@pytest.mark.parametrize(
    ("form", "holds"),
    [
        ("json", '"format": "cuajo books"'),
        ("csv", "night,session,game"),
        ("csv-comma", "night;session;game"),
        ("hledger", "commodity 1000.00 PHP"),
        ("beancount", 'option "title" "Our club"'),
    ],
)
def test_a_single_night_is_exported_in_every_form(books: Path, form: str, holds: str) -> None:
    nights = [str(night) for (night,) in ask(books, "SELECT public_id FROM scoring_session ORDER BY id")]
    told = run("export", "--form", form, "--session", nights[0]).replace("-", "")
    assert holds in told
    assert [night in told for night in nights] == [True, False]


def test_an_export_of_what_is_not_there_says_so(books: Path) -> None:
    nobody = uuid4()
    assert refused("export", "--session", nobody).startswith(f"No night has the id {nobody}.")
    assert refused("export", "--club", nobody) == f"There is no club {nobody}."


def test_of_several_clubs_one_must_be_named(books: Path) -> None:
    with working_on(books):
        mondays = people.make_club(name="Mondays")
    told = refused("export")
    assert told.startswith("There are several clubs. Name one with --club:")
    assert f"{mondays.public_id} Mondays" in told
    assert json.loads(run("export", "--club", mondays.public_id))["club"]["name"] == "Mondays"


def test_a_changed_or_unreadable_file_is_not_imported(books: Path, elsewhere: Path, settings: Settings) -> None:
    file = elsewhere / "books.json"
    file.write_text(run("export").replace('"amount_cents": 900', '"amount_cents": 9000', 1))
    settings.DATA_DIR = elsewhere
    assert refused("import", file).startswith("Nothing was imported. sessions[0].entries[1]: the fingerprint is")
    file.write_bytes(b"\xff")
    assert refused("import", file) == f"{file} is no text in UTF-8."
    assert refused("import", elsewhere / "none").endswith("No such file or directory")


def test_a_backup_lies_in_the_data_folder_readable_by_its_owner_only(books: Path) -> None:
    told = run("backup")
    folder = settings.DATA_DIR / "backups"
    (backup,) = folder.iterdir()
    assert told == f"{backup}\n{SUMMARY}"
    assert (backup.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_backup_never_overwrites_anything(books: Path, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.touch()
    assert refused("backup", "--output", file) == f"{file} exists already; nothing was written."
    assert refused("backup", "--output", tmp_path / "no" / "folder").startswith("Cannot write ")


def test_a_backup_of_books_that_do_not_agree_says_so(books: Path) -> None:
    cook(books)
    told = refused("backup")
    assert "is complete, but its books do not agree:\nThe database has lost its guard guard_hand_update." in told


def test_a_restore_asks_first_and_keeps_what_it_replaces(books: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite3"
    run("backup", "--output", file)
    ask(books, "UPDATE scoring_club SET name = 'Newer'")

    assert refused("restore", file).endswith("With --yes they are kept as a backup and replaced.")
    assert ask(books, "SELECT name FROM scoring_club") == [("Newer",)]

    told = run("restore", file, "--yes")

    (kept,) = (settings.DATA_DIR / "backups").glob("*.sqlite3")
    assert told == f"The books that were here are kept at {kept}.\nThe books are those of {file}.\n"
    assert ask(books, "SELECT name FROM scoring_club") == [("Our club",)]
    assert ask(kept, "SELECT name FROM scoring_club") == [("Newer",)]
    assert run("check_ledger") == SUMMARY


def test_a_restore_into_a_new_folder_needs_no_consent(books: Path, elsewhere: Path, settings: Settings) -> None:
    file = elsewhere / "backup.sqlite3"
    run("backup", "--output", file)
    settings.DATA_DIR = elsewhere
    assert run("restore", file) == f"The books are those of {file}.\n"
    assert run("check_ledger") == SUMMARY


def test_the_copy_made_before_an_upgrade_is_restored_and_upgraded(books: Path, tmp_path: Path) -> None:
    file = tmp_path / "before-upgrade.sqlite3"
    with working_on(books):
        call_command("migrate", "scoring", "0007", verbosity=0)
    shutil.copy(books, file)
    assert run("restore", file, "--yes").endswith(f"The books are those of {file}.\n")
    assert run("check_ledger") == SUMMARY


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: 20 * 4096])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def write_a_letter(file: Path) -> None:
    file.write_text("Dear Ana, here are the books of Sunday.")


def make_recipes(file: Path) -> None:
    file.unlink()
    ask(file, "CREATE TABLE recipes (name TEXT)")


def make_newer(file: Path) -> None:
    ask(file, "UPDATE django_migrations SET name = '9999_later' WHERE app = 'scoring' AND name LIKE '0003%'")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (cut_off, "cannot be used: "),
        (empty, "cannot be used: it is empty"),
        (write_a_letter, "cannot be used: it is damaged (file is not a database)"),
        (Path.unlink, "There is no file"),
        (make_recipes, "cannot be used: it holds no books of Cuajo"),
        (make_newer, "cannot be used: a newer Cuajo made it (9999_later); use that one"),
        (cook, "do not agree; nothing was changed.\nNight of"),
    ],
)
def test_a_bad_backup_is_never_restored(
    books: Path, tmp_path: Path, damage: Callable[[Path], object], why: str
) -> None:
    file = Path(shutil.copy(books, tmp_path / "backup.sqlite3"))
    damage(file)
    before = books.read_bytes()
    assert why in refused("restore", file, "--yes")
    assert books.read_bytes() == before
