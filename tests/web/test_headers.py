"""What pages say about themselves to browsers and caches between."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/", "/clubs/", "/club/export/json/", "/nowhere/"])
def test_what_a_phone_is_answered_is_kept_by_no_cache_between(host: Client, address: str) -> None:
    headers = host.get(address, headers={"accept-language": "es"}).headers
    assert "private" in headers["Cache-Control"]
    assert {"Accept-Language", "Cookie"} <= set(headers["Vary"].split(", "))


@pytest.mark.parametrize(("address", "ahead"), [("/history/", "?ahead=17"), ("/judge/win/?hand=3O", "&ahead=17")])
def test_a_page_fetched_ahead_of_its_link_is_kept_for_being_opened_and_is_the_same(
    host: Client, address: str, ahead: str
) -> None:
    opened, kept = host.get(address), host.get(address + ahead)
    assert (kept.headers["Cache-Control"], kept.headers.get("Vary")) == ("private, max-age=604800", None)
    assert "max-age" not in opened.headers["Cache-Control"]
    assert kept.wsgi_request.get_full_path() == address


def test_a_failure_and_a_file_are_kept_for_nobody_though_they_were_fetched_ahead(
    host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert host.get("/club/export/json/?ahead=17").headers["Cache-Control"] == "private"
    host.raise_request_exception = False
    monkeypatch.setattr("scoring.views.sessions.sessions.render", lambda *_, **__: 1 / 0)
    failed = host.get("/?ahead=17")
    assert (failed.status_code, "max-age=6" in failed.headers.get("Cache-Control", "")) == (500, False)
