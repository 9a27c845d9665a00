"""What one phone records the others see at once."""

import re

import pytest
from playwright.sync_api import Locator, Response, Route, expect

from tests.browser.conftest import Phone


def test_a_hand_recorded_elsewhere_is_seen_and_leaves_an_open_question_alone(night: Phone, other: Phone) -> None:
    other.tap_secret("Ben")
    question = other.page.get_by_role("heading", name="Secret of Ben?")
    expect(question).to_be_visible()
    night.open_quick()
    night.tap("Record")
    other.expect_hand(2)
    other.expect_results(Ana="+2.60", Ben="−1.30", Carla="0.00", Dan="−1.30")
    expect(other.page.locator("[data-ledger] > li")).to_have_count(1)
    expect(question).to_be_visible()
    other.tap("Cancel", role="link")
    expect(other.page.get_by_role("link", name="Record hand 2")).to_be_visible()
    expect(other.page.locator("#secret-2")).to_be_focused()


@pytest.mark.deep
def test_a_page_left_alone_asks_at_once_when_it_is_seen_again(night: Phone, other: Phone) -> None:
    other.page.context.set_offline(True)
    night.set_sowee("4O")
    expect(other.page.locator("[data-live-state]")).to_have_text(re.compile(r"\d\d:\d\d"))
    other.page.context.set_offline(False)
    expect(other.page.locator("[data-sowee] .card")).to_be_visible()
    expect(other.page.locator("[data-live-state]")).to_be_empty()


def test_of_two_phones_at_the_same_question_one_records_and_one_is_told(night: Phone, other: Phone) -> None:
    for each in (night, other):
        each.page.get_by_label("More", exact=True).click()
        each.page.get_by_role("link", name="Nobody won").click()
        expect(each.page.get_by_role("heading", name="Nobody won hand 1?")).to_be_visible()
    night.tap("Record hand")
    night.expect_hand(2)
    other.tap("Record hand")
    expect(other.page.locator("[data-code=hand_taken]")).to_be_visible()
    expect(other.page.locator("main")).to_have_count(1)


def swipe(line: Locator) -> None:
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    assert box is not None
    wire = line.page.context.new_cdp_session(line.page)
    right, middle = {"x": box["x"] + 250, "y": box["y"] + 20}, {"x": box["x"] + 100, "y": box["y"] + 25}
    for kind, points in (("touchStart", [right]), ("touchMove", [middle]), ("touchEnd", [])):
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.deep
def test_a_question_that_is_refused_is_asked_again_in_the_dock_of_its_table(night: Phone) -> None:
    for _hand in range(2):
        night.open_quick()
        night.tap("Record")
        expect(night.page.locator("#dock-usual")).to_be_visible()
    swipe(night.page.locator("#line-1"))
    night.page.get_by_role("link", name="Undo Hand 1").click()
    night.tap("Undo it")
    dock = night.page.locator("#dock")
    expect(dock.locator("[data-code=reason_missing], [name=reason][aria-invalid=true]").first).to_be_visible()
    night.expect_hand(3)
    dock.get_by_label("Reason").fill("it was Ben")
    night.tap("Undo it")
    night.expect_results(Ana="+2.60")
    expect(night.page.locator("#dock-usual")).to_be_visible()


@pytest.fixture
def companion(night: Phone) -> Phone:
    """Open the companion of the table, which rests behind "More"."""
    expect(night.page.locator("#companion")).to_be_hidden()
    night.more("Purro, follow the play")
    expect(night.page.locator("#companion-body")).to_be_visible()
    return night


def is_news(response: Response) -> bool:
    return "/live/" in response.url and response.status == 200


@pytest.mark.deep
def test_taps_of_the_companion_swap_its_section_and_leave_the_page_alone(companion: Phone) -> None:
    body = companion.page.locator("#companion-body")
    companion.page.locator("main").evaluate("main => main.dataset.kept = 'yes'")
    companion.tap("Discards")
    companion.tap("Drew and discarded")
    expect(body.locator("[data-turn]")).to_have_text("Carla draws")
    expect(body.locator("[data-stock]")).to_have_text("49 in the stock")
    body.locator("[data-seat='2'] [value=purro]").click()
    expect(body.locator("[data-seat='2'] [value=lost]")).to_be_visible()
    body.locator("[data-seat='4'] [value=purro]").click()
    expect(body.get_by_role("alert")).to_contain_text("(C19)")
    body.locator("[value=undo]").click()
    expect(body.locator("[data-seat='2'] [value=purro]")).to_be_visible()
    expect(body.locator("[data-turn]")).to_have_text("Carla draws")
    expect(companion.page.locator("main")).to_have_attribute("data-kept", "yes")


@pytest.mark.deep
@pytest.mark.usefixtures("heard")
def test_a_phone_whose_tap_came_second_is_shown_the_first_and_news_waits_for_that(companion: Phone) -> None:
    other, page = companion.another_tab(), companion.page
    held: list[Route] = []
    page.route("**/companion/", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with page.expect_request("**/companion/"):
        page.get_by_role("button", name="Lays a secret", exact=True).click()
    expect(page.locator("#saving")).to_have_text("Saving")
    with page.expect_response(is_news):
        other.tap("Discards")
    held[0].continue_()
    expect(page.locator("#companion-body [data-code]")).to_be_visible()
    expect(page.locator("[data-turn]")).to_have_text("Ben draws")
    expect(page.locator("#saving")).to_be_empty()
