"""The cards of games with packs of their own are named on their keys and in answers."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from scoring.games import GAMES
from scoring.games.fields import FieldKind
from scoring.templatetags.cards import in_notation, small_cards, with_cards
from scoring.templatetags.judging import rule_links
from scoring.texts.decks import Deck, lay, own_deck
from tests.views.reading import Page, open_page

SMALL = '<bdi class="card-word" role="img" aria-label="{}" data-suit="{}">{}</bdi>'


def test_every_card_that_is_a_key_has_a_name_or_is_its_number() -> None:
    fields = [field for game in GAMES for asked in game.questions for field in asked.fields]
    keys = [key for field in fields if field.kind is FieldKind.CARDS for key in field.choices]
    assert {key.value for key in keys if not key.name} == {"1", "2", "3", "4", "5", "6", "7"}


def test_a_key_shows_the_sign_of_its_card_and_is_read_aloud_by_its_name() -> None:
    page = open_page(Client(), "/games/khanhoo_ming/judge/trick/")
    keys = [" ".join("".join(key.itertext()).split()) for key in page.find("data-card-keys").iter("button")]
    assert keys[:2] + keys[-3:] == ["9C 9 of cash", "8C 8 of cash", "TM, the thousand", "/, next play", "⌫"]
    ace = next(open_page(Client(), "/games/khanhoo/judge/worth/").find("data-card-keys").iter("button"))
    assert [(part.get("aria-hidden"), part.text) for part in ace] == [("true", "A♥\ufe0e"), (None, "ace of hearts")]


def test_suits_and_cards_with_names_of_their_own_are_said_in_words() -> None:
    asked = ("khanhoo/judge/worth", "khanhoo_ming/judge/trick")
    keys = [open_page(Client(), f"/games/{address}/").find("data-card-keys") for address in asked]
    suits = [[each.text for each in part if each.tag == "small"] for part in keys]
    assert suits == [["hearts", "clubs", "diamonds"], ["cash", "strings", "myriads"]]
    names = [each.text for part in keys for key in part.iter("button") for each in key if each.tag == "small"]
    assert names[:4] == ["the jack", "the queen", "the king", "joker"]
    assert names[4:] == ["half cash", "zero cash", "the thousand", "next play"]


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
    cards = [each.get("aria-label") for each in answer.find("data-answer").iter("bdi")]
    assert cards == ["the thousand"]


@pytest.mark.parametrize(
    ("sentence", "game", "told"),
    [
        (
            "eye: RF 9S",
            "khanhoo_qing",
            f"eye: {SMALL.format('red flower', '', 'RF')} {SMALL.format('9 of strings', 'S', '9S')}",
        ),
        ("X is left over", "khanhoo", f"{SMALL.format('joker', '', 'X')} is left over"),
        ("J has the discard.", "khanhoo", "J has the discard."),
        ("K: The meld scores most.", "khanhoo", "K: The meld scores most."),
        ("5 from the centre", "cau_robat", "5 from the centre"),
        ("4 kings of coins", "cuajo", "4 kings of coins"),
    ],
)
def test_only_cards_are_drawn_never_players_or_counts(sentence: str, game: str, told: str) -> None:
    assert with_cards(sentence, game) == told


def test_the_deck_that_lies_on_the_table_is_not_that_of_another_pack() -> None:
    with own_deck():
        lay(Deck.FRENCH)
        assert with_cards("eye: 1C", "khanhoo_qing") == f"eye: {SMALL.format('1 of cash', 'C', '1C')}"


def test_a_worked_hand_of_the_rules_draws_its_cards_and_the_rule_of_notation_does_not() -> None:
    page = open_page(Client(), "/rules/")
    assert "5B" in page.text("id", "C2")
    chapters = [each for each in page.root.iter("section") if each.get("data-chapter") == "Worked hands"]
    (sowee, *_others) = (card.get("aria-label") for card in chapters[0].iter("span") if card.get("role") == "img")
    assert sowee == "4 of coins (oros)"
    names = [
        card.get("aria-label") for card in open_page(Client(), "/games/khanhoo/rules/").find("id", "E2").iter("bdi")
    ]
    assert names[-1] == "joker"


def test_a_card_that_reads_like_a_number_is_drawn_in_what_the_judge_says() -> None:
    hand = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B"
    answer = open_page(Client(), f"/judge/purro/?{urlencode({'hand': hand, 'sowee': '4O', 'asked': '1'})}")
    (king,) = answer.find("data-problem").iter("span")
    assert king.get("aria-label") == "12 of coins (oros), king"


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
