"""What an error of the database is about."""

import sqlite3

import pytest
from django.db import DatabaseError, OperationalError

from scoring.operations.web.database_errors import DatabaseProblem, problem_of


def _caused_by(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (sqlite3.SQLITE_FULL, DatabaseProblem.CANNOT_WRITE),
        (sqlite3.SQLITE_IOERR_WRITE, DatabaseProblem.CANNOT_WRITE),
        (sqlite3.SQLITE_READONLY_DIRECTORY, DatabaseProblem.CANNOT_WRITE),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, DatabaseProblem.BUSY),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, DatabaseProblem.BUSY),
        (sqlite3.SQLITE_CANTOPEN, DatabaseProblem.DATABASE_DOWN),
        (sqlite3.SQLITE_CONSTRAINT_CHECK, None),
        (sqlite3.SQLITE_CONSTRAINT_TRIGGER, None),
        (sqlite3.SQLITE_CORRUPT, DatabaseProblem.DAMAGED),
        (sqlite3.SQLITE_ERROR, None),
    ],
)
def test_errors_of_sqlite_are_told_apart(code: int, problem: DatabaseProblem | None) -> None:
    cause = sqlite3.OperationalError("why")
    cause.sqlite_errorcode = code
    assert problem_of(error=_caused_by(cause)) is problem


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        ("53100", DatabaseProblem.CANNOT_WRITE),
        ("40P01", DatabaseProblem.BUSY),
        ("23505", DatabaseProblem.BUSY),
        ("08006", DatabaseProblem.DATABASE_DOWN),
        ("57P01", DatabaseProblem.DATABASE_DOWN),
        ("23514", None),
    ],
)
def test_errors_of_postgresql_are_told_apart(state: str, problem: DatabaseProblem | None) -> None:
    cause = Exception("why")
    cause.sqlstate = state  # type: ignore[attr-defined]
    assert problem_of(error=_caused_by(cause)) is problem


def test_a_server_that_is_not_there_is_a_problem_and_other_errors_are_mistakes() -> None:
    class OperationalError(Exception):
        """What psycopg raises where nobody listens."""

    assert problem_of(error=_caused_by(OperationalError())) is DatabaseProblem.DATABASE_DOWN
    assert problem_of(error=DatabaseError("no cause")) is None
    assert problem_of(error=ValueError()) is None
    assert problem_of(error=None) is None
