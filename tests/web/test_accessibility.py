"""What of WCAG 2.2 can be read from style sheets, scripts, templates and pages; templates fit a window."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.views.reading import Page

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
HELP = ("site-nav", "main", "languages", "/me/", "/accessibility/")


def found(pattern: str) -> list[str]:
    """Return what templates have of a pattern."""
    return [each for text in TEMPLATES.values() for each in re.findall(pattern, text, re.DOTALL)]


def test_no_script_and_no_page_has_anything_dragged_or_shown_by_hovering_or_kept_from_being_pasted() -> None:
    sources = {**SCRIPTS, **TEMPLATES}
    assert len(sources) > 100
    assert {(name, each[0]) for name, text in sources.items() for each in NOT_BY_TAP.finditer(text)} == set()


def test_hovering_and_the_focus_change_how_a_thing_is_drawn_and_bring_nothing_else() -> None:
    sheets = [sheet.read_text() for sheet in (ROOT / "static/css").glob("*.css")]
    rules = [rule for sheet in sheets for rule in UNDER_THE_HAND.findall(sheet)]
    bring = {
        selector.strip()
        for selector, declarations in rules
        if any(each.strip() and not DRAWN.match(each) for each in declarations.split(";"))
    }
    assert len(rules) > 10
    assert {selector for selector in bring if not selector.startswith(".tally")} == set()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/rules/", "/judge/", "/history/", "/me/", "/sessions/new/", "/nowhere/"])
def test_help_and_language_stand_in_the_same_order_on_every_page(host: Client, address: str) -> None:
    page = Page(host.get(address, follow=True)).root
    names = (name for each in page.iter() for name in (each.get("class"), each.tag, each.get("href")))
    assert [name for name in names if name in HELP] in (list(HELP), [name for name in HELP if name != "/me/"])


def test_no_line_of_a_template_is_longer_than_the_window() -> None:
    assert [name for name, text in TEMPLATES.items() if max(map(len, text.splitlines())) > 160] == []


def test_every_icon_that_a_template_names_is_drawn() -> None:
    drawn = re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/icons/lucide.svg").read_text())
    assert set(found(r'{% icon "([\w-]+)"')) - set(drawn) == set()


def test_what_scrolls_sideways_is_reached_by_keyboard() -> None:
    tags = found(r'<\w+ class="scroll"[^>]*>')
    assert tags
    assert [tag for tag in tags if 'tabindex="0"' not in tag] == []


@pytest.mark.parametrize("name", ["review.html", "conflict.html"])
def test_what_takes_the_place_of_a_form_brings_no_style_of_its_own(name: str) -> None:
    """Of an answer only what stands in main is taken; its head is left."""
    assert "{% block scripts %}" not in TEMPLATES[Path("templates/table/hand") / name]


def test_what_is_missing_at_the_table_is_said_by_the_app_and_not_in_a_bubble_of_the_browser() -> None:
    asking = [form for form in found(r"<form\b.*?(?<!%)>") if "data-act" in form and "aria-labelledby" in form]
    assert asking
    assert [form for form in asking if "novalidate" not in form] == []
