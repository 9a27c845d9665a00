"""A night played by keyboard alone, and a hand with every key counted."""

from contextlib import suppress
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NAMES, Phone, settle
from tests.browser.test_nights import EYE_OF_ONES

MOST_STOPS = 80
A_MOMENT_MILLISECONDS = 500
type Role = Literal["button", "link"]


class Keyboard:
    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0
        page.add_init_script("addEventListener('keydown', () => (document.documentElement.dataset.keyed = ''))")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += len(key.split("+"))

    def type(self, text: str) -> None:
        self.press(*text)

    def reach(self, control: Locator) -> None:
        expect(control.first).to_be_visible()
        settle(self.page)
        for _ in range(MOST_STOPS):
            if control.and_(self.page.locator(":focus")).count():
                return
            self.press("Tab")
        pytest.fail(f"{control} is no stop of the keyboard")

    def press_on(self, role: Role, name: str) -> None:
        self.reach(self.page.get_by_role(role, name=name, exact=True))
        self.press("Enter")

    def come_through(self) -> None:
        """Wait until the page is here with its scripts, and the browser hands keys on to it."""
        settle(self.page)
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Shift")
            with suppress(AssertionError):
                expect(self.page.locator("html[data-keyed]")).to_have_count(1, timeout=A_MOMENT_MILLISECONDS)
                return
        pytest.fail("no key comes through")

    def open_hand(self) -> None:
        self.come_through()
        self.press("r")
        self.page.wait_for_url("**/hand/**", wait_until="domcontentloaded")
        self.come_through()


@pytest.fixture
def keyboard(phone: Phone) -> Keyboard:
    return Keyboard(phone.page)


def record(keyboard: Keyboard) -> None:
    expect(keyboard.page.get_by_role("button", name="Review")).to_be_visible()
    keyboard.press("r")
    expect(keyboard.page.get_by_role("heading", name="Hand 1")).to_be_focused()
    keyboard.press("r")
    expect(keyboard.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    assert keyboard.pressed <= 40


@pytest.mark.deep
def test_seven_melds_of_khanhoo_take_forty_keys_from_the_table(phone: Phone, keyboard: Keyboard) -> None:
    phone.start(*NAMES[:3], game="khanhoo/")
    keyboard.open_hand()
    keyboard.press("1")
    keyboard.reach(phone.page.get_by_role("radio", name="Went out , Ana"))
    keyboard.press(" ")
    melds = {"Ana": ("aces (1)", "sequence (1)", "triplet (2)", "royal group (4)", "khanhoo (5)")}
    others = {"Ben": ("sequence (1)",), "Carla": ("triplet (2)",)}
    for seat, (player, names) in enumerate((melds | others).items(), start=1):
        keyboard.press(str(seat))
        for name in names:
            keyboard.press_on("button", f"{name}, {player} +1")
    record(keyboard)
    expect(phone.page.locator("[data-points]")).to_have_text(["18 points", "1 point", "2 points"])


@pytest.mark.deep
def test_fifteen_cards_of_qing_khanhoo_take_forty_keys_from_the_table(phone: Phone, keyboard: Keyboard) -> None:
    phone.start(*NAMES[:2], game="khanhoo_qing/")
    keyboard.open_hand()
    keyboard.press("2", "c")
    keyboard.type("".join(EYE_OF_ONES).lower())
    keyboard.press("Tab")
    record(keyboard)
    phone.expect_results(Ana="−1.00", Ben="+1.00")


def test_a_night_is_played_by_keyboard_alone_and_a_hand_in_forty_keys(phone: Phone, keyboard: Keyboard) -> None:
    page = phone.page
    keyboard.press_on("link", "New night")
    keyboard.reach(page.locator("[name=seat_1]"))
    for name in ("Ana", "Ben", "Carla", "Dan"):
        keyboard.type(name)
        keyboard.press("Enter")  # to the next seat, and after the last to the act: it starts nothing
    expect(page.get_by_role("button", name="Start")).to_be_focused()
    keyboard.reach(page.locator("[name=first_dealer]"))
    keyboard.press("ArrowDown")
    keyboard.press_on("button", "Start")
    expect(page.get_by_role("heading", name="Hand 1", exact=True)).to_be_visible()
    keyboard.come_through()
    keyboard.press("s")
    expect(page.locator("#asked")).to_be_visible()
    keyboard.type("4o")
    expect(page.get_by_label("Or type it")).to_have_value("4o")
    keyboard.press("Enter")
    expect(page.locator("[data-sowee] .card")).to_be_visible()
    keyboard.pressed = 0
    keyboard.open_hand()
    keyboard.press("1", "Tab", "ArrowDown", "ArrowDown", "c")
    expect(page.get_by_label("The sixteen cards")).to_be_focused()
    keyboard.type("3oce4ocb5oeb10oce1ocb12b")
    keyboard.press("Tab")
    keyboard.type("5b")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_focused()
    keyboard.press("r")
    expect(page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    assert keyboard.pressed <= 40
    phone.expect_results(Ana="+1.80", Ben="−0.90", Carla="0.00", Dan="−0.90")
    keyboard.come_through()
    keyboard.press("2")
    assert page.locator(".landing").count() == 0
    expect(page.locator("[data-secret]")).to_be_visible()
    keyboard.press("r")
    phone.expect_results(Ana="+1.30", Ben="+0.10", Carla="−0.50", Dan="−0.90")
    keyboard.come_through()
    keyboard.press("u")
    keyboard.press_on("button", "Undo")
    phone.expect_results(Ana="+1.80", Ben="−0.90", Carla="0.00", Dan="−0.90")
    keyboard.come_through()
    keyboard.press_on("link", "Settle up")
    keyboard.press_on("button", "Close the night")
    paid = page.get_by_role("button", name="Mark")
    for left in (2, 1):
        expect(paid).to_have_count(left)
        keyboard.reach(paid.first)
        keyboard.press("Enter")
    expect(page.get_by_role("heading", name="All settled")).to_be_visible()


def test_whoever_types_before_a_question_has_settled_types_on(night: Phone) -> None:
    at_once = "new MutationObserver(() => document.querySelector('.confirm [list=kinds]')?.focus())"
    night.page.evaluate(f"{at_once}.observe(document.getElementById('dock'), {{ childList: true }})")
    settled = "new Promise((then) => document.addEventListener('htmx:afterSettle', then)).then(() => null)"
    night.page.evaluate(f"globalThis.settled = {settled}; document.querySelector('[data-sowee] a').click()")
    night.page.evaluate("globalThis.settled")
    expect(night.page.get_by_label("Or type it")).to_be_focused()


def test_an_open_menu_closes_by_escape_and_by_a_tap_beside_it(night: Phone) -> None:
    menu = night.page.locator(".menu")
    opens = menu.locator("summary")
    for by_key in (True, False):
        opens.click()
        expect(menu).to_have_attribute("open", "")
        if by_key:
            night.page.keyboard.press("Escape")
        else:
            night.page.locator(".seat-button").first.click()
        expect(menu).not_to_have_attribute("open", "")
        expect(night.page.locator("#asked")).to_have_count(0)
