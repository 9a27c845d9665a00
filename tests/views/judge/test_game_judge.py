"""The judge and the rules of a game that says itself what may be asked of it."""

import re

import pytest
from django.test import Client

from scoring import games
from tests.toy import Toy
from tests.views.reading import Page, open_page, refusal, text_of

pytestmark = pytest.mark.django_db

QUESTION = "/games/toy/judge/enough/"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))


def test_the_judge_of_a_game_lists_its_questions_and_cuajo_has_its_own(client: Client) -> None:
    assert QUESTION in open_page(client, "/games/toy/judge/").links()
    assert client.get("/games/cuajo/judge/").headers["Location"] == "/judge/"


@pytest.mark.parametrize(("target", "answer"), [("", "no"), ("7", "yes")])
def test_a_question_is_answered_with_its_reasons_by_the_house_rules(client: Client, target: str, answer: str) -> None:
    page = open_page(client, f"{QUESTION}?asked=1&points=8" + (f"&rule_target={target}" if target else ""))
    assert page.has("data-answer", answer)
    assert page.has("data-reasons") is (answer == "no")


def test_an_unfinished_question_keeps_what_was_entered_and_says_what_is_missing(client: Client) -> None:
    response = client.get(QUESTION, {"asked": "1", "rule_target": "7"})
    page = Page(response)
    assert (refusal(response)[0], page.has("data-answer")) == (422, False)
    assert page.find("name", "rule_target").get("value") == "7"
    assert page.find("name", "points").get("aria-invalid") == "true"


@pytest.mark.parametrize("address", ["/games/chess/judge/", "/games/toy/judge/why/", "/games/chess/rules/"])
def test_what_nobody_knows_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_rules_of_a_game_have_an_anchor_for_every_number(client: Client) -> None:
    assert {f"C{number}" for number in range(1, 38)} <= set(open_page(client, "/games/toy/rules/").ids())


def test_players_without_a_table_are_called_by_their_number(client: Client) -> None:
    call = "/games/cau_robat/judge/call/?players=3"
    chosen = open_page(client, call).find("class", "seats-choice")
    assert [re.findall(r"\d", text_of(label)) for label in chosen.iter("label")] == [["1"], ["2"], ["3"]]
    answer = open_page(client, f"{call}&asked=1&seat=2&call=cau")
    assert re.findall(r"\d", answer.text("data-answer", "plain"))[0] == "3"
