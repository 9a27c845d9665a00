"""What of WCAG 2.2 can be read from style sheets, scripts, templates and pages."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve

from scoring.models import Club, Role
from tests import people
from tests.views.reading import Page

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
TEMPLATES = {path.relative_to(ROOT): path.read_text() for path in sorted((ROOT / "templates").rglob("*.html"))}
SCRIPTS = {path.relative_to(ROOT): path.read_text() for path in (ROOT / "static/js").rglob("*.js")}
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


@pytest.mark.parametrize(
    ("role", "seat", "night", "places"),
    [
        (Role.HOST, 0, "", ["home", "game-judge", "history", "club"]),
        (Role.HOST, 0, "PHP", ["table", "game-judge", "money", "club"]),
        (Role.SCOREKEEPER, people.BEN, "PHP", ["table", "game-judge", "money", "club"]),
        (Role.SCOREKEEPER, people.BEN, "points", ["table", "game-judge", "history", "club"]),
        (Role.PLAYER, people.BEN, "PHP", ["table", "game-judge", "money", "club"]),
        (Role.VIEWER, 0, "PHP", ["home", "game-judge", "history", "club"]),
    ],
    ids=["host", "host at a table", "at a table", "points only", "player", "viewer"],
)
def test_two_of_four_places_change_in_a_night(club: Club, role: Role, seat: int, night: str, places: list[str]) -> None:
    session = people.start_night(club=club, currency=night) if night else None
    browser = people.browser_of(club=club, role=role, seat=session.seats.get(number=seat) if session and seat else None)
    (bar,) = (each for each in Page(browser.get("/me/")).root.iter("nav") if each.get("class") == "site-nav")
    assert [resolve(each.attrib["href"].partition("?")[0]).url_name for each in bar.iter("a")] == places


def test_what_scrolls_sideways_is_reached_by_keyboard() -> None:
    assert [tag for tag in found(r'<\w+ class="scroll"[^>]*>') if 'tabindex="0"' not in tag] == []


COLOURS = (
    ("paper", 7, "ink ink-soft"),
    ("surface", 7, "ink ink-soft plus minus accent"),
    ("surface", 3, "line-strong"),
    ("accent", 7, "on-accent"),
    ("felt", 7, "on-felt on-felt-soft plus-on-felt minus-on-felt"),
    ("felt-edge", 7, "on-felt-soft"),
    ("felt-marked", 7, "on-felt on-felt-soft plus-on-felt minus-on-felt act"),
    ("act", 7, "on-act"),
    ("caution-soft", 7, "caution-ink"),
    ("danger-soft", 7, "ink"),
    ("card-paper", 5.9, "coins cups swords batons"),
)
IN_THE_DARK = "@media (prefers-color-scheme: dark)"
COLOUR = re.compile(r"(?:\.suit-(\w+)[^}]*--suit-line|--([a-z-]+)): (#[0-9a-f]{6});")
"""What lies on which ground, by the names of tokens.css, and its contrast: 7 for text (1.4.6), 3 for borders."""


def contrast(ink: str, ground: str) -> float:
    lighter, darker = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("ground", "least", "inks"), COLOURS)
def test_colours_keep_their_contrast_in_the_light_and_in_the_dark(ground: str, least: float, inks: str) -> None:
    sheets = [(ROOT / f"static/css/{name}.css").read_text() for name in ("tokens", "cards")]
    parts = [re.sub(r"(?m)^\.on-felt \{[^}]*\}", "", sheet).partition(IN_THE_DARK) for sheet in sheets]
    found = (COLOUR.findall("".join(each[at] for each in parts)) for at in (0, 2))
    lit, dimmed = ({suit or name: colour for suit, name, colour in each} for each in found)
    for_both = (lit, lit | dimmed)
    assert [ink for ink in inks.split() if min(contrast(each[ink], each[ground]) for each in for_both) < least] == []


def test_the_mark_of_what_is_saved_is_empty_before_a_script_says_something(host: Client) -> None:
    assert 'id="saving"' in (page := host.get("/").text)
    assert re.search(r'id="saving"[^>]*></p>', page)
