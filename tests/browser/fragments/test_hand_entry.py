"""The keypad in a browser: a meld is the unit, the text fields hold the state; drafts, and where a refusal leads."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fragments.conftest import SITE, Table

pytestmark = [pytest.mark.deep, pytest.mark.urls("tests.browser.fragments.conftest")]

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
    table.page.get_by_role("button", name="Remove meld").click()
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
    full.page.get_by_role("button", name="Cancel").click()
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
    expect(table.page.locator("[data-key='12B']")).to_have_accessible_name("king of batons (bastos), 3 left")


LONG = """{% extends "base.html" %}{% block ground %}narrow{% endblock %}
{% block main %}
  LINES
  <div class="field field-invalid"><label for="amount">Amount</label><input id="amount" aria-invalid="true">
    <ul class="errorlist"><li>Type an amount.</li></ul></div>
  LINES
  <div class="dock dock-actions"><button class="button button-act">Record</button></div>
{% endblock main %}"""
REFUSED = """{% extends "base.html" %}{% block main %}<form>
  <div class="notice notice-error" role="alert"><p>Not recorded yet.</p><ul>
    <li><a href="#id_name">Name</a>: No name</li><li><a href="#id_way">Way</a>: No way</li></ul></div>
  <div class="field field-invalid"><label for="id_name">Name</label>
    <input id="id_name" name="name" value="?" aria-invalid="true">
    <ul class="errorlist" id="id_name_error"><li>No name</li></ul></div>
  <fieldset class="choice field-invalid" id="id_way" aria-describedby="id_way_error"><legend>Way</legend>
    <label><input type="radio" name="way" value="1" aria-invalid="true">One</label>
    <label><input type="radio" name="way" value="2" aria-invalid="true">Two</label>
    <ul class="errorlist" id="id_way_error"><li>No way</li></ul></fieldset>
</form>{% endblock main %}"""
IN_SIGHT = """() => ["label", "input", ".errorlist"].every((part) => {
  const { left, top, bottom } = document.querySelector(`.field-invalid ${part}`).getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => document.elementFromPoint(left + 2, y)?.closest(".field-invalid"));
})"""
"""Whether the field, what it is called and what is wrong with it lie on the screen, with nothing above them."""


def test_a_recorded_hand_leaves_no_draft(table: Table) -> None:
    table.take("3O 4O 5O")
    table.page.get_by_role("button", name="Record", exact=True).click()
    expect(table.page.get_by_text("Recorded", exact=True)).to_be_visible()
    table.page.wait_for_function("Object.keys(localStorage).length === 0")
    table.page.goto(f"{SITE}/")
    assert table.input("hand").input_value() == ""


@pytest.mark.parametrize(
    ("answered", "led_to"),
    [
        ('<input aria-label="Name"><input aria-label="Amount" aria-invalid="true">', "Amount"),
        ('<p role="alert" aria-label="Changed">Changed meanwhile</p><input aria-invalid="true">', "Changed"),
        ('<input aria-label="Name"><ul class="errorlist" aria-label="Why"><li>No</li></ul>', "Why"),
    ],
)
def test_whoever_is_refused_stands_at_the_first_problem(table: Table, answered: str, led_to: str) -> None:
    table.record_status = 422
    table.answered = f'{{% extends "base.html" %}}{{% block main %}}{answered}{{% endblock main %}}'
    table.page.get_by_role("button", name="Record at once").click()
    expect(table.page.get_by_label(led_to)).to_be_focused()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("lines", [19, 60])
def test_what_is_wrong_stands_in_sight_of_the_longest_form(table: Table, lines: int, size: tuple[int, int]) -> None:
    table.record_status = 422
    table.answered = LONG.replace("LINES", "<p>Line</p>" * lines)
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.page.get_by_role("button", name="Record at once").click()
    expect(table.page.get_by_label("Amount")).to_be_focused()
    table.page.wait_for_function(IN_SIGHT)


def test_what_is_wrong_with_an_answer_is_struck_through_where_there_is_another_one(table: Table) -> None:
    table.record_status = 422
    table.answered = REFUSED
    table.page.get_by_role("button", name="Record at once").click()
    main = table.page.locator("#main")
    name = table.page.get_by_label("Name", exact=True)
    table.page.get_by_role("radio", name="Two").check()
    expect(table.page.get_by_role("group", name="Way")).to_have_accessible_description("")
    expect(main.get_by_text("No way")).to_have_count(1)
    expect(main.locator(".answered")).to_have_text("Way: No way")
    expect(main.locator("[name=way][aria-invalid]")).to_have_count(0)
    name.fill("?")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(main.get_by_text("No name")).to_have_count(2)
    name.fill("Ana")
    expect(main.locator(".answered")).to_have_text(["Name: No name", "Way: No way"])
    expect(main.locator(".field-invalid")).to_have_count(0)
