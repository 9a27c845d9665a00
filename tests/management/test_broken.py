"""Books, folders and disks that do not work: one sentence each, nothing overwritten, no half file left."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from scoring.management.database import problem_of_books
from tests.management.commanding import BROKEN, ask, contents, cook, cut_off, data_folder, refused, run, write_a_letter
from tests.served.server import free_port, manage, serving

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")

WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
"""Takes from root what no other user has: to write where the rights of a folder forbid it."""


@pytest.mark.parametrize("breaking", BROKEN, ids=lambda each: each.__name__)
def test_broken_books_are_told_and_a_backup_replaces_and_keeps_them(
    books: Path, tmp_path: Path, breaking: Callable[[Path], None]
) -> None:
    backup = tmp_path / "backup.sqlite3"
    run("backup", "--output", backup)
    breaking(books)
    broken = books.read_bytes()
    problem = problem_of_books(file=books)
    assert problem is not None
    assert BROKEN[breaking] in problem
    assert str(books) in refused("check_ledger")

    run("restore", backup, "--yes")

    assert [path.read_bytes() for path in (books.parent / "backups").glob("*.sqlite3")] == [broken]
    assert run("check_ledger")


@pytest.mark.parametrize("command", ["check_ledger", "export", "backup"])
def test_without_books_there_is_nothing_to_read(books: Path, command: str) -> None:
    books.unlink()
    assert str(books) in refused(command)
    assert not books.exists()


@pytest.mark.parametrize("command", ["check_ledger", "export", "backup", "host_link", "import", "serve"])
def test_no_command_uses_or_changes_broken_books(books: Path, tmp_path: Path, command: str) -> None:
    exported = tmp_path / "exported.json"
    run("export", "--output", exported)
    cut_off(books)
    before = contents(books.parent)
    more: dict[str, list[object]] = {"import": [exported], "serve": [f"--port={free_port()}"]}
    assert str(books) in refused(command, *more.get(command, []))
    assert contents(books.parent) in (before, before | {"setting_up": b""})


@pytest.mark.parametrize("breaking", [*BROKEN, Path.unlink, cook], ids=lambda each: each.__name__)
def test_a_bad_backup_is_never_restored(books: Path, tmp_path: Path, breaking: Callable[[Path], object]) -> None:
    file = Path(shutil.copy(books, tmp_path / "backup.sqlite3"))
    breaking(file)
    before = contents(books.parent)
    assert str(file) in refused("restore", file, "--yes")
    assert contents(books.parent) == before


def test_a_broken_start_is_one_line_without_a_traceback(tmp_path: Path) -> None:
    write_a_letter(data_folder(tmp_path / "data") / "cuajo.sqlite3")
    ended = manage("serve", data=tmp_path / "data")
    assert (ended.returncode, ended.stderr.count("\n"), ended.stdout) == (1, 1, "")
    assert ended.stderr.startswith(f"CommandError: {tmp_path}/data/cuajo.sqlite3 ")


def test_a_full_disk_at_the_first_start_leaves_no_half_database(tmp_path: Path) -> None:
    ended = manage("serve", data=tmp_path / "data", under=("prlimit", "--fsize=100000"))
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["setting_up"]


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


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="root may write everywhere")
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
