"""A night at the table on one phone, on the app as it is served."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WORKED_MELDS, Phone, new_page, settle


def start(phone: Phone, *, names: tuple[str, ...] = ("Ana", "Ben", "Carla", "Dan"), first_dealer: str = "1") -> None:
    """Start a session from the form; other tests at the same app leave debts of Ana, Ben, Carla and Dan."""
    phone.page.goto(f"{phone.address}/sessions/new/")
    for seat, name in enumerate(names, start=1):
        phone.page.locator(f"[name=seat_{seat}]").fill(name)
    phone.page.locator("[name=first_dealer]").select_option(first_dealer)
    phone.tap("Start")
    expect(phone.page.get_by_role("heading", name="Hand 1", exact=True)).to_be_visible()


def set_sowee(phone: Phone, kind: str) -> None:
    """Set the sowee of this hand on the table page."""
    phone.page.locator("[data-sowee] a").click()
    phone.page.locator(f"[name=sowee][value='{kind}']").click()
    phone.taps += 2
    settle(phone.page)
    expect(phone.page.locator("[data-sowee] .card, [data-sowee] .card-inline")).to_be_visible()


def open_hand(phone: Phone) -> None:
    """Open the form of the hand being played."""
    phone.page.get_by_role("link", name="Record hand").click()
    settle(phone.page)
    phone.taps = 0


def test_a_whole_night_is_recorded_corrected_closed_and_settled(phone: Phone) -> None:
    page = phone.page
    start(phone)

    phone.taps = 0
    for laid in (1, 2):
        phone.tap_secret("Ben")
        phone.tap("Record secret")
        expect(phone.secret("Ben")).to_have_text(f"Secret · {laid}")
    assert phone.taps == 4
    phone.taps = 0
    set_sowee(phone, "4O")
    assert phone.taps == 2
    phone.expect_results(Ana="−1.00", Ben="+2.00", Carla="−1.00", Dan="0.00")

    open_hand(phone)
    phone.record_worked_hand(winner="Ana")
    expect(page.get_by_role("heading", name="Hand 2", exact=True)).to_be_visible()
    assert phone.taps <= 16
    phone.expect_results(Ana="+0.80", Ben="+1.10", Carla="−1.00", Dan="−0.90")

    set_sowee(phone, "3B")
    open_hand(phone)
    phone.choose("Dan")
    phone.choose("Discard")
    for meld in ("4O 4C 4B", "5O 5C 5E", "1O 1E 1B", "10B 11B 12B", "11O 11C 11E"):
        phone.take(meld)
    phone.key("12C")
    phone.bounit("5E")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("₱0.60")
    known = page.locator("#verdict-more")
    expect(known).to_contain_text("15 more cards may be turned")
    for kind in ("3B", "10C", "5B", "3E"):
        phone.key(kind)
    expect(known).to_contain_text("for the bounit:")
    page.locator("[data-turn='4E']").click()
    expect(known).to_contain_text("stop turning")
    expect(phone.page.locator("#verdict")).to_contain_text("per opponent: stop turning")
    expect(verdict).to_contain_text("₱1.50")
    phone.tap("Review")
    phone.tap("Record")
    phone.expect_results(Ana="−0.70", Ben="+1.10", Carla="−2.50", Dan="+2.10")

    set_sowee(phone, "4B")
    open_hand(phone)
    phone.choose("Carla")
    phone.choose("Another's draw")
    for meld in ("3O 4O 5O", "3E 4E 5E", "1O 1C 1E 1B", "10O 10C 10E", "11O 11C 11B"):
        phone.take(meld)
    phone.bounit("10C")
    expect(verdict).to_contain_text("₱3.00")
    phone.tap("Review")
    phone.tap("Record")
    phone.expect_results(Ana="−0.70", Ben="−1.90", Carla="+3.50", Dan="−0.90")

    page.locator("[data-ledger] li").first.get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    phone.expect_results(Ana="−0.70", Ben="+1.10", Carla="−2.50", Dan="+2.10")

    worked = page.locator("[data-ledger] li").filter(has_text="Hand 1")
    worked.locator("summary").click()
    worked.get_by_role("link", name="Correct").click()
    page.get_by_role("button", name="Winner").click()
    phone.choose("Carla")
    page.get_by_label("Reason for the correction").fill("It was Carla")
    phone.tap("Review")
    expect(page.locator("[data-changes]")).to_contain_text("Carla")
    phone.tap("Record correction")
    expect(page.locator("[data-landed]")).to_contain_text("Hand 1 corrected")
    phone.expect_results(Ana="−2.50", Ben="+1.10", Carla="−0.70", Dan="+2.10")
    expect(page.locator("[data-ledger]")).to_contain_text("It was Carla")

    phone.more("Close the night")
    phone.tap("Close and settle")
    paid = page.get_by_role("button", name="Mark as handed over")
    expect(paid.first).to_be_visible()
    for left in range(paid.count(), 0, -1):
        expect(paid).to_have_count(left)
        paid.first.click()
    expect(page.get_by_role("heading", name="All settled")).to_be_visible()

    page.get_by_role("link", name="History").first.click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()


@pytest.mark.deep
def test_five_melds_a_king_and_every_question_take_eighteen_taps_from_the_table(phone: Phone) -> None:
    start(phone)
    phone.taps = 0
    phone.tap("Record hand 1", role="link")
    for choice in ("Ana", "Discard"):
        phone.choose(choice)
    for meld in WORKED_MELDS:
        phone.take(meld)
    phone.key("12B")
    phone.bounit("5B")
    expect(phone.page.locator("#verdict")).to_contain_text("₱0.40 or ₱0.90")
    expect(phone.page.get_by_role("button", name="Review")).to_be_hidden()
    best = [key.get_attribute("data-key") for key in phone.page.locator(".key-best").all()]
    assert "4O" in best
    phone.answer("Which card is the sowee?", "4O")
    phone.tap("Review")
    phone.tap("Record")
    phone.expect_results(Ana="+1.80", Ben="−0.90", Carla="0.00", Dan="−0.90")
    assert phone.taps == 18


def test_the_secret_of_the_winner_and_the_sowee_are_answered_on_the_same_keys(phone: Phone) -> None:
    start(phone)
    phone.tap_secret("Ben")
    phone.tap("Record secret")
    open_hand(phone)
    for choice in ("Ben", "Own draw"):
        phone.choose(choice)
    for meld in ("3O 3O 3O 3O", "4C 4E 4B", "1O 1C 1E", "10B 11B 12B"):
        phone.take(meld)
    phone.key("12O")
    phone.key("12E")
    phone.key("12C")
    phone.answer("Which four cards were the secret laid down?", "3O")
    phone.bounit("4E")
    phone.page.get_by_role("button", name="Sowee", exact=True).click()
    phone.answer("Which card is the sowee?", "5C")
    expect(phone.page.locator("[name=sowee]")).to_have_value("5C")
    phone.tap("Review")
    expect(phone.page.locator("[data-changes]")).to_contain_text("+₱4.40")


@pytest.mark.deep
@pytest.mark.parametrize(("width", "height", "highest"), [(390, 844, 84), (320, 568, 64)])
def test_the_dock_is_one_row_below_the_keys(phone: Phone, width: int, height: int, highest: int) -> None:
    start(phone)
    page = phone.page
    page.set_viewport_size({"width": width, "height": height})
    open_hand(phone)
    for choice in ("Ana", "Discard"):
        phone.choose(choice)
    for meld in WORKED_MELDS:
        phone.take(meld)
    phone.key("12B")
    phone.bounit("5B")
    phone.answer("Which card is the sowee?", "3B")
    expect(page.locator("[data-ask=extra]")).to_be_visible()
    expect(page.get_by_role("button", name="Review")).to_be_visible()
    dock = page.locator(".dock").bounding_box()
    keys = [key.bounding_box() for key in page.locator("[data-key]").all()]
    assert dock is not None
    assert dock["height"] <= highest
    assert dock["y"] + dock["height"] == height
    assert all(key and key["y"] + key["height"] <= dock["y"] for key in keys)


def test_two_tabs_recording_the_same_hand_record_one_and_show_both(phone: Phone) -> None:
    start(phone)
    set_sowee(phone, "4O")
    other = Phone(page=phone.page.context.new_page(), address=phone.address)
    other.page.goto(phone.page.url)
    for tab in (phone, other):
        open_hand(tab)
    other.choose("Ben")
    phone.page.bring_to_front()
    phone.record_worked_hand(winner="Ana")
    phone.expect_results(Ana="+1.80", Ben="−0.90", Carla="0.00", Dan="−0.90")

    other.page.bring_to_front()
    other.choose("Discard")
    other.page.get_by_text("Type the cards instead").click()
    other.page.locator("[name=hand]").fill("1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B")
    other.page.locator("[name=bounit]").fill("5B")
    other.tap("Review")
    expect(other.page.get_by_role("heading", name="You recorded this before")).to_be_visible()
    expect(other.page.locator("[data-version=recorded] [data-seat='1']")).to_contain_text("+₱1.80")
    expect(other.page.locator("[data-version=mine] [data-seat='2']")).to_contain_text("+₱1.80")

    other.tap("Correct it with yours")
    other.page.get_by_label("Reason for the correction").fill("It was Ben")
    other.tap("Review")
    other.tap("Record correction")
    other.expect_results(Ana="−0.90", Ben="+1.80", Carla="−0.90", Dan="0.00")


def test_a_double_tap_records_once(phone: Phone) -> None:
    start(phone)
    open_quick(phone)
    phone.page.get_by_role("button", name="Record").dblclick()
    phone.expect_results(Ana="+2.60", Ben="−1.30", Carla="0.00", Dan="−1.30")
    expect(phone.page.locator("[data-ledger] > li")).to_have_count(1)


def open_quick(phone: Phone) -> None:
    """Declare a win of Ana by her own draw with one other king, up to the review."""
    phone.tap("Quick entry", role="link")
    phone.taps = 0
    phone.choose("Ana")
    phone.choose("Own draw")
    for kings, number in (("Kings of coins", "0"), ("Other kings", "1")):
        phone.page.get_by_role("group", name=kings).get_by_role("radio", name=number, exact=True).check()
        phone.taps += 1
    phone.tap("Review")
    expect(phone.page.locator("[data-changes]")).to_be_visible()


@pytest.mark.deep
def test_quick_entry_takes_eight_taps_from_the_table_and_is_marked_declared(phone: Phone) -> None:
    start(phone)
    phone.taps = 0
    phone.tap("Quick entry", role="link")
    for choice in ("Ana", "Discard", "Both"):
        phone.choose(choice)
    phone.choose("0", asked="Kings of coins")
    phone.choose("1", asked="Other kings")
    phone.tap("Review")
    phone.tap("Record")
    phone.expect_results(Ana="+2.60")
    assert phone.taps == 8
    phone.page.locator("#line-1").get_by_role("link", name=re.compile("^Ana won")).click()
    expect(phone.page.get_by_text("declared")).to_be_visible()


@pytest.mark.deep
def test_a_draft_never_brings_back_a_sowee_that_was_changed(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    set_sowee(phone, "3O")
    open_hand(phone)
    phone.key("12B")
    expect(phone.page.locator("#verdict")).to_contain_text("1 of 16")
    phone.page.goto(table)
    set_sowee(phone, "4O")
    phone.tap("Go on with hand 1", role="link")
    expect(phone.page.locator("[name=hand]")).to_have_value("12B")
    expect(phone.page.locator("[name=sowee]")).to_have_value("4O")


@pytest.mark.deep
def test_a_hand_that_was_begun_says_so_and_can_be_begun_anew(phone: Phone) -> None:
    start(phone)
    table = phone.page.url
    open_hand(phone)
    kept = phone.page.get_by_text("Kept from before.")
    expect(kept).to_be_hidden()
    phone.key("12B")
    expect(phone.page.locator("#verdict")).to_contain_text("1 of 16")
    phone.tap("Back to the table", role="link")
    phone.tap("Go on with hand 1", role="link")
    expect(kept).to_be_visible()
    phone.tap("Start anew")
    expect(phone.page.locator("[name=hand]")).to_have_value("")
    expect(kept).to_be_hidden()
    phone.page.goto(table)
    expect(phone.page.get_by_role("link", name="Record hand 1")).to_be_visible()
    phone.tap("Quick entry", role="link")
    phone.choose("Ben")
    phone.tap("Back to the table", role="link")
    expect(phone.page.get_by_role("link", name="Quick: go on")).to_be_visible()


@pytest.mark.deep
def test_answers_cards_and_extra_cards_stay_in_sight_on_the_smallest_phone(phone: Phone) -> None:
    start(phone)
    set_sowee(phone, "3O")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    open_hand(phone)
    phone.choose("Ana")
    phone.choose("Discard")
    phone.page.get_by_text("Type the cards instead").click()
    phone.page.get_by_label("The sixteen cards").fill("1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B")
    phone.page.get_by_text("Type the cards instead").click()
    phone.bounit("5B")
    expect(phone.page.locator("[data-said]")).to_contain_text("If extra cards were turned, tap them. So far: 0.")
    phone.key("12O")
    for shown in ("[data-opens=winner]", "[data-opens=source]", "[data-strip]", "[data-extra-strip] > *"):
        expect(phone.page.locator(shown)).to_be_in_viewport(ratio=0.99)
    keys = [key.bounding_box() for key in phone.page.locator("[data-key]").all()]
    assert {key["height"] >= 44 for key in keys if key} == {True}


@pytest.mark.deep
def test_every_problem_that_is_named_leads_to_what_can_be_mended(phone: Phone) -> None:
    start(phone)
    open_hand(phone)
    phone.page.get_by_text("Type the cards instead").click()
    phone.page.locator("[name=hand]").fill("13X")
    phone.page.locator("[name=hand]").press("Enter")
    links = phone.page.get_by_role("alert").filter(has_text="Not recorded yet").get_by_role("link")
    expect(links).to_have_text(["Who won?", "How did the last card come?"])
    expect(phone.page.locator("[data-group]")).to_be_attached()
    expect(links.first).to_be_in_viewport(ratio=1)
    for link in links.all():
        link.click()
        expect(phone.page.locator(":target .choice-option").first).to_be_in_viewport(ratio=1)
    phone.choose("Discard")
    expect(phone.page.get_by_role("radio", name="Discard")).to_be_hidden()
    phone.choose("Ana")
    expect(phone.page.get_by_role("radio", name="Ana")).to_be_hidden()


def test_a_stranger_is_told_to_ask_the_host(phone: Phone) -> None:
    start(phone)
    stranger = phone.page.context.browser
    assert stranger is not None
    page = new_page(stranger)
    answer = page.goto(phone.page.url)
    assert answer is not None
    assert answer.status == 403
    expect(page.get_by_role("heading", name="Ask the host")).to_be_visible()
    page.context.close()
