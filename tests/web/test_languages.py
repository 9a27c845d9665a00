"""Each phone has its language: the one chosen on it, otherwise that of its browser; English where neither is known."""

import re
from collections.abc import Callable, Iterable
from datetime import date, time
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format, time_format
from django.utils.translation import override

from scoring.forms.amounts import read_amount
from scoring.forms.base import told
from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.models import Club
from scoring.money import currency_for
from scoring.templatetags.money import result_tag, signed
from scoring.texts import Sum, say
from tests import people
from tests.games.asking import stored
from tests.pseudo import CODE, plain_on
from tests.views.reading import Page

pytestmark = pytest.mark.django_db

SPACE = "\N{NO-BREAK SPACE}"


def language_of(browser: Client, accepted: str) -> tuple[object, str]:
    answer = browser.get(reverse("rules"), headers={"accept-language": accepted})
    return Page(answer).root.get("lang"), answer["Content-Language"]


@stored("browser_languages", "web")
def test_the_language_of_the_browser_is_spoken(client: Client, accepted: str, language: str) -> None:
    assert language_of(client, accepted) == (language, language)


def test_the_language_chosen_on_a_phone_is_kept_there_and_nowhere_else(client: Client, host: Client) -> None:
    buttons = Page(client.get(reverse("rules"))).root.iter("button")
    assert [each.get("value") for each in buttons if each.get("name") == "language"] == ["en", "fil", "es", "ca"]
    answer = client.post(reverse("language"), {"language": "ca"}, headers={"referer": "http://testserver/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/rules/")
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 10 * 365 * 24 * 3600)
    client.post(reverse("language"), {"language": "xx"})
    assert [language_of(client, "es")[0], language_of(host, "es")[0]] == ["ca", "es"]


@pytest.mark.parametrize(
    ("language", "amount", "day"),
    [
        ("en", "−₱1,332.80", "22 {} 2026"),
        ("fil", "−₱1,332.80", "{} 22, 2026"),
        ("es", f"−1.332,80{SPACE}₱", "22 de {} de 2026"),
        ("ca", f"−1.332,80{SPACE}₱", "22 de {} de 2026"),
    ],
)
def test_amounts_and_days_are_written_as_the_language_does(language: str, amount: str, day: str) -> None:
    peso = currency_for(code="PHP")
    with override(language):
        assert signed(-133280, peso).replace("\N{WORD JOINER}", "") == amount
        assert unescape(re.sub(r"<[^>]*>", "", result_tag(-133280, peso))).startswith(amount)
        assert amount in told(say("wrong_amount.too_much", left=Sum(cents=-133280, currency=peso)))
        assert read_amount(amount.lstrip("−"), currency=peso) == 133280
        november = date(2026, 11, 22)
        assert date_format(november, "DATE_FORMAT") == day.format(date_format(november, "F"))
        assert time_format(time(23, 37)).replace("\N{NO-BREAK SPACE}", " ") == (
            "11:37 PM" if language == "fil" else "23:37"
        )


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("players", [min, max])
@pytest.mark.parametrize(
    ("game", "preset"), [pytest.param(game, preset, id=preset) for game in GAMES for preset in game.presets]
)
def test_every_page_of_a_preset_opens_and_none_in_plain_english(
    host: Client, club: Club, game: AnyGame, preset: str, players: Callable[[Iterable[int]], int]
) -> None:
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    count = players(game.counts_of_sides(rules=game.read_rules(value=preset)))
    names = tuple(f"P{number}" for number in range(1, count + 1))
    night = people.start_night(club=club, game=game.id, rules=preset, names=names)
    pages = [reverse(name, args=[night.public_id]) for name in ("table", "hand", "watch", "setup", "night")]
    for question in game.questions:
        asked = reverse("game-question", kwargs={"game_id": game.id, "question_id": question.id})
        pages += [f"{asked}?session={night.public_id}", f"{asked}?asked=1"]
    answers = [host.get(page) for page in pages]
    assert {text for answer in answers for text in plain_on(answer)} == set()
    assert {answer.status_code for answer in answers} <= {200, 422}
