"""The keypad in a browser: a meld is the unit, the text fields hold the state."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fragments.conftest import Table

pytestmark = [pytest.mark.deep, pytest.mark.urls("tests.browser.fragments.urls")]

FIVE_MELDS = ("3O 4O 5O", "3C 4C 5C", "10E 11E 12E", "1O 1C 1E", "5O 5E 5B")


def test_every_key_is_at_least_44_pixels_on_a_phone(table: Table) -> None:
    boxes = [key.bounding_box() for key in table.page.locator("[data-key]").all()]
    assert len(boxes) == 28
    assert all(box is not None and box["width"] >= 44 and box["height"] >= 44 for box in boxes)


@pytest.mark.parametrize(
    ("hand", "card", "offered"),
    [
        ("", "5B", ["3B 4B 5B", "5O 5C 5B", "5O 5E 5B", "5C 5E 5B", "5O 5C 5E 5B", "5B 5B 5B 5B"]),
        ("", "4O", ["3O 4O 5O", "4O 4C 4E", "4O 4C 4B", "4O 4E 4B", "4O 4C 4E 4B"]),
        ("1O 1C 1E 3O 4O 5O 3C 4C 5C 3E 4E 5E 12O", "5B", ["3B 4B 5B", "5O 5C 5B", "5O 5E 5B", "5C 5E 5B"]),
    ],
    ids=["run", "sowee", "room"],
)
def test_a_card_offers_the_melds_it_can_lie_in(table: Table, hand: str, card: str, offered: list[str]) -> None:
    table.input("hand").evaluate("(field, hand) => { field.value = hand }", hand)
    table.tap(card)
    offers = [offer.get_attribute("data-offer") for offer in table.page.locator("[data-offer]").all()]
    assert offers == offered


@pytest.mark.parametrize(("alone", "meld"), [("3O", "3C 4C 5C"), ("12O", "10O 11O 12O")], ids=["card", "lone king"])
def test_a_card_is_parted_from_the_meld_that_comes_after_it(table: Table, alone: str, meld: str) -> None:
    table.tap(alone)
    table.take(meld)
    assert table.input("hand").input_value() == f"{alone}  {meld}"


def test_loose_cards_that_make_a_meld_with_the_last_one_are_offered_as_it(table: Table) -> None:
    table.tap("1O")
    table.take("3C 4C 5C")
    table.tap("1C", "1B")
    offer = table.page.locator("[data-offer='1O 1C 1B']")
    expect(offer).to_have_attribute("aria-label", re.compile("of coins.*of cups.*of batons"))
    offer.click()
    assert table.input("hand").input_value() == "3C 4C 5C  1O 1C 1B"


def test_one_card_or_a_whole_meld_can_be_removed(table: Table) -> None:
    table.take("3O 4O 5O")
    table.take("1O 1C 1E")
    table.page.locator("[data-group='0']").click()
    table.page.locator("[data-remove='4O']").click()
    assert table.input("hand").input_value() == "3O 5O  1O 1C 1E"
    table.page.locator("[data-group='1']").click()
    table.page.get_by_role("button", name="Remove all").click()
    assert table.input("hand").input_value() == "3O 5O"


@pytest.fixture
def full(table: Table) -> Table:
    for meld in FIVE_MELDS:
        table.take(meld)
    table.tap("12B")
    return table


def test_a_king_from_the_discards_is_no_last_card_c14(full: Table) -> None:
    full.page.get_by_role("radio", name="Discard").check()
    key = full.page.locator("[data-key='12B']")
    expect(key).to_have_attribute("aria-disabled", "true")
    key.click(force=True)
    expect(full.page.get_by_role("status")).to_contain_text("No kings.")
    assert full.input("bounit").input_value() == ""


def test_a_bounit_that_leaves_the_hand_is_forgotten(table: Table) -> None:
    table.input("hand").evaluate("field => { field.value = '1O 1C 1E 3O 4O 5O 3C 4C 5C 3E 4E 5E 3B 4B 5B 12O' }")
    table.input("hand").dispatch_event("change")
    table.tap("12O")
    table.page.locator("[data-stepper='12O']").get_by_role("button", name="Remove").click()
    assert table.input("bounit").input_value() == ""


def test_extra_cards_fill_the_same_keys_once_the_source_allows_them(full: Table) -> None:
    full.tap("5B")
    expect(full.page.locator("[data-key='3O']")).to_have_attribute("aria-disabled", "true")
    full.page.locator("[data-group='0']").click()
    full.page.locator("[data-key='3O']").click(force=True)
    words = full.page.locator("[data-text-full]").get_attribute("data-text-full") or "?"
    expect(full.page.get_by_text(words)).to_be_in_viewport()
    expect(full.page.locator("[data-remove='3O']")).to_be_visible()
    full.page.get_by_role("button", name="Leave it").click()
    full.page.get_by_role("radio", name="Discard").check()
    full.tap("3O", "5O", "3O")
    assert full.input("extra").input_value() == "3O 5O 3O"
    assert full.input("hand").input_value() == "  ".join((*FIVE_MELDS, "12B"))
    full.page.locator("[data-extra-strip] [data-group='1']").click()
    expect(full.page.locator("[data-remove='5O']")).to_have_text("Remove")
    full.page.locator("[data-remove='5O']").click()
    assert full.input("extra").input_value() == "3O 3O"


def test_typed_notation_appears_as_melds(table: Table) -> None:
    table.page.locator("[data-typed] > summary").click()
    table.input("hand").fill("3o 4o 5o, 1o 1c 1e 12b")
    expect(table.page.locator("[data-group]")).to_have_count(2)
    expect(table.page.locator("[data-stepper='12B'] .stepper-count")).to_have_text("1")
    expect(table.page.locator("[data-key='12B']")).to_have_accessible_name("12 of batons (bastos), king, 3 left")
