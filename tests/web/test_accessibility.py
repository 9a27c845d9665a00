"""What of WCAG 2.2 can be read from style sheets, scripts, templates and pages."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.views.reading import Page

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
NOT_BY_TAP = re.compile(
    r"\b(?:(?:touch|pointer|mouse)(?:move|over|enter)|drag\w+|draggable|(?:on)?paste)\b|type=\"range\"|<\w[^>]*\stitle="
)
"""What would be dragged, shown by hovering, or could not be pasted."""
UNDER_THE_HAND = re.compile(r"([^{}]*:(?:hover|focus)[^{}]*)\{([^{}]*)\}")
DRAWN = re.compile(
    r"\s*(?:outline|background|color|border-(?:color|radius)|text-decoration|box-shadow|z-index|fill|transform)[\w-]*:"
)
HELP = ("site-nav", "main", "languages", "/me/", "/accessibility/")


def test_no_script_and_no_page_has_anything_dragged_or_shown_by_hovering_or_kept_from_being_pasted() -> None:
    sources = [*(ROOT / "static/js").glob("*.js"), *(ROOT / "templates").rglob("*.html")]
    found = {(source.name, each[0]) for source in sources for each in NOT_BY_TAP.finditer(source.read_text())}
    assert len(sources) > 100
    assert found == set()


def test_hovering_and_the_focus_change_how_a_thing_is_drawn_and_bring_nothing_else() -> None:
    sheets = [sheet.read_text() for sheet in (ROOT / "static/css").glob("*.css")]
    rules = [rule for sheet in sheets for rule in UNDER_THE_HAND.findall(sheet)]
    others = {
        selector.strip()
        for selector, declarations in rules
        for declared in declarations.split(";")
        if declared.strip() and not DRAWN.match(declared)
    }
    assert len(rules) > 10
    assert {selector for selector in others if not selector.startswith(".tally")} == set(), "it shows its own field"


@pytest.mark.parametrize("address", ["/", "/rules/", "/judge/", "/history/", "/me/", "/sessions/new/", "/nowhere/"])
def test_help_and_language_stand_in_the_same_order_on_every_page(host: Client, address: str) -> None:
    page = Page(host.get(address, follow=True)).root
    met = [
        str(named)
        for element in page.iter()
        for named in (element.get("class"), element.tag, element.get("href"))
        if named in HELP
    ]
    assert met in (list(HELP), [named for named in HELP if named != "/me/"])
