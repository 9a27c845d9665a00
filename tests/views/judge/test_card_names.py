"""The cards of games with packs of their own are named on their keys and in answers."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from scoring.games import GAMES
from scoring.games.fields import FieldKind
from scoring.templatetags.cards import in_notation, small_cards, with_cards
from scoring.templatetags.judging import rule_links
from scoring.texts.decks import Deck, lay, own_deck
from tests.views.reading import Page, open_page


def test_every_card_that_is_a_key_has_a_name_or_is_its_number() -> None:
    fields = [field for game in GAMES for asked in game.questions for field in asked.fields]
    keys = [key for field in fields if field.kind is FieldKind.CARDS for key in field.choices]
    assert {key.value for key in keys if not key.name} == {"1", "2", "3", "4", "5", "6", "7"}


def test_a_key_shows_the_sign_of_its_card_and_is_read_aloud_by_its_name() -> None:
    page = open_page(Client(), "/games/khanhoo_ming/judge/trick/")
    keys = ["".join(key.itertext()).split() for key in page.find("data-card-keys").iter("button")]
    assert [key[0] for key in keys[:2] + keys[-3:]] == ["9C", "8C", "TM,", "/,", "⌫"]
    assert all(len(key) > 1 for key in keys[:-1])
    ace = next(open_page(Client(), "/games/khanhoo/judge/worth/").find("data-card-keys").iter("button"))
    assert [part.get("aria-hidden") for part in ace] == ["true", None]
    assert next(iter(ace)).text == "A♥\ufe0e"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("khanhoo/judge/bump", "id_discard"),
        ("khanhoo/judge/worth", "id_cards"),
        ("cau_robat/judge/capture", "id_played"),
    ],
)
def test_the_first_card_that_must_be_named_has_its_keys_at_once(address: str, shown: str) -> None:
    page = open_page(Client(), f"/games/{address}/")
    at_once = [each for each in page.root.iter() if each.get("data-at-once") is not None]
    assert [keys.get("data-card-keys") for keys in at_once] == [shown]


def test_the_cards_of_an_answer_are_drawn_small_and_named() -> None:
    answer = Page(Client().get("/games/khanhoo_ming/judge/trick/", {"plays": "5M / TM", "asked": "1"}))
    (card,) = answer.find("data-answer").iter("bdi")
    assert (card.text, card.get("role"), bool(card.get("aria-label"))) == ("TM", "img", True)


@pytest.mark.parametrize(
    ("sentence", "game", "drawn"),
    [
        ("eye: RF 9S", "khanhoo_qing", [("", "RF"), ("S", "9S")]),
        ("X is left", "khanhoo", [("", "X")]),
        ("J has the discard.", "khanhoo", []),
        ("K: The meld scores most.", "khanhoo", []),
        ("5 from here", "cau_robat", []),
        ("4 kings", "cuajo", []),
    ],
)
def test_only_cards_are_drawn_never_players_or_counts(sentence: str, game: str, drawn: list[tuple[str, str]]) -> None:
    assert re.findall(r'data-suit="(\w*)">(\w+)<', with_cards(sentence, game)) == drawn


def test_the_deck_that_lies_on_the_table_is_not_that_of_another_pack() -> None:
    with own_deck():
        lay(Deck.FRENCH)
        assert 'data-suit="C">1C<' in with_cards("eye: 1C", "khanhoo_qing")


def test_a_worked_hand_of_the_rules_draws_its_cards_and_the_rule_of_notation_does_not() -> None:
    page = open_page(Client(), "/rules/")
    assert "5B" in page.text("id", "C2")
    assert any(card.get("role") == "img" for section in page.root.iter("section") for card in section.iter("span"))
    cards = [card.text for card in open_page(Client(), "/games/khanhoo/rules/").find("id", "E2").iter("bdi")]
    assert cards[-1] == "X"


def test_a_card_that_reads_like_a_number_is_drawn_in_what_the_judge_says() -> None:
    hand = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B"
    answer = open_page(Client(), f"/judge/purro/?{urlencode({'hand': hand, 'sowee': '4O', 'asked': '1'})}")
    (king,) = answer.find("data-problem").iter("span")
    assert (king.get("aria-label") or "").count("12") == 1


@pytest.mark.parametrize(("deck", "sign"), [(Deck.SPANISH, "deck.svg#"), (Deck.FRENCH, "deck-french.svg#")])
def test_cards_of_a_kept_sentence_are_drawn_in_the_deck_that_lies_on_the_table(deck: Deck, sign: str) -> None:
    with own_deck():
        lay(deck)
        said = small_cards(rule_links(in_notation("The sowee 12O is <none> of them (C10).")))
    assert said.count("<svg") == 1
    assert sign in said
    assert "12O" not in said
    assert "&lt;none&gt;" in said


def test_a_sentence_whose_cards_are_drawn_is_escaped() -> None:
    assert small_cards("<b>no cards") == "&lt;b&gt;no cards"
