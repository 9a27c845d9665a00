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

pytestmark = pytest.mark.django_db

THREE = Limit(name="tests", times=3)
USED_UP = [True, True, True, False]


def counted(*who: str) -> list[bool]:
    """Count a request of each, and tell which may go on."""
    return [throttle.count(limit=THREE, who=each) for each in who]


def test_a_limit_is_used_up_by_one_caller_until_its_next_window(monkeypatch: pytest.MonkeyPatch) -> None:
    assert counted(*["phone"] * 4) == USED_UP
    other = Limit(name="others", times=3)
    used = [
        throttle.is_used_up(limit=limit, who=who) for limit, who in ((THREE, "phone"), (THREE, "2"), (other, "phone"))
    ]
    assert used == [True, False, False]
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


def test_limits_hold_and_a_hand_is_recorded_while_redis_is_away(
    settings: Settings, host: Client, session: Session
) -> None:
    settings.CACHES = {"default": cache_settings(where="redis://127.0.0.1:1/0")}  # where nobody listens
    assert counted(*["phone"] * 4) == USED_UP
    assert throttle.is_used_up(limit=THREE, who="phone")
    address = f"/sessions/{session.public_id}/hand/drawn/"
    host.post(address, open_page(host, address).forms(action=address)[0])
    assert session.entries.count() == 1


def test_limits_hold_in_the_database_cache(settings: Settings) -> None:
    settings.CACHES = {"default": cache_settings(where="database")}
    call_command("createcachetable")
    assert counted(*["phone"] * 4) == USED_UP
    assert type(caches["default"]).__name__ == "DatabaseCache"


def test_the_cache_is_where_the_variable_says() -> None:
    backends = [cache_settings(where=where)["BACKEND"] for where in ("memory", "rediss://cache.example:6380")]
    assert backends == ["django.core.cache.backends.locmem.LocMemCache", "cuajo_site.cache.RedisOrMemory"]
    with pytest.raises(ImproperlyConfigured, match="CUAJO_CACHE"):
        cache_settings(where="disk")


def test_a_phone_that_writes_without_pause_is_refused_and_may_go_on_reading(host: Client, settings: Settings) -> None:
    assert refusal(host.get("/sessions/new/practice/")) == (405, ("no_page",))  # takes only what a form sends
    settings.WRITES_PER_MINUTE = 2
    *read, late = [host.post("/club/", {}) for _ in range(3)]
    assert [answer.status_code for answer in (*read, host.get("/club/"))] == [422, 422, 200]
    assert (refusal(late), late["Retry-After"]) == ((429, ("too_many_writes",)), "60")


def test_strangers_behind_one_address_share_a_limit_apart_from_that_of_a_phone_with_a_role(
    host: Client, settings: Settings
) -> None:
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
