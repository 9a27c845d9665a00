"""Each phone has its language: the one chosen on it, otherwise that of its browser; English where neither is known."""

import re
from datetime import date
from html import unescape

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override

from scoring.forms.base import told
from scoring.models import Role, Session
from scoring.money import currency_for
from scoring.templatetags.money import result_tag, signed
from scoring.texts import Sum, say
from tests import people
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
    buttons = Page(client.get(reverse("rules"))).root.iter("button")
    assert [each.get("value") for each in buttons if each.get("name") == "language"] == ["en", "fil", "es", "ca"]
    answer = client.post(reverse("language"), {"language": "ca"}, headers={"referer": "http://testserver/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/rules/")
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 10 * 365 * 24 * 3600)
    assert [language_of(client, accepted="es"), language_of(host, accepted="es")] == ["ca", "es"]


@pytest.mark.parametrize(("role", "language", "won"), [(Role.HOST, "fil", "Panalo"), (Role.PLAYER, "ca", "guanyat")])
def test_each_phone_at_a_table_reads_it_in_its_own_language(
    session: Session, role: Role, language: str, won: str
) -> None:
    browser = people.browser_of(club=session.club, role=role)
    browser.post(reverse("language"), {"language": language})
    people.win(session)
    asked = {"v": "older", "shape": f"{role}-open", "at": "table"}
    shown = browser.get(reverse("table", args=[session.public_id]))
    news = browser.get(reverse("live", args=[session.public_id]), asked, headers={"HX-Request": "true"})
    assert [won in answer.text for answer in (shown, news)] == [True, True]


def test_a_language_nobody_speaks_here_changes_nothing(client: Client) -> None:
    assert settings.LANGUAGE_COOKIE_NAME not in client.post(reverse("language"), {"language": "xx"}).cookies


@pytest.mark.parametrize("of_the_club", [True, False])
def test_caches_keep_the_languages_apart(client: Client, host: Client, of_the_club: bool) -> None:
    answer = (host if of_the_club else client).get(reverse("rules"), headers={"accept-language": "es"})
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
    assert answer["Content-Language"] == "es"


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "−₱1,332.80"),
        ("fil", "−₱1,332.80"),
        ("es", "−1\N{NO-BREAK SPACE}332,80\N{NO-BREAK SPACE}₱"),
        ("ca", "−1.332,80\N{NO-BREAK SPACE}₱"),
    ],
)
def test_amounts_are_written_as_the_language_does(language: str, written: str) -> None:
    peso = currency_for(code="PHP")
    refused = say("wrong_amount.too_much", left=Sum(cents=-133280, currency=peso))
    with override(language):
        drawn = render_to_string("components/amount.html", result_tag(-133280, peso))
        assert signed(-133280, peso).replace("\N{WORD JOINER}", "") == written
        assert unescape(re.sub(r"<[^>]*>", "", drawn)).startswith(written)
        assert written in told(refused)


@pytest.mark.parametrize(("language", "day"), [("es", "22 de noviembre de 2026"), ("ca", "22 de novembre de 2026")])
def test_days_are_written_as_the_language_does(language: str, day: str) -> None:
    with override(language):
        assert date_format(date(2026, 11, 22), "DATE_FORMAT") == day
