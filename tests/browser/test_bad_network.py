"""A bad network loses nothing and doubles nothing; the page says what became of every tap."""

from typing import Literal

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.conftest import LetIn, Phone
from tests.conftest import ADDRESS


@pytest.mark.usefixtures("heard")
def test_a_write_whose_answer_was_lost_is_recorded_once(night: Phone) -> None:
    night.tap_secret("Ben")
    night.page.route("**/secret/2/", lambda route: (route.fetch(max_redirects=0), route.abort()), times=1)
    night.record_secret()
    night.expect_results(Ana="−0.50", Ben="+1.00", Carla="−0.50", Dan="0.00")
    expect(night.page.locator(".side-row")).to_have_count(1)


FORGET_SLOWLY = """() => {
  const { drop } = outbox;
  outbox.drop = async (key) => {
    await new Promise((go) => addEventListener("forget", go, { once: true }));
    await drop(key);
  };
}"""
"""A phone whose storage is slow, until the event comes."""


def test_a_link_tapped_while_a_recorded_act_leaves_the_outbox_is_followed(night: Phone) -> None:
    night.tap_secret("Ben")
    night.page.evaluate(FORGET_SLOWLY)
    night.page.locator("[data-secret]").click()
    expect(night.page.locator("#saving")).to_have_text("Saved.")
    expect(night.page.locator("form[aria-busy='true']")).to_have_count(1)
    night.page.get_by_role("link", name="Judge", exact=True).click()
    night.page.locator("body").dispatch_event("forget")
    expect(night.page.get_by_role("heading", name="Judge", exact=True)).to_be_visible()


def test_a_hand_without_network_has_its_price_once_that_is_back_and_is_kept_until_then(night: Phone) -> None:
    night.set_sowee("4O")
    night.open_hand()
    night.key("5B")
    night.page.locator("[data-undo]").click()
    expect(night.page.locator("#verdict")).to_contain_text("0 of 16")
    night.choose("Ben")
    night.choose("Discard")
    night.take_worked_melds()
    expect(night.page.locator("[data-said]", has_text="bounit")).to_be_visible()
    night.page.context.set_offline(True)
    night.key("5B")
    dock = night.page.locator("#verdict")
    expect(dock.locator("[data-offline='Melds']")).to_be_visible()
    expect(night.page.locator("#failure")).to_be_empty()
    if not night.address.startswith("https"):  # where the kept page of the table opens instead
        night.page.get_by_role("link", name="Back to the table").click()
        expect(night.retry).to_be_visible()
    night.page.context.set_offline(False)
    expect(dock).to_contain_text("₱0.90")
    expect(night.page.locator("#failure")).to_be_empty()
    night.page.context.set_offline(True)
    night.tap("Review")
    night.page.locator("#failure button").last.click()
    expect(night.page.locator("#waiting > summary", has_text="1")).to_be_visible()
    expect(night.page.locator(".when-kept")).to_be_visible()
    assert night.page.evaluate("scrollY") == 0  # the bar would lie over the head of the page
    expect(night.page.get_by_role("button", name="Review")).to_be_hidden()
    night.page.context.set_offline(False)
    night.expect_results(Ana="−0.90", Ben="+1.80", Carla="−0.90", Dan="0.00")


@pytest.mark.deep
def test_a_price_is_asked_for_again_where_the_phone_knows_of_no_lost_network(night: Phone) -> None:
    night.tap("Record hand 1", role="link")
    night.page.clock.install()
    night.page.route("**/verdict/", lambda route: route.abort(), times=1)
    night.key("5B")
    dock = night.page.locator("#verdict")
    expect(dock.locator("[data-offline='NotKnown']")).to_be_visible()
    night.page.clock.run_for(20_000)
    expect(dock).to_contain_text("1 of 16")


def test_a_link_tapped_without_network_keeps_the_page_and_says_so(night: Phone) -> None:
    table = night.page.url
    night.page.context.set_offline(True)
    night.page.get_by_role("link", name="Money", exact=True).click()
    expect(night.retry).to_be_visible()
    assert night.page.url == table
    night.retry.click()
    expect(night.retry).to_be_visible()
    night.page.context.set_offline(False)
    expect(night.retry).to_have_count(0)
    night.page.get_by_role("link", name="Money", exact=True).click()
    expect(night.page.get_by_role("heading", name="Money", exact=True)).to_be_visible()


