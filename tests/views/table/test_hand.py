"""Entering, reviewing, recording and correcting a hand on its pages."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Entry, Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.reversing import undo
from tests import people
from tests.people import BEN
from tests.views.reading import Page, open_page, text_of, whole_amounts

pytestmark = pytest.mark.django_db

CARDS = {"winner": "1", "source": "discard", "sowee": "4O", "hand": people.WORKED_HAND, "bounit": "5B", "extra": ""}
QUICK = {
    "winner": "2",
    "source": "self_drawn",
    "sowee": "",
    "conditions": "",
    "kings_of_coins": "1",
    "other_kings": "2",
}


def address(name: str, session: Session, *args: object) -> str:
    """Return the address of a page of the session."""
    return reverse(name, args=[session.public_id, *args])


def text(answer: Any) -> str:
    """Return the page as text with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", whole_amounts(answer.content.decode())))


def hidden(answer: Any) -> dict[str, str]:
    """Return what the page's form carries unseen."""
    found = re.findall(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?', answer.content.decode())
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def changes(answer: Any) -> dict[int, str]:
    """Return who gets what on a page, by seat."""
    rows = re.findall(r'<li data-seat="(\d)"[^>]*>(.*?)</li>', whole_amounts(answer.content.decode()), flags=re.DOTALL)
    return {int(seat): re.findall(r"[+−]?₱[\d.]+", row)[0] for seat, row in rows}


def opened(host: Client, page: str) -> dict[str, str]:
    """Open a form and return what it carries unseen."""
    return hidden(host.get(page))


def test_review_says_who_pays_whom_and_records_nothing(host: Client, session: Session) -> None:
    page = address("hand", session)
    answer = host.post(page, {**opened(host, page), **CARDS, "step": "review"})
    assert answer.status_code == 200
    assert changes(answer) == {1: "+₱1.80", 2: "−₱0.90", 3: "₱0.00", 4: "−₱0.90"}
    assert not Entry.objects.exists()


def test_record_goes_back_to_the_table(host: Client, session: Session) -> None:
    page = address("hand", session)
    review = host.post(page, {**opened(host, page), **CARDS, "step": "review"})
    answer = host.post(page, hidden(review))
    assert (answer.status_code, answer["Location"]) == (302, f"{address('table', session)}?recorded=1")
    assert people.balances(session) == (180, -90, 0, -90)
    assert Entry.objects.get().device is not None


def test_the_same_form_sent_twice_records_once(host: Client, session: Session) -> None:
    page = address("hand", session)
    fields = {**opened(host, page), **CARDS, "step": "record"}
    assert [host.post(page, fields).status_code for _ in range(2)] == [302, 302]
    assert people.balances(session) == (180, -90, 0, -90)


def test_without_scripts_the_cards_can_be_typed_at_once(host: Client, session: Session) -> None:
    page = open_page(host, address("hand", session))
    assert "open" in page.find("data-typed").attrib
    assert "hidden" in page.find("data-keypad").attrib


def test_a_hand_recorded_meanwhile_shows_both_versions(host: Client, session: Session) -> None:
    page = address("hand", session)
    fields = {**opened(host, page), **CARDS, "winner": "2"}
    people.win(session)
    for step in ("review", "record"):
        answer = host.post(page, {**fields, "step": step})
        assert answer.status_code == 409
        recorded, mine = whole_amounts(answer.content.decode()).split('data-version="mine"')
        assert re.findall(r"[+−]?₱[\d.]+", recorded)[:4] == ["+₱1.80", "−₱0.90", "₱0.00", "−₱0.90"]
        assert re.findall(r"[+−]?₱[\d.]+", mine)[:4] == ["−₱0.90", "+₱1.80", "−₱0.90", "₱0.00"]
    assert Entry.objects.count() == 1


def test_yours_can_become_a_correction_of_the_recorded_version(host: Client, session: Session) -> None:
    page = address("hand", session)
    fields = {**opened(host, page), **CARDS, "winner": "2"}
    entry = people.win(session)
    conflict = host.post(page, {**fields, "step": "review"})
    correct = address("correct", session, entry.number, "cards")
    assert correct in conflict.content.decode()
    form = host.post(correct, {**hidden(conflict), "step": "edit"})
    assert form.status_code == 200
    sent = {**hidden(form), **CARDS, "winner": "2", "reason": "It was Ben", "step": "record"}
    assert host.post(correct, sent).status_code == 302
    assert people.balances(session) == (-90, 180, -90, 0)


def test_a_hand_taken_back_meanwhile_is_said_so(host: Client, session: Session) -> None:
    entry = people.win(session)
    page = address("correct", session, entry.number)
    fields = {**opened(host, page), **CARDS, "winner": "2", "reason": "Ben", "step": "record"}
    undo(entry=entry, reason="slip", stamp=people.stamp())
    answer = host.post(page, fields)
    assert answer.status_code == 409
    assert "The hand was undone." in text(answer)
    assert people.balances(session) == (0, 0, 0, 0)


def test_yours_can_be_recorded_anew_after_the_hand_was_taken_back(host: Client, session: Session) -> None:
    entry = people.win(session)
    page = address("correct", session, entry.number)
    fields = {**opened(host, page), **CARDS, "winner": "2", "reason": "Ben", "step": "record"}
    undo(entry=entry, reason="slip", stamp=people.stamp())
    conflict = host.post(page, fields)
    assert "Record yours as hand 1" in text(conflict)
    review = host.post(address("hand", session), {**hidden(conflict), "step": "review"})
    assert changes(review) == {1: "−₱0.90", 2: "+₱1.80", 3: "−₱0.90", 4: "₱0.00"}
    assert host.post(address("hand", session), hidden(review)).status_code == 302
    assert people.balances(session) == (-90, 180, -90, 0)


def test_the_review_shows_the_amount_at_the_stakes(host: Client, session: Session) -> None:
    dear = people.start_night(club=session.club, stake_factor=10)
    page = address("hand", dear)
    said = text(host.post(page, {**opened(host, page), **CARDS, "step": "review"}))
    assert "Before the stakes ₱0.90 From each opponent, at stakes × 10 ₱9" in said


def test_no_extra_cards_are_asked_for_where_the_rules_allow_none(host: Client, session: Session) -> None:
    none = people.start_night(club=session.club, rules={"preset": "pagat", "extra_cards": 0})
    asked = ['name="extra"' in host.get(address("hand", each)).text for each in (session, none)]
    assert asked == [True, False]


def test_a_card_not_understood_is_said_and_nothing_is_waited_for(host: Client, session: Session) -> None:
    said = text(host.post(address("hand-verdict", session), {"hand": CARDS["hand"].replace("12B", "13X")}))
    assert "of 16" not in said
    assert "13X" in said
    assert "Waiting for" not in said


def test_a_secret_recorded_meanwhile_only_refreshes_the_review(host: Client, session: Session) -> None:
    page = address("hand", session)
    review = host.post(page, {**opened(host, page), **CARDS, "step": "review"})
    record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    again = host.post(page, hidden(review))
    assert again.status_code == 409
    assert "Something was recorded meanwhile" in text(again)
    assert host.post(page, hidden(again)).status_code == 302
    assert people.balances(session) == (130, 10, -50, -90)


def test_every_problem_is_said_and_nothing_typed_is_lost(host: Client, session: Session) -> None:
    page = address("hand", session)
    wrong = {**CARDS, "bounit": "12B", "extra": "13X", "step": "review"}
    answer = host.post(page, {**opened(host, page), **wrong})
    assert answer.status_code == 422
    said = text(answer)
    assert "13X" in said
    assert "C14" in said or "discard" in said
    assert people.WORKED_HAND in answer.content.decode()
    assert not Entry.objects.exists()


def test_a_hand_that_is_no_win_names_the_stray_cards(host: Client, session: Session) -> None:
    page = address("hand", session)
    stray = CARDS["hand"].replace("12B", "11B")
    answer = host.post(page, {**opened(host, page), **CARDS, "hand": stray, "step": "review"})
    assert answer.status_code == 422
    assert "15 of 16 cards lie in melds, 1 is left over: 11B (C8)." in text(answer)


def test_the_winners_paid_secret_must_be_named_c9(host: Client, session: Session) -> None:
    record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    page = address("hand", session)
    secret = {
        **CARDS,
        "winner": "2",
        "source": "self_drawn",
        "hand": "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C",
        "bounit": "4E",
        "step": "review",
    }
    unnamed = host.post(page, {**opened(host, page), **secret})
    assert unnamed.status_code == 422
    assert "Secrets the winner was paid for: 1. Named here: 0." in text(unnamed)
    named = host.post(page, {**opened(host, page), **secret, "secret_1": "3O"})
    assert changes(named)[BEN] == "+₱4.40"


def test_a_secret_that_was_not_paid_is_not_named_c9(host: Client, session: Session) -> None:
    record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    page = address("hand", session)
    kind = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    drawn = {**CARDS, "source": "self_drawn", "hand": kind, "bounit": "4E", "secret_1": "3O"}
    answer = host.post(page, {**opened(host, page), **drawn, "step": "review"})
    assert answer.status_code == 422
    assert "Secrets the winner was paid for: 0. Named here: 1." in text(answer)


def test_quick_entry_is_marked_declared(host: Client, session: Session) -> None:
    page = address("quick-hand", session)
    answer = host.post(page, {**opened(host, page), **QUICK, "step": "record"})
    assert answer.status_code == 302
    assert people.balances(session) == (-200, 400, -200, 0)
    assert "declared" in text(host.get(address("entry", session, 1)))


def test_quick_entry_asks_for_the_conditions_where_they_decide(host: Client, session: Session) -> None:
    page = address("quick-hand", session)
    answer = host.post(page, {**opened(host, page), **QUICK, "source": "claimed", "step": "review"})
    assert answer.status_code == 422
    assert "Say which conditions hold, also if none." in text(answer)


@pytest.mark.parametrize(("source", "shown"), [("self_drawn", None), ("claimed", "bounit")])
def test_a_correction_shows_no_condition_where_none_counted(
    host: Client, session: Session, source: str, shown: str | None
) -> None:
    page = address("quick-hand", session)
    host.post(page, {**opened(host, page), **QUICK, "source": source, "conditions": "bounit", "step": "record"})
    correction = address("correct", session, 1)
    (form,) = open_page(host, correction).forms(action=correction)
    assert form.get("conditions") == shown


def test_quick_entry_guesses_no_kings(host: Client, session: Session) -> None:
    page = address("quick-hand", session)
    unsaid = {name: value for name, value in QUICK.items() if "kings" not in name}
    answer = host.post(page, {**opened(host, page), **unsaid, "step": "review"})
    assert answer.status_code == 422
    assert "Say how many kings of coins, also if none." in text(answer)


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        ({}, ["winner", "source", "kings_of_coins", "other_kings"]),
        ({"source": "self_drawn"}, ["winner", "kings_of_coins", "other_kings"]),
        ({"source": "discard"}, ["winner", "kings_of_coins", "other_kings", "conditions"]),
        ({"source": "discard", "conditions": "both", "other_kings": "2"}, ["winner", "kings_of_coins"]),
        ({"source": "discard", "kings_of_coins": "0", "other_kings": "0"}, ["winner"]),
        ({"winner": "2", "source": "discard"}, ["kings_of_coins", "other_kings", "conditions"]),
    ],
)
def test_quick_entry_says_at_once_all_that_is_missing(
    host: Client, session: Session, said: dict[str, str], missing: list[str]
) -> None:
    page = address("quick-hand", session)
    answer = host.post(page, {**opened(host, page), **said, "step": "review"})
    assert answer.status_code == 422
    assert sorted(answer.context["form"].errors) == sorted(missing)


