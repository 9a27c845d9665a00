"""Why the database could not do what it was asked, where that is no mistake of the software."""

import sqlite3
from enum import StrEnum

from django.db import DatabaseError, InterfaceError


class Trouble(StrEnum):
    """What the person who runs the machine, or the next try, can mend; the values are stable codes."""

    CANNOT_WRITE = "cannot_write"
    BUSY = "busy"
    DATABASE_DOWN = "database_down"


_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.CANNOT_WRITE,
    sqlite3.SQLITE_READONLY: Trouble.CANNOT_WRITE,
    sqlite3.SQLITE_IOERR: Trouble.CANNOT_WRITE,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_CANTOPEN: Trouble.DATABASE_DOWN,
}
_POSTGRESQL = {
    "53100": Trouble.CANNOT_WRITE,  # disk full
    "25006": Trouble.CANNOT_WRITE,  # read-only transaction
    "40001": Trouble.BUSY,  # serialization failure
    "40P01": Trouble.BUSY,  # deadlock
    "55P03": Trouble.BUSY,  # lock not available
    "23505": Trouble.BUSY,  # two phones wrote the same unique value at the same moment
}
_CONNECTION_CLASSES = ("08", "53", "57")
_PRIMARY_CODE = 0xFF


def trouble_of(*, error: BaseException | None) -> Trouble | None:
    """Return what kind of trouble a database error is, None where the code must be mended."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    state = getattr(cause, "sqlstate", None)
    if state is None:  # psycopg gives no state where there was no server to name one
        return Trouble.DATABASE_DOWN if type(cause).__name__ == "OperationalError" else None
    return _POSTGRESQL.get(state) or (Trouble.DATABASE_DOWN if state[:2] in _CONNECTION_CLASSES else None)


def _of_sqlite(cause: sqlite3.Error) -> Trouble | None:
    code = getattr(cause, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_CONSTRAINT_UNIQUE:
        return Trouble.BUSY
    return _SQLITE.get(code & _PRIMARY_CODE)
