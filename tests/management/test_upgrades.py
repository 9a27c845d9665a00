"""Databases of older states are brought to this one with every amount kept, and back while no new row exists."""

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from scoring.management.checking import check_books
from scoring.management.database import migrate, problem_of_books
from scoring.models import guard
from tests.management.commanding import ask, working_on

STATES = Path(__file__).parent / "states"
OLDEST = "0042_unread_hands"
"""The state from which a database is upgraded in place."""

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


def make_older_state(name: str, *, file: Path) -> None:
    with closing(sqlite3.connect(file)) as old:
        old.executescript(gzip.decompress((STATES / f"{name}.sql.gz").read_bytes()).decode())


def test_an_older_state_keeps_all_up_and_back(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    file = tmp_path / "cuajo.sqlite3"
    make_older_state(OLDEST, file=file)
    before = ask(file, BOOKS)
    outside: list[tuple[str, str, object]] = []
    assert problem_of_books(file=file) is None

    def look(execute: Callable[..., object], sql: str, *rest: Any) -> object:
        if sql.startswith('INSERT INTO "django_migrations"') and not connection.in_atomic_block:
            outside.append(rest[0])
        return execute(sql, *rest)

    with django_db_blocker.unblock(), working_on(file), connection.execute_wrapper(look):
        migrate()
        assert (ask(file, BOOKS), guard.missing(connection)) == (before, ())
        assert ask(file, "SELECT texts FROM scoring_hand WHERE verdict LIKE '%\"what\"%' AND texts = '{}'") == []
        assert [name for _app, name, _at in outside] == [f"0001_squashed_{OLDEST}"]
        report = check_books()
        assert (report.findings, report.total.values) == ((), {"lines": 18, "nights": 2})
        call_command("migrate", "scoring", "0001", verbosity=0)
        assert ask(file, BOOKS) == before


def test_a_state_from_before_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "cuajo.sqlite3"
    make_older_state("0001_initial", file=file)
    before = file.read_bytes()
    assert problem_of_books(file=file)
    assert file.read_bytes() == before


def made_of(file: Path) -> dict[str, list[str]]:
    with closing(sqlite3.connect(file)) as db:
        sql = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return {name: sorted(made.removesuffix(")").replace("(", ", ", 1).split(", ")) for name, made in sql.items()}


def test_an_upgraded_database_has_the_tables_of_a_new_one(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    upgraded, new = tmp_path / "upgraded", tmp_path / "new"
    make_older_state(OLDEST, file=upgraded)
    for file in (upgraded, new):
        with django_db_blocker.unblock(), working_on(file):
            migrate()
    assert made_of(upgraded) == made_of(new)