def test_quick_entry_without_kings_is_porbis_c32(host: Client, session: Session) -> None:
    page = address("quick-hand", session)
    assert "Without any king a hand is porbis by itself." in text(host.get(page))
    kingless = {**QUICK, "kings_of_coins": "0", "other_kings": "0", "step": "review"}
    answer = host.post(page, {**opened(host, page), **kingless})
    assert changes(answer) == {1: "−₱3.00", 2: "+₱6.00", 3: "−₱3.00", 4: "₱0.00"}


def test_a_correction_of_a_hand_without_kings_ticks_no_porbis_that_nobody_ticked_c32(
    host: Client, session: Session
) -> None:
    page = address("quick-hand", session)
    nobody_counted = {**QUICK, "source": "discard", "kings_of_coins": "0", "other_kings": "0", "step": "record"}
    host.post(page, {**opened(host, page), **nobody_counted})
    correction = address("correct", session, 1, "quick")
    (form,) = open_page(host, correction).forms(action=correction)
    assert {"porbis", "conditions"} & form.keys() == set()

    answer = host.post(
        correction, form | {"other_kings": "1", "conditions": "bounit", "reason": "a king", "step": "review"}
    )

    assert changes(answer)[people.BEN] != "+₱6.00"
    assert "Only the bounit condition met" in text(answer)


