"""Upgrade, read and copy the database as a whole.

What is wrong with it or its disk is said in one sentence with what to do, before anything is changed.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.files import locks
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.forms.base import told
from scoring.management.speaking import SpokenCommand
from scoring.operations.errors import RefusedError
from scoring.operations.machine import DatabaseProblem, problem_of
from scoring.queries.history.scope import FilterError

PASSED_OVER = "passed_over"
_SETTING_UP = 1121  # any number that other programs on the server do not take
_TIME = "%Y%m%d-%H%M%S-%f"


class BooksCommand(SpokenCommand):
    """A command that ends with one sentence where disk or database fail."""

    def spoken(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raises CommandError for all that can be mended at the machine."""
        try:
            return super().spoken(*args, **options)
        except BrokenPipeError:
            raise
        except (FilterError, RefusedError) as error:
            raise CommandError(told(error.text)) from error
        except OSError as error:
            fault = _("%(file)s: %(why)s. Nothing was changed.")
            raise CommandError(fault % {"file": error.filename or settings.DATA_DIR, "why": error.strerror}) from error
        except (DatabaseError, sqlite3.Error) as error:
            problem = problem_of(error=error)
            if problem is None:
                raise
            raise CommandError(f"{_(_WHAT_TO_DO[problem]) % {'command': settings.COMMAND}} ({error})") from error


JOURNALS = ("-wal", "-shm", "-journal")  # SQLite keeps them beside a database; they belong to that very file

