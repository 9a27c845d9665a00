"""A large database of an older state is brought to this one, and back, with every amount and fingerprint kept.

CUAJO_TEST_SCALE=200 upgrades two databases of 4,002 nights each; `--log-cli-level=INFO` says how long it takes.
"""

import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from pytest_django.plugin import DjangoDbBlocker

from scoring.management.checking import check_books
from scoring.management.database import migrate
from tests.management.commanding import working_on
from tests.management.test_upgrades import NAMES, make_older_state

pytestmark = [pytest.mark.no_cover, pytest.mark.deep]

COPIES = 10 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))
APART = 1000
"""So far are the ids of a copy from those of the copy before."""

TABLES = ("session", "partnership", "seat", "entry", "payment", "score", "hand", "dispute", "disputevoice")
LOG = logging.getLogger(__name__)

BOOKS = """
SELECT session.public_id, session.started_at, entry.number, entry.kind, entry.act, entry.reason, entry.recorded_at,
       entry.fingerprint, taken.number, payer.number, payee.number, payment.amount_cents, payment.cash, hand.position,
       hand.winner, hand.verdict, one.name, other.name
FROM scoring_entry AS entry
JOIN scoring_session AS session ON session.id = entry.session_id
LEFT JOIN scoring_entry AS taken ON taken.id = entry.reverses_id
LEFT JOIN scoring_payment AS payment ON payment.entry_id = entry.id
LEFT JOIN scoring_seat AS payer ON payer.id = payment.payer_id
LEFT JOIN scoring_seat AS payee ON payee.id = payment.payee_id
LEFT JOIN scoring_player AS one ON one.id = payer.player_id
LEFT JOIN scoring_player AS other ON other.id = payee.player_id
LEFT JOIN scoring_hand AS hand ON hand.entry_id = entry.id
ORDER BY entry.id, payment.id
"""


def multiply(file: Path) -> None:
    """Add copies of every night of an older database, each with ids and keys of its own; its guards stay."""
    with closing(sqlite3.connect(file)) as old:
        guards = old.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        there = {name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        tables = [f"scoring_{name}" for name in TABLES if f"scoring_{name}" in there]
        for name, _ in guards:
            old.execute(f"DROP TRIGGER {name}")
        for table in tables:
            old.executemany(*_copies(old, table, copied=tables))
        for _, sql in guards:
            old.execute(sql)
        old.commit()
        assert old.execute("PRAGMA foreign_key_check").fetchall() == []


def _copies(old: sqlite3.Connection, table: str, *, copied: list[str]) -> tuple[str, Iterator[list[object]]]:
    """Return the statement that inserts into a table, and the rows of all copies."""
    columns = [row[1] for row in old.execute(f"PRAGMA table_info({table})")]
    moved = {"id", *(row[3] for row in old.execute(f"PRAGMA foreign_key_list({table})") if row[2] in copied)}
    rows = old.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()

    def of_copy(column: str, value: object, copy: int) -> object:
        if isinstance(value, int) and column in moved:
            return value + APART * copy
        return uuid4().hex if value is not None and column in ("public_id", "key") else value

    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} VALUES ({marks})", (
        [of_copy(column, value, copy) for column, value in zip(columns, row, strict=True)]
        for copy in range(1, COPIES + 1)
        for row in rows
    )


def books_of(file: Path) -> tuple[int, str]:
    """Count the lines of every night with their payments, and return a hash of all that they say."""
    read, count = sha256(), 0
    with closing(sqlite3.connect(file)) as db:
        for row in db.execute(BOOKS):
            read.update(repr(row).encode())
            count += 1
    return count, read.hexdigest()


@pytest.mark.parametrize("name", NAMES[::2])
def test_every_amount_and_fingerprint_of_a_large_database_is_kept_and_it_goes_back(
    name: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    file = tmp_path / "cuajo.sqlite3"
    make_older_state(name, file=file)
    multiply(file)
    before, nights = books_of(file), 2 * (COPIES + 1)
    with django_db_blocker.unblock(), working_on(file):
        started = time.monotonic()
        migrate()
        upgraded = time.monotonic()
        assert books_of(file) == before
        report = check_books()
        assert (report.lines, report.total.values) == ((), {"lines": 9 * nights, "nights": nights})
        checked = time.monotonic()
        call_command("migrate", "scoring", name[:4], verbosity=0)
        assert books_of(file) == before
        back = time.monotonic()
    LOG.info(
        "%s: %s nights, %s bytes; up %.0f s, checked %.0f s, back %.0f s",
        *(name, nights, file.stat().st_size),
        *(upgraded - started, checked - upgraded, back - checked),
    )
