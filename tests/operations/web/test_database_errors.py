"""What an error of the database is about."""

import sqlite3

import pytest
from django.db import DatabaseError, OperationalError

from scoring.operations.machine import DatabaseProblem, problem_of

CANNOT_WRITE = DatabaseProblem.CANNOT_WRITE
ERRORS: dict[DatabaseProblem | None, tuple[int | str, ...]] = {
    CANNOT_WRITE: (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_READONLY_DIRECTORY, "53100"),
    DatabaseProblem.BUSY: (sqlite3.SQLITE_BUSY_SNAPSHOT, sqlite3.SQLITE_CONSTRAINT_UNIQUE, "40P01", "23505"),
    DatabaseProblem.DATABASE_DOWN: (sqlite3.SQLITE_CANTOPEN, "08006", "57P01"),
    DatabaseProblem.DAMAGED: (sqlite3.SQLITE_CORRUPT,),
    None: (sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_TRIGGER, sqlite3.SQLITE_ERROR, "23514"),
}


@pytest.mark.parametrize(("code", "problem"), [(code, problem) for problem in ERRORS for code in ERRORS[problem]])
def test_errors_of_both_databases_are_told_apart(code: int | str, problem: DatabaseProblem | None) -> None:
    error = OperationalError("why")
    error.__cause__ = sqlite3.OperationalError("why") if isinstance(code, int) else Exception("why")
    setattr(error.__cause__, "sqlite_errorcode" if isinstance(code, int) else "sqlstate", code)
    assert problem_of(error=error) is problem


def test_a_server_that_is_not_there_is_a_problem_and_other_errors_are_mistakes() -> None:
    error = DatabaseError("no cause")
    assert problem_of(error=error) is problem_of(error=ValueError()) is problem_of(error=None) is None
    error.__cause__ = type("OperationalError", (Exception,), {})()  # of psycopg, where nobody listens
    assert problem_of(error=error) is DatabaseProblem.DATABASE_DOWN
