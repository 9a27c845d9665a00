"""The longest names on the main pages, on the narrowest phone and with letters twice as large."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.look.__main__ import CHECKS

LONG_NAMES = tuple(letter * 40 for letter in "WMQG")
LETTERS = "size => { document.documentElement.style.fontSize = size }"


def start_with_long_names(phone: Phone, *, stakes: str) -> str:
    """Start a night of four people with the longest names and return the address of its table."""
    phone.page.goto(f"{phone.address}/sessions/new/")
    for seat, name in enumerate(LONG_NAMES, start=1):
        phone.page.locator(f"[name=seat_{seat}]").fill(name)
    phone.page.locator("[name=first_dealer]").select_option("1")
    phone.page.get_by_text("Change", exact=True).click()
    phone.page.locator("[name=stake_factor]").fill(stakes)
    phone.tap("Start")
    expect(phone.page.get_by_role("heading", name="Hand 1", exact=True)).to_be_visible()
    return phone.page.url


def record_a_hand(phone: Phone, table: str) -> None:
    """Declare a win of the first seat."""
    phone.page.goto(f"{table}hand/quick/")
    for name, value in (("winner", 1), ("source", "self_drawn"), ("kings_of_coins", 0), ("other_kings", 1)):
        phone.page.locator(f"[name={name}][value='{value}']").check()
    phone.tap("Review")
    expect(phone.page.locator("[data-changes]")).to_be_visible()
    phone.tap("Record")
    expect(phone.page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("width", "stakes", "letters"), [(320, "10000", "100%"), (390, "10000", "200%")], ids=["narrow", "large letters"]
)
def test_every_page_is_whole_and_in_order_on_a_narrow_screen(
    phone: Phone, width: int, stakes: str, letters: str
) -> None:
    page = phone.page
    page.set_viewport_size({"width": width, "height": 600})
    table = start_with_long_names(phone, stakes=stakes)
    record_a_hand(phone, table)
    session = table.removeprefix(phone.address)
    parts = ("", "secret/1/", "sowee/", "hand/drawn/", "false-win/", "close/", "hand/", "hand/quick/", "statement/")
    lines = ("entries/1/", "entries/1/undo/", "entries/1/correct/")
    wrong = {}
    for path in ("/", "/history/", "/players/", "/sessions/new/", *(session + part for part in parts + lines)):
        page.goto(phone.address + path)
        page.evaluate(LETTERS, letters)
        wrong[path] = page.evaluate(CHECKS, {"play": False})
    assert {path: found for path, found in wrong.items() if found} == {}
