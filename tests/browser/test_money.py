"""Money around the game on a phone: a side bet, a night that is not paid, and the next one that takes it along."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.test_night import start

pytestmark = pytest.mark.deep

FOUR = ("Ising", "Berto", "Kulas", "Dado")


def test_a_side_bet_that_is_not_paid_is_carried_into_the_next_night(phone: Phone) -> None:
    page = phone.page
    start(phone, names=FOUR)
    phone.more("Side bet, fine, tip")
    page.locator("[name=payer][value='2']").check()
    for payee in ("1", "4"):
        page.locator(f"[name=payees][value='{payee}']").check()
    page.locator("[name=amount]").fill("50")
    page.locator("[name=reason]").fill("side bet")
    phone.tap("Record payment")
    phone.expect_results(Ising="0.00", Berto="0.00", Kulas="0.00", Dado="0.00")
    expect(page.locator("[data-seat='2'] [data-apart]")).to_have_text("−100.00 beside")
    phone.more("Close the night")
    phone.tap("Close and settle")
    phone.more("Debts of all nights")
    owed = page.locator("[data-pair]").filter(has_text="Berto")
    expect(owed).to_have_count(2)
    owed.filter(has_text="Ising").get_by_role("button", name="Mark as handed over").click()
    expect(owed).to_have_count(1)

    start(phone, names=FOUR)
    expect(page.locator("[data-old-debts]")).to_contain_text("Berto owes Dado ₱50.00")
    page.get_by_role("link", name="Carry into tonight").click()
    phone.tap("Carry into tonight")

    expect(page.locator("[data-ledger]")).to_contain_text("Berto still owed Dado from earlier nights")
    phone.expect_results(Ising="0.00", Berto="0.00", Kulas="0.00", Dado="0.00")
