"""Read several things as they are at one moment, while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Have every query of the block see the same state of the database; the block must not write.

    Django's own transactions would ask SQLite for the right to write, which is none of a reader's business,
    and let PostgreSQL show each query what was committed before it.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        yield from _deferred()
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _deferred() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
