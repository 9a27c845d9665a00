"""Chips: taken from a bank, counted at the end, held against the lines; in nobody's result."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.tong import Every
from scoring.models import Club, Entry, EntryKind, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.errors import NotReversibleError, TableChangedError, WrongAmountError
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips
from scoring.operations.sessions.closing import close_session, hand_over_early
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.payments import pay_free, set_tong
from scoring.operations.table.reversing import undo
from scoring.queries.books.checking import check_session
from scoring.queries.sessions.chips import chips_of
from scoring.queries.table import tables
from tests import people
from tests.api.programs import program
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

ALL = (people.ANA, people.BEN, people.CARLA, people.DAN)


def _said(night: Session) -> dict[str, Any]:
    return {"session": night, "expected_entry": tables.last_entry_number(session=night), "stamp": people.stamp()}


def buy(night: Session, *seats: int, cents: int = 500, is_paid: bool = False, bank: int = people.BEN) -> Entry:
    return buy_chips(bank=bank, seats=seats or ALL, amount_cents=cents, is_paid=is_paid, **_said(night))


def hand_back(night: Session, seat: int, cents: int, *, is_paid: bool = True) -> Entry:
    return return_chips(seat=seat, amount_cents=cents, is_paid=is_paid, **_said(night))


def count(night: Session, *cents: int, decides: bool = False) -> Entry:
    """Have Ana, Ben, Carla and Dan count in that order."""
    return count_chips(counted=dict(enumerate(cents, start=1)), decides=decides, **_said(night))


def close(night: Session) -> Entry:
    newest = tables.last_entry_number(session=night)
    return close_session(session=night, coin_cents=1, expected_entry=newest, stamp=people.stamp())


def outstanding(night: Session) -> list[int]:
    return [seat.outstanding_cents for seat in tables.results(session=night)]


def results(night: Session) -> list[int]:
    return [seat.result_cents for seat in tables.results(session=night)]


def due(night: Session) -> list[int]:
    return [holder.due_cents for holder in chips_of(session=night).holders]


def differing(night: Session) -> list[tuple[str, int]]:
    return [(holder.player, holder.more_cents) for holder in chips_of(session=night).differing]


def test_a_night_without_chips_has_no_bank(session: Session) -> None:
    people.win(session)
    assert (chips_of(session=session).bank, chips_of(session=session).holders) == (0, ())


def test_chips_that_are_not_paid_for_move_nothing(session: Session) -> None:
    buy(session)
    people.win(session)
    assert (due(session), outstanding(session)) == ([680, 410, 500, 410], [180, -90, 0, -90])


def test_whoever_paid_for_all_chips_is_owed_what_they_hold(session: Session) -> None:
    buy(session, is_paid=True)
    people.win(session)

    assert due(session) == [680, 410, 500, 410]
    assert outstanding(session) == [680, -1590, 500, 410]
    assert close(session).act["plan"] == [[2, 1, 680], [2, 3, 500], [2, 4, 410]]
    assert results(session) == [180, -90, 0, -90]
    assert check_session(session=session) == ()


def test_what_is_paid_beside_the_game_and_the_tong_are_paid_in_chips(session: Session) -> None:
    buy(session)
    rule = {"every": Every.WIN, "cents": 10, "percent": 0, "coin_cents": 1, "holder": people.DAN}
    set_tong(**rule, **_said(session))  # type: ignore[arg-type]
    people.win(session)
    pay_free(payer=people.CARLA, payees=(people.BEN,), amount_cents=20, reason="bet", **_said(session))
    assert due(session) == [670, 430, 480, 420]
    count(session, 670, 430, 480, 420)
    close(session)
    assert differing(session) == []
    assert check_session(session=session) == ()


def test_cash_handed_from_one_to_another_is_no_chips(session: Session) -> None:
    buy(session)
    hand_over_early(session=session, payer=1, payee=3, amount_cents=70, stamp=people.stamp())
    assert due(session) == [500, 500, 500, 500]


def test_who_leaves_early_gets_cash_for_chips_without_what_they_were_not_paid_for(session: Session) -> None:
    buy(session)
    buy(session, people.ANA, cents=100, is_paid=True)
    people.win(session)

    entry = hand_back(session, people.ANA, 780)

    assert [(paid.payer.number, paid.payee.number, paid.amount_cents, paid.cash) for paid in entry.payments.all()] == [
        (people.BEN, people.ANA, 280, True)
    ]
    assert (due(session), outstanding(session)) == ([0, 410, 500, 410], [0, 90, 0, -90])
    assert check_session(session=session) == ()


def test_who_hands_back_less_than_was_lent_pays_the_rest(session: Session) -> None:
    buy(session)
    people.win(session)
    hand_back(session, people.DAN, 410)
    assert outstanding(session) == [180, -180, 0, 0]
    buy(session, people.DAN, cents=200, is_paid=True)
    hand_back(session, people.DAN, 200)
    assert outstanding(session) == [180, -180, 0, 0]
    assert check_session(session=session) == ()


def test_chips_handed_back_without_cash_are_settled_with_the_night(session: Session) -> None:
    buy(session)
    people.win(session)
    hand_back(session, people.ANA, 680, is_paid=False)
    assert (due(session)[0], outstanding(session)) == (0, [180, -90, 0, -90])


@pytest.mark.parametrize(
    ("cents", "said"), [((680, 410, 500, 400), r"₱0\.10 is missing"), ((680, 410, 500, 420), r"₱0\.10 too much")]
)
def test_chips_that_do_not_add_up_are_refused_with_the_difference(
    session: Session, cents: tuple[int, ...], said: str
) -> None:
    buy(session)
    with pytest.raises(WrongAmountError, match=said):
        count(session, *cents)
    assert session.entries.count() == 1


def test_a_count_names_who_has_more_or_less_than_the_lines_say_and_moves_nothing(session: Session) -> None:
    buy(session)
    people.win(session)
    assert count(session, 650, 440, 500, 410).act == {
        "what": "counted",
        "chips": [[1, 650, 680], [2, 440, 410], [3, 500, 500], [4, 410, 410]],
        "decides": False,
    }
    assert (differing(session), chips_of(session=session).suspects) == ([("Ana", -30), ("Ben", 30)], ())
    assert outstanding(session) == [180, -90, 0, -90]
    assert check_session(session=session) == ()


def test_a_line_whose_chips_nobody_handed_over_is_suspected(session: Session) -> None:
    buy(session)
    people.win(session)
    people.win(session, winner=people.BEN)
    count(session, 590, 590, 410, 410)
    assert chips_of(session=session).suspects == ()
    count(session, 410, 680, 410, 500)
    assert (differing(session), chips_of(session=session).suspects) == ([("Ana", -180), ("Ben", 90), ("Dan", 90)], (2,))


def test_a_difference_is_gone_once_the_line_is_corrected(session: Session) -> None:
    buy(session)
    hand = people.win(session)
    count(session, 410, 500, 410, 680)
    act = people.win_act(session, winner=people.DAN)
    correct_hand(entry=hand, act=act, reason="Dan had won", stamp=people.stamp())
    assert (differing(session), chips_of(session=session).is_over) == ([], False)
    people.win(session)
    assert chips_of(session=session).is_over
    assert check_session(session=session) == ()


def test_where_the_chips_decide_everybody_has_what_they_counted_beside_the_game(session: Session) -> None:
    buy(session)
    people.win(session)
    count(session, 650, 440, 500, 410, decides=True)
    assert (differing(session), outstanding(session)) == ([], [150, -60, 0, -90])
    assert results(session) == [180, -90, 0, -90]
    close(session)
    assert check_session(session=session) == ()


def test_a_line_under_a_count_that_decides_is_not_taken_back_before_it(session: Session) -> None:
    taken = buy(session)
    hand = people.win(session)
    decides = count(session, 650, 440, 500, 410, decides=True)
    for entry in (taken, hand):
        with pytest.raises(NotReversibleError, match="Undo that count first"):
            undo(entry=entry, reason="slip", stamp=people.stamp())
    undo(entry=decides, reason="", stamp=people.stamp())
    undo(entry=hand, reason="slip", stamp=people.stamp())
    assert (outstanding(session), due(session)) == ([0, 0, 0, 0], [500, 500, 500, 500])
    assert check_session(session=session) == ()


def test_a_night_has_one_bank_until_its_chips_are_taken_back(session: Session) -> None:
    taken = buy(session, is_paid=True)
    with pytest.raises(WrongAmountError, match="bank"):
        buy(session, bank=people.ANA)
    undo(entry=taken, reason="", stamp=people.stamp())
    assert outstanding(session) == [0, 0, 0, 0]
    buy(session, bank=people.ANA)
    assert check_session(session=session) == ()


def test_chips_that_cannot_be_are_refused(session: Session, club: Club) -> None:
    for wrong in (
        {"seats": ()},
        {"seats": (7,)},
        {"bank": 7},
        {"amount_cents": 0},
        {"amount_cents": HIGHEST_AMOUNT_CENTS + 1},
    ):
        bought = {"bank": people.BEN, "seats": ALL, "amount_cents": 500, "is_paid": False, **wrong}
        with pytest.raises(WrongAmountError):
            buy_chips(**bought, **_said(session))  # type: ignore[arg-type]
    with pytest.raises(WrongAmountError):
        count(session)
    buy(session)
    for cents in (0, 2001):
        with pytest.raises(WrongAmountError):
            hand_back(session, people.ANA, cents)
    for counted in ({7: 2000}, {1: 2001, 2: -1}):
        with pytest.raises(WrongAmountError):
            count_chips(counted=counted, decides=False, **_said(session))
    with pytest.raises(WrongAmountError, match="points"):
        buy(people.start_night(club=club, currency="points"))
    assert session.entries.filter(kind=EntryKind.CHIPS).count() == 1


def test_the_pages_take_chips_count_them_and_say_who_must_look(host: Client, session: Session) -> None:
    url, counting = (reverse(name, args=[session.public_id]) for name in ("chips", "count-chips"))
    (form,) = open_page(host, url).forms(action=url)
    taken = {"seats": ["1", "2", "3", "4"], "amount": "5", "bank": "2", "paid": "now"}
    host.post(url, form | taken)
    people.win(session)
    assert "Ana ₱5.00 from the bank ₱6.80" in open_page(host, url).text("data-chips")
    (form,) = open_page(host, counting).forms(action=counting)
    wrong = host.post(counting, form | {"seat_1": "5", "seat_2": "5", "seat_3": "5"})
    assert (wrong.status_code, Page(wrong).find("id", "id_seat_1").get("value")) == (422, "5")
    assert "₱15.00 was counted, but chips worth ₱20.00 are out: ₱5.00 is missing." in Page(wrong).text("data-code")
    assert "Ana should hold ₱6.80" in Page(wrong).items("data-due")

    answer = Page(host.post(counting, form | {f"seat_{seat}": "5" for seat in ALL}, follow=True))

    assert "Ana −₱1.80 Ben +₱0.90 Dan +₱0.90 What was recorded at " in answer.text("data-count")
    (line, _won, first) = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert "Chips counted, other than recorded: Ana −₱1.80, Ben +₱0.90, Dan +₱0.90" in line
    assert "Chips worth ₱5.00 each for Ana, Ben, Carla, Dan; bank: Ben" in first
    assert "Ana : ₱5.00 from the bank, ₱5.00 counted" in open_page(host, _statement(session)).text("data-chips")
    assert "Ana −₱1.80" in open_page(host, reverse("close", args=[session.public_id])).text("data-count")


def test_the_page_hands_chips_back_in_cash_and_shows_what_is_still_to_be_there(host: Client, session: Session) -> None:
    buy(session, is_paid=True)
    url = reverse("chips-back", args=[session.public_id])
    (form,) = open_page(host, url).forms(action=url)
    answer = Page(host.post(url, form | {"seat": "4", "amount": "4.80", "paid": "now"}, follow=True))
    assert "Dan ₱0.20 from the bank ₱0.20" in answer.text("data-chips")
    assert outstanding(session) == [500, -1020, 500, 20]
    (line, *_) = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert "Chips worth ₱4.80 handed back by Dan; bank: Ben" in line


def test_a_program_takes_hands_back_and_counts(session: Session) -> None:
    sheet, here = program(club=session.club), f"sessions/{session.public_id}/chips/"
    taken = {"bank": 2, "seats": [1, 2, 3], "amount_cents": 500, "is_paid": True, "expected_entry": 0}
    assert sheet.post(here, taken).status_code == 201
    back = {"seat": 3, "amount_cents": 500, "is_paid": True, "expected_entry": 1}
    assert sheet.post(f"{here}back/", back).status_code == 201
    counted = [{"seat": 1, "amount_cents": 480}, {"seat": 2, "amount_cents": 520}]
    assert sheet.post(f"{here}count/", {"counted": counted, "expected_entry": 2}).status_code == 201
    told = sheet.get(here).json()
    assert (told["bank"], told["out_cents"], told["counted_at"], told["suspects"]) == (2, 1000, 3, [])
    assert [(each["due_cents"], each["counted_cents"]) for each in told["holders"]] == [
        (500, 480),
        (500, 520),
        (0, 0),
        (0, 0),
    ]


def _statement(session: Session) -> str:
    return reverse("statement", args=[session.public_id])


def test_every_line_of_chips_has_its_pages(host: Client, session: Session) -> None:
    buy(session)
    people.win(session)
    hand_back(session, people.DAN, 410)
    count(session, 650, 440, 500, 0, decides=True)
    for number in (1, 3, 4):
        for name in ("entry", "dispute"):
            assert open_page(host, reverse(name, args=[session.public_id, number])).status == 200
    assert open_page(host, reverse("undo", args=[session.public_id, 4])).status == 200
    assert host.get(reverse("undo", args=[session.public_id, 1])).status_code == 409
    close(session)
    for name in ("table", "statement", "audit", "night", "settle", "watch"):
        assert open_page(host, reverse(name, args=[session.public_id])).status == 200
    for form in ("json", "csv", "hledger", "beancount"):
        assert host.get(reverse("export-session", args=[session.public_id, form])).status_code == 200


@pytest.mark.parametrize("page", ["chips", "chips-back", "count-chips"])
def test_what_is_done_with_chips_waits_on_the_phone_while_nobody_answers(
    host: Client, session: Session, page: str
) -> None:
    buy_chips(
        session=session, bank=4, seats=(1,), amount_cents=500, is_paid=True, expected_entry=0, stamp=people.stamp()
    )
    address = reverse(page, args=[session.public_id])
    (form,) = (each for each in open_page(host, address).root.iter("form") if each.get("action") == address)
    assert "data-act" in form.attrib
    assert form.find(".//input[@name='key']") is not None


def test_chips_taken_after_a_hand_that_waited_on_the_same_phone_count(session: Session) -> None:
    hand = people.win(session)
    said = {"bank": 4, "seats": (1,), "amount_cents": 500, "is_paid": True, "expected_entry": 0}
    with pytest.raises(TableChangedError):
        buy_chips(session=session, **said, stamp=people.stamp())  # type: ignore[arg-type]

    assert hand.key is not None
    known = replace(people.stamp(device=hand.device), known=(hand.key,))
    assert buy_chips(session=session, **said, stamp=known).number == 2  # type: ignore[arg-type]
