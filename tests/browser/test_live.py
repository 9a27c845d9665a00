"""What one phone records the others see at once; several are let in, object, settle and are sent away."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import LetIn, Phone, new_page, settle


def test_a_hand_recorded_elsewhere_is_seen_and_leaves_an_open_question_alone(night: Phone, other: Phone) -> None:
    other.tap_secret("Ben")
    question = other.page.locator("#asked", has_text="Ben")
    expect(question).to_be_visible()
    night.open_quick()
    night.tap("Record")
    other.expect_hand(2)
    other.expect_results(Ana="+2.60", Ben="−1.30", Carla="0.00", Dan="−1.30")
    expect(other.page.locator(".hand-row")).to_have_count(1)
    expect(question).to_be_visible()
    other.tap("Cancel", role="link")
    expect(other.page.get_by_role("link", name="Record hand 2")).to_be_visible()
    expect(other.page.locator("#seat-2")).to_be_focused()


@pytest.mark.deep
def test_a_page_left_alone_asks_at_once_when_it_is_seen_again(night: Phone, other: Phone) -> None:
    other.page.context.set_offline(True)
    night.set_sowee("4O")
    expect(other.page.locator("[data-live-state]")).to_have_text(re.compile(r"\d\d:\d\d"))
    other.page.context.set_offline(False)
    expect(other.page.locator("[data-sowee] .card")).to_be_visible()
    expect(other.page.locator("[data-live-state]")).to_be_empty()


@pytest.mark.deep
def test_a_question_that_is_refused_is_asked_again_in_the_dock_of_its_table(night: Phone) -> None:
    for _hand in range(2):
        night.open_quick()
        night.tap("Record")
        expect(night.page.locator("#dock-usual")).to_be_visible()
    night.page.get_by_label("More", exact=True).click()
    night.press("[href$='false-win/']")
    night.tap("Record")
    dock = night.page.locator("#dock")
    expect(dock.locator("fieldset.field-invalid").first).to_be_visible()
    night.choose("Ben")
    night.choose("Play goes on")
    night.tap("Record")
    expect(night.page.locator("#dock-usual")).to_be_visible()
    night.page.locator("#line-1").click()
    night.page.locator("[data-line-fold]").get_by_role("link", name="More").click()
    night.page.wait_for_url("**/entries/1/")
    night.page.get_by_role("link", name="Undo").click()
    night.tap("Undo")
    night.expect_results(Ana="+2.60")


@pytest.mark.deep
@pytest.mark.usefixtures("heard")
def test_a_phone_whose_tap_came_second_is_shown_the_first_and_news_waits_for_that(night: Phone) -> None:
    page = night.page
    expect(page.locator("#companion")).to_be_hidden()
    page.get_by_label("More", exact=True).click()
    night.press("[href$='#companion']")
    expect(page.locator("#companion-body")).to_be_visible()
    other = night.another_tab()
    page.locator("main").evaluate("main => main.dataset.kept = 'yes'")
    held: list[Route] = []
    page.route("**/companion/", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with page.expect_request("**/companion/"):
        page.get_by_role("button", name="Lays a secret", exact=True).click()
    expect(page.locator("#saving")).to_have_text("Saving")
    with page.expect_response(lambda response: "/live/" in response.url and response.status == 200):
        other.tap("Discards")
    held[0].continue_()
    expect(page.locator("#companion-body [data-code]")).to_be_visible()
    expect(page.locator("[data-turn]")).to_have_text("Ben draws")
    expect(page.locator("#saving")).to_be_empty()
    night.tap("Draws and discards")
    expect(page.locator("[data-turn]")).to_have_text("Carla draws")
    expect(page.locator("main")).to_have_attribute("data-kept", "yes")


LOWEST_SEAT = """seat => {
  const bottom = (one) => one.getBoundingClientRect().bottom;
  const seats = [...document.querySelectorAll(".seat")].sort((one, other) => bottom(other) - bottom(one));
  return seats[0]?.dataset.seat === seat;
}"""
"""Whether this seat lies nearest to whoever holds the phone."""


def objects(player: Page, why: str) -> None:
    player.get_by_label("What was wrong?").fill(why)
    player.get_by_role("button", name="Object", exact=True).click()


def test_an_objection_is_raised_seen_and_settled_on_three_phones(night: Phone, let_in: LetIn) -> None:
    host, player, viewer = night.page, let_in("Player", name="Ben").page, let_in("Viewer").page
    for page, lowest in ((host, "1"), (player, "2"), (viewer, "1")):
        page.wait_for_function(LOWEST_SEAT, arg=lowest)
    night.tap_secret("Ana")
    night.record_secret()
    for page in (host, player, viewer):
        expect(page.locator("#line-1")).to_contain_text("Secret of Ana")
    expect(viewer.locator("#object-1")).to_have_count(0)
    player.locator("#object-1").click()
    objects(player, "No secret")
    for page in (host, player, viewer):
        expect(page.locator("[data-disputes]")).to_contain_text("No secret")
    host.locator("[data-disputes] a").first.click()
    night.tap("Undo")
    for page in (player, viewer):
        expect(page.locator("#line-1[data-undone]")).to_contain_text("Ana")
        expect(page.locator("[data-disputes]")).to_have_count(0)
        expect(page.locator("[data-seat='1'].seat .amount")).to_contain_text("0.00")
    night.send_away("Ben")
    expect(player.get_by_role("heading", name="Ask the host")).to_be_visible()
    expect(viewer.locator("#line-1")).to_be_visible()


def test_voices_and_payments_reach_the_phones_that_look_at_them(night: Phone, let_in: LetIn) -> None:
    host, table = night.page, night.page.url
    ana, ben = (let_in("Player", name=name).page for name in ("Ana", "Ben"))
    night.open_quick()
    night.tap("Record")
    ben.goto(f"{table}entries/1/dispute/")
    objects(ben, "Not a win")
    expect(ben.locator("[data-disputes]")).to_be_visible()
    for page in (ana, ben, host):
        page.goto(f"{table}entries/1/")
    ana.get_by_role("button", name="Keep it").click()
    for page in (host, ben):
        expect(page.locator("[data-voices]")).to_contain_text("Ana")
    ben.get_by_role("button", name="Keep it").click()
    for page in (host, ana):
        expect(page.locator("[data-objection]")).to_contain_text("rejected")
        expect(page.get_by_role("button", name="Keep it")).to_have_count(0)
    host.goto(f"{table}close/")
    night.tap("Close the night")
    expect(host.get_by_role("heading", name="Closed")).to_be_visible()
    settle(ana)
    ana.goto(f"{table}settle/")
    ana.locator("[id^=partly] > summary").first.click()
    ana.locator("[id^=part-]").first.fill("0.30")
    host.locator("[data-line='4-1']").get_by_role("button", name="Mark").click()
    expect(host.locator("[data-progress]")).to_contain_text("1 of 2 settled")
    ana.locator("[data-line='2-1']").get_by_role("button", name="Record").click()
    for page in (ana, host):
        expect(page.locator("[data-line='2-1']")).to_contain_text("₱0.30 of ₱1.30 handed over")
    host.get_by_role("button", name="Mark").click()
    expect(ana.get_by_role("heading", name="All settled")).to_be_visible()


@pytest.mark.deep
def test_a_viewer_is_let_in_by_a_code(phone: Phone, browser: Browser) -> None:
    host, viewer = phone.page, new_page(browser)
    host.goto(f"{phone.address}/phones/invite/")
    code = host.locator("[data-code]").inner_text().lower()
    viewer.goto(f"{phone.address}/join/")
    viewer.get_by_label("Type a code").fill(code)
    viewer.get_by_label("Type a code").press("Enter")
    expect(viewer.get_by_label("Your name")).to_be_focused()
    viewer.get_by_label("Your name").fill("Carla")
    viewer.get_by_role("button", name="Ask the host").click()
    host.goto(f"{phone.address}/phones/")
    expect(host.locator("#knock")).to_contain_text("Carla")
    host.locator("#knock summary").click()
    phone.tap("Viewer")
    expect(viewer.get_by_role("heading", name="Who are you?")).to_be_visible()
    host.goto(f"{phone.address}/phones/?open=links")
    phone.tap("Close joining")
    viewer.context.close()
