"""How often and how much a caller may send, wherever the counters are kept."""

import pytest
from django.core.cache import cache, caches
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from cuajo_site.cache import cache_settings
from scoring.models import Session
from scoring.operations.web import throttle
from scoring.operations.web.throttle import Limit
from tests.views.reading import Page, open_page

THREE = Limit(name="tests", times=3)


def counted(who: str) -> bool:
    return throttle.count(limit=THREE, who=who)


def test_a_limit_is_used_up_by_one_caller_and_not_by_others() -> None:
    assert [counted("192.168.1.7") for _ in range(5)] == [True, True, True, False, False]
    assert throttle.is_used_up(limit=THREE, who="192.168.1.7")
    assert not throttle.is_used_up(limit=THREE, who="192.168.1.8")
    assert not throttle.is_used_up(limit=Limit(name="others", times=3), who="192.168.1.7")


def test_a_limit_starts_anew_with_its_next_window(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [counted("phone") for _ in range(4)] == [True, True, True, False]
    monkeypatch.setattr("scoring.operations.web.throttle.time", lambda: 59.9)
    assert not counted("phone")
    monkeypatch.setattr("scoring.operations.web.throttle.time", lambda: 60.0)
    assert counted("phone")


def test_a_phone_with_many_ipv6_addresses_is_one_caller() -> None:
    addresses = ("2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:1:ffff::3")
    assert [counted(address) for address in addresses] == [True, True, True]
    assert throttle.is_used_up(limit=THREE, who="2001:db8:0:1::4")
    assert not throttle.is_used_up(limit=THREE, who="2001:db8:0:2::4")


def test_an_ipv4_address_written_as_ipv6_is_the_same_caller() -> None:
    assert [counted("::ffff:192.168.1.7"), counted("192.168.1.7")] == [True, True]
    assert [counted("::ffff:192.168.1.8"), counted("::ffff:192.168.1.7"), counted("192.168.1.7")] == [True, True, False]


def test_a_counter_that_a_full_cache_dropped_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *_, **__: False)
    assert [counted("phone") for _ in range(5)] == [True] * 5


@pytest.fixture
def no_redis(settings: Settings) -> None:
    """Name a Redis server that is away: nobody listens on port 1."""
    settings.CACHES = {"default": cache_settings(where="redis://127.0.0.1:1/0")}


def test_limits_hold_while_redis_is_away(no_redis: None) -> None:
    assert [counted("192.168.1.7") for _ in range(4)] == [True, True, True, False]
    assert throttle.is_used_up(limit=THREE, who="192.168.1.7")


def test_a_hand_is_recorded_while_redis_is_away(no_redis: None, host: Client, session: Session) -> None:
    page = open_page(host, f"/sessions/{session.public_id}/hand/quick/")
    (form,) = page.forms(action=f"/sessions/{session.public_id}/hand/quick/")
    declared = {"winner": "1", "source": "self_drawn", "kings_of_coins": "1", "other_kings": "1"}
    answer = host.post(f"/sessions/{session.public_id}/hand/quick/", {**form, **declared, "step": "record"})
    assert (answer.status_code, session.entries.count()) == (302, 1)


def test_limits_hold_in_the_database_cache(settings: Settings, db: None) -> None:
    settings.CACHES = {"default": cache_settings(where="database")}
    call_command("createcachetable")
    assert [counted("phone") for _ in range(5)] == [True, True, True, False, False]
    assert type(caches["default"]).__name__ == "DatabaseCache"


@pytest.mark.parametrize(
    ("where", "backend"),
    [
        ("memory", "django.core.cache.backends.locmem.LocMemCache"),
        ("database", "django.core.cache.backends.db.DatabaseCache"),
        ("redis://localhost:6379/1", "cuajo_site.cache.RedisOrMemory"),
        ("rediss://cache.example:6380", "cuajo_site.cache.RedisOrMemory"),
    ],
)
def test_the_cache_is_where_the_variable_says(where: str, backend: str) -> None:
    assert cache_settings(where=where)["BACKEND"] == backend


def test_an_unknown_cache_is_refused_with_what_can_be_set() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"CUAJO_CACHE is 'disk'\. Set it to memory, to database, or"):
        cache_settings(where="disk")


def test_a_phone_that_writes_without_pause_is_refused_and_may_go_on_reading(host: Client, settings: Settings) -> None:
    settings.WRITES_PER_MINUTE = 2
    answers = [host.post("/club/", {}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert Page(answers[2]).text("data-code", "too_many_writes") == (
        "Too many requests. Nothing was saved. Try again in a minute."
    )
    assert answers[2]["Retry-After"] == "60"
    assert host.get("/club/").status_code == 200


def test_strangers_behind_one_address_share_a_limit_and_do_not_touch_that_of_a_phone_with_a_role(
    host: Client, settings: Settings
) -> None:
    settings.WRITES_PER_MINUTE = 1
    stranger = Client()

    assert [stranger.post("/club/").status_code, Client().post("/club/").status_code] == [403, 429]
    assert stranger.post("/club/", REMOTE_ADDR="192.168.1.9").status_code == 403
    assert host.post("/club/").status_code == 422


@pytest.mark.parametrize("address", ["/judge/live/", "/club/", "/nowhere/"])
def test_more_than_any_form_holds_is_refused_unread(host: Client, settings: Settings, address: str) -> None:
    fields = {"name": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE}
    page = Page(host.post(address, fields))

    assert page.status == 413
    assert page.text("data-code", "too_large").startswith("This was more than any form here can send.")


@pytest.mark.parametrize("length", ["-1", "abc"])
def test_a_length_that_is_none_is_refused(client: Client, length: str) -> None:
    assert client.post("/club/", {}, CONTENT_LENGTH=length).status_code == 413


def test_a_request_in_chunks_is_refused_instead_of_read_as_empty(host: Client) -> None:
    page = Page(host.post("/club/", {"name": "Chunks"}, headers={"Transfer-Encoding": "chunked"}))
    assert page.status == 411
    assert page.text("data-code", "length_unknown").endswith("with its Content-Length.")


def test_more_fields_than_any_form_has_are_not_understood(host: Client) -> None:
    page = Page(host.post("/club/", {f"f{number}": "" for number in range(1001)}))

    assert page.status == 400
    assert page.text("data-code", "bad_request").startswith("Nothing was saved.")


def test_an_address_that_takes_only_what_a_form_sends_says_so_when_opened(host: Client) -> None:
    page = Page(host.get(reverse("practise")))
    assert page.status == 405
    said = "This address only takes what a form sends. Nothing was changed."
    assert page.text("data-code", "no_page").startswith(said)
