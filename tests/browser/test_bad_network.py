"""A bad network loses nothing and doubles nothing; the page says what became of every tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, FilePayload, Route, expect

from tests.browser.conftest import WORKED_MELDS, Phone
from tests.browser.test_night import open_quick, set_sowee, start
from tests.browser.test_three_phones import as_player, joined

RETRY = "Not recorded, tap to retry"
TRY_AGAIN = "No connection. Tap to try again"


def send_away(host: Phone, *, role: str) -> None:
    """Revoke the newest phone of a role on a page of its own."""
    other = Phone(page=host.page.context.new_page(), address=host.address)
    other.page.goto(f"{host.address}/phones/")
    other.page.locator("[data-phones] a").filter(has_text=role).last.click()
    other.tap("Send this phone away", role="link")
    other.tap("Send away")
    expect(other.page.get_by_role("heading", name="People and phones")).to_be_visible()
    other.page.close()


def test_a_secret_without_network_is_kept_and_recorded_once_when_it_is_back(phone: Phone) -> None:
    start(phone)
    phone.tap_secret("Ben")
    phone.page.context.set_offline(True)
    phone.tap("Record secret")
    expect(phone.page.get_by_text("Not recorded yet, kept on this phone: 1")).to_be_visible()
    phone.page.context.set_offline(False)
    phone.expect_results(Ana="−0.50", Ben="+1.00", Carla="−0.50", Dan="0.00")
    expect(phone.page.locator("[data-ledger] > li")).to_have_count(1)


@pytest.mark.usefixtures("heard")
def test_a_write_whose_answer_was_lost_is_recorded_once(phone: Phone) -> None:
    start(phone)
    phone.tap_secret("Ben")
    phone.page.route("**/secret/2/", lambda route: (route.fetch(max_redirects=0), route.abort()), times=1)
    phone.tap("Record secret")
    phone.expect_results(Ana="−0.50", Ben="+1.00", Carla="−0.50", Dan="0.00")
    expect(phone.page.locator("[data-ledger] > li")).to_have_count(1)


def held_write(phone: Phone) -> tuple[Callable[[], None], Callable[[], None]]:
    """Send a secret that stays on its way, see the page say so, and return what lets it through and what loses it."""
    held: list[Route] = []
    phone.page.route("**/secret/2/", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with phone.page.expect_request("**/secret/2/"):
        phone.page.get_by_role("button", name="Record secret").click()
    expect(phone.page.locator("#saving")).to_have_text("Saving")
    return held[0].continue_, held[0].abort


@pytest.mark.usefixtures("heard")
def test_a_slow_write_says_that_it_is_saving(phone: Phone) -> None:
    start(phone)
    phone.tap_secret("Ben")
    record, _ = held_write(phone)
    record()
    phone.expect_results(Ben="+1.00")


FORGET_SLOWLY = """() => {
  const { drop } = outbox;
  outbox.drop = async (key) => {
    await new Promise((go) => addEventListener("forget", go, { once: true }));
    await drop(key);
  };
}"""
"""A phone whose storage is slow, until the event comes."""


def test_a_link_tapped_while_a_recorded_act_leaves_the_outbox_is_followed(phone: Phone) -> None:
    start(phone)
    phone.tap_secret("Ben")
    phone.page.evaluate(FORGET_SLOWLY)
    phone.page.get_by_role("button", name="Record secret").click()
    expect(phone.page.locator("#saving")).to_have_text("Saved")
    expect(phone.page.locator("form[aria-busy='true']")).to_have_count(1)
    phone.page.get_by_role("link", name="Judge", exact=True).click()
    phone.page.locator("body").dispatch_event("forget")
    expect(phone.page.get_by_role("heading", name="Judge of Cuajo")).to_be_visible()


@pytest.mark.deep
def test_no_connection_is_said_no_more_once_the_app_answers_though_the_network_was_never_gone(phone: Phone) -> None:
    start(phone)
    gone = lambda route: route.abort()  # noqa: E731
    phone.page.route("**/*", gone)
    phone.page.get_by_role("link", name="History").click()
    expect(phone.page.get_by_role("button", name=TRY_AGAIN)).to_be_visible()
    expect(phone.page.locator("[data-live-state]")).to_contain_text("No connection since")
    phone.page.unroute("**/*", gone)
    expect(phone.page.locator("#failure")).to_be_empty()


def test_a_price_that_was_not_heard_is_asked_for_again_once_the_network_is_back(phone: Phone) -> None:
    start(phone)
    set_sowee(phone, "4O")
    phone.tap("Record hand 1", role="link")
    phone.choose("Ben")
    phone.choose("Discard")
    for meld in WORKED_MELDS:
        phone.take(meld)
    phone.key("12B")
    expect(phone.page.get_by_text("Which was the last card (bounit)?")).to_be_visible()
    phone.page.context.set_offline(True)
    phone.key("5B")
    dock = phone.page.locator("#verdict")
    expect(dock).to_contain_text("The hand stays on this phone; the amount comes later.")
    expect(phone.page.locator("#failure")).to_be_empty()
    phone.page.get_by_role("link", name="Back to the table").click()
    expect(phone.page.get_by_role("button", name=TRY_AGAIN)).to_be_visible()
    phone.page.context.set_offline(False)
    expect(dock).to_contain_text("₱0.90")
    expect(phone.page.locator("#failure")).to_be_empty()


@pytest.mark.deep
def test_a_price_is_asked_for_again_where_the_phone_knows_of_no_lost_network(phone: Phone) -> None:
    start(phone)
    phone.tap("Record hand 1", role="link")
    phone.page.clock.install()
    phone.page.route("**/verdict/", lambda route: route.abort(), times=1)
    phone.key("5B")
    dock = phone.page.locator("#verdict")
    expect(dock).to_have_text("No connection. The verdict comes later.")
    phone.page.clock.run_for(20_000)
    expect(dock).to_contain_text("1 of 16")


def test_a_hand_that_was_entered_without_network_is_kept_and_recorded_once_it_is_back(phone: Phone) -> None:
    start(phone)
    set_sowee(phone, "4O")
    phone.tap("Record hand 1", role="link")
    phone.key("5B")
    phone.page.locator("[data-undo]").click()
    expect(phone.page.locator("#verdict")).to_contain_text("0 of 16")
    phone.page.context.set_offline(True)
    phone.choose("Ben")
    phone.choose("Discard")
    for meld in WORKED_MELDS:
        phone.take(meld)
    phone.key("12B")
    phone.key("5B")
    phone.tap("Review")
    phone.tap("Keep it here and record it later")
    expect(phone.page.get_by_text("Not recorded yet, kept on this phone: 1")).to_be_visible()
    expect(phone.page.locator(".when-kept")).to_be_visible()
    assert phone.page.evaluate("scrollY") == 0, "the bar lies over the way back otherwise"
    expect(phone.page.get_by_role("button", name="Review")).to_be_hidden()
    phone.page.context.set_offline(False)
    phone.expect_results(Ana="−0.90", Ben="+1.80", Carla="−0.90", Dan="0.00")


def test_a_link_tapped_without_network_keeps_the_page_and_says_so(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    phone.page.context.set_offline(True)
    phone.page.get_by_role("link", name="History").click()
    again = phone.page.get_by_role("button", name=TRY_AGAIN)
    expect(again).to_be_visible()
    assert phone.page.url == table
    again.click()
    expect(again).to_be_visible()
    phone.page.context.set_offline(False)
    expect(again).to_have_count(0)
    phone.page.get_by_role("link", name="History").click()
    expect(phone.page.get_by_role("heading", name="History")).to_be_visible()


def test_a_file_that_is_sent_without_network_is_sent_once_it_is_back(phone: Phone) -> None:
    phone.page.goto(f"{phone.address}/rules/sets/import/")
    again = phone.page.get_by_role("button", name=RETRY)
    for content in (b"too much" * 100_000, b"no rules"):
        file: FilePayload = {"name": "rules", "mimeType": "text/plain", "buffer": content}
        phone.page.locator("[name=file]").set_input_files(file)
        phone.tap("Import")
        expect(again).to_be_visible()
        phone.page.context.set_offline(True)
    phone.page.context.set_offline(False)
    again.click()
    expect(phone.page.get_by_role("main")).to_contain_text("This is not a rule set")


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


def test_a_link_is_followed_though_the_network_dies_with_the_answer(phone: Phone) -> None:
    start(phone)
    phone.page.add_init_script(HOLD_ANSWERS)
    phone.page.reload()
    with phone.page.expect_event("requestfinished", lambda request: "ahead=" in request.url):
        phone.page.get_by_role("link", name="History").click()
    phone.page.context.set_offline(True)
    expect(phone.page.get_by_role("heading", name="History")).to_be_visible()
    expect(phone.page).to_have_url(f"{phone.address}/history/")
    phone.page.context.set_offline(False)


def test_what_was_recorded_is_shown_though_the_network_dies_with_the_answer(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    phone.page.add_init_script(HOLD_ANSWERS)
    phone.page.reload()
    phone.tap_secret("Ben")
    with phone.page.expect_event("requestfinished", lambda request: "ahead=" in request.url):
        phone.page.get_by_role("button", name="Record secret").click()
    phone.page.context.set_offline(True)
    phone.expect_results(Ben="+1.00")
    assert phone.page.url.startswith(table)
    phone.page.context.set_offline(False)


def test_the_way_back_of_the_browser_shows_the_amounts_of_now(phone: Phone) -> None:
    start(phone)
    table = phone.page.url.removeprefix(phone.address)
    at_home = phone.page.locator(f"main :is(li, section):has(> [href='{table}'])")
    phone.page.goto(phone.address)  # typed, so that the browser could keep it under its own address
    expect(at_home).to_contain_text("₱0.00")
    phone.page.goto(phone.address + table)
    phone.tap_secret("Ben")
    phone.tap("Record secret")
    phone.expect_results(Ben="+1.00")
    phone.page.get_by_role("link", name="Home").click()
    expect(at_home).to_contain_text("₱1.00")
    phone.page.get_by_role("link", name="Players").click()
    expect(phone.page.get_by_role("heading", name="Players")).to_be_visible()
    phone.page.go_back()
    expect(at_home).to_contain_text("₱1.00")


@pytest.mark.deep
def test_a_write_is_retried_though_news_replaced_its_form(phone: Phone, browser: Browser) -> None:
    start(phone)
    table = phone.page.url
    player = as_player(browser, phone, name="Carla")
    phone.page.goto(f"{table}settings/")
    phone.page.locator("[name=players_may_propose]").check()
    phone.tap("Save")
    expect(phone.page.get_by_role("heading", name="Hand 1", exact=True)).to_be_visible()
    player.goto(f"{table}propose/quick/")
    for name, value in (("winner", 1), ("source", "self_drawn"), ("kings_of_coins", 0), ("other_kings", 1)):
        player.locator(f"[name={name}][value='{value}']").check()
    player.get_by_role("button", name="Review").click()
    player.get_by_role("button", name="Propose", exact=True).click()
    phone.page.route("**/decline/", lambda route: route.abort(), times=1)
    phone.tap("Put it aside")
    expect(phone.page.get_by_role("button", name=RETRY)).to_be_visible()

    other = Phone(page=phone.page.context.new_page(), address=phone.address)
    other.page.goto(table)
    set_sowee(other, "4O")
    phone.page.bring_to_front()
    expect(phone.page.locator("[data-sowee] .card")).to_be_visible()
    phone.tap(RETRY)
    expect(phone.page.locator("[data-proposal]")).to_have_count(0)
    expect(phone.page.locator("#main").get_by_text("The proposal is put aside.")).to_be_visible()
    player.context.close()


def test_a_refused_write_does_not_say_saved(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    open_quick(phone)
    other = Phone(page=phone.page.context.new_page(), address=phone.address)
    other.page.goto(table)
    other.tap("Quick: go on", role="link")
    other.tap("Review")
    expect(other.page.locator("[data-changes]")).to_be_visible()
    said = "() => new MutationObserver(() => window.said = [...(window.said ?? []), saving.textContent])"
    phone.page.evaluate(f"({said})().observe(saving, {{ childList: true }})")
    other.tap("Record")
    expect(other.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    phone.page.bring_to_front()
    phone.tap("Record")
    expect(phone.page.get_by_role("heading", name="You recorded this before")).to_be_visible()
    phone.tap("Correct it with yours")
    expect(phone.page.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    assert "Saved" not in phone.page.evaluate("window.said ?? []")


@pytest.mark.parametrize(
    ("form", "tapped"), [("hand/quick/", "main button[value=review]"), ("hand/", "[data-key='3O']")]
)
def test_a_phone_that_is_sent_away_while_it_types_is_told_so_at_its_next_tap(
    phone: Phone, browser: Browser, form: str, tapped: str
) -> None:
    start(phone)
    typing = joined(browser, phone, role="Scorekeeper")
    typing.goto(f"{phone.page.url}{form}")
    expect(typing.locator(tapped)).to_be_visible()
    send_away(phone, role="Scorekeeper")
    typing.locator(tapped).click()
    expect(typing.get_by_role("heading", name="Ask the host")).to_be_visible()
    typing.context.close()
