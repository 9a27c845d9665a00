"""What is refused: too often, too much, of unknown phones, and while the database does not work."""

import logging
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from cuajo_site.cache import cache_settings
from scoring.models import Club, Entry, Role, Session
from scoring.operations import throttle
from scoring.operations.machine import DatabaseProblem, problem_of
from scoring.operations.table import posting
from scoring.operations.throttle import Limit
from scoring.queries.people.access import Access
from scoring.views.table import table
from scoring.web.errors import server_error
from tests.views.reading import open_page, refusal

pytestmark = pytest.mark.django_db

THREE = Limit(name="tests", times=3)
USED_UP = [True, True, True, False]


def counted(*who: str) -> list[bool]:
    """Count a request of each, and tell which may go on."""
    return [throttle.count(limit=THREE, who=each) for each in who]


def test_a_limit_is_used_up_by_one_caller_until_its_next_window(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(*["phone"] * 4) == USED_UP
    other = Limit(name="others", times=3)
    asked = ((THREE, "phone"), (THREE, "2"), (other, "phone"))
    assert [throttle.is_used_up(limit=limit, who=who) for limit, who in asked] == [True, False, False]
    monkeypatch.setattr(throttle, "time", lambda: 59.9)
    assert counted("phone") == [False]
    monkeypatch.setattr(throttle, "time", lambda: 60.0)
    assert counted("phone") == [True]


@pytest.mark.parametrize(
    ("others", "same", "another"),
    [
        (("2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:ffff::3"), "2001:db8:0:1::4", "2001:db8:0:2::4"),
        (("::ffff:192.168.1.7", "192.168.1.7", "::ffff:192.168.1.7"), "192.168.1.7", "::ffff:192.168.1.8"),
    ],
    ids=["many IPv6 addresses", "IPv4 written as IPv6"],
)
def test_a_phone_with_many_addresses_is_one_caller(others: tuple[str, ...], same: str, another: str) -> None:
    assert counted(*others, same, another) == [*USED_UP, True]


def test_a_counter_that_a_full_cache_dropped_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *_, **__: False)
    assert counted(*["phone"] * 5) == [True] * 5


def test_limits_hold_in_the_database_cache(settings: Settings) -> None:
    settings.CACHES = {"default": cache_settings(where="database")}
    call_command("createcachetable")
    assert counted(*["phone"] * 4) == USED_UP
    assert type(caches["default"]).__name__ == "DatabaseCache"


def test_the_cache_is_where_the_variable_says() -> None:
    backends = [cache_settings(where=where)["BACKEND"] for where in ("memory", "rediss://cache.example:6380")]
    assert [str(each).rpartition(".")[2] for each in backends] == ["LocMemCache", "RedisOrMemory"]
    with pytest.raises(ImproperlyConfigured, match="CUAJO_CACHE"):
        cache_settings(where="disk")


def test_a_phone_that_writes_without_pause_is_refused_and_may_go_on_reading(host: Client, settings: Settings) -> None:
    assert refusal(host.get("/sessions/new/practice/")) == (405, ("no_page",))  # takes only what a form sends
    settings.WRITES_PER_MINUTE = 2
    *read, late = [host.post("/club/", {}) for _ in range(3)]
    assert [answer.status_code for answer in (*read, host.get("/club/"))] == [422, 422, 200]
    assert (refusal(late), late["Retry-After"]) == ((429, ("too_many_writes",)), "60")


def test_strangers_behind_one_address_share_a_limit_apart_from_phones(host: Client, settings: Settings) -> None:
    settings.WRITES_PER_MINUTE = 1
    asked: list[tuple[Client, dict[str, Any]]] = [
        (Client(), {}),
        (Client(), {}),
        (Client(), {"REMOTE_ADDR": "10.0.0.9"}),
    ]
    statuses = [browser.post("/club/", **sent).status_code for browser, sent in (*asked, (host, {}))]
    assert statuses == [403, 429, 403, 422]


TOO_MUCH = {"name": "x" * 3_000_000}
MANY = {f"f{number}": "" for number in range(1001)}


