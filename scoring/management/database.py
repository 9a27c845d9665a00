"""Upgrade, read and copy the whole database."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.files import locks
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DatabaseError, connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.utils import timezone

from scoring.forms.base import told
from scoring.operations.errors import RefusedError
from scoring.operations.machine import DatabaseProblem, problem_of
from scoring.queries.history.scope import FilterError

PASSED_OVER = "passed_over"
# Advisory locks share their numbers with other programs on the server.
_SETTING_UP = 1121
BACKUP_TIME = "%Y%m%d-%H%M%S-%f"
# SQLite needs these files of a database. Without them, or with those of another, it reads wrong data.
JOURNALS = ("-wal", "-shm", "-journal")
_WHAT_TO_DO = {
    DatabaseProblem.CANNOT_WRITE: "The disk is full or read-only. Nothing was changed.",
    DatabaseProblem.BUSY: "Another program writes to the books. Try again.",
    DatabaseProblem.DATABASE_DOWN: "The database does not answer. Start it, then try again.",
    DatabaseProblem.DAMAGED: f"The books are damaged. Restore a backup: {settings.COMMAND} restore FILE --yes",
}


class BooksCommand(BaseCommand):
    """A command that reports errors of disk and database."""

    requires_system_checks = ()

    def get_version(self) -> str:
        return settings.VERSION

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except BrokenPipeError:
            raise
        except (FilterError, RefusedError) as error:
            raise CommandError(told(error.text)) from error
        except OSError as error:
            file = error.filename or settings.DATA_DIR
            raise CommandError(f"{file}: {error.strerror}. Nothing was changed.") from error
        except (DatabaseError, sqlite3.Error) as error:
            problem = problem_of(error=error)
            if problem is None:
                raise
            raise CommandError(f"{_WHAT_TO_DO[problem]} ({error})") from error


@contextmanager
def setup_lock() -> Iterator[None]:
    """Lock the setup of this folder or server."""
    with (settings.DATA_DIR / "setting_up").open("w") as lock, ExitStack() as held:
        locks.lock(lock, locks.LOCK_EX)
        if connection.vendor == "postgresql":
            # The lock ends with its own connection, also when the process is killed.
            lock_connection = held.enter_context(closing(connection.copy()))
            lock_connection.cursor().execute("SELECT pg_advisory_lock(%s)", [_SETTING_UP])
        yield


@contextmanager
def serving_lock() -> Iterator[None]:
    """Lock serving of this SQLite file. Raises CommandError."""
    # Rate limits, presence and nightly commands are kept in the memory of one process.
    if not is_in_file():
        yield
        return
    with database_file().with_name(f"{database_file().name}.served").open("w") as lock:
        if not locks.lock(lock, locks.LOCK_EX | locks.LOCK_NB) and locks.LOCK_NB:
            raise CommandError(f"The books in {database_file().parent} are served already. Stop that process first.")
        yield


def migrate() -> None:
    executor = _WholeMigrations(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    # This sends the signal after which the guards are made.
    call_command("migrate", verbosity=0, interactive=False)


class _WholeMigrations(MigrationExecutor):
    """An executor that records a migration in its own transaction."""

    # Django runs deferred statements first and records later. A kill in between leaves tables that the next start
    # would try to create again.
    def apply_migration(self, state: ProjectState, migration: Migration, *options: Any, **named: Any) -> ProjectState:
        apply = migration.apply

        def apply_whole(state: ProjectState, editor: BaseDatabaseSchemaEditor, *options: Any) -> ProjectState:
            made = apply(state, editor, *options)
            for statement in editor.deferred_sql:
                editor.execute(statement, None)
            editor.deferred_sql.clear()
            return made

        migration.apply = apply_whole  # type: ignore[method-assign, assignment]
        return super().apply_migration(state, migration, *options, **named)


def upgrade_database() -> str | None:
    """Copy and migrate the database. Return a report, None if up to date. Raises CommandError."""
    # A new file is made as a draft, so that a kill leaves no half database.
    if is_in_file() and not database_file().exists():
        with new_file(database_file()) as draft, on_file(draft):
            migrate()
        return None
    require_books()
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    done = "Upgraded the database."
    if connection.vendor == "sqlite":
        backup = backup_path(name="before-upgrade")
        copy_sqlite(source=database_file(), target=backup)
        done = f"{done} A copy from before: {backup}"
    connection.close()
    migrate()
    return done


def require_books() -> None:
    """Raise CommandError for missing, damaged or newer books."""
    file = database_file() if is_in_file() else None
    if file and not file.exists():
        raise CommandError(f"There are no books at {file} yet.")
    if file:
        problem = problem_of_books(file=file, thoroughly=False)
    else:
        problem = _problem_of_state(applied=set(MigrationRecorder(connection).applied_migrations()))
    if problem:
        raise CommandError(
            f"{file or 'The database'} cannot be used: {problem}. Nothing was changed. "
            f"To restore a backup, type: {settings.COMMAND} restore FILE --yes"
        )


@contextmanager
def read_only() -> Iterator[None]:
    """Read the books without any write, and reopen them afterwards."""
    require_books()
    if not is_in_file():
        yield
        return
    options = connection.settings_dict["OPTIONS"] | {"uri": True, "init_command": "PRAGMA query_only=ON"}
    with on_file(_read_only_uri(database_file()), OPTIONS=options):
        yield


def _read_only_uri(file: Path) -> str:
    # SQLite cannot lock a file in a read-only folder. `immutable` skips locks, which needs no open journal.
    has_journal = any(file.with_name(f"{file.name}{ending}").exists() for ending in JOURNALS)
    is_frozen = not has_journal and not os.access(file.parent, os.W_OK)
    return f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if is_frozen else ''}"


def _recovery_uri(file: Path) -> str:
    # Only a writer may roll back the journal that a kill has left.
    may_mend = all(os.access(each, os.W_OK) for each in (file, file.parent))
    return f"{file.absolute().as_uri()}?mode=rw" if may_mend else _read_only_uri(file)


def is_in_file() -> bool:
    return connection.vendor == "sqlite" and not connection.is_in_memory_db()  # type: ignore[attr-defined]


def database_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def require_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise CommandError("The books are on PostgreSQL. Use pg_dump and pg_restore, or export and import.")


def backups() -> Path:
    return Path(settings.DATA_DIR, "backups")


def backup_path(*, name: str) -> Path:
    backups().mkdir(mode=0o700, parents=True, exist_ok=True)
    return backups() / f"{name}-{timezone.now().strftime(BACKUP_TIME)}.sqlite3"


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a private draft, and rename it at the end."""
    if target.exists():
        raise CommandError(f"{target} exists already. Nothing was written.")
    try:
        with TemporaryDirectory(dir=target.parent, prefix=".draft-") as folder:
            draft = Path(folder) / target.name
            draft.touch(mode=0o600)
            yield draft
            draft.rename(target)
    except OSError as error:
        raise CommandError(f"Cannot write {target}: {error.strerror}. Nothing was changed.") from error


def copy_sqlite(*, source: Path, target: Path) -> None:
    with new_file(target) as draft:
        copy_into(source=source, target=draft)


def copy_into(*, source: Path, target: Path) -> None:
    """Copy a SQLite database in one transaction."""
    with closing(sqlite3.connect(_recovery_uri(source), uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def copies_in(*, folder: Path) -> list[Path]:
    """Return the copies made since the last restore."""
    with suppress(OSError):
        passed_over = (folder / PASSED_OVER).read_text().splitlines()
        return [file for file in sorted(folder.glob("*.sqlite3")) if file.name not in passed_over]
    return sorted(folder.glob("*.sqlite3"))


def exclude_copies(*, folder: Path) -> None:
    """Exclude the copies of a folder from later checks."""
    (folder / PASSED_OVER).write_text("\n".join(file.name for file in folder.glob("*.sqlite3")))


def problem_of_books(*, file: Path, thoroughly: bool = True) -> str | None:
    """Return the reason against a file, None if usable."""
    if not file.stat().st_size:
        return "it is empty"
    try:
        with closing(sqlite3.connect(_recovery_uri(file), uri=True)) as database:
            (answer,) = database.execute(f"PRAGMA {'integrity' if thoroughly else 'quick'}_check(1)").fetchone()
            if answer != "ok":
                return _damaged(answer)
            if broken := thoroughly and database.execute("PRAGMA foreign_key_check").fetchone():
                return _damaged(f"a row of {broken[0]} points to nothing")
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "django_migrations" not in tables:
                return "it holds no books of Cuajo"
            return _problem_of_state(applied=set(database.execute("SELECT app, name FROM django_migrations")))
    except sqlite3.DatabaseError as error:
        if problem_of(error=error) is not DatabaseProblem.DAMAGED:
            raise
        return _damaged(error)


def _damaged(why: object) -> str:
    return f"it is damaged ({why})"


def _problem_of_state(*, applied: set[tuple[str, str]]) -> str | None:
    migrations = MigrationLoader(None).disk_migrations
    replaced = {each for migration in migrations.values() for each in migration.replaces}
    if newer := sorted(name for _app, name in applied - replaced - migrations.keys()):
        return f"a newer Cuajo made it ({newer[0]}), use that one"
    if applied & replaced and not replaced <= applied:
        return "a Cuajo from before 28 November 2026 made it, which cannot be upgraded"
    return None


@contextmanager
def on_file(file: Path | str, **options: object) -> Iterator[None]:
    """Use another SQLite file until the block ends."""
    here = connection.settings_dict
    connection.close()
    connection.settings_dict = here | {"NAME": str(file), **options}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = here
