"""The companion in a browser: its taps change its own section only, on two phones and without scripts."""

import pytest
from playwright.sync_api import Response, Route, expect

from tests.browser.conftest import Phone
from tests.browser.test_night import start

pytestmark = pytest.mark.deep


def open_companion(phone: Phone) -> None:
    """Start a night and open the companion of its table, which rests behind "More"."""
    start(phone)
    expect(phone.page.locator("#companion")).to_be_hidden()
    phone.page.locator(".menu > summary").click()
    phone.page.get_by_role("link", name="Purro, follow the play").click()
    expect(phone.page.locator("#companion-body")).to_be_visible()


def is_news(response: Response) -> bool:
    """Tell whether the page was answered that there is something new."""
    return "/live/" in response.url and response.status == 200


def test_taps_swap_the_section_and_leave_the_page_alone(phone: Phone) -> None:
    open_companion(phone)
    body = phone.page.locator("#companion-body")
    phone.page.locator("main").evaluate("main => main.dataset.kept = 'yes'")

    phone.tap("Discards")
    expect(body.locator("[data-turn]")).to_have_text("Ben draws")
    phone.tap("Drew and discarded")
    expect(body.locator("[data-turn]")).to_have_text("Carla draws")
    expect(body.locator("[data-stock]")).to_have_text("49 in the stock")
    body.locator("[data-seat='2'] [value=purro]").click()
    expect(body.locator("[data-seat='2']")).to_contain_text("purro")
    body.locator("[data-seat='4'] [value=purro]").click()
    expect(body.get_by_role("alert")).to_contain_text("(C19)")
    phone.page.get_by_role("button", name="Undo: Ben said purro").click()
    expect(body.locator("[data-last-tap]")).to_have_text("Ben drew and discarded")

    expect(phone.page.locator("main")).to_have_attribute("data-kept", "yes")
    expect(phone.page.locator("#failure")).to_be_empty()


@pytest.mark.usefixtures("heard")
def test_second_phone_is_shown_what_the_first_tapped_and_news_waits_for_that(phone: Phone) -> None:
    open_companion(phone)
    other = Phone(page=phone.page.context.new_page(), address=phone.address)
    other.page.goto(phone.page.url)
    held: list[Route] = []
    phone.page.route("**/companion/", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with phone.page.expect_request("**/companion/"):
        phone.page.get_by_role("button", name="Lays a secret", exact=True).click()
    expect(phone.page.locator("#saving")).to_have_text("Saving")

    with phone.page.expect_response(is_news):
        other.tap("Discards")
    held[0].continue_()

    expect(phone.page.locator("#companion-body [role=alert]")).to_contain_text("Somebody tapped on another phone")
    expect(phone.page.locator("[data-turn]")).to_have_text("Ben draws")
    expect(phone.page.locator("#saving")).to_be_empty()
