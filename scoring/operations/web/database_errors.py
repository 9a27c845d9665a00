"""Why the database could not do what it was asked, where that is no mistake of the software."""

import sqlite3
from enum import StrEnum

from django.db import DatabaseError, InterfaceError


class DatabaseProblem(StrEnum):
    """What the person who runs the machine, or the next try, can mend; the values are stable codes."""

    CANNOT_WRITE = "cannot_write"
    BUSY = "busy"
    DATABASE_DOWN = "database_down"
    DAMAGED = "damaged"


_SQLITE = {
    sqlite3.SQLITE_FULL: DatabaseProblem.CANNOT_WRITE,
    sqlite3.SQLITE_READONLY: DatabaseProblem.CANNOT_WRITE,
    sqlite3.SQLITE_IOERR: DatabaseProblem.CANNOT_WRITE,
    sqlite3.SQLITE_BUSY: DatabaseProblem.BUSY,
    sqlite3.SQLITE_LOCKED: DatabaseProblem.BUSY,
    sqlite3.SQLITE_CANTOPEN: DatabaseProblem.DATABASE_DOWN,
    sqlite3.SQLITE_CORRUPT: DatabaseProblem.DAMAGED,
    sqlite3.SQLITE_NOTADB: DatabaseProblem.DAMAGED,
}
_POSTGRESQL = {
    "53100": DatabaseProblem.CANNOT_WRITE,  # disk full
    "25006": DatabaseProblem.CANNOT_WRITE,  # read-only transaction
    "40001": DatabaseProblem.BUSY,  # serialization failure
    "40P01": DatabaseProblem.BUSY,  # deadlock
    "55P03": DatabaseProblem.BUSY,  # lock not available
    "23505": DatabaseProblem.BUSY,  # two phones wrote the same unique value at the same moment
}
_NEVER_REPLACED = "is never replaced"  # the guard of the books finds a unique value before SQLite does
_CONNECTION_CLASSES = ("08", "53", "57")
_PRIMARY_CODE = 0xFF


def problem_of(*, error: BaseException | None) -> DatabaseProblem | None:
    """Return what a database error is about, None where the code must be mended."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return problem_of_sqlite(cause)
    state = getattr(cause, "sqlstate", None)
    if state is None:  # psycopg gives no state where there was no server to name one
        return DatabaseProblem.DATABASE_DOWN if type(cause).__name__ == "OperationalError" else None
    return _POSTGRESQL.get(state) or (DatabaseProblem.DATABASE_DOWN if state[:2] in _CONNECTION_CLASSES else None)


def problem_of_sqlite(cause: sqlite3.Error) -> DatabaseProblem | None:
    """Return what an error of SQLite itself is about."""
    code = getattr(cause, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_CONSTRAINT_UNIQUE or _NEVER_REPLACED in str(cause):
        return DatabaseProblem.BUSY
    return _SQLITE.get(code & _PRIMARY_CODE)
