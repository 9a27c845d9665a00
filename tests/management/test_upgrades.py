"""Databases of older states, with the rows that their own version recorded, are brought to this one."""

import gzip
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from scoring.management.checking import check_books
from scoring.management.database import copy_sqlite, migrate, problem_of_books
from scoring.models import Entry, Hand, Membership, Partnership, Seal, guard
from tests.management.commanding import working_on

STATES = Path(__file__).parent / "states"
NAMES = ("0001_initial", "0003_index_reversals_and_closes", "0010_api_tokens")
"""The first state, one whose last migration went again, and the last with partnerships as rows."""


def make_older_state(name: str, *, file: Path) -> None:
    """Make the database of an older state as its own version left it."""
    with closing(sqlite3.connect(file)) as old:
        old.executescript(gzip.decompress((STATES / f"{name}.sql.gz").read_bytes()).decode())


@pytest.fixture(scope="module", params=[NAMES[0], *(pytest.param(name, marks=pytest.mark.deep) for name in NAMES[1:])])
def state(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Path:
    """Return the database of an older state after its upgrade."""
    file = tmp_path_factory.mktemp("state") / "cuajo.sqlite3"
    make_older_state(request.param, file=file)
    assert problem_of_books(file=file) is None
    with django_db_blocker.unblock(), working_on(file):
        migrate()
    return file


@pytest.fixture
def upgraded(state: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Have the test work on a copy of it."""
    copy_sqlite(source=state, target=tmp_path / state.name)
    with django_db_blocker.unblock(), working_on(tmp_path / state.name):
        yield


def test_an_older_state_is_upgraded_with_its_books_guarded_and_sealed(upgraded: None) -> None:
    report = check_books()
    assert (report.lines, report.total.key, report.total.values) == ((), "finding.agrees", {"lines": 18, "nights": 2})
    assert guard.missing(connection) == ()
    assert Seal.objects.filter(kind="line").count() == Entry.objects.count() == 18
    assert Membership.objects.filter(revoked_at=None).count() in (0, 2)


def test_every_hand_of_an_older_state_says_after_which_hand_it_was_recorded(upgraded: None) -> None:
    hands = Hand.objects.order_by("pk").values_list("position", "after")
    last_week = [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]
    tonight = [(1, 0), (2, 1), (3, 2), (1, 0), (7, 3), (8, 7)]
    assert list(hands) == [*last_week, *tonight]


@pytest.mark.deep
def test_pairs_are_written_down_and_sealed_on_the_way_up_and_gone_on_the_way_back(upgraded: None) -> None:
    pairs = [
        (str(pair.first.player), str(pair.second.player)) for pair in Partnership.objects.select_related("session")
    ]
    assert pairs == [("Ana", "Carla"), ("Ben", "Dan")] * 2
    assert check_books(only_news=True).lines == ()
    before = Entry.objects.order_by("pk").values_list("fingerprint", flat=True)[:18]
    fingerprints = list(before)
    call_command("migrate", "scoring", "0019", verbosity=0)
    assert not Seal.objects.filter(kind="pair").exists()
    call_command("migrate", verbosity=0)
    report = check_books()
    assert (report.lines, list(before), Partnership.objects.count()) == ((), fingerprints, 4)


def test_a_migration_is_made_and_noted_in_one_transaction(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    file = tmp_path / "cuajo.sqlite3"
    make_older_state("0003_index_reversals_and_closes", file=file)
    outside = []

    def look(execute: Callable[..., object], sql: str, *rest: Any) -> object:
        if sql.startswith('INSERT INTO "django_migrations"') and not connection.in_atomic_block:
            outside.append(rest[0])
        return execute(sql, *rest)

    with django_db_blocker.unblock(), working_on(file), connection.execute_wrapper(look):
        migrate()
    assert outside == []


def made_of(file: Path) -> tuple[dict[str, list[str]], dict[str, int], list[object]]:
    """Return what makes each table, index and guard, whatever the order of columns, their rows, and the migrations."""
    with closing(sqlite3.connect(file)) as db:
        sql = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        parts = {name: sorted(made.removesuffix(")").replace("(", ", ", 1).split(", ")) for name, made in sql.items()}
        tables = (name for name, made in sql.items() if made.startswith("CREATE TABLE") and name != "sqlite_sequence")
        rows = {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
        return parts, rows, db.execute("SELECT app, name FROM django_migrations ORDER BY 1, 2").fetchall()


def test_a_new_database_is_what_all_migrations_make_of_it(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    at_once, one_by_one = tmp_path / "at_once", tmp_path / "one_by_one"
    with django_db_blocker.unblock():
        with working_on(at_once):
            migrate()
        with working_on(one_by_one):
            call_command("migrate", verbosity=0)
    assert made_of(at_once) == made_of(one_by_one)
