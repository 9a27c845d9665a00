"""Books, folders and disks that do not work: one sentence each, nothing overwritten, no half file left."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tests.management.test_commands import ask, books, demo, refused, run  # noqa: F401 - fixtures
from tests.served.server import free_port, manage, serving

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")

WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
"""Takes from root what no other user has: to write where the rights of a folder forbid it."""


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:100_000])


def overwrite_the_middle(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[8_192:40_000] = b"\0" * (40_000 - 8_192)
    file.write_bytes(content)


def write_a_letter(file: Path) -> None:
    file.write_text("Dear Ana, " * 100)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def make_foreign(file: Path) -> None:
    file.unlink()
    ask(file, "CREATE TABLE letters (text)")


def make_newer(file: Path) -> None:
    ask(file, "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')")


BROKEN: dict[Callable[[Path], None], str] = {
    cut_off: "it is damaged",
    overwrite_the_middle: "it is damaged",
    write_a_letter: "it is damaged (file is not a database)",
    empty: "it is empty",
    make_foreign: "it holds no books of Cuajo",
    make_newer: "a newer Cuajo made it (9999_later); use that one",
}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("breaking", BROKEN, ids=lambda each: each.__name__)
@pytest.mark.parametrize("command", ["check_ledger", "export", "backup", "host_link", "import", "serve"])
def test_every_command_says_what_is_wrong_with_the_books_and_changes_nothing(
    books: Path,  # noqa: F811
    tmp_path: Path,
    breaking: Callable[[Path], None],
    command: str,
) -> None:
    exported = tmp_path / "exported.json"
    run("export", "--output", exported)
    breaking(books)
    before = contents(books.parent)

    told = refused(
        command, *([exported] if command == "import" else [f"--port={free_port()}"] if command == "serve" else [])
    )

    assert told.startswith(f"{books} cannot be used: {BROKEN[breaking]}")
    remedy = "To bring a backup back, type: python -m uv run manage.py restore FILE --yes"
    assert told.endswith(f"Nothing was changed. {remedy}")
    assert contents(books.parent) in (before, before | {"setting_up": b""})


@pytest.mark.parametrize("breaking", BROKEN, ids=lambda each: each.__name__)
def test_a_backup_replaces_broken_books_and_keeps_them_as_they_are(
    books: Path,  # noqa: F811
    tmp_path: Path,
    breaking: Callable[[Path], None],
) -> None:
    backup = tmp_path / "backup.sqlite3"
    run("backup", "--output", backup)
    breaking(books)
    broken = books.read_bytes()

    run("restore", backup, "--yes")

    assert [path.read_bytes() for path in (books.parent / "backups").glob("*.sqlite3")] == [broken]
    assert run("check_ledger").endswith("everything agrees.\n")


def test_a_broken_start_is_one_line_without_a_traceback(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    write_a_letter(data / "cuajo.sqlite3")
    ended = manage("serve", data=data)
    assert (ended.returncode, ended.stderr.count("\n"), ended.stdout) == (1, 1, "")
    assert ended.stderr.startswith(f"CommandError: {data}/cuajo.sqlite3 cannot be used: it is damaged")


def test_a_full_disk_at_the_first_start_leaves_no_half_database(tmp_path: Path) -> None:
    data = tmp_path / "data"
    ended = manage("serve", data=data, under=("prlimit", "--fsize=100000"))
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert ended.stderr.startswith("CommandError: The disk is full or read-only, so nothing was changed.")
    assert sorted(path.name for path in data.iterdir()) == ["setting_up"]


@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_full_disk_leaves_no_half_copy(demo: Path, tmp_path: Path, command: str) -> None:  # noqa: F811
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    shutil.copy(demo, data / "cuajo.sqlite3")
    before = contents(data)
    output = tmp_path / "output"
    ended = manage(command, f"--output={output}", data=data, under=("prlimit", "--fsize=10000"))
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "Nothing was changed." in ended.stderr or "nothing was changed." in ended.stderr
    assert contents(data) == before
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_what_only_reads_makes_nothing(tmp_path: Path) -> None:
    for command, status in (("verify", 0), ("check_ledger", 1), ("export", 1), ("backup", 1)):
        assert manage(command, data=tmp_path / "data").returncode == status
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="root may write everywhere")
@pytest.mark.parametrize("journal", ["TRUNCATE", "WAL"])
def test_a_read_only_folder_is_read_and_not_served(demo: Path, tmp_path: Path, journal: str) -> None:  # noqa: F811
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    shutil.copy(demo, data / "cuajo.sqlite3")
    with closing(sqlite3.connect(data / "cuajo.sqlite3")) as database:
        database.execute(f"PRAGMA journal_mode={journal}")
    (data / "cuajo.sqlite3").chmod(0o400)
    data.chmod(0o500)
    before = contents(data)
    asked = (("check_ledger",), ("export",), ("verify",), ("backup", f"--output={tmp_path / 'copy'}"))
    for arguments in asked:
        ended = manage(*arguments, data=data, under=WITHOUT_RIGHTS)
        assert (ended.returncode, ended.stderr) == (0, ""), arguments
    ended = manage("serve", data=data, under=WITHOUT_RIGHTS)
    assert ended.stderr == (
        f"Cuajo cannot write to its data folder {data}: Permission denied. Set CUAJO_DATA to another folder.\n"
    )
    assert contents(data) == before
    data.chmod(0o700)


@pytest.mark.parametrize("command", ["check_ledger", "backup", "serve"])
def test_a_write_that_a_kill_cut_off_is_taken_back(demo: Path, tmp_path: Path, command: str) -> None:  # noqa: F811
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    live = tmp_path / "cuajo.sqlite3"
    shutil.copy(demo, live)
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