def test_a_correction_needs_a_reason_and_starts_from_what_was_entered(host: Client, session: Session) -> None:
    entry = people.win(session)
    page = address("correct", session, entry.number)
    form = host.get(page)
    assert re.search(r'name="winner" value="1"[^>]* checked', form.content.decode())
    assert re.search(r'name="bounit" value="5B"', form.content.decode())
    answer = host.post(page, {**hidden(form), **CARDS, "winner": "3", "step": "review"})
    assert answer.status_code == 422
    assert "Say why the hand is corrected." in text(answer)


def test_a_correction_says_that_it_corrects_from_the_entry_to_the_ledger(host: Client, session: Session) -> None:
    entry = people.win(session)
    page = address("correct", session, entry.number)
    form = host.get(page)
    assert "Correct hand 1" in text(form)
    assert "Reason for the correction (needed)" in text(form)
    fields = {**hidden(form), **CARDS, "winner": "3", "reason": "It was Carla"}
    review = text(host.post(page, {**fields, "step": "review"}))
    assert "Correct hand 1: who pays whom?" in review
    assert "Record correction" in review
    host.post(page, {**fields, "step": "record"})
    assert "corrected: It was Carla" in text(host.get(address("entry", session, entry.number + 2)))
    assert "corrected: It was Carla" in text(host.get(reverse("table", args=[session.public_id])))


