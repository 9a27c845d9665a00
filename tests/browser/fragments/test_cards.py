"""How a card is drawn and named, and sheets that say the same without comments and spaces.

rcssmin takes the space before `:is()` in a container query for that of a declaration: write such a list out.
"""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from playwright.sync_api import Page
from rcssmin import cssmin  # type: ignore[import-untyped]

from scoring.templatetags.cards import KINDS

pytestmark = pytest.mark.deep


def sprite(name: str = "deck") -> dict[str, str]:
    drawings = (Path(settings.BASE_DIR) / f"static/icons/{name}.svg").read_text()
    return dict(re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', drawings))


def test_the_french_deck_has_every_cut_of_every_card_and_all_they_are_made_of() -> None:
    french = sprite("deck-french")
    cards = {name for name in sprite() if re.fullmatch(r"\w+-\d+[OCEB]", name)}
    parts = {part for body in french.values() for part in re.findall(r'href="#([\w-]+)"', body)}
    assert cards <= set(french)
    assert set(french) == cards | parts | {"hearts", "diamonds", "spades", "clubs"}


@pytest.mark.parametrize("cut", ["face", "key", "chip"])
@pytest.mark.parametrize(("suit", "breaks"), [("coins", 0), ("cups", 1), ("swords", 2), ("batons", 3)])
def test_the_frame_breaks_once_for_cups_twice_for_swords_thrice_for_batons(cut: str, suit: str, breaks: int) -> None:
    edges = re.findall(r"M[\d.]+ (\d+)h[\d.]+", sprite()[f"{cut}-{suit}"])
    top, bottom = sorted(set(edges), key=int)
    assert (edges.count(top), edges.count(bottom)) == (breaks + 1, breaks + 1)


@pytest.mark.parametrize("cut", ["face", "key", "chip", "strip"])
def test_every_kind_of_card_is_drawn_in_every_cut_and_like_no_other(cut: str) -> None:
    drawings = {kind: sprite()[f"{cut}-{kind}"] for kind in KINDS}
    assert len(set(drawings.values())) == len(drawings) == 28


@pytest.mark.parametrize("cards", ["3O 4O 5O", ("3O", "4O", "5O")])
def test_a_meld_draws_its_cards_in_order_from_notation_or_a_sequence(cards: object) -> None:
    meld = Template("{% meld cards %}").render(Context({"cards": cards}))
    assert 'role="img" aria-label="3 of coins (oros), 4 of coins (oros), 5 of coins (oros)"' in meld
    assert meld.count("aria-label") == 1


RULES = r"""sheets => sheets.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\s*([,/])\s*|(?<=\([a-z]+:) /g, "$1"));
})"""
"""The rules as the browser took them; beside commas and strokes and in conditions no space means anything, and
variables and conditions keep theirs."""


def test_a_sheet_without_comments_and_spaces_has_the_same_rules(page: Page) -> None:
    written = [sheet.read_text() for sheet in sorted((settings.BASE_DIR / "static" / "css").glob("*.css"))]
    shortened = [cssmin(sheet) for sheet in written]
    assert sum(map(len, shortened)) < sum(map(len, written))
    assert page.evaluate(RULES, shortened) == page.evaluate(RULES, written)
