"""Every night: a copy that is verified, older ones that matter, a check, and its result on the club's page."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from scoring.management import serving
from scoring.management.commands.nightly import kept as kept_of
from scoring.operations.machine import last_nightly
from tests.management.commanding import working_on

pytestmark = pytest.mark.django_db
needs_files = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")


@pytest.fixture
def books(demo: Path, tmp_path: Path, settings: Settings) -> Path:
    """Return a data folder with the books of the example club and an empty folder for copies."""
    settings.DATA_DIR = tmp_path
    (tmp_path / "cuajo.sqlite3").write_bytes(demo.read_bytes())
    (tmp_path / "backups").mkdir()
    return tmp_path


def nightly(books: Path, *, copy_to: str = "") -> tuple[str, ...]:
    """Run the command, and return the names of the copies that are there then."""
    with working_on(books / "cuajo.sqlite3"):
        call_command("nightly", **{"copy_to": copy_to} if copy_to else {}, verbosity=0)
    return tuple(sorted(file.name for file in (books / "backups").glob("nightly-*.sqlite3")))


@needs_files
def test_a_night_keeps_a_verified_copy_here_and_elsewhere_and_says_so(books: Path, host: Client) -> None:
    elsewhere = books / "elsewhere"
    elsewhere.mkdir()
    (copy,) = nightly(books, copy_to=str(elsewhere))
    with working_on(books / "cuajo.sqlite3"):
        call_command("restore", books / "backups" / copy, only_try=True)
    assert [file.name for file in elsewhere.iterdir()] == [copy]
    result = last_nightly(folder=books)
    assert result is not None
    assert (result.wrong, result.copy, host.get("/club/").status_code) == (0, copy, 200)


@needs_files
def test_copies_that_need_not_be_kept_go_and_no_other_file(books: Path) -> None:
    folder = books / "backups"
    for day in (1, 2, 3):
        for name in ("nightly", "backup"):
            (folder / f"{name}-2020010{day}-040000-000000.sqlite3").write_bytes((books / "cuajo.sqlite3").read_bytes())
    (folder / "nightly-notes.txt").touch()
    assert (len(nightly(books)), len(list(folder.iterdir()))) == (4, 8)


@needs_files
def test_a_night_that_fails_is_told(books: Path) -> None:
    with pytest.raises(CommandError):
        nightly(books, copy_to=str(books / "not there"))
    result = last_nightly(folder=books)
    assert result is not None
    assert "not there" in result.failure


def test_kept_are_seven_days_five_weeks_and_twelve_months() -> None:
    newest = datetime(2026, 11, 22, 4, tzinfo=UTC)
    nights = [newest - timedelta(days=days) for days in range(800)]
    kept = sorted(kept_of(made=nights), reverse=True)
    assert (kept[:7], kept[-1]) == (nights[:7], datetime(2025, 12, 31, 4, tzinfo=UTC))
    assert len(kept) == 7 + 4 + 11  # this week and this month are among the days


def test_nothing_is_known_of_a_night_whose_file_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "nightly.json").write_text("{")
    assert last_nightly(folder=tmp_path) is None


@pytest.mark.parametrize(("hour", "hours"), [(3, 1), (4, 24), (23, 5)])
def test_the_next_night_is_at_four(hour: int, hours: int) -> None:
    assert serving.seconds_until_night(now=datetime(2026, 3, 1, hour, tzinfo=UTC)) == hours * 3600
