"""What is left of a draft once it is recorded, and where a refused form leads."""

import pytest
from playwright.sync_api import expect

from tests.browser.fragments.conftest import SITE, Table

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

pytestmark = [pytest.mark.deep, pytest.mark.urls("tests.browser.fragments.urls")]


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
