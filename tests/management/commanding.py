"""Run the commands around the books on a database file, and do to it what its owner or bad luck may do."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections


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


def run(*arguments: object) -> str:
    printed = StringIO()
    with working_on(settings.DATA_DIR / "cuajo.sqlite3"):
        call_command(*map(str, arguments), stdout=printed)
    return printed.getvalue()


def refused(*arguments: object) -> str:
    with pytest.raises(CommandError) as refusal:
        run(*arguments)
    return str(refusal.value)


def ask(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as database:
        answer = database.execute(query).fetchall()
        database.commit()
    return answer


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def data_folder(folder: Path, *, of: Path | None = None) -> Path:
    """Make a data folder, with a copy of a database if there is one, and return it."""
    folder.mkdir(mode=0o700)
    if of:
        shutil.copy(of, folder / "cuajo.sqlite3")
    return folder


def cut_off(file: Path) -> object:
    return file.write_bytes(file.read_bytes()[:100_000])


def cook(file: Path) -> None:
    ask(file, "DROP TRIGGER guard_hand_update")
    ask(file, "UPDATE scoring_hand SET deals_next = 1")


def overwrite_the_middle(file: Path) -> object:
    content = file.read_bytes()
    return file.write_bytes(content[:8_192] + b"\0" * 31_808 + content[40_000:])


def make_foreign(file: Path) -> None:
    file.unlink()
    ask(file, "CREATE TABLE letters (text)")


NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', '2030-01-01')"
BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut off": (cut_off, "malformed"),
    "middle": (overwrite_the_middle, "btreeInitPage"),
    "letter": (lambda file: file.write_text("Dear Ana, " * 100), "not a database"),
    "empty": (lambda file: file.write_bytes(b""), ""),
    "foreign": (make_foreign, ""),
    "newer": (lambda file: ask(file, NEWER), "9999_later"),
}
"""What is done to a database, and what SQLite or the migrations say of it then."""
