"""The judge and the rules of a game that says itself what may be asked of it."""

import re

import pytest
from django.test import Client

from scoring import games
from tests.toy import Toy
from tests.views.reading import Page, open_page, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))


@pytest.fixture
def stranger() -> Client:
    """Return a browser nobody let in."""
    return Client()


def ask(browser: Client, **entered: str) -> Page:
    return Page(browser.get("/games/toy/judge/enough/", {"asked": "1", **entered}))


def test_the_judge_of_a_game_lists_its_questions(stranger: Client) -> None:
    page = open_page(stranger, "/games/toy/judge/")
    assert [link.get("href") for link in page.find("class", "quarrels").iter("a")] == ["/games/toy/judge/enough/"]


def test_a_question_is_answered_with_its_reasons(stranger: Client) -> None:
    page = ask(stranger, points="8")
    assert (page.status, page.has("data-answer", "no")) == (200, True)
    assert [row[1:] for row in page.rows("data-reasons")] == [("T1", "2")]


def test_a_changed_house_rule_decides_the_answer(stranger: Client) -> None:
    page = ask(stranger, points="8", rule_target="7")
    assert page.has("data-answer", "yes")


def test_an_unfinished_question_keeps_what_was_entered_and_says_what_is_missing(stranger: Client) -> None:
    page = ask(stranger, rule_target="7")
    assert page.status == 422
    assert not page.has("data-answer")
    assert page.find("name", "rule_target").get("value") == "7"
    assert page.find("name", "points").get("aria-invalid") == "true"


@pytest.mark.parametrize("address", ["/games/chess/judge/", "/games/toy/judge/why/", "/games/chess/rules/"])
def test_what_nobody_knows_is_not_found(stranger: Client, address: str) -> None:
    assert stranger.get(address).status_code == 404


def test_the_rules_of_a_game_have_an_anchor_for_every_number(stranger: Client) -> None:
    page = open_page(stranger, "/games/toy/rules/")
    assert {f"C{number}" for number in range(1, 38)} <= set(page.ids())


def test_cuajo_has_a_judge_of_its_own(stranger: Client) -> None:
    assert stranger.get("/games/cuajo/judge/").headers["Location"] == "/judge/"


def test_players_without_a_table_are_called_by_their_number(stranger: Client) -> None:
    page = open_page(stranger, "/games/cau_robat/judge/call/?players=3")
    chosen = page.find("class", "seats-choice")
    assert [re.findall(r"\d", text_of(label)) for label in chosen.iter("label")] == [["1"], ["2"], ["3"]]
    asked = {"asked": "1", "players": "3", "seat": "2", "call": "cau"}
    answer = Page(stranger.get("/games/cau_robat/judge/call/", asked))
    assert re.findall(r"\d", answer.text("data-answer", "plain"))[0] == "3"