@pytest.mark.parametrize(("bounit", "says"), [("5B", True), ("4O", False)])
def test_a_correction_that_moves_no_money_says_so(host: Client, session: Session, bounit: str, says: bool) -> None:
    entry = people.win(session)
    page = address("correct", session, entry.number)
    fields = {**opened(host, page), **CARDS, "bounit": bounit, "reason": "the other coin", "step": "review"}
    review = text(host.post(page, fields))
    assert ("The amounts stay as they were." in review) is says


def test_porbis_says_that_it_takes_the_place_of_the_base_c32(host: Client, session: Session) -> None:
    page = address("quick-hand", session)
    kingless = {**QUICK, "kings_of_coins": "0", "other_kings": "0", "step": "review"}
    answers = [
        text(host.post(page, {**opened(host, page), **said})) for said in (kingless, {**QUICK, "step": "review"})
    ]
    assert ["in the place of what bounit and sowee pay" in answer for answer in answers] == [True, False]


def test_a_quick_correction_asks_for_its_reason_before_anything_else(host: Client, session: Session) -> None:
    entry = people.win(session)
    asked = text(host.get(address("correct", session, entry.number, "quick")))
    assert asked.index("Reason for the correction (needed)") < asked.index("Who won?")


def test_a_hand_corrected_to_drawn_pays_nothing(host: Client, session: Session) -> None:
    entry = people.win(session)
    page = address("correct", session, entry.number, "drawn")
    fields = {**opened(host, page), "reason": "nobody showed", "step": "record"}
    assert host.post(page, fields).status_code == 302
    assert people.balances(session) == (0, 0, 0, 0)


def test_a_closed_session_shows_no_form(host: Client, session: Session) -> None:
    people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    answer = host.get(address("hand", session))
    assert answer.status_code == 409
    assert "This night is closed" in text(answer)


def test_the_live_verdict_counts_waits_and_pays(host: Client, session: Session) -> None:
    page = address("hand-verdict", session)
    partial = host.post(page, {"hand": "3O 4O 5O 12B"})
    assert "4 of 16" in text(partial)
    fifteen = host.post(page, {"hand": people.WORKED_HAND.replace(" 12B", "")})
    assert "Waiting for" in text(fifteen)
    assert "king" in fifteen.content.decode()
    complete = host.post(page, {**CARDS})
    assert "₱0.90" in text(complete)
    assert "15 more cards may be turned." in text(complete)


