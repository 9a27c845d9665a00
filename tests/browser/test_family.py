"""The evening of a family: five players, two in debt from last week, one who leaves without paying; no manual."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone, settle

pytestmark = pytest.mark.deep

FIVE = ("Lola", "Kuya", "Tita", "Dino", "Ella")

SHARED = """Lola +\u2060₱2.65 (in all +\u2060₱9.70)
Tita +\u2060₱2.65 (in all +\u2060₱5.00)
Kuya +\u2060₱1.25 (in all −\u2060₱1.60)
Dino −\u2060₱2.65 (in all −\u2060₱5.50)
Ella −\u2060₱3.90 (in all −\u2060₱7.60)

Beside the game:
Dino, Kuya still owed Ella, Lola, Tita from earlier nights: ₱5.20
Ella pays Lola beside the game (side bet): ₱5.00
Tong from Tita, Dino, Kuya to Lola: ₱0.75

Ella has paid Lola ₱7.60
Dino has paid Lola ₱2.10
Dino has paid Tita ₱3.40
Kuya pays Tita ₱1.60
"""


def sit_down(phone: Phone, *names: str) -> None:
    """Type a night by the family's rules, and answer what is asked beside the button where five were named."""
    page = phone.page
    page.goto(f"{phone.address}/sessions/new/")
    page.get_by_text("More players", exact=True).click()
    for seat, name in enumerate(names, start=1):
        page.locator(f"[name=seat_{seat}]").fill(name)
    page.locator("[name=first_dealer]").select_option("1")
    page.get_by_text("Change", exact=True).click()
    page.get_by_role("radio", name="Family", exact=False).first.check()
    phone.tap("Start")
    if len(names) > 4:
        phone.choose("take turns after every hand")
        phone.tap("Start")


def win(phone: Phone, winner: str, *, hand: int) -> None:
    """Declare a win by an own draw with one king: ₱1.30 from each opponent."""
    phone.tap("Quick entry", role="link")
    for choice in (winner, "Own draw"):
        phone.choose(choice)
    for kings, number in (("Kings of coins", "0"), ("Other kings", "1")):
        phone.choose(number, asked=kings)
    phone.tap("Review")
    phone.tap("Record")
    expect(phone.page.locator("[data-landed]")).to_contain_text(f"Hand {hand} recorded")


def close(phone: Phone, *, coin: str = "") -> None:
    phone.more("Close the night")
    if coin:
        phone.tap(coin, role="link")
    phone.tap("Close and settle")


def test_a_familys_evening_comes_out_to_the_cent(phone: Phone) -> None:
    page = phone.page
    sit_down(phone, *FIVE)
    win(phone, "Lola", hand=1)
    win(phone, "Tita", hand=2)
    close(phone)
    expect(page.locator("[data-line]")).to_have_count(3)

    page.goto(f"{phone.address}/sessions/new/")
    phone.tap("As last time", role="link")
    phone.tap("Start")
    old = page.locator("[data-old-debts] li")
    expect(old).to_contain_text(["Kuya owes Tita ₱2.60", "Dino owes Lola ₱1.30", "Dino owes Ella ₱1.30"])
    phone.tap("Carry into tonight", role="link")
    phone.tap("Carry into tonight")

    phone.more("Nobody won, misdeal")
    phone.choose("Misdeal")
    phone.tap("Record hand")
    phone.more("Side bet, fine, tip")
    phone.choose("Ella", asked="Who pays?")
    page.get_by_role("group", name="Who is paid?").get_by_role("checkbox", name="Lola").check()
    page.locator("[name=amount]").fill("5")
    page.locator("[name=reason]").fill("side bet")
    phone.tap("Record payment")
    phone.more("Tong, for house or snacks")
    page.locator("[name=amount]").fill("0.25")
    phone.choose("Lola", asked="Who keeps it?")
    phone.tap("From the next hand on")
    win(phone, "Dino", hand=2)
    win(phone, "Kuya", hand=3)

    phone.more("Seats")
    phone.tap("Lola comes in for Kuya")
    phone.more("Seats")
    phone.tap("Kuya goes home")
    phone.more("Stakes and house rules")
    page.locator("[name=stake_factor]").fill("2")
    page.locator("[name=reason]").fill("the last round counts double")
    phone.tap("From now on")
    win(phone, "Tita", hand=4)
    phone.expect_results(Lola="−1.30", Ella="−3.90", Tita="+3.90", Dino="−1.30")

    close(phone, coin="₱0.10")
    plan = {"1-2": "₱7.60", "4-2": "₱2.10", "4-3": "₱3.40", "5-3": "₱1.60"}
    for line, amount in plan.items():
        expect(page.locator(f"[data-line='{line}']")).to_contain_text(amount)
    for line in ("1-2", "4-2", "4-3"):
        page.locator(f"[data-line='{line}']").get_by_role("button", name="Mark as handed over").click()
        settle(page)
    expect(page.locator("[data-progress]")).to_contain_text("3 of 4 handed over")
    expect(page.locator("#share-text")).to_have_value(re.compile(re.escape(SHARED)))

    phone.more("Debts of all nights")
    expect(page.locator("[data-pair]").filter(has_text="Kuya")).to_contain_text(["₱1.60"])
    sit_down(phone, "Lola", "Kuya", "Tita", "Dino")
    expect(page.locator("[data-old-debts] li")).to_contain_text(["Kuya owes Tita ₱1.60"])
