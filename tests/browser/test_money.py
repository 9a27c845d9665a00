"""Money around the game on a phone: a side bet, a night that is not paid, and the next one that takes it along."""

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.test_night import start


def test_a_side_bet_that_is_not_paid_is_carried_into_the_next_night(phone: Phone) -> None:
    page = phone.page
    start(phone)
    phone.more("Side bet, fine, tip")
    page.locator("[name=payer][value='2']").check()
    for payee in ("1", "4"):
        page.locator(f"[name=payees][value='{payee}']").check()
    page.locator("[name=amount]").fill("50")
    page.locator("[name=reason]").fill("side bet")
    phone.tap("Record payment")
    phone.expect_results(Ana="0.00", Ben="0.00", Carla="0.00", Dan="0.00")
    expect(page.locator("[data-seat='2'] [data-apart]")).to_have_text("−100.00 beside")
    phone.more("Close the night")
    phone.tap("Close and settle")
    page.get_by_role("link", name="Debts of all nights").click()
    owed = page.locator("[data-pair]").filter(has_text="Ben")
    expect(owed).to_have_count(2)
    owed.filter(has_text="Ana").get_by_role("button", name="Paid").click()
    expect(owed).to_have_count(1)

    start(phone)
    expect(page.locator("[data-old-debts]")).to_contain_text("Ben owes Dan ₱50.00")
    page.get_by_role("link", name="Carry into tonight").click()
    phone.tap("Carry into tonight")

    expect(page.locator("[data-ledger]")).to_contain_text("Ben still owed Dan from earlier nights")
    phone.expect_results(Ana="0.00", Ben="0.00", Carla="0.00", Dan="0.00")
