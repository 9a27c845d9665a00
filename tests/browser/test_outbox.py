"""What is recorded waits on the phone until the server has answered: nothing is lost, doubled or dropped by itself."""

import re

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tests.browser.conftest import WORKED_MELDS, Phone

SECRETS = "**/secret/*/"

pytestmark = pytest.mark.usefixtures("heard")


def cut(page: Page, address: str = SECRETS) -> None:
    """Lose every act that is sent there, as where the network ends in the middle of the house."""
    page.context.route(address, lambda route: route.abort() if route.request.method == "POST" else route.continue_())


def mend(page: Page, address: str = SECRETS) -> None:
    page.context.unroute(address)


def waiting(page: Page) -> Locator:
    return page.locator("#waiting > summary")


def expect_waiting(phone: Phone, number: int = 1) -> None:
    summary = waiting(phone.page)
    if number:
        expect(summary).to_contain_text(str(number))
    else:
        expect(summary).to_be_hidden()


def lines(page: Page) -> Locator:
    return page.locator("[data-ledger] tr[id]")


def lose_a_secret(phone: Phone, name: str, *, number: int = 1) -> None:
    """Record a secret that does not get through, and go back to the table; see that so many wait then."""
    table = phone.page.url
    phone.tap_secret(name)
    phone.record_secret()
    expect_waiting(phone, number)
    phone.page.goto(table)


@pytest.mark.parametrize("is_closed", [False, True], ids=["reload", "closed tab"])
def test_an_act_survives_its_page_and_is_recorded_once_by_itself(night: Phone, is_closed: bool) -> None:
    cut(night.page)
    lose_a_secret(night, "Ben")
    phone = night.another_tab() if is_closed else night
    night.page.close() if is_closed else night.page.reload()
    expect_waiting(phone)
    mend(phone.page)
    phone.expect_results(Ana="−0.50", Ben="+1.00", Carla="−0.50", Dan="0.00")
    expect(lines(phone.page)).to_have_count(1)
    expect_waiting(phone, 0)


def test_what_waits_counts_at_the_table_and_is_sent_in_the_order_it_was_tapped(night: Phone) -> None:
    cut(night.page)
    for number, name in enumerate(("Ana", "Ben", "Ben"), start=1):
        lose_a_secret(night, name, number=number)
    seat = night.page.locator("[data-table] [data-seat='2']")
    expect(seat.locator(".amount")).to_have_text("0.00")
    expect(seat.locator("[data-pending]")).to_have_text("+1.50, not yet recorded")
    waiting(night.page).click()
    expect(night.page.locator("#waiting li").first).to_contain_text("Secret of Ana")
    expect(night.page.locator("#waiting p").first).to_contain_text("Recorded once")
    mend(night.page)
    night.expect_results(Ana="0.00", Ben="+1.50")
    expect(lines(night.page).locator(".who-won")).to_contain_text(["Ben", "Ben", "Ana"])
    expect(night.page.locator("[data-pending]")).to_have_count(0)


def test_two_tabs_record_what_waits_once(night: Phone) -> None:
    answered: list[int] = []

    def count(answer: Response) -> None:  # of acts that are lost there is none
        if "/secret/" in answer.url and answer.request.method == "POST":
            answered.append(answer.status)

    night.page.context.on("response", count)
    cut(night.page)
    lose_a_secret(night, "Ben")
    other = night.another_tab()
    expect_waiting(other)
    mend(night.page)
    for each in (night, other):
        each.page.bring_to_front()
        each.expect_results(Ben="+1.00")
        expect_waiting(each, 0)
    assert answered == [200]


def test_both_versions_stand_where_somebody_else_recorded_the_hand_meanwhile(night: Phone, other: Phone) -> None:
    table = night.page.url
    night.open_quick()
    cut(night.page, "**/hand/quick/")
    night.tap("Record")
    expect_waiting(night)
    other.open_quick()
    other.tap("Record")
    other.expect_hand(2)
    night.page.goto(table)
    mend(night.page, "**/hand/quick/")
    waiting(night.page).click()
    said = night.page.locator("#waiting").get_attribute("data-refused")
    expect(night.page.locator("#waiting [data-state]")).to_have_text(said or "?")
    night.tap("Look at it")
    expect(night.page.locator("[data-version='mine']")).to_be_visible()
    expect(night.page.locator("[data-version='recorded']")).to_be_visible()
    expect(night.page.locator("#waiting[open]")).to_have_count(0)
    expect_waiting(night)
    night.press("[data-version=recorded] [data-act-settled]")
    expect(lines(night.page)).to_have_count(1)
    expect_waiting(night, 0)


