"""What one phone records the others see at once."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import Phone
from tests.browser.test_night import open_quick, set_sowee, start
from tests.browser.test_three_phones import joined


@pytest.fixture
def other(phone: Phone, browser: Browser) -> Iterator[Phone]:
    """Open the phone of a second scorekeeper."""
    page = joined(browser, phone, role="Scorekeeper")
    yield Phone(page=page, address=phone.address)
    page.context.close()


READ_FROM_AFAR = """() => {
  const isRead = (name) => parseFloat(getComputedStyle(name).fontSize) > innerHeight / 25;
  const names = [...document.querySelectorAll(".watch-name")];
  return names.length === 4 && names.every(isRead) && document.documentElement.scrollHeight <= innerHeight;
}"""
"""Whether names are higher than a 25th of the screen, of which nothing is left to scroll to."""


def test_a_hand_recorded_on_one_phone_is_seen_on_the_other(phone: Phone, other: Phone) -> None:
    start(phone)
    other.page.goto(phone.page.url)
    open_quick(phone)
    phone.tap("Record")
    expect(other.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    other.expect_results(Ana="+2.60", Ben="−1.30", Carla="0.00", Dan="−1.30")
    expect(other.page.get_by_role("link", name="Record hand 2")).to_be_visible()
    expect(other.page.locator("[data-ledger] > li")).to_have_count(1)


def test_news_leaves_an_open_question_alone_and_the_dock_is_right_after_it(phone: Phone, other: Phone) -> None:
    start(phone)
    other.page.goto(phone.page.url)
    other.tap_secret("Ben")
    question = other.page.get_by_role("heading", name="Secret of Ben?")
    expect(question).to_be_visible()
    open_quick(phone)
    phone.tap("Record")
    expect(other.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    expect(question).to_be_visible()
    other.tap("Cancel", role="link")
    expect(other.page.get_by_role("link", name="Record hand 2")).to_be_visible()
    expect(other.page.locator("#secret-2")).to_be_focused()


@pytest.mark.deep
def test_a_page_left_alone_asks_at_once_when_it_is_seen_again(phone: Phone, other: Phone) -> None:
    start(phone)
    other.page.goto(phone.page.url)
    other.page.context.set_offline(True)
    set_sowee(phone, "4O")
    expect(other.page.locator("[data-live-state]")).to_have_text(
        re.compile(r"No connection since \d\d:\d\d\. Amounts may be behind")
    )
    other.page.context.set_offline(False)
    expect(other.page.locator("[data-sowee] .card")).to_be_visible()
    expect(other.page.locator("[data-live-state]")).to_be_empty()


@pytest.mark.deep
def test_a_large_screen_follows_the_night(phone: Phone, other: Phone) -> None:
    start(phone)
    other.page.goto(f"{phone.page.url}watch/")
    open_quick(phone)
    phone.tap("Record")
    expect(other.page.locator("[data-results] [data-seat='1'] .amount")).to_contain_text("+2.60")
    expect(other.page.locator("[data-last] h2")).to_contain_text("Ana won")
    for width, height in ((1280, 800), (1920, 1080), (3840, 2160)):
        other.page.set_viewport_size({"width": width, "height": height})
        other.page.wait_for_function(READ_FROM_AFAR)


def test_of_two_phones_at_the_same_question_one_records_and_one_is_told(phone: Phone, other: Phone) -> None:
    start(phone)
    other.page.goto(phone.page.url)
    for each in (phone, other):
        each.page.get_by_label("More", exact=True).click()
        each.page.get_by_role("link", name="Nobody won").click()
        expect(each.page.get_by_role("heading", name="Nobody won hand 1?")).to_be_visible()
    phone.tap("Record hand")
    expect(phone.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    other.tap("Record hand")
    expect(other.page.get_by_role("heading", name="Another phone recorded this hand")).to_be_visible()
    expect(other.page.locator("main")).to_have_count(1)


def swipe(line: Locator) -> None:
    """Draw a finger over a line of the night to the left."""
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    assert box is not None
    wire = line.page.context.new_cdp_session(line.page)
    right, middle = {"x": box["x"] + 250, "y": box["y"] + 20}, {"x": box["x"] + 100, "y": box["y"] + 25}
    for kind, points in (("touchStart", [right]), ("touchMove", [middle]), ("touchEnd", [])):
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.deep
def test_a_question_that_is_refused_is_asked_again_in_the_dock_of_its_table(phone: Phone) -> None:
    start(phone)
    for _hand in range(2):
        open_quick(phone)
        phone.tap("Record")
        expect(phone.page.locator("#dock-usual")).to_be_visible()
    swipe(phone.page.locator("#line-1"))
    phone.page.get_by_role("link", name="Undo Hand 1").click()
    phone.tap("Undo it")
    dock = phone.page.locator("#dock")
    expect(dock).to_contain_text("Say why. Everybody sees it in the ledger.")
    expect(phone.page.get_by_role("heading", name="Hand 3", exact=True)).to_be_visible()
    dock.get_by_label("Reason").fill("it was Ben")
    phone.tap("Undo it")
    phone.expect_results(Ana="+2.60")
    expect(phone.page.locator("#dock-usual")).to_be_visible()
