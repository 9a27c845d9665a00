"""The page as a screen reader, a keyboard and a strict content policy see it, and what it says by itself."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.conftest import new_page
from tests.browser.ears import listen
from tests.browser.fragments.conftest import SITE, Table

pytestmark = pytest.mark.urls("tests.browser.fragments.conftest")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_entry_page_has_no_known_barrier(browser: Browser, scheme: str) -> None:
    table = Table(page=new_page(browser, bypass_csp=True, color_scheme=scheme))
    table.page.context.route("**/*", table.answer)
    table.page.goto(f"{SITE}/")
    table.take("3O 4O 5O")
    table.tap("12B", "1E")
    results = Axe().run(table.page)
    table.page.context.close()
    assert results.violations_count == 0, results.generate_report()


def test_the_skip_link_is_the_first_stop_of_the_keyboard(table: Table) -> None:
    table.page.keyboard.press("Tab")
    expect(table.page.locator(".skip-link")).to_be_focused()


def test_a_keyboard_user_keeps_a_place_after_an_offer_is_taken(table: Table) -> None:
    table.tap("3O")
    table.page.locator("[data-offer='3O 4O 5O']").press("Enter")
    expect(table.page.get_by_role("button", name="Undo")).to_be_focused()


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


@pytest.mark.deep
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


@pytest.mark.deep
def test_several_changes_at_once_are_one_piece_of_news(table: Table, heard: list[str]) -> None:
    table.page.evaluate(TWO_CHANGES)
    expect(table.page.get_by_role("status")).to_have_text("Line 1 Line 2")
    assert heard == ["Line 1 Line 2"]