@pytest.mark.skipif(ADDRESS != "home", reason="a worker keeps the script")
def test_a_tap_whose_script_never_comes_is_tapped_again(night: Phone) -> None:
    night.page.route("**/htmx-2*", lambda _: None, times=1)
    night.page.clock.install()
    night.page.reload()
    night.secret("Ben").click()
    night.page.clock.run_for(20_000)
    night.retry.click()
    expect(night.page.locator("[data-secret]")).to_be_visible()


@pytest.mark.deep
def test_a_file_that_is_sent_without_network_is_sent_once_it_is_back(phone: Phone) -> None:
    phone.page.goto(f"{phone.address}/rules/sets/?open=import")
    for content in (b"too much" * 100_000, b"no rules"):
        file: FilePayload = {"name": "rules", "mimeType": "text/plain", "buffer": content}
        phone.page.locator("[name=file]").set_input_files(file)
        phone.tap("Import")
        expect(phone.retry).to_be_visible()
        phone.page.context.set_offline(True)
    phone.page.context.set_offline(False)
    phone.retry.click()
    expect(phone.page.locator("[data-problems]")).to_be_visible()


HOLD_ANSWERS = """
const ask = fetch;
window.fetch = async (...asked) => {
  const answer = await ask(...asked);
  if (answer.url.includes("ahead=")) {
    const page = answer.clone();
    await page.text();
    if (navigator.onLine) await new Promise((gone) => addEventListener("offline", gone, { once: true }));
  }
  return answer;
};
"""
"""The script hears of the next page only when the network is gone."""


@pytest.mark.parametrize(("form", "role", "tapped"), [("", "link", "Judge"), ("secret/2/", "button", "Secret, ")])
def test_the_next_page_is_shown_though_the_network_dies_with_the_answer(
    night: Phone, form: str, role: Literal["button", "link"], tapped: str
) -> None:
    table = night.page.url
    night.page.add_init_script(HOLD_ANSWERS)
    night.page.goto(table + form)
    with night.page.expect_event("requestfinished", lambda request: "ahead=" in request.url):
        night.page.get_by_role(role, name=tapped).click()
    night.page.context.set_offline(True)
    if form:
        night.expect_results(Ben="+1.00")
        assert night.page.url.startswith(table)
    else:
        expect(night.page.get_by_role("heading", name="Judge", exact=True)).to_be_visible()
    night.page.context.set_offline(False)


def test_the_way_back_of_the_browser_shows_the_amounts_of_now(night: Phone) -> None:
    table = night.page.url.removeprefix(night.address)
    at_home = night.page.locator(f"main :is(li, section):has(> [href='{table}'])")
    night.page.goto(night.address)  # typed, so that the browser could keep it under its own address
    expect(at_home).to_contain_text("₱0.00")
    night.page.goto(night.address + table)
    night.tap_secret("Ben")
    night.record_secret()
    night.expect_results(Ben="+1.00")
    night.page.goto(night.address)
    expect(at_home).to_contain_text("₱1.00")
    night.page.get_by_role("link", name="Judge").click()
    expect(night.page.get_by_role("heading", name="Judge", exact=True)).to_be_visible()
    night.page.go_back()
    expect(at_home).to_contain_text("₱1.00")


@pytest.mark.parametrize(
    ("form", "tapped"), [("hand/quick/", "main button[value=review]"), ("hand/", "[data-key='3O']")]
)
def test_a_phone_that_is_sent_away_is_told_at_its_next_tap(night: Phone, let_in: LetIn, form: str, tapped: str) -> None:
    typing = let_in().page
    typing.goto(f"{night.page.url}{form}")
    expect(typing.locator(tapped)).to_be_visible()
    night.send_away("Scorekeeper")
    typing.locator(tapped).click()
    expect(typing.get_by_role("heading", name="Ask the host")).to_be_visible()