def test_the_stakes_multiply_the_live_verdict(host: Client, session: Session) -> None:
    dear = people.start_night(club=session.club, stake_factor=10)
    said = text(host.post(address("hand-verdict", dear), CARDS))
    assert ("₱9" in said, "₱9.00" in said) == (True, False)


def test_the_live_verdict_is_priced_line_by_line(host: Client, session: Session) -> None:
    dear = people.start_night(club=session.club, stake_factor=10)
    said = Page(host.post(address("hand-verdict", dear), CARDS))
    (account,) = (table for table in said.root.iter("table") if table.get("class") == "account")
    assert [text_of(row) for row in account.iter("tr")] == [
        "Only the sowee condition met C28 ₱0.70",
        "1 other king C26 ₱0.20",
        "Before the stakes ₱0.90",
        "From each opponent, at stakes × 10 ₱9",
    ]


def test_an_entry_shows_its_account_line_by_line(host: Client, session: Session) -> None:
    people.win(session)
    answer = host.get(address("entry", session, 1))
    assert changes(answer) == {1: "+₱1.80", 2: "−₱0.90", 3: "₱0.00", 4: "−₱0.90"}
    (account,) = (table for table in Page(answer).root.iter("table") if table.get("class") == "account")
    assert [text_of(row) for row in account.iter("tr")][:2] == [
        "Only the sowee condition met The sowee is met, but two cards that go with the bounit are missing."
        " Sowee: 4 3 5 C28 ₱0.70",
        "1 other king Kings of any other suit than coins. C26 ₱0.20",
    ]


@pytest.mark.parametrize("name", ["hand", "quick-hand"])
def test_another_clubs_session_is_not_found(host: Client, session: Session, name: str) -> None:
    other = people.start_night(club=people.make_club(name="Elsewhere"), names=("Eva", "Fe", "Gil", "Hugo"))
    assert host.get(address(name, other)).status_code == 404


def test_a_stranger_records_nothing(session: Session) -> None:
    page = address("hand", session)
    assert Client().post(page, {**CARDS, "step": "record"}).status_code == 403
    assert not Entry.objects.exists()


def test_a_form_that_can_no_longer_be_sent_says_so_and_offers_a_new_one(host: Client, session: Session) -> None:
    page = address("hand", session)
    broken = {**opened(host, page), **CARDS, "key": "broken", "step": "record"}
    answer = host.post(page, broken)
    assert answer.status_code == 422
    assert "This form can no longer be sent." in text(answer)


@pytest.mark.parametrize("expected_after", ["-1", "x", str(10**30)])
def test_a_forged_expectation_is_refused(host: Client, session: Session, expected_after: str) -> None:
    page = address("hand", session)
    forged = {**opened(host, page), **CARDS, "expected_after": expected_after, "step": "record"}
    assert host.post(page, forged).status_code == 422
    assert not Entry.objects.exists()


def test_every_link_to_a_wrong_field_leads_somewhere(host: Client, session: Session) -> None:
    for name in ("hand", "quick-hand"):
        page = address(name, session)
        answer = host.post(page, {**opened(host, page), "step": "review"})
        html = answer.content.decode()
        anchors = re.findall(r'<li><a href="#([^"]+)"', html)
        assert anchors
        assert all(f'id="{anchor}"' in html for anchor in anchors)


def test_a_page_that_is_not_there_leads_home(host: Client, club: object) -> None:
    answer = host.get("/nothing/")
    assert answer.status_code == 404
    assert "This page does not exist" in text(answer)


def test_a_form_without_its_token_can_be_opened_again(session: Session) -> None:
    answer = Client(enforce_csrf_checks=True).post(address("hand", session), CARDS)
    assert answer.status_code == 403
    assert "Open it again and send it once more." in text(answer)


def test_a_group_of_choices_is_described_by_its_help(host: Client, session: Session) -> None:
    page = open_page(host, address("quick-hand", session))
    described = {each.get("aria-describedby") for each in page.root.iter("fieldset")}
    helps = {mark for mark in page.ids() if mark.endswith("_helptext")}
    assert "id_conditions_helptext" in described & helps
