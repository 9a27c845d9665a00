"""What a request says about its device, and whether the app is well."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from scoring.web.device import browser_label

SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
CHROME = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
SAMSUNG = "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Safari/537.36"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0"


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        (SAFARI, "Safari, iPhone"),
        (CHROME, "Chrome, Android"),
        (SAMSUNG, "Samsung Internet, Android"),
        (EDGE, "Edge, Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
        ("curl/8.5.0", "?"),
        ("", "?"),
    ],
)
def test_device_is_named_after_its_browser_and_its_machine(user_agent: str, label: str) -> None:
    assert browser_label(user_agent=user_agent) == label


def test_health_is_ok_without_any_role(client: Client, db: None) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok")
    assert "no-store" in response["Cache-Control"]


def test_health_fails_when_the_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("unable to open database file")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (503, b"database does not answer")
