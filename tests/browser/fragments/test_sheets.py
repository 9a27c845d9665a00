"""What phones load of the sheets says the same as what is written.

rcssmin takes the space before `:is()` in a container query for that of a declaration: write such a list out.
"""

import pytest
from django.conf import settings
from playwright.sync_api import Page
from rcssmin import cssmin  # type: ignore[import-untyped]

pytestmark = pytest.mark.deep

RULES = r"""sheets => sheets.map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\s*([,/])\s*/g, "$1"));
})"""
"""The rules as the browser took them; beside commas and strokes no space means anything, and variables keep theirs."""


def test_a_sheet_without_comments_and_spaces_has_the_same_rules(page: Page) -> None:
    written = [sheet.read_text() for sheet in sorted((settings.BASE_DIR / "static" / "css").glob("*.css"))]
    shortened = [cssmin(sheet) for sheet in written]
    assert sum(map(len, shortened)) < sum(map(len, written))
    assert page.evaluate(RULES, shortened) == page.evaluate(RULES, written)
