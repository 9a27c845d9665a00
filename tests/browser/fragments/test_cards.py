"""How a card is drawn and named."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from scoring.templatetags.cards import KINDS, card_name

pytestmark = pytest.mark.deep


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


def sprite(name: str = "deck") -> dict[str, str]:
    """Return the symbols of a deck by their ids."""
    drawings = (Path(settings.BASE_DIR) / f"static/icons/{name}.svg").read_text()
    return dict(re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', drawings))


def test_the_french_deck_has_every_cut_of_every_card_and_all_they_are_made_of() -> None:
    french = sprite("deck-french")
    cards = {name for name in sprite() if re.fullmatch(r"\w+-\d+[OCEB]", name)}
    parts = {part for body in french.values() for part in re.findall(r'href="#([\w-]+)"', body)}
    assert cards <= set(french)
    assert parts <= set(french)
    assert set(french) == cards | parts | {"hearts", "diamonds", "spades", "clubs"}


@pytest.mark.parametrize("cut", ["face", "key", "chip"])
@pytest.mark.parametrize(("suit", "breaks"), [("coins", 0), ("cups", 1), ("swords", 2), ("batons", 3)])
def test_the_frame_breaks_none_for_coins_one_for_cups_two_for_swords_three_for_batons(
    cut: str, suit: str, breaks: int
) -> None:
    edges = re.findall(r"M[\d.]+ (\d+)h[\d.]+", sprite()[f"{cut}-{suit}"])
    top, bottom = sorted(set(edges), key=int)
    assert (edges.count(top), edges.count(bottom)) == (breaks + 1, breaks + 1)


@pytest.mark.parametrize("cut", ["face", "key", "chip", "strip"])
def test_every_kind_of_card_is_drawn_in_every_cut_and_like_no_other(cut: str) -> None:
    drawings = {kind: sprite()[f"{cut}-{kind}"] for kind in KINDS}
    assert len(set(drawings.values())) == len(drawings) == 28


def test_all_that_a_drawing_uses_is_in_the_sprite() -> None:
    used = {name for drawing in sprite().values() for name in re.findall(r'href="#([\w-]+)"', drawing)}
    assert used <= set(sprite())


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
    meld = drawn("{% meld cards %}", cards=cards)
    assert 'role="img" aria-label="3 of coins (oros), 4 of coins (oros), 5 of coins (oros)"' in meld
    assert meld.count("aria-label") == 1


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
