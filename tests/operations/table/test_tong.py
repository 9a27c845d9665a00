"""Tong: a share of each win or hand, taken with the close, in nobody's result."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.tong import Every, TongHand, TongRule, dues
from scoring.models import Club, Entry, EntryKind, Session
from scoring.operations.errors import ReasonMissingError, WrongAmountError
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.payments import set_tong, spend_tong
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.books.checking import check_session
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from scoring.queries.table.tong import tong_of
from tests import people
from tests.api.programs import program
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db


def agree(night: Session, **changes: object) -> Entry:
    """Agree on 10 per cent of each win, rounded down to 5, kept by Ben."""
    rule = {"every": Every.WIN, "cents": 0, "percent": 10, "coin_cents": 5, "holder": people.BEN, **changes}
    newest = tables.last_entry_number(session=night)
    return set_tong(session=night, **rule, expected_entry=newest, stamp=people.stamp())  # type: ignore[arg-type]


def close(night: Session) -> Entry:
    newest = tables.last_entry_number(session=night)
    return close_session(session=night, coin_cents=1, expected_entry=newest, stamp=people.stamp())


def figures(night: Session) -> list[tuple[int, int, int]]:
    seats = tables.results(session=night)
    return [(seat.result_cents, seat.apart_cents, seat.outstanding_cents) for seat in seats]


def test_without_an_agreement_nothing_is_taken(session: Session) -> None:
    people.win(session)
    close(session)
    assert not session.entries.filter(kind=EntryKind.TONG).exists()


def test_per_cent_of_each_win_from_then_on_is_taken_with_the_close(session: Session) -> None:
    people.win(session)
    agree(session)
    people.win(session)
    people.win(session, winner=people.BEN)
    assert tong_of(session=session).pot_cents == 30
    shown = settlements.closing(session=session, coin_cents=1)

    plan = close(session).act["plan"]

    assert figures(session) == [(270, -15, 255), (0, 15, 15), (-90, 0, -90), (-180, 0, -180)]
    assert [(line.payer_seat, line.payee_seat, line.cents) for line in shown.plan] == [tuple(line) for line in plan]
    assert [seat.apart_cents for seat in shown.seats] == [-15, 15, 0, 0]
    assert check_session(session=session) == ()


def test_a_fixed_amount_of_each_hand_comes_from_everybody_who_plays_it(session: Session) -> None:
    agree(session, every=Every.HAND, cents=10, percent=0, coin_cents=1)
    people.win(session)
    close(session)
    assert figures(session) == [(180, -10, 170), (-90, 30, -60), (0, -10, -10), (-90, -10, -100)]
    assert tong_of(session=session).pot_cents == 40


def test_a_hand_corrected_after_the_close_is_put_right_by_the_next_close(session: Session) -> None:
    agree(session)
    hand = people.win(session)
    close(session)
    reopen_session(session=session, reason="Dan had won", stamp=people.stamp())
    act = people.win_act(session, winner=people.DAN)
    correct_hand(entry=hand, act=act, reason="Dan had won", stamp=people.stamp())

    close(session)

    assert [seat.apart_cents for seat in tables.results(session=session)] == [0, 15, 0, -15]
    assert check_session(session=session) == ()


def test_a_tong_that_is_taken_back_after_a_close_is_given_back_by_the_next(session: Session) -> None:
    agreed = agree(session)
    people.win(session)
    close(session)
    reopen_session(session=session, reason="no tong", stamp=people.stamp())
    undo(entry=agreed, reason="no tong", stamp=people.stamp())

    close(session)

    assert [seat.apart_cents for seat in tables.results(session=session)] == [0, 0, 0, 0]
    assert check_session(session=session) == ()


def test_what_was_spent_is_told_and_moves_nothing(session: Session) -> None:
    agree(session)
    people.win(session)
    said = {"session": session, "expected_entry": 2, "stamp": people.stamp()}
    with pytest.raises(WrongAmountError):
        spend_tong(amount_cents=16, reason="pizza", **said)  # type: ignore[arg-type]
    with pytest.raises(ReasonMissingError):
        spend_tong(amount_cents=10, reason="", **said)  # type: ignore[arg-type]

    entry = spend_tong(amount_cents=10, reason="pizza", **said)  # type: ignore[arg-type]

    tong = tong_of(session=session)
    assert (tong.spent_cents, tong.left_cents) == (10, 5)
    undo(entry=entry, reason="", stamp=people.stamp())
    assert tong_of(session=session).left_cents == 15
    assert check_session(session=session) == ()


@pytest.mark.parametrize(
    "change", [{"percent": 51}, {"cents": -1}, {"holder": 7}, {"every": Every.HAND}, {"coin_cents": 0}]
)
def test_a_tong_that_cannot_be_is_refused(session: Session, change: dict[str, object]) -> None:
    with pytest.raises(WrongAmountError):
        agree(session, **change)


def test_the_tong_stays_with_whoever_keeps_it_and_ends_from_the_next_hand_on(session: Session) -> None:
    agree(session)
    people.win(session)
    with pytest.raises(WrongAmountError, match="keeps the tong"):
        agree(session, holder=people.ANA)
    agree(session, percent=0)
    people.win(session)
    assert (tong_of(session=session).rule, tong_of(session=session).pot_cents) == (None, 15)


def test_a_night_for_points_has_no_tong(club: Club) -> None:
    with pytest.raises(WrongAmountError, match="points"):
        agree(people.start_night(club=club, currency="points"))


def test_the_page_agrees_on_it_and_says_what_is_in_it(host: Client, session: Session) -> None:
    url = reverse("tong", args=[session.public_id])
    (form,) = open_page(host, url).forms(action=url)
    host.post(url, form | {"way": "percent", "percent": "10", "coin": "5", "holder": "2"})
    people.win(session)
    assert "₱0.15 so far, kept by Ben" in open_page(host, url).text("data-tong")
    spend = reverse("spend-tong", args=[session.public_id])
    (form,) = open_page(host, spend).forms(action=spend)
    host.post(spend, form | {"amount": "0.10", "reason": "pizza"})
    assert "₱0.10 · pizza" in open_page(host, url).text("data-tong")
    (line, *_) = open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")
    assert "Spent from the tong: ₱0.10" in line


def test_the_page_opens_with_what_is_agreed_on_and_the_ledger_says_all_of_it(host: Client, session: Session) -> None:
    address = reverse("tong", args=[session.public_id])
    agree(session)
    (form,) = open_page(host, address).forms(action=address)
    assert {name: form[name] for name in ("way", "amount", "percent", "coin", "holder")} == {
        "way": "percent",
        "amount": "",
        "percent": "10",
        "coin": "5",
        "holder": "2",
    }
    assert (
        "Tong from the next hand on: 10 per cent of each win, rounded down to ₱0.05, kept by Ben"
        in open_page(host, reverse("table", args=[session.public_id])).items("data-ledger")[0]
    )
    agree(session, every=Every.HAND, cents=150, percent=0, coin_cents=1)
    (form,) = open_page(host, address).forms(action=address)
    assert (form["way"], form["amount"], form["percent"]) == ("hand", "₱1.50", "")


def test_what_another_phone_recorded_meanwhile_asks_again_with_what_was_chosen(host: Client, session: Session) -> None:
    url = reverse("tong", args=[session.public_id])
    (form,) = open_page(host, url).forms(action=url)
    people.win(session)
    again = Page(host.post(url, form | {"way": "hand", "amount": "0.10", "coin": "5", "holder": "3"}))
    (kept,) = again.forms(action=url)
    assert (kept["way"], kept["amount"], kept["coin"], kept["holder"]) == ("hand", "₱0.10", "5", "3")
    assert kept["expected_entry"] == "1"


def test_a_program_agrees_on_it_and_reads_it(session: Session) -> None:
    sheet, here = program(club=session.club), f"sessions/{session.public_id}/tong/"
    rule = {"percent": 10, "coin_cents": 5, "holder": people.BEN, "expected_entry": 0}
    assert sheet.post(here, rule).status_code == 201
    people.win(session)
    spent = {"amount_cents": 5, "reason": "ice", "expected_entry": 2}
    assert sheet.post(f"{here}spendings/", spent).status_code == 201
    told = sheet.get(here).json()
    assert (told["rule"]["percent"], told["pot_cents"], told["left_cents"]) == (10, 15, 10)


@pytest.mark.parametrize("seed", range(20))
def test_random_hands_owe_what_a_plain_count_says(seed: int) -> None:
    chance = random.Random(seed)
    rules, hands, expected = [], [], dict.fromkeys(range(1, 5), 0)
    now: TongRule | None = None
    for position in range(1, 40):
        if chance.random() < 0.2:
            every = chance.choice(list(Every))
            percent = chance.randint(0, 50) if every is Every.WIN else 0
            coin = chance.choice((1, 5, 25))
            cents = chance.randint(0, 9)
            now = TongRule(since=position, every=every, cents=cents, percent=percent, coin_cents=coin, holder=1)
            rules.append(now)
            continue
        winner, won = chance.choice((None, 1, 2, 3, 4)), chance.randint(0, 500)
        hands.append(TongHand(position=position, winner=winner, won_cents=won, seats=(1, 2, 3, 4)))
        if now and now.every is Every.HAND:
            expected = {seat: cents + now.cents for seat, cents in expected.items()}
        elif now and winner:
            share = won * now.percent // 100
            expected[winner] += now.cents + share - share % now.coin_cents
    assert dues(rules=rules, hands=hands) == {seat: cents for seat, cents in expected.items() if cents}
