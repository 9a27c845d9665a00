"""Several phones at one table: let in, see at once, object, settle, sent away."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LetIn, Phone, new_page

LOWEST_SEAT = """seat => {
  const bottom = (one) => one.getBoundingClientRect().bottom;
  const seats = [...document.querySelectorAll(".seat")].sort((one, other) => bottom(other) - bottom(one));
  return seats[0]?.dataset.seat === seat;
}"""
"""Whether this seat lies nearest to whoever holds the phone."""


def objects(player: Page, why: str) -> None:
    player.get_by_label("What is wrong?").fill(why)
    player.get_by_role("button", name="Object", exact=True).click()


def test_an_objection_is_raised_seen_and_settled_on_three_phones(night: Phone, let_in: LetIn) -> None:
    host, player, viewer = night.page, let_in("Player", name="Ben").page, let_in("Viewer").page
    for page, lowest in ((host, "1"), (player, "2"), (viewer, "1")):
        page.wait_for_function(LOWEST_SEAT, arg=lowest)

    night.tap_secret("Ana")
    night.tap("Record secret")
    for page in (host, player, viewer):
        expect(page.locator("#line-1")).to_contain_text("Secret of Ana")
    expect(viewer.locator("#object-1")).to_have_count(0)

    player.locator("#object-1").click()
    objects(player, "No secret")
    for page in (host, player, viewer):
        expect(page.locator("[data-disputes]")).to_contain_text("No secret")

    host.locator("[data-disputes] a").first.click()
    night.tap("Undo it")
    for page in (player, viewer):
        expect(page.locator("#line-2.entry-undoing")).to_contain_text("Ana")
        expect(page.locator("[data-disputes]")).to_have_count(0)
        expect(page.locator("[data-seat='1'].seat .amount")).to_contain_text("0.00")

    night.send_away("Ben")
    expect(player.get_by_role("heading", name="Ask the host")).to_be_visible()
    expect(viewer.locator("#line-2")).to_be_visible()


def test_voices_and_payments_reach_the_phones_that_look_at_them(night: Phone, let_in: LetIn) -> None:
    host, table = night.page, night.page.url
    ana, ben = (let_in("Player", name=name).page for name in ("Ana", "Ben"))
    night.open_quick()
    night.tap("Record")
    ben.goto(f"{table}entries/1/dispute/")
    objects(ben, "Not a win")
    expect(ben.locator("[data-disputes]")).to_be_visible()
    for page in (ana, ben, host):
        page.goto(f"{table}entries/1/objections/")

    ana.get_by_role("button", name="Let it stand").click()
    for page in (host, ben):
        expect(page.locator("[data-voices]")).to_contain_text("Ana")
    ben.get_by_role("button", name="Let it stand").click()
    for page in (host, ana):
        expect(page.locator("[data-objection]")).to_contain_text("it stands")
        expect(page.get_by_role("button", name="Let it stand")).to_have_count(0)

    host.goto(f"{table}close/")
    night.tap("Close and settle")
    expect(host.get_by_role("heading", name="Settle")).to_be_visible()
    ana.goto(f"{table}settle/")
    ana.get_by_text("Part", exact=True).first.click()
    ana.get_by_label("Handed over").first.fill("0.30")
    host.locator("[data-line='4-1']").get_by_role("button", name="Mark").click()
    expect(host.locator("[data-progress]")).to_contain_text("1 of 2 handed over")
    ana.locator("[data-line='2-1']").get_by_role("button", name="Record").click()
    for page in (ana, host):
        expect(page.locator("[data-line='2-1']")).to_contain_text("₱0.30 of ₱1.30 handed over")
    host.get_by_role("button", name="Mark").click()
    expect(ana.get_by_role("heading", name="All settled")).to_be_visible()


@pytest.mark.deep
def test_a_viewer_is_let_in_by_a_code(phone: Phone, browser: Browser) -> None:
    host, viewer = phone.page, new_page(browser)
    host.goto(f"{phone.address}/phones/")
    host.locator("details:has([action$='/joining/open/']) > summary").click()
    phone.press("[action$='/joining/open/'] button")
    viewer.goto(f"{phone.address}/join/")
    viewer.get_by_label("The code").fill(host.locator("[data-code]").inner_text().lower())
    viewer.get_by_label("Your name").fill("Carla")
    viewer.get_by_role("button", name="Ask the host").click()
    expect(host.locator("#asking")).to_contain_text("Carla")
    host.get_by_label("Role").select_option("viewer")
    phone.tap("Let in")
    expect(viewer.get_by_role("link", name="History")).to_be_visible()
    phone.tap("Close joining")
    viewer.context.close()
