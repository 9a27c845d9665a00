"""Every night: a copy that is verified, older ones that matter, a check, and its result on the club's page."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from scoring.management import every_night, keeping
from scoring.queries.books.nightly import last_nightly
from tests.management.commanding import working_on
from tests.served.server import wait_until

pytestmark = pytest.mark.django_db
needs_files = pytest.mark.skipif(connection.vendor != "sqlite", reason="files of SQLite")


@pytest.fixture
def books(demo: Path, tmp_path: Path, settings: Settings) -> Path:
    """Return a data folder with the books of the example club."""
    settings.DATA_DIR = tmp_path
    (tmp_path / "cuajo.sqlite3").write_bytes(demo.read_bytes())
    return tmp_path


def copies(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("nightly-*.sqlite3"))


@needs_files
def test_a_night_keeps_a_verified_copy_here_and_elsewhere_and_says_so(books: Path, host: Client) -> None:
    (books / "elsewhere").mkdir()
    with working_on(books / "cuajo.sqlite3"):
        call_command("nightly", copy_to=str(books / "elsewhere"), verbosity=0)
        call_command("restore", books / "backups" / copies(books / "backups")[0], only_try=True)
    assert copies(books / "backups") == copies(books / "elsewhere")
    result = last_nightly(folder=books)
    assert result is not None
    assert (result.wrong, [result.copy]) == (0, copies(books / "backups"))
    assert host.get("/club/").status_code == 200


@needs_files
def test_a_store_keeps_the_copies_by_the_same_rule_and_one_that_does_not_answer_is_told(
    books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import boto3
    from moto import mock_aws

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws(), working_on(books / "cuajo.sqlite3"):
        store = boto3.client("s3")
        store.create_bucket(Bucket="club")
        older = [f"books/nightly-2020010{day}-040000-000000.sqlite3" for day in (1, 2, 3)]
        for key in (*older, "books/notes.txt"):
            store.put_object(Bucket="club", Key=key, Body=b"")
        call_command("nightly", copy_to="s3://club/books", verbosity=0)
        (newest,) = copies(books / "backups")
        kept = [each["Key"] for each in store.list_objects_v2(Bucket="club")["Contents"]]
        assert kept == [*older, f"books/{newest}", "books/notes.txt"]
        body = store.get_object(Bucket="club", Key=f"books/{newest}")["Body"].read()
        assert body == (books / "backups" / newest).read_bytes()
        with pytest.raises(CommandError, match="nobodys"):
            call_command("nightly", copy_to="s3://nobodys/books", verbosity=0)
    result = last_nightly(folder=books)
    assert result is not None
    assert "nobodys" in result.failure


@needs_files
def test_copies_that_need_not_be_kept_go_and_no_other_file(books: Path) -> None:
    folder = books / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        for name in ("nightly", "backup"):
            (folder / f"{name}-2020010{day}-040000-000000.sqlite3").write_bytes((books / "cuajo.sqlite3").read_bytes())
    (folder / "nightly-notes.txt").touch()
    with working_on(books / "cuajo.sqlite3"):
        call_command("nightly", verbosity=0)
    assert len(copies(folder)) == 4
    assert len(list(folder.iterdir())) == 8


@needs_files
def test_a_night_that_fails_is_told_and_removes_nothing(books: Path) -> None:
    with working_on(books / "cuajo.sqlite3"), pytest.raises(CommandError):
        call_command("nightly", copy_to=str(books / "not there"), verbosity=0)
    result = last_nightly(folder=books)
    assert result is not None
    assert "not there" in result.failure


def test_kept_are_seven_days_five_weeks_and_twelve_months() -> None:
    newest = datetime(2026, 11, 22, 4, tzinfo=UTC)
    nights = [newest - timedelta(days=days) for days in range(800)]
    kept = sorted(keeping.kept(made=nights), reverse=True)
    assert kept[:7] == nights[:7]
    assert kept[-1] == datetime(2025, 12, 31, 4, tzinfo=UTC)
    assert len(kept) == 7 + 4 + 11  # this week and this month are among the days


def test_nothing_is_known_of_a_night_whose_file_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "nightly.json").write_text("{")
    assert last_nightly(folder=tmp_path) is None


@pytest.mark.parametrize(("hour", "hours"), [(3, 1), (4, 24), (23, 5)])
def test_the_next_night_is_at_four(hour: int, hours: int) -> None:
    assert every_night.seconds_until_night(now=datetime(2026, 3, 1, hour, tzinfo=UTC)) == hours * 3600


def test_a_command_runs_whenever_it_is_wanted(tmp_path: Path) -> None:
    wanted, told = Event(), tmp_path / "told"
    told.touch()
    every_night.run_when(wanted, command=(sys.executable, "-c", f"open({str(told)!r}, 'a').write('x')"))
    wanted.set()
    wait_until(lambda: told.read_text() == "x", limit_seconds=60)
    wanted.set()
    wait_until(lambda: told.read_text() == "xx", limit_seconds=60)