@pytest.mark.parametrize(
    ("address", "fields", "sent", "refused"),
    [
        ("/judge/live/", TOO_MUCH, {}, (413, "too_large")),
        ("/nowhere/", TOO_MUCH, {}, (413, "too_large")),
        ("/club/", {}, {"CONTENT_LENGTH": "-1"}, (413, "too_large")),
        ("/club/", {}, {"CONTENT_LENGTH": "abc"}, (413, "too_large")),
        ("/club/", {"name": "x"}, {"HTTP_TRANSFER_ENCODING": "chunked"}, (411, "length_unknown")),
        ("/club/", MANY, {}, (400, "bad_request")),
    ],
    ids=["judge", "nowhere", "below nothing", "no number", "in chunks", "too many fields"],
)
def test_what_no_form_sends_is_refused_unread(
    host: Client, address: str, fields: dict[str, str], sent: dict[str, Any], refused: tuple[int, str]
) -> None:
    assert refusal(host.post(address, fields, **sent)) == (refused[0], (refused[1],))


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
        for address in ("", "story/", "close/", "hand/"):
            open_page(phone, f"/sessions/{session.public_id}/{address}")
    finally:
        sql(f"PRAGMA max_page_count = {before}")
    (logged,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert logged.startswith("503 POST /sessions/<row:public_id>/hand/drawn/: cannot_write: ")
    assert phone.post(drawn, fields).status_code == 302


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (of_sqlite(sqlite3.SQLITE_BUSY, "locked"), "busy"),
        (of_sqlite(sqlite3.SQLITE_CONSTRAINT_TRIGGER, "is never replaced"), "busy"),
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


def test_a_mistake_in_the_code_is_a_500_with_its_traceback_in_the_log_and_without_the_address(
    session: Session, phone: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(table, "table_state", raising(IntegrityError("a guard")))
    assert phone.get(f"/sessions/{session.public_id}/?token=secret").status_code == 500
    (record,) = [record for record in caplog.records if record.name == "cuajo"]
    assert record.getMessage() == "500 GET /sessions/<row:public_id>/"
    assert record.exc_info is not None
    assert str(session.public_id) not in caplog.text


@pytest.mark.parametrize(("error", "status"), [(ValueError(), 500), (of_sqlite(sqlite3.SQLITE_CANTOPEN, "away"), 503)])
def test_the_page_of_an_error_asks_nothing_of_the_books(
    django_assert_num_queries: DjangoAssertNumQueries, error: Exception, status: int
) -> None:
    request = RequestFactory().post("/club/")
    vars(request)["access"] = Access(club=Club(), role=Role.HOST)
    with django_assert_num_queries(0):
        try:
            raise error
        except type(error):
            assert server_error(request).status_code == status


CANNOT_WRITE = DatabaseProblem.CANNOT_WRITE
ERRORS: dict[DatabaseProblem | None, tuple[int | str, ...]] = {
    CANNOT_WRITE: (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_READONLY_DIRECTORY, "53100"),
    DatabaseProblem.BUSY: (sqlite3.SQLITE_BUSY_SNAPSHOT, sqlite3.SQLITE_CONSTRAINT_UNIQUE, "40P01", "23505"),
    DatabaseProblem.DATABASE_DOWN: (sqlite3.SQLITE_CANTOPEN, "08006", "57P01"),
    DatabaseProblem.DAMAGED: (sqlite3.SQLITE_CORRUPT,),
    None: (sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_TRIGGER, sqlite3.SQLITE_ERROR, "23514"),
}


@pytest.mark.parametrize(("code", "problem"), [(code, problem) for problem in ERRORS for code in ERRORS[problem]])
def test_errors_of_both_databases_are_told_apart(code: int | str, problem: DatabaseProblem | None) -> None:
    error = OperationalError("why")
    error.__cause__ = sqlite3.OperationalError("why") if isinstance(code, int) else Exception("why")
    setattr(error.__cause__, "sqlite_errorcode" if isinstance(code, int) else "sqlstate", code)
    assert problem_of(error=error) is problem


def test_a_server_that_is_not_there_is_a_problem_and_other_errors_are_mistakes() -> None:
    error = DatabaseError("no cause")
    assert problem_of(error=error) is problem_of(error=ValueError()) is problem_of(error=None) is None
    error.__cause__ = type("OperationalError", (Exception,), {})()  # of psycopg, where nobody listens
    assert problem_of(error=error) is DatabaseProblem.DATABASE_DOWN
