"""The database as a whole: bring it to what the code expects, look at it without writing, copy it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

try:
    import fcntl
except ImportError:  # a system without it has no second process on the folder of a family
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_at_a_time(*, folder: Path) -> Iterator[None]:
    """Wait until no other process sets up this data folder, and let none do so before the block ends."""
    with (folder / "setting_up").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def upgrade_database(*, backups: Path, now: datetime) -> Path | None:
    """Apply what migrations are missing and return the copy made before, None when none was needed.

    Only a SQLite file that holds data already is copied; a PostgreSQL server has its own backups.
    """
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    holds_data = bool(MigrationRecorder(connection).applied_migrations())
    backup = None
    if holds_data and connection.vendor == "sqlite":
        backup = backup_path(folder=backups, name="before-upgrade", now=now)
        copy_sqlite(source=database_file(), target=backup)
    connection.close()
    call_command("migrate", verbosity=0, interactive=False)
    return backup


def read_only() -> None:
    """Open the database without the right to write, so that looking at the books never changes them."""
    if connection.vendor != "sqlite" or connection.is_in_memory_db():  # type: ignore[attr-defined]
        return
    if not database_file().exists():
        raise CommandError(f"There are no books at {database_file()} yet.")
    connection.close()
    connection.settings_dict["NAME"] = f"{database_file().absolute().as_uri()}?mode=ro"
    connection.settings_dict["OPTIONS"]["uri"] = True


def database_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def require_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise CommandError(
            "The books lie on a PostgreSQL server, which has its own tools: pg_dump makes a backup, "
            "pg_restore brings it back. To move books, use export and import."
        )


def backup_path(*, folder: Path, name: str, now: datetime) -> Path:
    """Return where a copy made now is to lie, in a folder that only its owner can look into."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{name}-{now:%Y%m%d-%H%M%S-%f}.sqlite3"


def copy_sqlite(*, source: Path, target: Path) -> None:
    """Copy a SQLite database as it is at one moment, readable by its owner only.

    A target that is in use takes it in one transaction: whoever has it open sees the old or the new one.
    """
    target.touch(mode=0o600)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def problem_of(*, file: Path) -> str | None:
    """Return what is wrong with a SQLite file as a whole, None where it is whole."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            (answer,) = database.execute("PRAGMA integrity_check").fetchone()
            astray = database.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as error:
        return str(error)
    if answer != "ok":
        return str(answer)
    return f"a row of {astray[0]} points to nothing" if astray else None


@contextmanager
def on_file(file: Path) -> Iterator[None]:
    """Have everything work on another SQLite file until the block ends."""
    here = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = here
