"""Three phones: the host lets a player and a viewer in; sent away, a phone is refused at its next request."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Phone, new_page, settle

pytestmark = pytest.mark.deep


def opened(browser: Browser, *, address: str) -> Page:
    """Open an address on another phone."""
    page = new_page(browser)
    page.goto(address)
    return page


def test_host_lets_in_a_player_by_link_and_a_viewer_by_code_and_sends_the_player_away(
    phone: Phone, browser: Browser
) -> None:
    host = phone.page
    host.goto(f"{phone.address}/phones/")
    phone.choose("Player")
    phone.tap("Show a QR code and link")
    player = opened(browser, address=host.locator("#link").input_value())
    player.get_by_role("button", name="Join as: Player").click()
    expect(player.get_by_role("link", name="History")).to_be_visible()

    host.goto(f"{phone.address}/phones/")
    host.get_by_text("Or by a code to type").click()
    phone.tap("Open joining for ten minutes")
    viewer = opened(browser, address=f"{phone.address}/join/")
    viewer.get_by_label("The code").fill(host.locator("[data-code]").inner_text().lower())
    viewer.get_by_label("Your name").fill("Carla")
    viewer.get_by_role("button", name="Ask the host").click()
    expect(host.locator("#asking").get_by_text("asks to join as Carla")).to_be_visible()
    host.get_by_label("Role").select_option("viewer")
    phone.tap("Let in")
    expect(viewer.get_by_role("link", name="History")).to_be_visible()
    phone.tap("Close joining")

    host.locator("[data-phones] a").filter(has_text="Player").last.click()
    phone.tap("Send this phone away", role="link")
    phone.tap("Send away")
    player.reload()
    expect(player.get_by_role("heading", name="Ask the host")).to_be_visible()
    viewer.reload()
    expect(viewer.get_by_role("link", name="History")).to_be_visible()
    for page in (player, viewer):
        page.context.close()


def test_passcode_opens_the_page_and_sends_on_what_was_written(phone: Phone, browser: Browser) -> None:
    first = phone.page
    first.goto(f"{phone.address}/phones/")
    phone.choose("Host")
    phone.tap("Show a QR code and link")
    token = first.locator("#link").input_value().split("/join/")[1]
    second = opened(browser, address=f"{phone.address}/join/{token}")
    second.get_by_role("button", name="Make this phone the host").click()
    second.wait_for_url(lambda address: "/join/" not in address)
    second.goto(f"{phone.address}/club/")
    called = second.get_by_label("Name")
    before = called.input_value()
    called.fill("Sunday table")

    first.goto(f"{phone.address}/phones/protection/")
    first.get_by_label("New passcode").fill("porbis")
    phone.tap("Save")
    first.get_by_label("Passcode", exact=True).fill("porbis")
    phone.tap("Open")
    expect(first.get_by_role("heading", name="People and phones")).to_be_visible()

    second.get_by_role("button", name="Save").click()
    second.get_by_label("Passcode", exact=True).fill("porbis")
    second.get_by_role("button", name="Go on with what I wrote").click()
    expect(second.locator("#main").get_by_text("The club was changed.")).to_be_visible()
    expect(called).to_have_value("Sunday table")
    called.fill(before)
    second.get_by_role("button", name="Save").click()
    settle(second)
    expect(called).to_have_value(before)

    first.goto(f"{phone.address}/phones/protection/")
    first.get_by_label("Stop asking for a passcode").check()
    phone.tap("Save")
    expect(first.get_by_role("heading", name="People and phones")).to_be_visible()
    second.context.close()
