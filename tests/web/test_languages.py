"""Each phone has its language: the one chosen on it, otherwise that of its browser; English where neither is known."""

from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override

from tests.views.reading import Page

pytestmark = pytest.mark.django_db


def language_of(browser: Client, *, accepted: str = "") -> str:
    return str(Page(browser.get(reverse("rules"), headers={"accept-language": accepted})).root.get("lang"))


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "en"),
        ("fil-PH,fil;q=0.9,en;q=0.8", "fil"),
        ("tl-PH,en;q=0.8", "fil"),
        ("es-MX", "es"),
        ("ca-ES,es;q=0.9", "ca"),
        ("de,ca;q=0.5", "ca"),
    ],
)
def test_the_language_of_the_browser_is_spoken(client: Client, accepted: str, language: str) -> None:
    assert language_of(client, accepted=accepted) == language


def test_the_language_chosen_on_a_phone_is_kept_there_and_nowhere_else(client: Client, host: Client) -> None:
    asked = client.get(reverse("rules"))
    answer = client.post(reverse("language"), {"language": "ca"}, headers={"referer": "http://testserver/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/rules/")
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 10 * 365 * 24 * 3600)
    assert [language_of(client, accepted="es"), language_of(host, accepted="es")] == ["ca", "es"]
    assert [button.get("value") for button in Page(asked).root.iter("button") if button.get("name") == "language"] == [
        "en",
        "fil",
        "es",
        "ca",
    ]


def test_a_language_nobody_speaks_here_changes_nothing(client: Client) -> None:
    assert settings.LANGUAGE_COOKIE_NAME not in client.post(reverse("language"), {"language": "xx"}).cookies


def test_caches_keep_the_languages_apart(client: Client, host: Client) -> None:
    for browser in (client, host):
        answer = browser.get(reverse("rules"), headers={"accept-language": "es"})
        assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
        assert answer["Content-Language"] == "es"


@pytest.mark.parametrize(
    ("language", "day", "night"),
    [
        ("en", "22 November 2026", "Sun 22 Nov"),
        ("es", "22 de noviembre de 2026", "dom 22 nov"),
        ("ca", "22 de novembre de 2026", "dg. 22 nov."),
    ],
)
def test_days_are_written_as_the_language_does(language: str, day: str, night: str) -> None:
    with override(language):
        written = [date_format(date(2026, 11, 22), form) for form in ("DATE_FORMAT", "NIGHT")]
    assert written == [day, night]
