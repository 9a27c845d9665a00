"""A night at the table on one phone, on the app as it is served."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WORKED_MELDS, Phone
from tests.look.__main__ import CHECKS
from tests.people import WORKED_HAND


def test_a_whole_night_is_recorded_corrected_closed_and_settled(night: Phone) -> None:
    phone, page = night, night.page
    phone.taps = 0
    for laid in (1, 2):
        phone.tap_secret("Ben")
        phone.record_secret()
        expect(phone.secret("Ben")).to_contain_text(f"{laid} secret")
    assert phone.taps == 4
    phone.taps = 0
    phone.set_sowee("4O")
    assert phone.taps == 2
    phone.expect_results(Ana="−1.00", Ben="+2.00", Carla="−1.00", Dan="0.00")
    phone.open_hand()
    phone.enter_worked_hand(winner="Ana")
    phone.record()
    phone.expect_hand(2)
    assert phone.taps <= 16
    phone.expect_results(Ana="+0.80", Ben="+1.10", Carla="−1.00", Dan="−0.90")
    phone.set_sowee("3B")
    phone.open_hand()
    phone.choose("Dan")
    phone.choose("Discard")
    for meld in ("4O 4C 4B", "5O 5C 5E", "1O 1E 1B", "10B 11B 12B", "11O 11C 11E"):
        phone.take(meld)
    phone.key("12C")
    phone.bounit("5E")
    verdict, known = page.locator("#verdict"), page.locator("#verdict-more")
    expect(verdict).to_contain_text("₱0.60")
    expect(known).to_contain_text("15")
    for kind in ("3B", "10C", "5B", "3E"):
        phone.key(kind)
    expect(known).to_contain_text("Bounit:")
    page.locator("[data-turn='4E']").click()
    expect(known).to_contain_text("Stop turning")
    expect(verdict).to_contain_text("₱1.50")
    phone.record()
    phone.expect_results(Ana="−0.70", Ben="+1.10", Carla="−2.50", Dan="+2.10")
    phone.set_sowee("4B")
    phone.open_hand()
    phone.choose("Carla")
    phone.choose("Another's draw")
    for meld in ("3O 4O 5O", "3E 4E 5E", "1O 1C 1E 1B", "10O 10C 10E", "11O 11C 11B"):
        phone.take(meld)
    phone.bounit("10C")
    expect(verdict).to_contain_text("₱3.00")
    phone.record()
    phone.expect_results(Ana="−0.70", Ben="−1.90", Carla="+3.50", Dan="−0.90")
    page.locator("[data-ledger]").get_by_role("link", name="Undo").click()
    phone.tap("Undo")
    phone.expect_results(Ana="−0.70", Ben="+1.10", Carla="−2.50", Dan="+2.10")
    page.locator(".hand-row").last.click()
    page.locator("[data-line-fold]").get_by_role("link", name="Correct").click()
    expect(verdict).to_contain_text("₱")
    winner, verdict_at = page.get_by_role("button", name="Winner"), "**/hand/verdict/"
    page.route(verdict_at, lambda route: (winner.click(), route.continue_()), times=1)  # type: ignore[func-returns-value]
    with page.expect_response(verdict_at):
        page.locator("[name=hand]").dispatch_event("change")
    phone.choose("Carla")
    phone.tap("Review")
    expect(page.locator("[data-changes]")).to_contain_text("Carla")
    phone.tap("Record the difference")
    expect(page.locator("[data-landed]")).to_contain_text("Hand 1 corrected")
    phone.expect_results(Ana="−2.50", Ben="+1.10", Carla="−0.70", Dan="+2.10")
    expect(page.locator("[data-ledger]")).to_contain_text("Winner: changed")
    phone.tap("Settle up", role="link")
    phone.tap("Close the night")
    phone.pay_all()
    page.goto(f"{phone.address}/history/")  # where other nights are open, their money has its place in the bar
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_a_secret_without_four_alike_is_refunded_a_card_changed_or_the_sowee_named(night: Phone) -> None:
    night.tap_secret("Ana")
    night.record_secret()
    night.open_hand()
    night.choose("Ana")
    night.choose("Own draw")
    for card in " ".join((*WORKED_MELDS[1:], "12B 3O 3C 3E")).split():
        night.key(card)
    tools = night.page.locator("[data-tools]")
    expect(tools.get_by_role("link")).to_have_attribute("href", re.compile("/entries/1/refund/$"))
    expect(night.page.get_by_role("button", name="Review")).to_be_hidden()
    tools.get_by_role("button").click()
    tools.locator("[data-remove='3E']").click()
    for _ in range(3):
        night.tap("Undo")
    night.key("3O")
    night.key("3O")
    night.answer("secret", "3O")  # with the sowee, which nobody noted (C10)
    expect(night.page.locator("[name=sowee]")).to_have_value("3O")
    expect(night.page.locator("[name=secret_1]")).to_have_value("3O")


@pytest.mark.parametrize("pause", [True, False], ids=["read already", "still being read"])
def test_a_tap_right_after_typed_words_counts(night: Phone, pause: bool) -> None:
    night.open_hand()
    night.page.locator("[data-typed] > summary").click()
    box = night.page.locator("[name=hand]")
    box.press_sequentially("3 oros, 4 copas, 5 bastos")
    if pause:
        expect(night.page.locator("[data-understood=hand]")).to_have_count(1)
    night.key("1O")
    expect(box).to_have_value(re.compile(r"^3O +4C +5B +1O$"))


def test_the_time_of_a_line_lies_beside_its_buttons_in_the_left_hand(phone: Phone) -> None:
    phone.page.context.add_cookies([{"name": "cuajo_reach", "value": "left", "url": phone.address}])
    phone.start()
    phone.tap_secret("Ben")
    phone.record_secret()
    line = phone.page.locator(".line-acts > span, .line-acts > a:last-child")
    time, undo = line.evaluate_all("all => all.map(each => each.getBoundingClientRect().toJSON())")
    assert time["left"] >= undo["right"]


@pytest.mark.deep
def test_five_melds_a_king_and_every_question_take_eighteen_taps_from_the_table(night: Phone) -> None:
    night.taps = 0
    night.tap("Record hand 1", role="link")
    night.enter_worked_hand(winner="Ana")
    expect(night.page.locator("#verdict")).to_contain_text("₱0.40 or ₱0.90")
    expect(night.page.get_by_role("button", name="Review")).to_be_hidden()
    best = [key.get_attribute("data-key") for key in night.page.locator(".key-best").all()]
    assert "4O" in best
    night.answer("sowee", "4O")
    night.record()
    night.expect_results(Ana="+1.80", Ben="−0.90", Carla="0.00", Dan="−0.90")
    assert night.taps == 18


def test_the_secret_of_the_winner_and_the_sowee_are_answered_on_the_same_keys(night: Phone) -> None:
    night.tap_secret("Ben")
    night.record_secret()
    night.open_hand()
    for choice in ("Ben", "Own draw"):
        night.choose(choice)
    for meld in ("3O 3O 3O 3O", "4C 4E 4B", "1O 1C 1E", "10B 11B 12B"):
        night.take(meld)
    night.key("12O")
    night.key("12E")
    night.key("12C")
    night.answer("secret", "3O")
    night.page.get_by_role("button", name="Sowee", exact=True).click()
    night.answer("sowee", "5C")
    expect(night.page.locator("[name=sowee]")).to_have_value("5C")
    night.tap("Review")
    expect(night.page.locator("[data-changes]")).to_contain_text("+₱4.40")


LISTEN = "() => new MutationObserver(() => window.said = [...(window.said ?? []), saving.textContent])"


def test_two_tabs_recording_the_same_hand_record_one_and_show_both(night: Phone) -> None:
    night.set_sowee("4O")
    other = night.another_tab()
    for tab in (night, other):
        tab.open_hand()
    other.choose("Ben")
    night.page.bring_to_front()
    night.enter_worked_hand(winner="Ana")
    night.record()
    night.expect_results(Ana="+1.80", Ben="−0.90", Carla="0.00", Dan="−0.90")
    other.page.bring_to_front()
    other.page.evaluate(f"({LISTEN})().observe(saving, {{ childList: true }})")
    other.choose("Discard")
    other.type_cards(WORKED_HAND, bounit="5B")
    other.tap("Review")
    expect(other.page.locator("[data-code=hand_taken]")).to_be_visible()
    expect(other.page.locator("[data-version=recorded] [data-seat='1']")).to_contain_text("+₱1.80")
    expect(other.page.locator("[data-version=mine] [data-seat='2']")).to_contain_text("+₱1.80")
    other.press("[data-version=mine] [value=edit]")
    assert "Saved." not in other.page.evaluate("window.said ?? []")
    other.tap("Review")
    other.tap("Record the difference")
    other.expect_results(Ana="−0.90", Ben="+1.80", Carla="−0.90", Dan="0.00")


def test_a_double_tap_records_once(night: Phone) -> None:
    night.open_quick()
    night.page.get_by_role("button", name="Record").dblclick()
    night.expect_results(Ana="+2.60", Ben="−1.30", Carla="0.00", Dan="−1.30")
    expect(night.page.locator(".hand-row")).to_have_count(1)


@pytest.mark.deep
def test_a_hand_that_was_begun_says_so_keeps_no_sowee_and_can_be_begun_anew(night: Phone) -> None:
    table, go_on = night.page.url, ".button-act[href$='/hand/']"
    night.set_sowee("3O")
    night.open_hand()
    kept = night.page.locator("[data-anew]")
    expect(kept).to_be_hidden()
    night.key("12B")
    expect(night.page.locator("#verdict")).to_contain_text("1 of 16")
    night.tap("Back to the table", role="link")
    night.set_sowee("4O")
    night.press(go_on)
    expect(night.page.locator("[name=hand]")).to_have_value("12B")
    expect(night.page.locator("[name=sowee]")).to_have_value("4O")
    expect(kept).to_be_visible()
    night.tap("Start over")
    expect(night.page.locator("[name=hand]")).to_have_value("")
    expect(kept).to_be_hidden()
    night.page.goto(table)
    expect(night.page.get_by_role("link", name="Record hand 1")).to_be_visible()
    night.tap("Quick", role="link")
    night.choose("Ben")
    night.tap("Back to the table", role="link")
    expect(night.page.get_by_role("link", name="Quick: go on")).to_be_visible()


@pytest.mark.deep
def test_every_problem_that_is_named_leads_to_what_can_be_mended(night: Phone) -> None:
    night.open_hand()
    night.page.locator("[data-typed] > summary").click()
    night.page.locator("[name=hand]").fill("13X")
    night.page.locator("[name=hand]").press("Enter")
    links = night.page.get_by_role("alert").get_by_role("link")
    expect(links).to_have_count(2)
    assert [link.get_attribute("href") for link in links.all()] == ["#id_winner", "#id_source"]
    expect(night.page.locator("[data-group]")).to_be_attached()
    expect(links.first).to_be_in_viewport(ratio=1)
    for link in links.all():
        link.click()
        expect(night.page.locator(":target .choice-option").first).to_be_in_viewport(ratio=1)
    night.choose("Discard")
    expect(night.page.get_by_role("radio", name="Discard")).to_be_hidden()
    night.choose("Ana")
    expect(night.page.get_by_role("radio", name="Ana")).to_be_hidden()


LETTERS = "size => { document.documentElement.style.fontSize = size }"


@pytest.mark.parametrize(
    ("width", "price", "letters"), [(320, "5000", "100%"), (390, "5000", "200%")], ids=["narrow", "large letters"]
)
def test_every_page_is_whole_on_a_narrow_screen(phone: Phone, width: int, price: str, letters: str) -> None:
    page = phone.page
    page.set_viewport_size({"width": width, "height": 600})
    page.emulate_media(reduced_motion="reduce")  # what slides in is measured where it ends
    phone.start(*(letter * 40 for letter in "WMQG"), price=price)
    session = page.url.removeprefix(phone.address)
    phone.open_quick("W" * 40)
    phone.tap("Record")
    phone.expect_hand(2)
    parts = ("", "secret/1/", "sowee/", "hand/drawn/", "false-win/", "close/", "hand/", "hand/quick/", "story/")
    lines = ("entries/1/", "entries/1/undo/", "entries/1/correct/")
    beside = ("/", "/history/", "/phones/", "/sessions/new/", "/judge/win/")
    wrong = {}
    for path in (*beside, *(session + part for part in parts + lines)):
        page.goto(phone.address + path)
        page.evaluate(LETTERS, letters)
        wrong[path] = page.evaluate(CHECKS, {"play": False})
    assert {path: found for path, found in wrong.items() if found} == {}
