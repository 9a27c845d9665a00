"""What is recorded waits on the phone until the server has answered: nothing is lost, doubled or dropped by itself."""

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, Route, expect

from tests.browser.conftest import WORKED_MELDS, Phone
from tests.browser.test_night import open_hand, open_quick, set_sowee, start
from tests.browser.test_three_phones import joined

SECRETS = "**/secret/*/"

pytestmark = pytest.mark.usefixtures("heard")


def cut(page: Page, address: str = SECRETS) -> None:
    """Lose every act that is sent there, as where the network ends in the middle of the house."""
    page.context.route(address, lambda route: route.abort() if route.request.method == "POST" else route.continue_())


def mend(page: Page, address: str = SECRETS) -> None:
    page.context.unroute(address)


def waiting(page: Page) -> Locator:
    return page.locator("#waiting > summary")


def lines(page: Page) -> Locator:
    return page.locator("[data-ledger] > li")


def another_tab(phone: Phone) -> Phone:
    return Phone(page=phone.page.context.new_page(), address=phone.address)


def lose_a_secret(phone: Phone, name: str, *, number: int = 1) -> None:
    """Record a secret that does not get through, and go back to the table; see that so many wait then."""
    table = phone.page.url
    phone.tap_secret(name)
    phone.tap("Record secret")
    expect(waiting(phone.page)).to_have_text(f"Not recorded yet, kept on this phone: {number}")
    phone.page.goto(table)


def test_an_act_survives_a_reload_and_is_recorded_once_by_itself(phone: Phone) -> None:
    start(phone)
    cut(phone.page)
    lose_a_secret(phone, "Ben")
    phone.page.reload()
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    mend(phone.page)
    phone.expect_results(Ana="−0.50", Ben="+1.00", Carla="−0.50", Dan="0.00")
    expect(lines(phone.page)).to_have_count(1)
    expect(waiting(phone.page)).to_be_hidden()