def test_a_refused_act_holds_up_nothing_and_is_dropped_by_a_person_only(night: Phone, other: Phone) -> None:
    table = night.page.url
    night.tap_secret("Ben")
    cut(night.page)
    night.record_secret()
    expect_waiting(night)
    other.tap_secret("Ana")
    other.record_secret()
    other.expect_results(Ana="+1.00")
    night.page.goto(table)
    lose_a_secret(night, "Carla", number=2)
    mend(night.page)
    night.expect_results(Ana="+1.00", Carla="+1.00")
    expect_waiting(night)
    waiting(night.page).click()
    night.page.get_by_role("button", name="Drop it").click()
    expect_waiting(night)
    night.page.locator("[data-drop]").click()
    expect_waiting(night, 0)
    expect(lines(night.page)).to_have_count(2)


@pytest.mark.deep
def test_the_list_of_what_waits_stands_still_while_that_is_tried_again(night: Phone) -> None:
    cut(night.page)
    lose_a_secret(night, "Ben")
    waiting(night.page).click()
    night.page.get_by_role("button", name="Drop it").click()
    for _ in range(2):  # what came of the first is shown by the second
        with night.page.expect_event("requestfailed", lambda request: request.method == "POST"):
            pass
    sure = night.page.locator("[data-drop][data-sure]")
    expect(sure).to_be_focused()
    sure.click()
    expect_waiting(night, 0)


def test_an_act_the_server_fails_at_holds_up_nothing(night: Phone) -> None:
    fails = "**/secret/2/"
    night.page.context.route(fails, lambda route: _fail(route))  # noqa: PLW0108
    lose_a_secret(night, "Ben")
    night.tap_secret("Ana")
    night.record_secret()
    night.expect_results(Ana="+1.00")
    expect_waiting(night)
    night.page.context.unroute(fails)


def test_an_act_that_a_proxy_answers_itself_holds_up_no_other_night(night: Phone) -> None:
    fails = f"{night.page.url}secret/*/"
    night.page.context.route(fails, lambda route: _fail(route, status=502))
    cut(night.page)
    lose_a_secret(night, "Ben")
    night.start("Eva", "Fe", "Gil", "Hugo")
    lose_a_secret(night, "Eva", number=2)
    mend(night.page)
    night.expect_results(Eva="+1.00")
    expect_waiting(night)
    night.tap_secret("Fe")
    night.record_secret()
    night.expect_results(Eva="+0.50", Fe="+0.50")
    night.page.context.unroute(fails)


def _fail(route: Route, *, status: int = 500) -> None:
    if route.request.method == "POST":
        route.fulfill(status=status, body="out of order")
    else:
        route.continue_()


def test_a_waiting_hand_is_changed_though_nobody_answers_and_its_amount_is_then_not_known(night: Phone) -> None:
    table, hand = night.page.url, "**/hand/"
    night.set_sowee("4O")
    night.open_hand()
    night.enter_worked_hand(winner="Ana")
    night.tap("Review")
    cut(night.page, hand)
    night.tap("Record")
    expect_waiting(night)
    night.page.goto(table)
    pending = night.page.locator("[data-table] [data-seat='1'] [data-pending]")
    expect(pending).to_have_text("+1.80, not yet recorded")
    waiting(night.page).click()
    night.tap("Look at it")
    expect(night.page.locator("[data-group]")).to_have_count(len(WORKED_MELDS))
    night.page.get_by_role("button", name="Winner").click()
    night.choose("Ben")
    night.tap("Review")
    night.page.locator("#failure button").last.click()
    expect(night.page.locator("form[data-kept]")).to_have_count(1)
    night.page.goto(table)
    expect(pending).not_to_have_text(re.compile(r"\d"))
    mend(night.page, hand)
    night.expect_results(Ben="+1.80")
    expect(lines(night.page)).to_have_count(1)


@pytest.mark.deep
def test_an_act_that_hangs_on_its_way_is_not_lost_with_the_page(night: Phone) -> None:
    table = night.page.url
    held: list[Route] = []
    night.tap_secret("Ben")
    night.page.context.route(SECRETS, lambda route: held.append(route), times=1)  # noqa: PLW0108
    with night.page.expect_request(SECRETS):
        night.page.locator("[data-secret]").click()
    expect(night.page.locator("#saving")).to_have_text("Saving")
    night.page.goto(table)
    night.expect_results(Ben="+1.00")
    expect(lines(night.page)).to_have_count(1)
    assert len(held) == 1


def test_where_the_browser_keeps_nothing_a_failed_act_is_retried_by_hand(night: Phone) -> None:
    night.page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('full') }")
    night.page.reload()
    cut(night.page)
    night.tap_secret("Ben")
    night.record_secret()
    expect(night.retry).to_be_visible()
    mend(night.page)
    night.retry.click()
    night.expect_results(Ben="+1.00")
