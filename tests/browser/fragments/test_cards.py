"""How a card is drawn and named."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from scoring.templatetags.cards import COURT_MARKS, NUMBERS, SUITS, card_name


def drawn(tag: str, **context: object) -> str:
    """Return what a template tag draws."""
    return Template("{% load cards %}" + tag).render(Context(context))


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("4O", "4 of coins (oros)"),
        ("1C", "1 of cups (copas)"),
        ("10E", "10 of swords (espadas), jack"),
        ("11C", "11 of cups (copas), horse"),
        ("12B", "12 of batons (bastos), king"),
    ],
)
def test_a_card_is_named_by_its_number_suit_and_figure(card: str, name: str) -> None:
    assert card_name(card) == name
    assert f'role="img" aria-label="{name}"' in drawn("{% card card %}", card=card)


def test_a_suit_outside_the_pack_has_no_card() -> None:
    with pytest.raises(KeyError):
        card_name("4X")


@pytest.mark.parametrize(("card", "breaks"), [("5O", 0), ("5C", 1), ("5E", 2), ("5B", 3)])
def test_the_frame_breaks_none_for_coins_one_for_cups_two_for_swords_three_for_batons(card: str, breaks: int) -> None:
    top, bottom = re.findall(
        r'class="card-frame"[^>]* d="((?:M[\d.]+ 2\.5H[\d.]+)+)', drawn("{% card card %}", card=card)
    )
    assert top == bottom
    assert top.count("M") == breaks + 1


@pytest.mark.parametrize("number", NUMBERS)
def test_only_jack_horse_and_king_bear_a_mark(number: str) -> None:
    face = drawn("{% card card %}", card=f"{number}O")
    marks = {mark for mark in COURT_MARKS.values() if f"#{mark}" in face}
    assert marks == ({COURT_MARKS[number]} if number in COURT_MARKS else set())


def test_every_suit_and_mark_has_a_shape_of_its_own() -> None:
    sprite = (Path(settings.BASE_DIR) / "static/icons/suits.svg").read_text()
    shapes = dict(re.findall(r'<symbol id="(\w+)".*?<path[^>]* d="([^"]+)"', sprite))
    assert set(shapes) == {suit.symbol for suit in SUITS.values()} | set(COURT_MARKS.values())
    assert len(set(shapes.values())) == len(shapes)


def test_a_card_within_a_text_is_its_number_and_suit_read_as_one() -> None:
    face = drawn('{% card "5B" "inline" %}')
    assert " ".join(face.split()).startswith(
        '<span class="card-inline suit-batons" role="img" aria-label="5 of batons (bastos)">5<svg'
    )


def test_a_card_that_the_text_beside_it_names_is_not_read_again() -> None:
    face = drawn('{% card "5B" hidden=True %}')
    assert 'aria-hidden="true"' in face
    assert "aria-label" not in face


@pytest.mark.parametrize("cards", ["3O 4O 5O", ("3O", "4O", "5O")])
def test_a_meld_draws_its_cards_in_order_from_notation_or_a_sequence(cards: object) -> None:
    names = re.findall(r'<svg[^>]* aria-label="(\d+ of \w+)', drawn("{% meld cards %}", cards=cards))
    assert names == ["3 of coins", "4 of coins", "5 of coins"]


def test_a_labelled_meld_is_a_group_of_that_name() -> None:
    assert 'role="group" aria-label="Run"' in drawn('{% meld "3O 4O 5O" "Run" %}')


def test_the_keypad_has_the_whole_pack_suit_by_suit_and_stays_hidden_without_script() -> None:
    keypad = drawn("{% keypad melds %}", melds=[["3O", "4O", "5O"], ["12O"]])
    keys = re.findall(r'data-key="(\w+)"', keypad)
    assert keys == [f"{number}{suit}" for suit in "OCEB" for number in ("1", "3", "4", "5", "10", "11", "12")]
    assert re.search(r"data-keypad[^>]*\shidden>", keypad)


def test_the_keypad_hands_the_melds_of_the_game_to_the_script() -> None:
    keypad = drawn("{% keypad melds %}", melds=[["3O", "4O", "5O"], ["12O"]])
    found = re.search(r'<script id="melds" type="application/json">(.*?)</script>', keypad)
    assert found is not None
    assert json.loads(found[1]) == [["3O", "4O", "5O"], ["12O"]]
