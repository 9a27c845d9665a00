"""What a page says by itself: once, politely, in one place, and nothing while it opens."""

import pytest
from playwright.sync_api import expect

from tests.browser.ears import listen
from tests.browser.fragments.conftest import SITE, Table

pytestmark = [pytest.mark.deep, pytest.mark.urls("tests.browser.fragments.urls")]

TWO_CHANGES = """() => {
  for (const words of ["Line 1", "Line 2"]) {
    const part = Object.assign(document.createElement("p"), { textContent: words });
    part.dataset.heard = "";
    document.body.append(part);
  }
}"""


@pytest.fixture
def heard(table: Table) -> list[str]:
    said = listen(table.page)
    table.page.goto(f"{SITE}/")
    expect(table.page.get_by_text("Tap a card.")).to_be_visible()
    return said


def test_why_a_key_does_nothing_is_said_once_and_nothing_while_the_page_opens(table: Table, heard: list[str]) -> None:
    key = table.page.locator("[data-key='4O']")
    for _ in range(5):
        key.press("Enter")
    expect(table.page.get_by_role("status")).to_contain_text("4 of coins")
    expect(key).to_have_attribute("aria-disabled", "true")
    assert table.input("hand").input_value() == "4O 4O 4O"  # the fourth is the sowee
    words = table.page.locator("[data-text-none-left]").get_attribute("data-text-none-left") or "?"
    assert heard.count(words.replace("%s", "4 of coins (oros)")) == 1
    assert not any("Tap a card" in words for words in heard)


def test_several_changes_at_once_are_one_piece_of_news(table: Table, heard: list[str]) -> None:
    table.page.evaluate(TWO_CHANGES)
    expect(table.page.get_by_role("status")).to_have_text("Line 1 Line 2")
    assert heard == ["Line 1 Line 2"]
