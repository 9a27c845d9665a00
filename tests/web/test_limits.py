"""How often and how much a caller may send, wherever the counters are kept."""

from typing import Any

import pytest
from django.core.cache import cache, caches
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from cuajo_site.cache import cache_settings
from scoring.models import Session
from scoring.operations.web import throttle
from scoring.operations.web.throttle import Limit
from tests.views.reading import open_page, refusal

THREE = Limit(name="tests", times=3)


def counted(*who: str) -> list[bool]:
    """Count a request of each, and tell which may go on."""
    return [throttle.count(limit=THREE, who=each) for each in who]


def test_a_limit_is_used_up_by_one_caller_and_not_by_others() -> None:
    assert counted(*["192.168.1.7"] * 5) == [True, True, True, False, False]
    assert throttle.is_used_up(limit=THREE, who="192.168.1.7")
    assert not throttle.is_used_up(limit=THREE, who="192.168.1.8")
    assert not throttle.is_used_up(limit=Limit(name="others", times=3), who="192.168.1.7")


def test_a_limit_starts_anew_with_its_next_window(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(*["phone"] * 4) == [True, True, True, False]
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
    assert counted(*others) == [True, True, True]
    assert throttle.is_used_up(limit=THREE, who=same)
    assert not throttle.is_used_up(limit=THREE, who=another)


def test_a_counter_that_a_full_cache_dropped_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *_, **__: False)
    assert counted(*["phone"] * 5) == [True] * 5


@pytest.fixture
def no_redis(settings: Settings) -> None:
    """Name a Redis server that is away: nobody listens on port 1."""
    settings.CACHES = {"default": cache_settings(where="redis://127.0.0.1:1/0")}


def test_limits_hold_while_redis_is_away(no_redis: None) -> None:
    assert counted(*["192.168.1.7"] * 4) == [True, True, True, False]
    assert throttle.is_used_up(limit=THREE, who="192.168.1.7")


@pytest.mark.django_db
def test_a_hand_is_recorded_while_redis_is_away(no_redis: None, host: Client, session: Session) -> None:
    address = f"/sessions/{session.public_id}/hand/drawn/"
    assert host.post(address, open_page(host, address).forms(action=address)[0]).status_code == 302
    assert session.entries.count() == 1


@pytest.mark.django_db
def test_limits_hold_in_the_database_cache(settings: Settings) -> None:
    settings.CACHES = {"default": cache_settings(where="database")}
    call_command("createcachetable")
    assert counted(*["phone"] * 5) == [True, True, True, False, False]
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


def test_an_unknown_cache_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="CUAJO_CACHE"):
        cache_settings(where="disk")


@pytest.mark.django_db
def test_a_phone_that_writes_without_pause_is_refused_and_may_go_on_reading(host: Client, settings: Settings) -> None:
    settings.WRITES_PER_MINUTE = 2
    *read, late = [host.post("/club/", {}) for _ in range(3)]
    assert [answer.status_code for answer in read] == [422, 422]
    assert (refusal(late), late["Retry-After"]) == ((429, ("too_many_writes",)), "60")
    assert host.get("/club/").status_code == 200


@pytest.mark.django_db
def test_strangers_behind_one_address_share_a_limit_and_do_not_touch_that_of_a_phone_with_a_role(
    host: Client, settings: Settings
) -> None:
    settings.WRITES_PER_MINUTE = 1
    assert [Client().post("/club/").status_code, Client().post("/club/").status_code] == [403, 429]
    assert Client().post("/club/", REMOTE_ADDR="192.168.1.9").status_code == 403
    assert host.post("/club/").status_code == 422


TOO_MUCH = {"name": "x" * 3_000_000}
MANY = {f"f{number}": "" for number in range(1001)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "fields", "sent", "refused"),
    [
        ("/judge/live/", TOO_MUCH, {}, (413, "too_large")),
        ("/club/", TOO_MUCH, {}, (413, "too_large")),
        ("/nowhere/", TOO_MUCH, {}, (413, "too_large")),
        ("/club/", {}, {"CONTENT_LENGTH": "-1"}, (413, "too_large")),
        ("/club/", {}, {"CONTENT_LENGTH": "abc"}, (413, "too_large")),
        ("/club/", {"name": "x"}, {"HTTP_TRANSFER_ENCODING": "chunked"}, (411, "length_unknown")),
        ("/club/", MANY, {}, (400, "bad_request")),
    ],
    ids=["judge", "club", "nowhere", "below nothing", "no number", "in chunks", "too many fields"],
)
def test_what_no_form_sends_is_refused_unread(
    host: Client, address: str, fields: dict[str, str], sent: dict[str, Any], refused: tuple[int, str]
) -> None:
    assert refusal(host.post(address, fields, **sent)) == (refused[0], (refused[1],))


@pytest.mark.django_db
def test_an_address_that_takes_only_what_a_form_sends_says_so_when_opened(host: Client) -> None:
    assert refusal(host.get("/sessions/new/practice/")) == (405, ("no_page",))
