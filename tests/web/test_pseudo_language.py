"""Every page in a language of the tests: nothing on it is plain English."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.games.base import AnyGame
from scoring.models import Club
from scoring.operations.sessions.demo import fill_demo
from tests import people
from tests.pseudo import CODE, plain_words
from tests.views.reading import Page
from tests.views.table.test_presets import TABLES
from tests.web.test_headers import crawl
from tests.web.test_refusals import refusals
from tests.web.test_rights import STATED, address, as_it_was, askers, known  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db


def plain(response: Any) -> list[str]:
    """Return what an answer says in plain English; a part of a page is read as one."""
    if not response.get("Content-Type", "").startswith("text/html") or not response.content:
        return []
    if not response.text.startswith("<!DOCTYPE"):
        response.content = f"<html>{response.text}</html>"
    return list(plain_words(Page(response).root))


def test_no_page_that_a_host_can_reach_says_anything_in_plain_english(pseudo: str, club: Club, host: Client) -> None:
    fill_demo(club=club, now=people.EVENING)
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo
    assert {(address, text) for address, page, _ in crawl(host) for text in plain_words(page.root)} == set()


@pytest.mark.parametrize("who", "shv")
def test_no_address_answers_anybody_in_plain_english(
    who: str,
    pseudo: str,
    askers: dict[str, Client],  # noqa: F811
    known: dict[str, object],  # noqa: F811
) -> None:
    pages = [address(name, known=known) for name in STATED]
    found = set()
    for page in pages:
        for ask in (askers[who].get, askers[who].post):
            with as_it_was():
                found |= {(page, text) for text in plain(ask(page, headers={"accept-language": pseudo}))}
    assert found == set()


def test_nothing_is_refused_in_plain_english(
    pseudo: str,
    askers: dict[str, Client],  # noqa: F811
    known: dict[str, object],  # noqa: F811
) -> None:
    host = askers["h"]
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo
    assert {(name, text) for name, _, response in refusals(host, known=known) for text in plain(response)} == set()


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize(("game", "preset", "count"), TABLES)
def test_no_preset_of_a_game_is_played_in_plain_english(
    host: Client, club: Club, game: AnyGame, preset: str, count: int
) -> None:
    host.cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    names = tuple(f"P{number}" for number in range(1, count + 1))
    night = people.start_night(club=club, game=game.id, rules=preset, names=names)
    pages = [reverse(name, args=[night.public_id]) for name in ("table", "hand", "watch", "seats", "statement")]
    for question in game.questions:
        asked = reverse("game-question", kwargs={"game_id": game.id, "question_id": question.id})
        pages += [f"{asked}?session={night.public_id}", f"{asked}?asked=1"]
    assert {text for page in pages for text in plain(host.get(page))} == set()


WIN = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4O"}
NO_WIN = {**WIN, "hand": people.WORKED_HAND.replace("10E", "11E")}
FIFTEEN = people.WORKED_HAND.removesuffix(" 12B")


@pytest.mark.parametrize(
    ("question", "entered"),
    [
        ("win", WIN),
        ("win", NO_WIN),
        ("win", {**WIN, "source": "self_drawn", "sowee": "4O", "rules": "pricelist"}),
        ("win", {"hand": "kings", "bounit": "9X", "source": "dealt"}),
        ("purro", {"hand": FIFTEEN, "sowee": "4O"}),
        ("extra", {**WIN, "extra": "10B 11O"}),
        ("claim", {"count": "4", "how": "drawn", "card": "5B", "completes__2": "on", "standing__3": "purro"}),
    ],
)
def test_no_question_is_answered_in_plain_english(
    pseudo: str, client: Client, question: str, entered: dict[str, str]
) -> None:
    page = reverse("game-question", kwargs={"game_id": "cuajo", "question_id": question})
    assert plain(client.get(page, {**entered, "asked": "1"}, headers={"accept-language": pseudo})) == []
