"""Host, player and viewer at one table: let in, see at once, object, settle, sent away."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Phone, new_page
from tests.browser.test_night import open_quick, start

LOWEST_SEAT = """seat => {
  const bottom = (one) => one.getBoundingClientRect().bottom;
  const seats = [...document.querySelectorAll(".seat")].sort((one, other) => bottom(other) - bottom(one));
  return seats[0]?.dataset.seat === seat;
}"""
"""Whether this seat lies nearest to whoever holds the phone."""


def invitation(host: Phone, *, role: str) -> str:
    """Have the host make a link for this role, return its path, and return to the host's page."""
    table = host.page.url
    host.page.goto(f"{host.address}/phones/")
    host.choose(role)
    host.tap("Show a QR code and link")
    link = host.page.locator("#link").input_value()
    host.page.goto(table)
    return f"/join/{link.split('/join/')[1]}"


def joined(browser: Browser, host: Phone, *, role: str, **options: object) -> Page:
    """Let another phone in by a link the host makes for this role."""
    page = new_page(browser, **options)
    page.goto(host.address + invitation(host, role=role))
    page.get_by_role("button", name=f"Join as: {role}").click()
    page.wait_for_url(lambda address: "/join/" not in address)
    return page


def as_player(browser: Browser, host: Phone, *, name: str) -> Page:
    """Let in the phone of one of the players."""
    page = joined(browser, host, role="Player")
    page.goto(f"{host.address}/me/")
    page.get_by_role("radio", name=name, exact=True).check()
    page.get_by_role("button", name="That's me").click()
    expect(page.get_by_role("link", name=f"This phone: {name}, Player")).to_be_visible()
    return page


def test_an_objection_is_raised_seen_and_settled_on_three_phones(phone: Phone, browser: Browser) -> None:
    start(phone)
    host, table = phone.page, phone.page.url
    player = as_player(browser, phone, name="Ben")
    viewer = joined(browser, phone, role="Viewer")
    for page in (host, player, viewer):
        page.goto(table)
    for page, lowest in ((host, "1"), (player, "2"), (viewer, "1")):
        page.wait_for_function(LOWEST_SEAT, arg=lowest)

    phone.tap_secret("Ana")
    phone.tap("Record secret")
    for page in (host, player, viewer):
        expect(page.locator("#line-1")).to_contain_text("Secret of Ana")
    expect(viewer.get_by_role("link", name="Object Secret of Ana")).to_have_count(0)

    player.get_by_role("link", name="Object Secret of Ana").click()
    player.get_by_label("What is wrong?").fill("It was three of a kind")
    player.get_by_role("button", name="Object", exact=True).click()
    for page in (host, player, viewer):
        expect(page.locator("[data-disputes]")).to_contain_text("Ben objects to a secret: It was three of a kind")

    host.get_by_role("link", name="Ben objects to a secret").click()
    phone.tap("Undo it")
    for page in (player, viewer):
        expect(page.locator("#line-2")).to_contain_text("Secret of Ana. Undone.")
        expect(page.locator("[data-disputes]")).to_have_count(0)
        expect(page.locator("[data-seat='1'].seat .amount")).to_contain_text("0.00")

    host.goto(f"{phone.address}/phones/")
    host.locator("[data-phones] a").filter(has_text="Ben").last.click()
    phone.tap("Send this phone away", role="link")
    phone.tap("Send away")
    expect(player.get_by_role("heading", name="Ask the host")).to_be_visible()
    expect(viewer.locator("#line-2")).to_be_visible()
    for page in (player, viewer):
        page.context.close()


def test_voices_and_payments_reach_the_phones_that_look_at_them(phone: Phone, browser: Browser) -> None:
    start(phone)
    host, table = phone.page, phone.page.url
    ana, ben = (as_player(browser, phone, name=name) for name in ("Ana", "Ben"))
    open_quick(phone)
    phone.tap("Record")
    ben.goto(f"{table}entries/1/dispute/")
    ben.get_by_label("What is wrong?").fill("Not a win")
    ben.get_by_role("button", name="Object", exact=True).click()
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
    phone.tap("Close and settle")
    expect(host.get_by_role("heading", name="Settle")).to_be_visible()
    ana.goto(f"{table}settle/")
    ana.get_by_text("Part", exact=True).first.click()
    typed = ana.get_by_label("Handed over").first
    typed.fill("0.30")
    host.locator("[data-line='4-1']").get_by_role("button", name="Mark as handed over").click()
    expect(host.locator("[data-progress]")).to_contain_text("1 of 2 handed over")
    ana.locator("[data-line='2-1']").get_by_role("button", name="Record").click()
    for page in (ana, host):
        expect(page.locator("[data-progress]")).to_contain_text("1 of 2 handed over")
        expect(page.locator("[data-line='2-1']")).to_contain_text("₱0.30 of ₱1.30 handed over")
    host.get_by_role("button", name="Mark the rest as handed over").click()
    expect(ana.get_by_role("heading", name="All settled")).to_be_visible()
    for page in (ana, ben):
        page.context.close()