_WHAT_TO_DO = {
    DatabaseProblem.CANNOT_WRITE: gettext_noop(
        "The disk is full or read-only, so nothing was changed. Free some space or make it writable, and try again."
    ),
    DatabaseProblem.BUSY: gettext_noop("Another program is writing to the books. Try again in a moment."),
    DatabaseProblem.DATABASE_DOWN: gettext_noop(
        "The database cannot be opened. Look whether it is there and runs, and try again."
    ),
    DatabaseProblem.DAMAGED: gettext_noop(
        "The books are damaged, and nothing was changed. Bring a backup back: %(command)s restore FILE --yes"
    ),
}


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep other processes from setting up this folder or server until the block ends."""
    with (settings.DATA_DIR / "setting_up").open("w") as lock, ExitStack() as held:
        locks.lock(lock, locks.LOCK_EX)
        if connection.vendor == "postgresql":
            apart = held.enter_context(closing(connection.copy()))
            apart.cursor().execute("SELECT pg_advisory_lock(%s)", [_SETTING_UP])  # its connection's end frees it
        yield


@contextmanager
def served_once() -> Iterator[None]:
    """Keep a second process from serving the same SQLite file. Raises CommandError.

    Counters, presence and what runs at night are of one process there.
    """
    if not lies_in_a_file():
        yield
        return
    with database_file().with_name(f"{database_file().name}.served").open("w") as lock:
        if not locks.lock(lock, locks.LOCK_EX | locks.LOCK_NB) and locks.LOCK_NB:
            why = _("The books in %(folder)s are served already. Stop that first, or set CUAJO_DATA to another folder.")
            raise CommandError(why % {"folder": database_file().parent})
        yield


def migrate() -> None:
    executor = _WholeMigrations(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    call_command("migrate", verbosity=0, interactive=False)  # tells those who wait for the end, the guards among them


class _WholeMigrations(MigrationExecutor):
    """Notes that a migration was applied in the transaction that applies it.

    Django notes it afterwards where statements were put off to the end, as most indexes are: a kill in between leaves
    tables that the next start would make again.
    """

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
    """Apply missing migrations and return what to say of it, None where none was missing.

    A SQLite file is copied first; a new one appears once it is whole. Raises CommandError as `require_books` does.
    """
    if lies_in_a_file() and not database_file().exists():
        with whole_file(database_file()) as draft, on_file(draft):
            migrate()
        return None
    require_books()
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    done = _("Upgraded the database.")
    if connection.vendor == "sqlite":
        backup = backup_path(name="before-upgrade")
        copy_sqlite(source=database_file(), target=backup)
        done = " ".join((done, _("A copy from before: %(file)s") % {"file": backup}))
    connection.close()
    migrate()
    return done


def require_books() -> None:
    """Raise CommandError for no books, damaged ones, or those of a newer version."""
    if lies_in_a_file() and not database_file().exists():
        raise CommandError(_("There are no books at %(file)s yet.") % {"file": database_file()})
    if lies_in_a_file():
        problem = problem_of_books(file=database_file(), thoroughly=False)
    else:
        problem = _problem_of_state(applied=set(MigrationRecorder(connection).applied_migrations()))
    if problem:
        where = database_file() if lies_in_a_file() else _("The database")
        unusable = _(
            "%(where)s cannot be used: %(problem)s. Nothing was changed. To bring a backup back, type: "
            "%(command)s restore FILE --yes"
        )
        raise CommandError(unusable % {"where": where, "problem": problem, "command": settings.COMMAND})


def read_only() -> None:
    """Open the database without the right to write."""
    require_books()
    if lies_in_a_file():
        connection.close()
        connection.settings_dict["NAME"] = _only_reading(database_file())
        connection.settings_dict["OPTIONS"] |= {"uri": True, "init_command": "PRAGMA query_only=ON"}


def _only_reading(file: Path) -> str:
    """Return the address for reading, without locks where none can be left."""
    beside = any(file.with_name(f"{file.name}{ending}").exists() for ending in JOURNALS)
    is_frozen = not beside and not os.access(file.parent, os.W_OK)
    return f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if is_frozen else ''}"


def _mended(file: Path) -> str:
    """Return the address by which SQLite takes back what a kill left half written, where it may."""
    may_mend = all(os.access(each, os.W_OK) for each in (file, file.parent))
    return f"{file.absolute().as_uri()}?mode=rw" if may_mend else _only_reading(file)


def lies_in_a_file() -> bool:
    """Tell whether the books are in a file: neither on a server nor, as in tests, in memory."""
    return connection.vendor == "sqlite" and not connection.is_in_memory_db()  # type: ignore[attr-defined]


def database_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def require_sqlite() -> None:
    if connection.vendor != "sqlite":
        raise CommandError(
            _(
                "The books lie on a PostgreSQL server, which has its own tools: pg_dump makes a backup, "
                "pg_restore brings it back. To move books, use export and import."
            )
        )


def backups() -> Path:
    return Path(settings.DATA_DIR, "backups")


def backup_path(*, name: str) -> Path:
    """Return the file for a copy made now, in a folder that only its owner reads."""
    backups().mkdir(mode=0o700, parents=True, exist_ok=True)
    return backups() / f"{name}-{timezone.now().strftime(_TIME)}.sqlite3"


def time_of_backup(*, file: str, name: str) -> datetime | None:
    """Return when a backup of this name was made, None for any other file."""
    try:
        return datetime.strptime(file, f"{name}-{_TIME}.sqlite3").replace(tzinfo=UTC)
    except ValueError:
        return None


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """Give a draft, readable by its owner only, that becomes the file when the block ends well."""
    if target.exists():
        raise CommandError(_("%(file)s exists already; nothing was written.") % {"file": target})
    try:
        with TemporaryDirectory(dir=target.parent, prefix=".draft-") as folder:
            draft = Path(folder) / target.name
            draft.touch(mode=0o600)
            yield draft
            draft.rename(target)
    except OSError as error:
        unwritten = _("Cannot write %(file)s: %(why)s. Nothing was changed.")
        raise CommandError(unwritten % {"file": target, "why": error.strerror}) from error


def copy_sqlite(*, source: Path, target: Path) -> None:
    with whole_file(target) as draft:
        copy_into(source=source, target=draft)


def copy_into(*, source: Path, target: Path) -> None:
    """Copy over a SQLite database in one transaction, so that readers see the old or the new."""
    with closing(sqlite3.connect(_mended(source), uri=True)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def copies_in(*, folder: Path) -> list[Path]:
    """Return the copies made since books were restored last."""
    with suppress(OSError):
        passed_over = (folder / PASSED_OVER).read_text().splitlines()
        return [file for file in sorted(folder.glob("*.sqlite3")) if file.name not in passed_over]
    return sorted(folder.glob("*.sqlite3"))


def pass_over_copies(*, folder: Path) -> None:
    """Note that the books no longer follow the copies in a folder."""
    (folder / PASSED_OVER).write_text("\n".join(file.name for file in folder.glob("*.sqlite3")))


def problem_of_books(*, file: Path, thoroughly: bool = True) -> str | None:
    """Return why this version cannot use a SQLite file, None where it can."""
    if not file.stat().st_size:
        return _("it is empty")
    try:
        with closing(sqlite3.connect(_mended(file), uri=True)) as database:
            (answer,) = database.execute(f"PRAGMA {'integrity' if thoroughly else 'quick'}_check(1)").fetchone()
            if answer != "ok":
                return _damaged(answer)
            if astray := thoroughly and database.execute("PRAGMA foreign_key_check").fetchone():
                return _damaged(_("a row of %(table)s points to nothing") % {"table": astray[0]})
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "django_migrations" not in tables:
                return _("it holds no books of Cuajo")
            return _problem_of_state(applied=set(database.execute("SELECT app, name FROM django_migrations")))
    except sqlite3.DatabaseError as error:
        if problem_of(error=error) is not DatabaseProblem.DAMAGED:
            raise
        return _damaged(error)


def _damaged(why: object) -> str:
    return _("it is damaged (%(why)s)") % {"why": why}


def _problem_of_state(*, applied: set[tuple[str, str]]) -> str | None:
    """Return why this version cannot use books with these migrations, None where it can."""
    migrations = MigrationLoader(None).disk_migrations
    replaced = {each for migration in migrations.values() for each in migration.replaces}
    if newer := sorted(name for _app, name in applied - replaced - migrations.keys()):
        return _("a newer Cuajo made it (%(version)s); use that one") % {"version": newer[0]}
    if applied & replaced and not replaced <= applied:
        return _("a Cuajo from before 28 November 2026 made it, which this one cannot upgrade")
    return None


@contextmanager
def on_file(file: Path) -> Iterator[None]:
    """Work on another SQLite file until the block ends."""
    here = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = here
