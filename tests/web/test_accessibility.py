"""What of WCAG 2.2 can be read from style sheets, scripts, templates and pages."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.views.reading import Page

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
TEMPLATES = {path.relative_to(ROOT): path.read_text() for path in sorted((ROOT / "templates").rglob("*.html"))}
SCRIPTS = {path.relative_to(ROOT): path.read_text() for path in (ROOT / "static/js").glob("*.js")}
NOT_BY_TAP = re.compile(
    r"\b(?:(?:touch|pointer|mouse)(?:move|over|enter)|drag\w+|draggable|(?:on)?paste)\b|type=\"range\"|<\w[^>]*\stitle="
)
"""What would be dragged, shown by hovering, or could not be pasted."""
UNDER_THE_HAND = re.compile(r"([^{}]*:(?:hover|focus)[^{}]*)\{([^{}]*)\}")
DRAWN = re.compile(
    r"\s*(?:outline|background|color|border-(?:color|radius)|text-decoration|box-shadow|z-index|fill|transform)[\w-]*:"
)
HELP = ["site-nav", "main", "languages", "/me/", "/accessibility/"]


def found(pattern: str) -> list[str]:
    """Return what templates have of a pattern, which must be somewhere."""
    everywhere = [each for text in TEMPLATES.values() for each in re.findall(pattern, text, re.DOTALL)]
    assert everywhere
    return everywhere


def test_no_script_and_no_page_has_anything_dragged_or_shown_by_hovering_or_kept_from_being_pasted() -> None:
    sources = {**SCRIPTS, **TEMPLATES}
    assert len(sources) > 100
    assert {(name, each[0]) for name, text in sources.items() for each in NOT_BY_TAP.finditer(text)} == set()


def test_hovering_and_the_focus_change_how_a_thing_is_drawn_and_bring_nothing_else() -> None:
    sheets = " ".join(sheet.read_text() for sheet in (ROOT / "static/css").glob("*.css"))
    rules = [(selector.strip(), said.split(";")) for selector, said in UNDER_THE_HAND.findall(sheets)]
    bring = {selector for selector, said in rules if any(each.strip() and not DRAWN.match(each) for each in said)}
    assert len(rules) > 10
    assert {selector for selector in bring if not selector.startswith(".tally")} == set()


@pytest.mark.parametrize("address", ["/", "/judge/", "/history/", "/sessions/new/", "/nowhere/"])
def test_help_and_language_stand_in_the_same_order_on_every_page(host: Client, address: str) -> None:
    page = Page(host.get(address, follow=True)).root
    names = (name for each in page.iter() for name in (each.get("class"), each.tag, each.get("href")))
    assert [name for name in names if name in HELP] in (HELP, [name for name in HELP if name != "/me/"])


def test_every_icon_is_drawn_and_what_scrolls_sideways_is_reached_by_keyboard() -> None:
    drawn = re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/icons/lucide.svg").read_text())
    assert set(found(r'{% icon "([\w-]+)"')) - set(drawn) == set()
    assert [tag for tag in found(r'<\w+ class="scroll"[^>]*>') if 'tabindex="0"' not in tag] == []


AAA, CONTROL = 7.0, 3.0
"""What WCAG asks of text to be read in bad light (1.4.6), and of the border of a control (1.4.11)."""
COLOURS = (
    ("ink", "paper", AAA),
    ("ink-soft", "paper", AAA),
    ("ink", "surface", AAA),
    ("ink-soft", "surface", AAA),
    ("plus", "surface", AAA),
    ("minus", "surface", AAA),
    ("accent", "surface", AAA),
    ("on-accent", "accent", AAA),
    ("on-felt", "felt", AAA),
    ("on-felt-soft", "felt", AAA),
    ("plus-on-felt", "felt", AAA),
    ("minus-on-felt", "felt", AAA),
    ("on-act", "act", AAA),
    ("on-felt-soft", "felt-edge", AAA),
    ("caution-ink", "caution-soft", AAA),
    ("ink", "danger-soft", AAA),
    ("line-strong", "surface", CONTROL),
    ("coins-line", "card-paper", AAA),
    ("cups-line", "card-paper", 5.9),
    ("swords-line", "card-paper", 5.9),
    ("batons-line", "card-paper", 5.9),
)
"""What is drawn on what, by the names of tokens.css, and the contrast each keeps at least."""


def contrast(ink: str, ground: str) -> float:
    """Return the contrast of two colours, 1 to 21, by the formula of WCAG 2.2."""
    lighter, darker = sorted((_luminance(ink), _luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("ink", "ground", "least"), COLOURS)
def test_colours_keep_their_contrast_in_the_light_and_in_the_dark(ink: str, ground: str, least: float) -> None:
    paper = re.sub(r"(?m)^\.on-felt \{[^}]*\}", "", (ROOT / "static/css/tokens.css").read_text())
    light, _, dark = paper.partition("@media (prefers-color-scheme: dark)")
    lit, dimmed = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", part)) for part in (light, dark))
    dimmed = lit | dimmed
    assert min(contrast(lit[ink], lit[ground]), contrast(dimmed[ink], dimmed[ground])) >= least


def test_contrast_is_the_formula_of_wcag() -> None:
    pairs = (("#000000", "#ffffff"), ("#12463a", "#12463a"), ("#767676", "#ffffff"))  # the lightest grey that is AA
    assert [round(contrast(ink, ground), 2) for ink, ground in pairs] == [21, 1, 4.54]
