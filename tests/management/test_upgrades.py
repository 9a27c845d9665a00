"""Databases of older states are brought to this one with every amount kept, and back while no new row exists."""

import gzip
import sqlite3
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from scoring.management.checking import check_books
from scoring.management.database import copy_sqlite, migrate, problem_of_books
from scoring.models import Entry, Hand, Membership, Partnership, Seal, Session, guard
from tests.management.commanding import ask, working_on

STATES = Path(__file__).parent / "states"
NAMES = ("0001_initial", "0003_index_reversals_and_closes", "0010_api_tokens")
"""The first state, one whose last migration went again, and the last with partnerships as rows."""

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


@pytest.mark.parametrize("name", [NAMES[0], *(pytest.param(name, marks=pytest.mark.deep) for name in NAMES[1:])])
def test_an_older_state_keeps_all_up_and_back(name: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    file = tmp_path / "cuajo.sqlite3"
    make_older_state(name, file=file)
    before = ask(file, BOOKS)
    assert problem_of_books(file=file) is None
    with django_db_blocker.unblock(), working_on(file):
        migrate()
        assert (ask(file, BOOKS), guard.missing(connection)) == (before, ())
        report = check_books()
        assert (report.lines, report.total.values) == ((), {"lines": 18, "nights": 2})
        assert Seal.objects.filter(kind="line").count() == Entry.objects.count() == 18
        assert Membership.objects.filter(revoked_at=None).count() in (0, 2)
        last_week = [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]
        tonight = [(1, 0), (2, 1), (3, 2), (1, 0), (7, 3), (8, 7)]
        assert list(Hand.objects.order_by("pk").values_list("position", "after")) == [*last_week, *tonight]
        pairs = Partnership.objects.values_list("first__player__name", "second__player__name")
        assert list(pairs) == [("Ana", "Carla"), ("Ben", "Dan")] * 2
        assert [*map(str, Session.objects.order_by("pk").values_list("day", flat=True))] == ["2026-01-25", "2026-02-01"]
        call_command("migrate", "scoring", name[:4], verbosity=0)
        assert ask(file, BOOKS) == before


def test_a_migration_is_made_and_noted_in_one_transaction(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    file = tmp_path / "cuajo.sqlite3"
    make_older_state("0003_index_reversals_and_closes", file=file)
    outside = []

    def look(execute: Callable[..., object], sql: str, *rest: object) -> object:
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


SEASON = (
    "INSERT INTO scoring_season (club_id, public_id, name, since, until)"
    f" SELECT id, '{uuid.uuid4().hex}', 'Lent', '2026-02-18', '2026-04-02' FROM scoring_club"
)
SEASONS = "SELECT * FROM scoring_season"
FIXTURE = (
    "INSERT INTO scoring_fixture (season_id, public_id, day, 'table', session_id)"
    f" SELECT season.id, '{uuid.uuid4().hex}', '2026-02-20', 1, session.id FROM scoring_season AS season"
    " JOIN scoring_session AS session LIMIT 1"
)
OF_ANA = (
    "INSERT INTO scoring_fixtureplayer (fixture_id, player_id)"
    " SELECT fixture.id, player.id FROM scoring_fixture AS fixture JOIN scoring_player AS player"
)
ROWS = {
    "0020": (2, "UPDATE scoring_entry SET kind = 'free' WHERE number = 1"),
    "0022": (2, "UPDATE scoring_session SET place = 'Cebu'"),
    "0025": (1, SEASON),
    "0026": (2, "UPDATE scoring_session SET has_terms = 1"),
    "0028": (2, "UPDATE scoring_session SET entered_later = 1"),
}
"""By the state before: how many rows it cannot read, and how they come into a database of two nights."""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    file = tmp_path_factory.mktemp("upgraded") / "cuajo.sqlite3"
    make_older_state("0010_api_tokens", file=file)
    with django_db_blocker.unblock(), working_on(file):
        migrate()
    return file


@pytest.mark.deep
@pytest.mark.parametrize("state", ROWS)
def test_a_state_that_cannot_read_new_rows_is_not_gone_back_to(
    state: str, upgraded: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    file = tmp_path / "cuajo.sqlite3"
    copy_sqlite(source=upgraded, target=file)
    kept, statement = ROWS[state]
    with django_db_blocker.unblock(), working_on(file):
        guard.lift(connection)
        ask(file, statement)
        with pytest.raises(RuntimeError) as refusal:
            call_command("migrate", "scoring", state, verbosity=0)
    assert f"({kept})" in str(refusal.value)


@pytest.mark.deep
def test_fixtures_of_leagues_go_and_everything_else_stays(
    upgraded: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    file = tmp_path / "cuajo.sqlite3"
    copy_sqlite(source=upgraded, target=file)
    ask(file, SEASON)
    before = made_of(file)[0], ask(file, BOOKS), ask(file, SEASONS)
    with django_db_blocker.unblock(), working_on(file):
        call_command("migrate", "scoring", "0036", verbosity=0)
        ask(file, FIXTURE)
        ask(file, OF_ANA)
        migrate()
        assert guard.missing(connection) == ()
    assert (made_of(file)[0], ask(file, BOOKS), ask(file, SEASONS)) == before
