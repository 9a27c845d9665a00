"""When the database does not work: nothing half saved, a page that says what to do, reading goes on."""

import logging
import sqlite3
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from scoring.models import Club, Entry, Session
from scoring.operations.table import posting
from scoring.web.errors import server_error
from tests import people
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="PRAGMAs of SQLite")


def sql(statement: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        row = cursor.fetchone()
    return row and row[0]


@pytest.fixture
def phone(host: Client) -> Client:
    """Return the host's browser; an exception becomes the page that a person would see."""
    host.raise_request_exception = False
    return host


@pytest.fixture
def full_disk(session: Session) -> Iterator[None]:
    """Allow the database no page more than it has."""
    before = sql("PRAGMA max_page_count")
    sql(f"PRAGMA max_page_count = {sql('PRAGMA page_count')}")
    yield
    sql(f"PRAGMA max_page_count = {before}")


def form_of(phone: Client, address: str) -> dict[str, str]:
    """Return what the form of an address sends."""
    return open_page(phone, address).forms(action=address)[0]


def record_until_refused(session: Session, phone: Client) -> tuple[Page, int]:
    """Record drawn hands until the disk is full; return the refusal and how many hands were acknowledged."""
    address = f"/sessions/{session.public_id}/hand/drawn/"
    for acknowledged in range(2000):
        fields = form_of(phone, address) | {"key": str(uuid4())}
        response = phone.post(address, fields)
        if response.status_code != 302:
            return Page(response), acknowledged
    raise AssertionError("the disk never filled up")


@sqlite_only
def test_a_full_disk_refuses_the_hand_keeps_all_others_and_goes_on_reading(
    session: Session, phone: Client, full_disk: None, caplog: pytest.LogCaptureFixture
) -> None:
    refusal, acknowledged = record_until_refused(session, phone)

    assert refusal.status == 503
    assert refusal.text("data-code", "cannot_write").startswith("The machine that keeps the books cannot write")
    assert Entry.objects.count() == acknowledged
    for address in ("", "statement/", "close/", "hand/"):
        open_page(phone, f"/sessions/{session.public_id}/{address}")
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == [
        "503 POST /sessions/<uuid:public_id>/hand/drawn/: cannot_write: database or disk is full"
    ]


@sqlite_only
def test_a_protected_database_refuses_to_write_and_goes_on_reading(session: Session, phone: Client) -> None:
    address = f"/sessions/{session.public_id}/hand/drawn/"
    fields = form_of(phone, address)
    sql("PRAGMA query_only = ON")
    try:
        refused, read = phone.post(address, fields), phone.get(f"/sessions/{session.public_id}/")
    finally:
        sql("PRAGMA query_only = OFF")
    assert (refused.status_code, read.status_code) == (503, 200)
    assert phone.post(address, fields).status_code == 302, "the same form records once there is room"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_BUSY, "Another phone was saving something at the same moment."),
        (sqlite3.SQLITE_CANTOPEN, "Nothing was saved. Try again in a moment."),
    ],
)
def test_a_write_that_failed_in_the_database_may_be_repeated(
    session: Session, phone: Client, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    address = f"/sessions/{session.public_id}/hand/drawn/"
    fields = form_of(phone, address)
    cause = sqlite3.OperationalError("why")
    cause.sqlite_errorcode = code
    with monkeypatch.context() as broken:
        broken.setattr(posting.Books, "post", _raise(_caused_by(cause)))
        response = phone.post(address, fields)

    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert Page(response).notice().startswith(words)
    assert phone.post(address, fields).status_code == 302
    assert Entry.objects.count() == 1


def test_two_phones_using_one_key_at_the_same_moment_is_no_server_error(
    club: Club, session: Session, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL two sessions are locked apart, so only the database sees that their keys are the same."""
    other = people.start_night(club=club, names=("Eva", "Fe", "Gil", "Hugo"))
    address = f"/sessions/{session.public_id}/hand/drawn/"
    fields = form_of(phone, address)
    phone.post(f"/sessions/{other.public_id}/hand/drawn/", fields)
    with monkeypatch.context() as unaware:
        unaware.setattr(posting, "kept_before", lambda *_, **__: None)
        at_once = phone.post(address, fields)

    assert at_once.status_code == 503
    assert phone.post(address, fields).status_code == 409
    assert Entry.objects.filter(session=session).count() == 0


def test_a_mistake_in_the_code_is_a_500_with_its_traceback_in_the_log_and_without_the_address(
    session: Session, phone: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("scoring.views.table.table.table_state", _raise(IntegrityError("a guard")))
    response = phone.get(f"/sessions/{session.public_id}/?token=secret")

    assert response.status_code == 500
    (record,) = [record for record in caplog.records if record.name == "cuajo"]
    assert record.getMessage() == "500 GET /sessions/<uuid:public_id>/"
    assert record.exc_info is not None
    assert str(session.public_id) not in caplog.text


@pytest.mark.parametrize(("method", "said"), [("GET", "Open it again"), ("POST", "Send it once more")])
def test_the_page_of_a_mistake_says_what_to_do_and_asks_nothing_of_the_books(
    method: str, said: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = server_error(RequestFactory().generic(method, "/club/"))
    assert response.status_code == 500
    assert "Nothing in the books is lost." in response.text
    assert said in response.text


def _caused_by(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def _raise(error: Exception) -> object:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail
