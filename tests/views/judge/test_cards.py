"""Cards in words and drawn, and games that say themselves what may be asked of their judge."""

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.cuajo.cards import FRENCH
from scoring.models import Entry, Session
from scoring.operations.people.clubs import change_deck
from scoring.operations.table.hands import record_secret
from scoring.templatetags.cards import in_notation, small_cards, with_cards
from scoring.templatetags.rules import rule_links
from scoring.texts import say
from scoring.texts.decks import Deck, own_deck, use_deck
from tests import people
from tests.views.reading import Page, open_page, refusal, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

WORDS = people.WORKED_HAND.replace("12B", "").replace(" ", ", ") + " hari bastos"
FRENCH_HAND = " ".join(FRENCH.signs[card] for card in people.WORKED_HAND.split())
HAND = {"winner": "1", "source": "discard", "sowee": "4O", "hand": WORDS, "bounit": "5 of clubs", "extra": ""}


def opened(host: Client, page: str) -> dict[str, Any]:
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


def test_cards_in_the_address_of_the_judge_are_judged_on_the_page_itself(client: Client) -> None:
    page = open_page(client, f"{reverse('game-question', args=['win'])}?hand={WORDS}&bounit=5B&source=discard&sowee=4O")
    assert page.find("id", "verdict").find(".//p[@class='verdict-price']") is not None
    assert "load" not in page.find("hx-target", "#verdict").get("hx-trigger", "")


