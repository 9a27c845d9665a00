"""Templates can be read: no line runs out of the window. What they draw is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
LONGEST_COLUMNS = 160


def test_no_line_of_a_template_is_longer_than_the_window() -> None:
    lines = [
        (str(path.relative_to(TEMPLATES)), number, len(line))
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
    ]

    assert lines
    assert [line for line in lines if line[2] > LONGEST_COLUMNS] == []


def test_every_icon_that_a_template_names_is_drawn() -> None:
    named = {name for path in TEMPLATES.rglob("*.html") for name in re.findall(r'{% icon "([\w-]+)"', path.read_text())}
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/icons/lucide.svg").read_text()))

    assert named - drawn == set()


def test_what_scrolls_sideways_is_reached_by_keyboard() -> None:
    tags = {
        tag for path in TEMPLATES.rglob("*.html") for tag in re.findall(r'<\w+ class="scroll"[^>]*>', path.read_text())
    }

    assert tags
    assert {tag for tag in tags if 'tabindex="0"' not in tag} == set()


def test_what_takes_the_place_of_a_form_brings_no_style_of_its_own() -> None:
    """Of an answer only what stands in main is taken; its head is left."""
    for name in ("review.html", "conflict.html"):
        assert "{% block scripts %}" not in (TEMPLATES / "table/hand" / name).read_text()


def test_what_is_missing_at_the_table_is_said_by_the_app_and_not_in_a_bubble_of_the_browser() -> None:
    pages = [path.read_text() for path in sorted((TEMPLATES / "table").rglob("*.html"))]
    forms = [tag for page in pages for tag in re.findall(r"<form\b.*?(?<!%)>", page, re.DOTALL)]
    asking = [form for form in forms if "data-act" in form and "aria-labelledby" in form]

    assert asking
    assert [form for form in asking if "novalidate" not in form] == []
