"""The page as a screen reader, a keyboard and a strict content policy see it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.conftest import new_page
from tests.browser.fragments.conftest import SITE, Table

pytestmark = pytest.mark.urls("tests.browser.fragments.urls")


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
    expect(table.page.get_by_role("button", name="Back a tap")).to_be_focused()
