"""The upgrade of an older state is killed, once or twice: nothing is lost, and every start has its guards.

CUAJO_TEST_SCALE=25 upgrades 25 times, and kills more than 30 times;
`--log-file=kills.log --log-file-level=INFO` counts them.
"""

import logging
import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from pytest_django.plugin import DjangoDbBlocker

from scoring.models import guard
from tests.management.commanding import working_on
from tests.management.test_upgrades import OLDEST, make_older_state
from tests.served.phones import opened
from tests.served.server import Server, listens, manage, serving, starting_until_killed, wait_until

SCALE = int(os.environ.get("CUAJO_TEST_SCALE", "1"))
ROUNDS = min(25, SCALE)
LIMIT_SECONDS = 180
LOG = logging.getLogger(__name__)

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the older states lie in files of SQLite"),
]

ALL = {name for app, name in MigrationLoader(None).disk_migrations if app == "scoring"}
KEPT = ("club", "player", "session", "seat", "entry", "payment", "score", "hand", "dispute", "disputevoice")

type Columns = dict[str, set[str]]


def applied(data: Path) -> set[str]:
    with suppress(sqlite3.OperationalError), opened(data) as books:
        return {name for (name,) in books.execute("SELECT name FROM django_migrations")}
    return set()


def columns_of(data: Path) -> Columns:
    with opened(data) as books:
        found = {table: books.execute(f"PRAGMA table_info(scoring_{table})").fetchall() for table in KEPT}
    return {table: {row[1] for row in rows} for table, rows in found.items()}


def rows_of(data: Path, columns: Columns) -> dict[str, list[tuple[object, ...]]]:
    rows = {}
    with opened(data) as books:
        for table, names in columns.items():
            quoted = ", ".join(f'"{name}"' for name in sorted(names)) or "NULL"
            rows[table] = books.execute(f"SELECT {quoted} FROM scoring_{table} ORDER BY id").fetchall()
    return rows


def a_moment(*, data: Path, missing: list[str], chance: random.Random) -> tuple[str, Callable[[], bool]]:
    wanted, backups = chance.choice(missing), data / "backups"
    copies = len([*backups.glob("*")])
    moments: dict[str, Callable[[], bool]] = {
        "copying": lambda: len([*backups.glob("*")]) > copies,
        f"{wanted} applied": lambda: wanted in applied(data),
        f"written after {wanted}": lambda: (
            wanted in applied(data) and any(each.stat().st_size for each in data.glob("cuajo.sqlite3-*"))
        ),
        "all applied": lambda: applied(data) >= ALL,
    }
    return chance.choice([*moments.items()])


def kill_at(moment: Callable[[], bool], *, server: Server) -> None:
    port = int(server.address.rpartition(":")[2])
    wait_until(lambda: moment() or listens(port), limit_seconds=LIMIT_SECONDS, looks_per_second=2000)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_an_upgrade_that_is_killed_loses_nothing_and_no_start_lacks_a_guard(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, seed: int
) -> None:
    data, old, chance = tmp_path / "data", tmp_path / "old", random.Random(seed)
    for folder in (data, old):
        folder.mkdir(mode=0o700)
        make_older_state(OLDEST, file=folder / "cuajo.sqlite3")
    for _ in range(2):
        if missing := sorted(ALL - applied(data)):
            doing, moment = a_moment(data=data, missing=missing, chance=chance)
            with starting_until_killed(data=data) as server:
                kill_at(moment, server=server)
            LOG.info("killed: %s, %d to come", doing, len(ALL - applied(data)))
    with serving(data=data):
        now = columns_of(data)
        stayed = {table: names & now[table] for table, names in columns_of(old).items() if names}
        assert rows_of(data, stayed) == rows_of(old, stayed)
        with django_db_blocker.unblock(), working_on(data / "cuajo.sqlite3"):
            assert guard.missing(connection) == ()
    checked = manage("check_ledger", "--all", data=data)
    assert checked.stdout == "Lines: 18, nights: 2. Everything agrees.\n"
