"""The books on PostgreSQL: the same guards, the same operations and the same attacks, on a server of the test's own.

CUAJO_TEST_SCALE=2 or more tries every attack there too, which takes some two minutes.
"""

import os

import pytest
from django.db import connection

from tests.attacks import Database, failures, named_on
from tests.served.postgresql import IS_HERE, postgresql

pytestmark = pytest.mark.skipif(
    not IS_HERE or connection.vendor != "sqlite", reason="no PostgreSQL server on this machine"
)

BOOKS = (
    "tests/models/test_guard.py",
    "tests/models/test_spreading.py",
    "tests/operations/table/test_hands.py",
    "tests/operations/people/test_races.py",
    "tests/operations/test_concurrency.py",
    "tests/operations/sessions/test_closing.py",
    "tests/queries/books/test_books.py",
    "tests/operations/books/test_files.py",
    "tests/queries/books/test_checking.py",
    "tests/queries/books/test_damage.py",
)


ATTACKED = int(os.environ.get("CUAJO_TEST_SCALE", "1")) > 1


def test_the_books_hold_on_postgresql() -> None:
    attacks = named_on(Database.POSTGRESQL) if ATTACKED else ()
    with postgresql() as server:
        assert failures((*BOOKS, *attacks), address=server.address) == ()
