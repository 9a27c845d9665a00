"""Words of three languages in the card fields of the hand form."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.cuajo.pack.notation import read_words
from scoring.models import Entry, Session
from scoring.operations.people.clubs import change_deck
from scoring.operations.table.penalties import record_secret
from scoring.texts.decks import Deck
from tests import people
from tests.views.reading import Page, open_page, whole_amounts

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


def test_hand_typed_in_words_is_recorded_in_notation(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND}
    review = Page(host.post(page, {**form, "step": "review"}))
    assert review.find("name", "hand").get("value") == people.WORKED_HAND
    host.post(page, {**form, "step": "record"})
    act = Entry.objects.get().act
    assert (act["hand"], act["bounit"]) == (people.WORKED_HAND, "5B")


def test_sowee_and_secrets_typed_in_words_are_recorded_in_notation(host: Client, session: Session) -> None:
    record_secret(session=session, seat=people.ANA, expected_entry=0, stamp=people.stamp())
    page = reverse("hand", args=[session.public_id])
    cards = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    words = {"sowee": "cuatro de oros", "secret_1": "3 of coins"}
    form = {**opened(host, page), **HAND, **words, "hand": cards, "bounit": "4E", "source": "self_drawn"}
    review = Page(host.post(page, {**form, "step": "review"}))
    assert [review.find("name", name).get("value") for name in words] == ["4O", "3O"]
    host.post(page, {**form, "step": "record"})
    act = Entry.objects.get(kind="hand").act
    assert (act["sowee"], act["secrets"]) == ("4O", ["3O"])


@pytest.mark.parametrize(
    ("typed", "said"), [("joker", "Not understood: “joker”."), ("4O 5O", "Name one card, such as 5C.")]
)
def test_field_for_one_card_refuses_anything_else_and_keeps_it(
    host: Client, session: Session, typed: str, said: str
) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND, "sowee": typed, "step": "review"}
    refused = Page(host.post(page, form))
    assert (refused.status, refused.find("name", "sowee").get("value")) == (422, typed)
    assert f"Sowee : {said}" in refused.notice()


@pytest.mark.parametrize("typed", ["hari oros", "rey de oros", "king of coins", "12o"])
def test_card_in_question_is_read_in_the_words_of_three_languages(client: Client, typed: str) -> None:
    question = {"asked": "1", "how": "discarded", "card": typed}
    answer = open_page(client, f"/judge/claim/?{urlencode(question)}")
    assert answer.text("data-ruling-of", "discard").startswith("May this card be discarded? No.")


def test_live_verdict_puts_the_sowee_back_in_notation_and_counts_it(client: Client) -> None:
    asked = {"hand": people.WORKED_HAND, "bounit": "5B", "source": "discard", "sowee": "4 oros"}
    live = client.get(f"{reverse('judge-live')}?{urlencode(asked)}").text
    assert 'data-understood="sowee" data-typed="4 oros" data-notation="4O"' in " ".join(live.split())
    assert "0.90" in whole_amounts(live)


def test_hand_form_says_what_was_understood_and_what_was_not(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND, "hand": "hari oros, joker, 4 of cups", "step": "review"}
    refused = Page(host.post(page, form))
    assert refused.status == 422
    assert "Not understood: “joker”. hari oros, joker, 4 of cups Understood:" in refused.notice()
    assert refused.find("name", "hand").get("value") == "hari oros, joker, 4 of cups"


def test_words_that_were_not_understood_are_marked_where_they_stand_and_the_others_drawn(
    host: Client, session: Session
) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND, "hand": "rei d'oros, tatlong alas, jokr 4C", "step": "review"}
    refused = " ".join(host.post(page, form).text.split())
    assert "rei d&#x27;oros, <mark>tatlong</mark> <mark>alas</mark>, <mark>jokr</mark> 4C</span>" in refused


def test_words_of_the_french_pack_are_understood_where_the_club_plays_with_it(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {
        **opened(host, page),
        **HAND,
        "hand": WORDS.replace("hari bastos", "king of clubs"),
        "sowee": "4 of diamonds",
    }
    assert Page(host.post(page, {**form, "step": "review"})).status == 422
    change_deck(club=session.club, deck=Deck.FRENCH)
    review = Page(host.post(page, {**form, "step": "review"}))
    assert (review.status, review.find("name", "sowee").get("value")) == (200, "4O")


@pytest.mark.parametrize(("deck", "card"), [(Deck.SPANISH, "5C"), (Deck.FRENCH, "5♥")])
def test_the_example_of_a_card_is_one_of_the_deck_that_lies_on_the_table(
    host: Client, session: Session, deck: Deck, card: str
) -> None:
    change_deck(club=session.club, deck=deck)
    page = reverse("hand", args=[session.public_id])
    opening = Page(host.get(page))
    assert opening.find("name", "sowee").get("placeholder") == f"such as {card}"
    form = {**opened(host, page), **HAND, "sowee": "4O 5O", "step": "review"}
    assert f"Name one card, such as {card}." in Page(host.post(page, form)).notice()
    assert read_words(text=card, french=deck is Deck.FRENCH).cards == read_words(text="5C").cards


@pytest.mark.parametrize(("deck", "example"), [(Deck.SPANISH, "4C 11E 12C"), (Deck.FRENCH, "4D QH KS")])
def test_typing_is_explained_in_the_deck_on_the_table(host: Client, session: Session, deck: Deck, example: str) -> None:
    change_deck(club=session.club, deck=deck)
    pages = [host.get(address).text for address in (reverse("hand", args=[session.public_id]), "/judge/win/")]
    assert [f"such as {example} (" in page for page in pages] == [True, True]
    assert read_words(text=example, french=deck is Deck.FRENCH).unknown == ()
