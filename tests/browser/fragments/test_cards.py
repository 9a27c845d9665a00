"""How a card is drawn and named."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from scoring.templatetags.cards import KINDS

pytestmark = pytest.mark.deep


def drawn(tag: str, **context: object) -> str:
    """Return what a template tag draws."""
    return Template("{% load cards %}" + tag).render(Context(context))


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


@pytest.mark.parametrize("cards", ["3O 4O 5O", ("3O", "4O", "5O")])
def test_a_meld_draws_its_cards_in_order_from_notation_or_a_sequence(cards: object) -> None:
    meld = drawn("{% meld cards %}", cards=cards)
    assert 'role="img" aria-label="3 of coins (oros), 4 of coins (oros), 5 of coins (oros)"' in meld
    assert meld.count("aria-label") == 1


def test_the_keypad_has_the_whole_pack_suit_by_suit_and_stays_hidden_without_script() -> None:
    keypad = drawn("{% keypad melds %}", melds=[["3O", "4O", "5O"], ["12O"]])
    keys = re.findall(r'data-key="(\w+)"', keypad)
    assert keys == [f"{number}{suit}" for suit in "OCEB" for number in ("1", "3", "4", "5", "10", "11", "12")]
    assert re.search(r"data-keypad[^>]*\shidden>", keypad)
