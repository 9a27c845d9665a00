"""When the database does not work: nothing half saved, a page that says what to do, reading goes on."""

import logging
import sqlite3
from collections.abc import Callable

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from scoring.models import Club, Entry, Session
from scoring.operations.table import posting
from scoring.web.errors import server_error
from tests import people
from tests.views.reading import open_page, refusal

pytestmark = pytest.mark.django_db
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="PRAGMAs of SQLite")


def sql(statement: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        row = cursor.fetchone()
    return row and row[0]


@pytest.fixture
def phone(host: Client) -> Client:
    host.raise_request_exception = False
    return host


@pytest.fixture
def drawn(session: Session) -> str:
    return f"/sessions/{session.public_id}/hand/drawn/"


def form_of(phone: Client, address: str) -> dict[str, str]:
    return open_page(phone, address).forms(action=address)[0]


def of_sqlite(code: int, why: str) -> OperationalError:
    cause = sqlite3.OperationalError(why)
    cause.sqlite_errorcode = code
    error = OperationalError(why)
    error.__cause__ = cause
    return error


def raising(error: Exception) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@sqlite_only
def test_a_full_disk_refuses_the_hand_keeps_all_others_and_records_the_same_form_once_there_is_room(
    session: Session, phone: Client, drawn: str, caplog: pytest.LogCaptureFixture
) -> None:
    before, acknowledged = sql("PRAGMA max_page_count"), 0
    sql(f"PRAGMA max_page_count = {sql('PRAGMA page_count')}")
    try:
        while (answer := phone.post(drawn, fields := form_of(phone, drawn))).status_code == 302:
            acknowledged += 1
            assert acknowledged < 2000
        assert (refusal(answer), Entry.objects.count()) == ((503, ("cannot_write",)), acknowledged)
        for address in ("", "statement/", "close/", "hand/"):
            open_page(phone, f"/sessions/{session.public_id}/{address}")
    finally:
        sql(f"PRAGMA max_page_count = {before}")
    (logged,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert logged.startswith("503 POST /sessions/<uuid:public_id>/hand/drawn/: cannot_write: ")
    assert phone.post(drawn, fields).status_code == 302


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (of_sqlite(sqlite3.SQLITE_BUSY, "locked"), "busy"),
        (of_sqlite(sqlite3.SQLITE_CONSTRAINT_TRIGGER, "a row is never replaced"), "busy"),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN, "away"), "database_down"),
    ],
)
def test_a_write_that_failed_in_the_database_may_be_repeated(
    phone: Client, drawn: str, monkeypatch: pytest.MonkeyPatch, error: Exception, problem: str
) -> None:
    fields = form_of(phone, drawn)
    with monkeypatch.context() as broken:
        broken.setattr(posting.Books, "post", raising(error))
        response = phone.post(drawn, fields)
    assert (refusal(response), response["Retry-After"]) == ((503, (problem,)), "5")
    assert phone.post(drawn, fields).status_code == 302
    assert Entry.objects.count() == 1


def test_two_phones_using_one_key_at_the_same_moment_is_no_server_error(
    club: Club, session: Session, phone: Client, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL two sessions are locked apart, so only the database sees that their keys are the same."""
    other = people.start_night(club=club, names=("Eva", "Fe", "Gil", "Hugo"))
    fields = form_of(phone, drawn)
    phone.post(f"/sessions/{other.public_id}/hand/drawn/", fields)
    with monkeypatch.context() as unaware:
        unaware.setattr(posting, "kept_before", lambda *_, **__: None)
        at_once = phone.post(drawn, fields)
    assert [at_once.status_code, phone.post(drawn, fields).status_code] == [503, 409]
    assert Entry.objects.filter(session=session).count() == 0


def test_a_mistake_in_the_code_is_a_500_with_its_traceback_in_the_log_and_without_the_address(
    session: Session, phone: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("scoring.views.table.table.table_state", raising(IntegrityError("a guard")))
    assert phone.get(f"/sessions/{session.public_id}/?token=secret").status_code == 500
    (record,) = [record for record in caplog.records if record.name == "cuajo"]
    assert record.getMessage() == "500 GET /sessions/<uuid:public_id>/"
    assert record.exc_info is not None
    assert str(session.public_id) not in caplog.text


def test_the_page_of_a_mistake_asks_nothing_of_the_books(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert server_error(RequestFactory().post("/club/")).status_code == 500
