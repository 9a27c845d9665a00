"""Migrations go back while no row of theirs exists, and refuse afterwards in words that say what to do."""

import uuid
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from scoring.management.checking import check_books
from scoring.management.database import copy_sqlite, migrate
from scoring.models import guard
from tests.management.commanding import working_on
from tests.management.test_upgrades import make_older_state

SEASON = (
    "INSERT INTO scoring_season (club_id, public_id, name, since, until)"
    f" SELECT id, '{uuid.uuid4().hex}', 'Lent', '2026-02-18', '2026-04-02' FROM scoring_club"
)
FIXTURE = (
    "INSERT INTO scoring_fixture (season_id, public_id, day, 'table')"
    f" SELECT id, '{uuid.uuid4().hex}', '2026-02-20', 1 FROM scoring_season"
)
NIGHTS = "UPDATE scoring_session SET"

pytestmark = pytest.mark.deep

ROWS = {
    "0020": (2, "UPDATE scoring_entry SET kind = 'free' WHERE number = 1"),
    "0022": (2, f"{NIGHTS} place = 'Cebu'"),
    "0025": (1, SEASON),
    "0026": (2, f"{NIGHTS} has_terms = 1"),
    "0028": (2, f"{NIGHTS} entered_later = 1"),
    "0029": (1, f"{SEASON};{FIXTURE}"),
}
"""By the state before: how many rows it cannot read, and how they come into a database of two nights."""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """Return the database of an older state that was upgraded, went back by every state and came again."""
    file = tmp_path_factory.mktemp("upgraded") / "cuajo.sqlite3"
    make_older_state("0010_api_tokens", file=file)
    with django_db_blocker.unblock(), working_on(file):
        migrate()
        call_command("migrate", "scoring", min(ROWS), verbosity=0)
        call_command("migrate", verbosity=0)
        assert check_books().lines == ()
    return file


@pytest.mark.parametrize("state", ROWS)
def test_a_state_that_cannot_read_new_rows_is_not_gone_back_to(
    state: str, upgraded: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    file = tmp_path / "cuajo.sqlite3"
    copy_sqlite(source=upgraded, target=file)
    kept, statements = ROWS[state]
    with django_db_blocker.unblock(), working_on(file):
        guard.lift(connection)
        with connection.cursor() as cursor:
            for statement in statements.split(";"):
                cursor.execute(statement)
        with pytest.raises(RuntimeError) as refusal:
            call_command("migrate", "scoring", state, verbosity=0)
    assert f"({kept})" in str(refusal.value)
