"""Words of three languages in the card fields of the hand form."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Entry, Session
from scoring.operations.people.clubs import change_deck
from scoring.operations.table.penalties import record_secret
from scoring.texts.decks import Deck
from tests import people
from tests.views.judge.asking import ask
from tests.views.reading import Page, refusal

pytestmark = pytest.mark.django_db

WORDS = people.WORKED_HAND.replace("12B", "").replace(" ", ", ") + " hari bastos"
HAND = {"winner": "1", "source": "discard", "sowee": "4O", "hand": WORDS, "bounit": "5 of clubs", "extra": ""}


def opened(host: Client, page: str) -> dict[str, Any]:
    """Open a form and return what it carries unseen."""
    return {
        str(field.get("name")): field.get("value", "")
        for field in Page(host.get(page)).root.iter("input")
        if field.get("type") == "hidden"
    }


def test_cards_typed_in_words_are_recorded_in_notation(host: Client, session: Session) -> None:
    record_secret(session=session, seat=people.ANA, expected_entry=0, stamp=people.stamp())
    page = reverse("hand", args=[session.public_id])
    words = {"sowee": "cuatro de oros", "secret_1": "3 of coins"}
    cards = "3O 3O, 3 oros 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E hari copas"
    form = {**opened(host, page), **HAND, **words, "hand": cards, "bounit": "4 espada", "source": "self_drawn"}
    review = Page(host.post(page, {**form, "step": "review"}))
    assert [review.find("name", name).get("value") for name in words] == ["4O", "3O"]
    host.post(page, {**form, "step": "record"})
    act = Entry.objects.get(kind="hand").act
    notation = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    assert [act[name] for name in ("hand", "bounit", "sowee", "secrets")] == [notation, "4E", "4O", ["3O"]]


@pytest.mark.parametrize("typed", ["joker", "4O 5O"])
def test_field_for_one_card_refuses_anything_else_and_keeps_it(host: Client, session: Session, typed: str) -> None:
    page = reverse("hand", args=[session.public_id])
    response = host.post(page, {**opened(host, page), **HAND, "sowee": typed, "step": "review"})
    assert refusal(response) == (422, ("sowee:unknown_card",))
    assert Page(response).find("name", "sowee").get("value") == typed


@pytest.mark.parametrize("typed", ["hari oros", "rey de oros", "king of coins", "12o"])
def test_card_in_question_is_read_in_the_words_of_three_languages(client: Client, typed: str) -> None:
    answer = ask(client, "claim", how="discarded", card=typed).context["answer"]
    assert answer["discard"]["yes"] is False


def test_words_that_were_not_understood_are_marked_where_they_stand_and_the_others_drawn(
    host: Client, session: Session
) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND, "hand": "rei d'oros, tatlong alas, jokr 4C", "step": "review"}
    refused = " ".join(host.post(page, form).text.split())
    assert "rei d&#x27;oros, <mark>tatlong</mark> <mark>alas</mark>, <mark>jokr</mark> 4C</span>" in refused


def test_words_of_the_french_pack_are_understood_where_the_club_plays_with_it(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    french = {"hand": WORDS.replace("hari bastos", "king of clubs"), "sowee": "4 of diamonds"}
    form = {**opened(host, page), **HAND, **french}
    assert Page(host.post(page, {**form, "step": "review"})).status == 422
    change_deck(club=session.club, deck=Deck.FRENCH)
    review = Page(host.post(page, {**form, "step": "review"}))
    assert (review.status, review.find("name", "sowee").get("value")) == (200, "4O")