def test_words_that_were_not_understood_are_marked_and_the_others_drawn(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    form = {**opened(host, page), **HAND, "hand": "rei d'oros, jokr 4C", "step": "review"}
    refused = " ".join(host.post(page, form).text.split())
    assert "rei d&#x27;oros, <mark>jokr</mark> 4C<" in refused


def test_where_a_french_pack_lies_cards_are_read_and_written_back_in_its_signs(host: Client, session: Session) -> None:
    page = reverse("hand", args=[session.public_id])
    change_deck(club=session.club, deck=Deck.FRENCH)
    keys = {key.get("data-key") for key in Page(host.get(page)).root.iter("button")} - {None}
    assert keys == set(FRENCH.signs.values())
    written = {"hand": FRENCH_HAND, "sowee": "4♦", "bounit": "5♣"}
    typed = {"hand": FRENCH_HAND.replace("♥", " of hearts").replace("♦", "d"), "sowee": "4 of diamonds"}
    form = {**opened(host, page), **HAND, **typed, "bounit": "5 of clubs"}
    review = Page(host.post(page, {**form, "step": "review"}))
    assert {name: review.find("name", name).get("value") for name in written} == written
    host.post(page, {**form, **written, "step": "record"})
    assert Entry.objects.get(kind="hand").act["hand"] == people.WORKED_HAND


def test_a_word_that_the_french_pack_does_not_know_is_told_as_it_was_typed(host: Client, session: Session) -> None:
    change_deck(club=session.club, deck=Deck.FRENCH)
    answer = host.post(reverse("hand-verdict", args=[session.public_id]), {"hand": "5C"})
    assert "“5C”" in "".join(Page(answer).find("data-code", "unknown_card").itertext())


@pytest.mark.parametrize(
    ("question", "entered"),
    [
        ("win", {"hand": people.WORKED_HAND.replace("12B", "11C"), "bounit": "5B", "source": "discard", "sowee": "4C"}),
        ("extra", {"hand": people.WORKED_HAND, "bounit": "5B", "sowee": "4C", "extra": "3C 4C"}),
        ("purro", {"hand": people.WORKED_HAND.replace(" 5B", ""), "sowee": "4C"}),
    ],
)
def test_links_of_an_answer_carry_the_signs_of_the_french_pack(
    host: Client, session: Session, question: str, entered: dict[str, str]
) -> None:
    change_deck(club=session.club, deck=Deck.FRENCH)
    signs = {name: " ".join(FRENCH.signs.get(card, card) for card in cards.split()) for name, cards in entered.items()}
    page = Page(host.get(f"/judge/{question}/", {"asked": "1", **signs}))
    links = [urljoin(f"/judge/{question}/", link) for link in page.links() if "hand=" in link]
    refused = [code for link in links for code in refusal(host.get(link))[1]]
    assert (bool(links), [code for code in refused if "unknown_card" in code]) == (True, [])


@pytest.mark.parametrize("typed", [{"hand": people.WORKED_HAND}, {"sowee": "4C"}], ids=["hand", "one card"])
def test_a_letter_of_both_packs_is_asked_about(host: Client, session: Session, typed: dict[str, str]) -> None:
    page = reverse("hand", args=[session.public_id])
    change_deck(club=session.club, deck=Deck.FRENCH)
    form = {**opened(host, page), **HAND, "hand": FRENCH_HAND, "bounit": "5♣", "sowee": "4♦", **typed}
    refused = host.post(page, {**form, "step": "review"})
    (name,) = typed
    assert refusal(refused) == (422, (f"{name}:unknown_card",))
    assert Page(refused).find("name", name).get("value") == typed[name]


@pytest.mark.parametrize(
    ("question", "entered", "field", "written"),
    [
        ("khanhoo/judge/worth", {"cards": "ace of hearts, 2 of cups"}, "cards", None),
        ("khanhoo/judge/worth", {"cards": "ace of hearts, 2♣ 3♦"}, "cards", "AH 2C 3D"),
        ("khanhoo/judge/bump", {"discard": "KH", "shown__2": "J Q", "by": "1"}, "shown__2", "J Q"),
        ("khanhoo_qing/judge/win", {"hand": "red flower, isang cash"}, "hand", "RF 1C"),
        ("khanhoo_ming/judge/trick", {"plays": "five myriads / 1000M"}, "plays", "5M / TM"),
        ("cau_robat/judge/capture", {"seat": "1", "played": "rei", "centre": "12 as"}, "centre", "12 1"),
    ],
)
def test_the_judges_of_all_games_read_what_people_write(
    client: Client, question: str, entered: dict[str, str], field: str, written: str | None
) -> None:
    page = Page(client.get(f"/games/{question}/", {"asked": "1", "players": "4", **entered}))
    assert page.has("data-answer") is (written is not None)
    assert page.find("name", field).get("value") == (written or entered[field])


@pytest.mark.parametrize(
    ("sentence", "game", "drawn"),
    [
        ("eye: RF 9S", "khanhoo_qing", [("", "RF"), ("S", "9S")]),
        ("eye: 1C", "khanhoo_qing", [("C", "1C")]),
        ("X is left", "khanhoo", [("", "X")]),
        (say("bump.winner", player="J").sentence(), "khanhoo", []),
        (say("bump.of_player", player="K", ground=say("ground.pays_most")).sentence(), "khanhoo", []),
        ("5 from here", "cau_robat", []),
        ("4 kings", "cuajo", []),
    ],
)
def test_only_cards_are_drawn_never_players_or_counts(sentence: str, game: str, drawn: list[tuple[str, str]]) -> None:
    with own_deck():
        use_deck(Deck.FRENCH)  # that of cuajo, and of no other pack
        assert re.findall(r'data-suit="(\w*)">(\w+)<', with_cards(sentence, game)) == drawn


@pytest.mark.parametrize(("deck", "sign"), [(Deck.SPANISH, "deck.svg#"), (Deck.FRENCH, "deck-french.svg#")])
def test_cards_of_a_kept_sentence_are_drawn_in_the_deck_that_lies_on_the_table(deck: Deck, sign: str) -> None:
    with own_deck():
        use_deck(deck)
        said = small_cards(rule_links(in_notation("The sowee 12O is <none> of them (C10).")))
    assert [said.count(part) for part in ("<svg", sign, "12O", "&lt;none&gt;", "<none>")] == [1, 1, 0, 1, 0]


QUESTION = "/games/toy/judge/enough/"


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


def test_players_without_a_table_are_called_by_their_number(client: Client) -> None:
    call = "/games/cau_robat/judge/call/?players=3"
    chosen = open_page(client, call).find("id", "id_seat")
    assert [re.findall(r"\d", text_of(label)) for label in chosen.iter("label")] == [["1"], ["2"], ["3"]]
    answer = open_page(client, f"{call}&asked=1&seat=2&call=cau")
    assert re.findall(r"\d", answer.text("data-answer", "plain"))[0] == "3"
