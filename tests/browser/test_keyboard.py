"""A hand entered by keyboard alone, with every key counted."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.test_night import start


class Keyboard:
    """A keyboard that counts its keys; a key held together with another counts too."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += len(key.split("+"))

    def type(self, text: str) -> None:
        """Type a text key by key."""
        self.press(*text)


@pytest.fixture
def keyboard(phone: Phone) -> Keyboard:
    return Keyboard(phone.page)


def test_five_melds_a_king_and_every_question_take_forty_keys_from_the_table(phone: Phone, keyboard: Keyboard) -> None:
    start(phone)
    page = phone.page
    expect(page.get_by_role("link", name="Record hand 1")).to_have_attribute("aria-keyshortcuts", "r")
    keyboard.press("r")
    expect(page.get_by_text("Tap a card.", exact=True)).to_be_visible()
    keyboard.press("1")
    expect(page.get_by_role("radio", name="Ana")).to_be_checked()
    keyboard.press("Tab", "ArrowDown", "ArrowDown")
    expect(page.get_by_role("radio", name="Discard")).to_be_checked()
    keyboard.press("c")
    expect(page.get_by_label("The sixteen cards")).to_be_focused()
    keyboard.type("3oce4ocb5oeb10oce1ocb12b")
    keyboard.press("Tab")
    keyboard.type("5b")
    keyboard.press("Tab")
    keyboard.type("4o")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hand 1: who pays whom?")).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
    keyboard.press("r")
    phone.expect_results(Ana="+1.80", Ben="−0.90", Carla="0.00", Dan="−0.90")
    assert keyboard.pressed <= 40
