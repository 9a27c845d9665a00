"""The cards of games with packs of their own are named on their keys and in answers."""

import re

import pytest
from django.test import Client

from scoring.games import GAMES
from scoring.games.fields import FieldKind
from scoring.templatetags.cards import in_notation, small_cards, with_cards
from scoring.templatetags.judging import rule_links
from scoring.texts.decks import Deck, lay, own_deck
from tests.views.reading import open_page


def test_every_card_that_is_a_key_has_a_name_or_is_its_number() -> None:
    fields = [field for game in GAMES for asked in game.questions for field in asked.fields]
    keys = [key for field in fields if field.kind is FieldKind.CARDS for key in field.choices]
    assert {key.value for key in keys if not key.name} == {"1", "2", "3", "4", "5", "6", "7"}


def test_a_key_shows_the_sign_of_its_card_and_is_read_aloud_by_its_name(client: Client) -> None:
    ace = next(open_page(client, "/games/khanhoo/judge/worth/").find("data-card-keys").iter("button"))
    assert [part.get("aria-hidden") for part in ace] == ["true", None]
    assert next(iter(ace)).text == "A♥\ufe0e"


@pytest.mark.parametrize(
    ("address", "shown"), [("khanhoo/judge/bump", "id_discard"), ("cau_robat/judge/capture", "id_played")]
)
def test_the_first_card_that_must_be_named_has_its_keys_at_once(client: Client, address: str, shown: str) -> None:
    page = open_page(client, f"/games/{address}/")
    at_once = [each for each in page.root.iter() if each.get("data-at-once") is not None]
    assert [keys.get("data-card-keys") for keys in at_once] == [shown]


def test_the_cards_of_an_answer_are_drawn_small_and_named(client: Client) -> None:
    answer = open_page(client, "/games/khanhoo_ming/judge/trick/?plays=5M+/+TM&asked=1")
    (card,) = answer.find("data-answer").iter("bdi")
    assert (card.text, card.get("role"), bool(card.get("aria-label"))) == ("TM", "img", True)


@pytest.mark.parametrize(
    ("sentence", "game", "drawn"),
    [
        ("eye: RF 9S", "khanhoo_qing", [("", "RF"), ("S", "9S")]),
        ("eye: 1C", "khanhoo_qing", [("C", "1C")]),
        ("X is left", "khanhoo", [("", "X")]),
        ("J has the discard.", "khanhoo", []),
        ("K: The meld scores most.", "khanhoo", []),
        ("5 from here", "cau_robat", []),
        ("4 kings", "cuajo", []),
    ],
)
def test_only_cards_are_drawn_never_players_or_counts(sentence: str, game: str, drawn: list[tuple[str, str]]) -> None:
    with own_deck():
        lay(Deck.FRENCH)  # that of cuajo, and of no other pack
        assert re.findall(r'data-suit="(\w*)">(\w+)<', with_cards(sentence, game)) == drawn


def test_the_rules_draw_the_cards_of_worked_hands(client: Client) -> None:
    cards = [card.text for card in open_page(client, "/games/khanhoo/rules/").find("id", "E2").iter("bdi")]
    assert cards[-1] == "X"


@pytest.mark.parametrize(("deck", "sign"), [(Deck.SPANISH, "deck.svg#"), (Deck.FRENCH, "deck-french.svg#")])
def test_cards_of_a_kept_sentence_are_drawn_in_the_deck_that_lies_on_the_table(deck: Deck, sign: str) -> None:
    with own_deck():
        lay(deck)
        said = small_cards(rule_links(in_notation("The sowee 12O is <none> of them (C10).")))
    assert [said.count(part) for part in ("<svg", sign, "12O", "&lt;none&gt;", "<none>")] == [1, 1, 0, 1, 0]
