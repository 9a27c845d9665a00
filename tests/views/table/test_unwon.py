"""A drawn hand and a false win are asked once, with what they do."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.turns import Turns
from scoring.queries.table import hands
from tests import people
from tests.views.reading import Page, open_page, text_of


def drawn_address(session: Session) -> str:
    return reverse("drawn-hand", args=[session.public_id])


def false_win_address(session: Session) -> str:
    return reverse("false-win", args=[session.public_id])


def asked(browser: Client, address: str) -> dict[str, str]:
    (form,) = open_page(browser, address).forms(action=address)
    return form


def paragraphs(page: Page) -> str:
    (main,) = page.root.iter("main")
    return " ".join(text_of(paragraph) for paragraph in main.iter("p"))


def test_drawn_hand_says_that_the_same_dealer_deals_again_c33(host: Client, session: Session) -> None:
    people.win(session, winner=people.BEN)

    page = open_page(host, drawn_address(session))

    assert "nothing is paid, secrets stay paid, and Ben deals again (C33)" in paragraphs(page)


def test_drawn_hand_says_who_deals_where_its_dealer_sits_out_after_it_c33(host: Client, club: Club) -> None:
    night = people.start_night(club=club, names=(*people.NAMES, "Eva"), turns=Turns.EACH_HAND)
    page = open_page(host, drawn_address(night))

    assert "secrets stay paid (C33); Ana sits out, and Ben deals." in paragraphs(page)

    (form,) = page.forms(action=drawn_address(night))
    host.post(drawn_address(night), form)
    assert hands.dealer(session=night) == people.BEN


@pytest.mark.parametrize(("deals", "dealer"), [("same", "Ana"), ("next", "Ben")])
def test_question_says_who_deals_after_a_hand_that_does_not_count_c38(
    host: Client, club: Club, deals: str, dealer: str
) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "void_deals": deals})

    assert f"If it does not count, {dealer} deals (C38)." in paragraphs(open_page(host, drawn_address(night)))


def test_drawn_hand_counts_as_a_hand_and_leaves_balances_and_dealer(host: Client, session: Session) -> None:
    record_secret(session=session, seat=people.BEN, expected_entry=0, stamp=people.stamp())

    response = host.post(drawn_address(session), asked(host, drawn_address(session)), follow=True)

    assert "The hand is recorded; nobody won." in response.text
    assert people.balances(session) == (-50, 100, -50, 0)
    assert (hands.next_hand_number(session=session), hands.dealer(session=session)) == (2, people.ANA)


def test_double_tap_draws_one_hand(host: Client, session: Session) -> None:
    form = asked(host, drawn_address(session))

    host.post(drawn_address(session), form)
    host.post(drawn_address(session), form)

    assert hands.next_hand_number(session=session) == 2


def test_hand_that_another_phone_recorded_shows_both_versions(host: Client, session: Session) -> None:
    form = asked(host, drawn_address(session))
    people.win(session)

    page = Page(host.post(drawn_address(session), form))

    assert page.status == 409
    assert page.notice() == "Yours was not recorded. Compare both versions."
    assert page.text("data-theirs").startswith("Recorded Hand 1: Ana won, taken from the discards Ana receives")
    assert page.text("data-yours") == "Yours no winner, the stock ran out"
    assert hands.next_hand_number(session=session) == 2


def test_ones_own_earlier_record_is_called_ones_own(host: Client, session: Session) -> None:
    forms = [asked(host, drawn_address(session)) for _page in range(2)]
    host.post(drawn_address(session), forms[0])

    answer = host.post(drawn_address(session), forms[1])

    assert answer.status_code == 409
    assert "You recorded this before" in answer.text
    assert "Another phone" not in answer.text


def test_drawn_hand_after_other_news_is_asked_again(host: Client, session: Session) -> None:
    form = asked(host, drawn_address(session))
    record_secret(session=session, seat=people.BEN, expected_entry=0, stamp=people.stamp())

    page = Page(host.post(drawn_address(session), form))

    assert page.status == 409
    (again,) = page.forms(action=drawn_address(session))
    host.post(drawn_address(session), again)
    assert hands.next_hand_number(session=session) == 2


def test_false_win_without_a_penalty_says_so_and_how_to_set_one_c35(host: Client, session: Session) -> None:
    said = paragraphs(open_page(host, false_win_address(session)))

    assert "a false win costs nothing (C35)" in said
    assert "Set a penalty for it, which counts from then on." in said


def test_false_win_pays_each_opponent_and_play_goes_on_c35(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "false_win_penalty": 40}, stake_factor=2)
    address = false_win_address(night)

    said = paragraphs(open_page(host, address))
    host.post(address, {**asked(host, address), "seat": str(people.DAN), "end": "on"})

    assert "Whoever claimed it pays each of 2 opponents ₱0.80 (C35)." in said
    assert people.balances(night) == (80, 0, 80, -160)
    assert "₱1.60" in open_page(host, reverse("table", args=[night.public_id])).items("data-ledger")[0]
    assert hands.next_hand_number(session=night) == 1


def test_false_win_may_void_the_hand(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "false_win_penalty": 40})
    address = false_win_address(night)

    host.post(address, {**asked(host, address), "seat": str(people.DAN), "end": "void"})

    assert people.balances(night) == (40, 0, 40, -80)
    assert (hands.next_hand_number(session=night), hands.dealer(session=night)) == (2, people.ANA)
    ledger = open_page(host, reverse("table", args=[night.public_id])).items("data-ledger")
    assert [" ".join(line.split()[:6]) for line in ledger] == ["1 Hand 1: void after a", "False win of Dan Ana +0.40"]


def test_false_win_needs_a_seat_and_what_comes_after(host: Client, session: Session) -> None:
    address = false_win_address(session)
    form = asked(host, address)

    page = Page(host.post(address, {"key": form["key"], "expected_entry": "0", "end": "void"}))

    assert page.status == 422
    assert "Choose who claimed the win." in text_of(page.root)
    chosen = [field for field in page.root.iter("input") if "checked" in field.attrib]
    assert [field.get("value") for field in chosen] == ["void"]
    assert session.entries.count() == 0


def test_double_tap_records_one_false_win(host: Client, session: Session) -> None:
    address = false_win_address(session)
    form = {**asked(host, address), "seat": "1", "end": "void"}

    host.post(address, form)
    host.post(address, form)

    assert session.entries.count() == 2


def test_claimed_hand_of_another_result_is_not_lost(host: Client, session: Session) -> None:
    record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())

    page = open_page(host, reverse("table", args=[session.public_id]))

    assert page.items("data-ledger") == ("1 Hand 1: no winner, the stock ran out 03:00 Undo Correct",)


def test_c38_a_hand_that_does_not_count_is_recorded_with_its_reason(host: Client, session: Session) -> None:
    address = drawn_address(session)
    host.post(address, asked(host, address) | {"void": "misdeal", "by": "2"})
    entry = session.entries.get(kind="hand")
    assert entry.act == {"result": "void", "void": "misdeal", "by": 2}


def test_c38_what_a_hand_that_does_not_count_costs_is_said_before(host: Client, club: Club) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "void_penalty": 40})

    assert "pays each other player ₱0.40 (C38)" in paragraphs(open_page(host, drawn_address(night)))


def test_c38_a_recorded_hand_is_corrected_into_one_that_does_not_count(host: Client, session: Session) -> None:
    people.win(session)
    address = reverse("correct", args=[session.public_id, 1, "drawn"])
    (form,) = open_page(host, address).forms(action=address)
    corrected = form | {"void": "exposed", "by": "2", "reason": "a card was seen"}

    review = Page(host.post(address, corrected))
    assert (
        review.text("data-unwon")
        == "Nobody won: exposed card, the hand does not count (caused by Ben). Ana deals next."
    )
    host.post(address, corrected | {"step": "record"})
    assert session.entries.get(number=3).act == {"result": "void", "void": "exposed", "by": 2}
    assert people.balances(session) == (0, 0, 0, 0)


def test_a_void_hand_that_came_second_says_what_it_was(host: Client, session: Session) -> None:
    form = asked(host, drawn_address(session)) | {"void": "misdeal"}
    people.win(session)

    assert Page(host.post(drawn_address(session), form)).text("data-yours") == "Yours misdeal, the hand does not count"


@pytest.mark.parametrize("said", [{}, {"void": "misdeal"}, {"void": "exposed", "by": "2"}])
def test_a_correction_of_a_hand_that_nobody_won_opens_what_was_recorded(
    host: Client, session: Session, said: dict[str, str]
) -> None:
    host.post(drawn_address(session), asked(host, drawn_address(session)) | said)

    opened = asked(host, reverse("correct", args=[session.public_id, 1]))

    assert {name: opened.get(name, "absent") for name in ("void", "by", "reason")} == {
        "void": "",
        "by": "",
        "reason": "",
        **said,
    }