def test_an_act_survives_the_tab_it_was_tapped_in(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    cut(phone.page)
    lose_a_secret(phone, "Ben")
    other = another_tab(phone)
    phone.page.close()
    mend(other.page)
    other.page.goto(table)
    other.expect_results(Ben="+1.00")
    expect(lines(other.page)).to_have_count(1)


def test_what_waits_counts_at_the_table_and_says_that_it_is_not_recorded(phone: Phone) -> None:
    start(phone)
    cut(phone.page)
    for number in (1, 2):
        lose_a_secret(phone, "Ben", number=number)
    seat = phone.page.locator("[data-table] [data-seat='2']")
    expect(seat.locator(".amount")).to_have_text("0.00")
    expect(seat.locator("[data-pending]")).to_have_text("+2.00, not yet recorded")
    waiting(phone.page).click()
    expect(phone.page.locator("#waiting li").first).to_contain_text("Secret of Ben")
    expect(phone.page.locator("#waiting p").first).to_contain_text("The browser prom")  # one thing or the other
    mend(phone.page)
    phone.expect_results(Ben="+2.00")
    expect(phone.page.locator("[data-pending]")).to_have_count(0)


def test_acts_are_sent_in_the_order_they_were_tapped(phone: Phone) -> None:
    start(phone)
    cut(phone.page)
    for number, name in enumerate(("Ben", "Ana", "Carla"), start=1):
        lose_a_secret(phone, name, number=number)
    mend(phone.page)
    expect(lines(phone.page)).to_have_count(3)
    expect(lines(phone.page).locator(".entry-what")).to_contain_text(
        ["Secret of Carla", "Secret of Ana", "Secret of Ben"]
    )


def test_two_tabs_record_what_waits_once(phone: Phone) -> None:
    start(phone)
    answered: list[int] = []

    def count(answer: Response) -> None:  # of acts that are lost there is none
        if "/secret/" in answer.url and answer.request.method == "POST":
            answered.append(answer.status)

    phone.page.context.on("response", count)
    table = phone.page.url
    cut(phone.page)
    lose_a_secret(phone, "Ben")
    other = another_tab(phone)
    other.page.goto(table)
    expect(waiting(other.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    mend(phone.page)
    for each in (phone, other):
        each.page.bring_to_front()
        each.expect_results(Ben="+1.00")
        expect(waiting(each.page)).to_be_hidden()
    assert answered == [200]


def test_both_versions_stand_where_somebody_else_recorded_the_hand_meanwhile(phone: Phone, browser: Browser) -> None:
    start(phone)
    table = phone.page.url
    scorekeeper = joined(browser, phone, role="Scorekeeper")
    scorekeeper.goto(table)
    open_quick(phone)
    cut(phone.page, "**/hand/quick/")
    phone.tap("Record")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    open_quick(Phone(page=scorekeeper, address=phone.address))
    scorekeeper.get_by_role("button", name="Record", exact=True).click()
    expect(scorekeeper.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()

    phone.page.goto(table)
    mend(phone.page, "**/hand/quick/")
    waiting(phone.page).click()
    expect(phone.page.locator("#waiting")).to_contain_text("Not recorded: please decide.")
    phone.tap("Look at it")
    expect(phone.page.locator("[data-version='mine']")).to_be_visible()
    expect(phone.page.locator("[data-version='recorded']")).to_be_visible()
    expect(phone.page.locator("#waiting[open]")).to_have_count(0)
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    phone.tap("Keep the recorded one", role="link")
    expect(lines(phone.page)).to_have_count(1)
    expect(waiting(phone.page)).to_be_hidden()
    scorekeeper.context.close()


def test_a_refused_act_holds_up_nothing_and_is_dropped_by_a_person_only(phone: Phone, browser: Browser) -> None:
    start(phone)
    table = phone.page.url
    scorekeeper = Phone(page=joined(browser, phone, role="Scorekeeper"), address=phone.address)
    phone.tap_secret("Ben")
    cut(phone.page)
    phone.tap("Record secret")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    scorekeeper.page.goto(table)
    scorekeeper.tap_secret("Ana")
    scorekeeper.tap("Record secret")
    scorekeeper.expect_results(Ana="+1.00")
    phone.page.goto(table)
    lose_a_secret(phone, "Carla", number=2)
    mend(phone.page)
    phone.expect_results(Ana="+1.00", Carla="+1.00")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    waiting(phone.page).click()
    phone.page.get_by_role("button", name="Drop it").click()
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    phone.page.get_by_role("button", name="Tap again to drop it").click()
    expect(waiting(phone.page)).to_be_hidden()
    expect(lines(phone.page)).to_have_count(2)
    scorekeeper.page.context.close()


@pytest.mark.deep
def test_the_list_of_what_waits_stands_still_while_that_is_tried_again(phone: Phone) -> None:
    start(phone)
    cut(phone.page)
    lose_a_secret(phone, "Ben")
    waiting(phone.page).click()
    phone.page.get_by_role("button", name="Drop it").click()
    for _ in range(2):  # what came of the first is shown by the second
        with phone.page.expect_event("requestfailed", lambda request: request.method == "POST"):
            pass
    sure = phone.page.get_by_role("button", name="Tap again to drop it")
    expect(sure).to_be_focused()
    sure.click()
    expect(waiting(phone.page)).to_be_hidden()


def test_an_act_the_server_fails_at_holds_up_nothing(phone: Phone) -> None:
    start(phone)
    fails = "**/secret/2/"
    phone.page.context.route(fails, lambda route: _fail(route))  # noqa: PLW0108
    lose_a_secret(phone, "Ben")
    phone.tap_secret("Ana")
    phone.tap("Record secret")
    phone.expect_results(Ana="+1.00")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    phone.page.context.unroute(fails)


def _fail(route: Route) -> None:
    if route.request.method == "POST":
        route.fulfill(status=500, body="out of order")
    else:
        route.continue_()


def test_what_waits_is_changed_where_it_is_sent_again(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    phone.page.goto(f"{table}cash/")
    phone.choose("Ana", asked="Who handed it over?")
    phone.choose("Ben", asked="To whom?")
    phone.page.locator("[name=amount]").fill("5")
    cut(phone.page, "**/cash/")
    phone.tap("Record cash")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    phone.page.goto(table)
    waiting(phone.page).click()
    phone.tap("Look at it")
    expect(phone.page.locator("[name=amount]")).to_have_value("5")
    phone.page.locator("[name=amount]").fill("7")
    phone.tap("Record cash")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    mend(phone.page, "**/cash/")
    expect(lines(phone.page)).to_have_count(1)
    expect(lines(phone.page)).to_contain_text("₱7")


@pytest.mark.deep
def test_a_waiting_hand_is_changed_though_nobody_answers_and_its_amount_is_then_not_known(phone: Phone) -> None:
    start(phone)
    table, hand = phone.page.url, "**/hand/"
    set_sowee(phone, "4O")
    open_hand(phone)
    phone.record_worked_hand(winner="Ana", until="Review")
    cut(phone.page, hand)
    phone.tap("Record")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    phone.page.goto(table)
    pending = phone.page.locator("[data-table] [data-seat='1'] [data-pending]")
    expect(pending).to_have_text("+1.80, not yet recorded")

    waiting(phone.page).click()
    phone.tap("Look at it")
    expect(phone.page.locator("[data-group]")).to_have_count(len(WORKED_MELDS))
    phone.page.get_by_role("button", name="Winner").click()
    phone.choose("Ben")
    phone.tap("Review")
    phone.tap("Keep it here and record it later")
    expect(phone.page.locator("#waiting [data-state]")).to_contain_text("The amount is not known yet.")
    expect(waiting(phone.page)).to_have_text("Not recorded yet, kept on this phone: 1")
    phone.page.goto(table)
    expect(pending).to_have_text("amount not known yet")
    mend(phone.page, hand)
    phone.expect_results(Ben="+1.80")
    expect(lines(phone.page)).to_have_count(1)


@pytest.mark.deep
def test_an_act_that_hangs_on_its_way_is_not_lost_with_the_page(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    held: list[Route] = []
    phone.tap_secret("Ben")
    phone.page.context.route(SECRETS, lambda route: held.append(route), times=1)  # noqa: PLW0108
    with phone.page.expect_request(SECRETS):
        phone.page.get_by_role("button", name="Record secret").click()
    expect(phone.page.locator("#saving")).to_have_text("Saving")
    phone.page.goto(table)
    phone.expect_results(Ben="+1.00")
    expect(lines(phone.page)).to_have_count(1)
    assert len(held) == 1


def test_where_the_browser_keeps_nothing_a_failed_act_is_retried_by_hand(phone: Phone) -> None:
    start(phone)
    phone.page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('full') }")
    phone.page.reload()
    cut(phone.page)
    phone.tap_secret("Ben")
    phone.tap("Record secret")
    retry = phone.page.get_by_role("button", name="Not recorded, tap to retry")
    expect(retry).to_be_visible()
    mend(phone.page)
    retry.click()
    phone.expect_results(Ben="+1.00")
