"""Lines that others rest on: they are neither undone nor corrected before those."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.ledger.tong import Every
from scoring.models import Club, Entry, Ruling, Session
from scoring.operations.sessions.chips import buy_chips, return_chips
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.payments import set_tong, spend_tong
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import Mistake, Order, SeatsCorrection, correct_seats
from scoring.queries.books.checking import check_session
from scoring.queries.sessions.chips import chips_of
from scoring.queries.table import tables
from scoring.queries.table.disputes import open_dispute_of
from scoring.queries.table.tong import tong_of
from tests import people

pytestmark = pytest.mark.django_db

ALL = (people.ANA, people.BEN, people.CARLA, people.DAN)

NAMES_SECRET: dict[str, Any] = {
    **people.WORKED_WIN,
    "hand": "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C",
    "bounit": "4E",
    "secrets": ["3O"],
}

type Act = Callable[[Entry], object]


def agree(session: Session, *, every: Every = Every.WIN) -> Entry:
    """Agree on 10 per cent of each win, or on 10 from everybody for each hand, kept by Dan."""
    cents, percent = (0, 10) if every is Every.WIN else (10, 0)
    return set_tong(
        every=every, cents=cents, percent=percent, coin_cents=1, holder=people.DAN, **people.current(session)
    )


def spend(session: Session, cents: int) -> Entry:
    return spend_tong(amount_cents=cents, reason="snacks", **people.current(session))


def buy(session: Session, *seats: int, cents: int = 500, is_paid: bool = False) -> Entry:
    return buy_chips(bank=people.DAN, seats=seats, amount_cents=cents, is_paid=is_paid, **people.current(session))


def hand_back(session: Session, seat: int, cents: int, *, is_paid: bool = True) -> Entry:
    return return_chips(seat=seat, amount_cents=cents, is_paid=is_paid, **people.current(session))


def take_back(entry: Entry) -> Entry:
    return undo(entry=entry, reason="slip", stamp=people.stamp())


def correct_to(**act: object) -> Act:
    return lambda entry: correct_hand(entry=entry, act=act, reason="slip", stamp=people.stamp())


def uphold(entry: Entry) -> object:
    seat = entry.session.seats.get(number=people.BEN)
    dispute = open_dispute_of(entry=entry) or raise_dispute(entry=entry, seat=seat, why="no", stamp=people.stamp())
    return give_voice(dispute=dispute, seat=None, ruling=Ruling.UPHOLD, stamp=people.stamp())


def put_right(hand: Entry, *names: str, mistake: Mistake) -> None:
    correction = SeatsCorrection(
        hand=hand.hand,
        order=Order(names=names),
        mistake=mistake,
        reason="we sat otherwise",
        expected_entry=tables.last_entry_number(session=hand.session),
    )
    correct_seats(correction=correction, stamp=people.stamp())


def leave_out_dan(hand: Entry) -> None:
    put_right(hand, *people.NAMES[:3], mistake=Mistake.PLACES)


@pytest.fixture
def night(club: Club) -> Session:
    """Return a night without partners: each win of 90 from three others gives 27 to the tong."""
    return people.start_night(club=club, rules={"preset": "pagat", "partnerships": False})


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(take_back, id="undo"),
        pytest.param(uphold, id="objection upheld"),
        pytest.param(correct_to(**people.DRAWN), id="correct to drawn"),
        pytest.param(correct_to(void="misdeal"), id="correct to void"),
        pytest.param(leave_out_dan, id="seats put right"),
    ],
)
def test_a_hand_stands_while_the_tong_would_not_hold_what_was_spent(night: Session, act: Act) -> None:
    agree(night)
    hand = people.win(night)
    spent = spend(night, 27)
    before = tables.results(session=night)

    with people.refused("not_reversible.tong_spent"):
        act(hand)

    assert (tong_of(session=night).left_cents, tables.results(session=night)) == (0, before)
    take_back(spent)
    act(hand)
    assert tong_of(session=night).left_cents == (18 if act is leave_out_dan else 0)
    assert check_session(session=night) == ()


def test_seats_put_right_leave_what_was_spent_of_a_tong_by_hands(night: Session) -> None:
    agree(night, every=Every.HAND)
    hand = people.draw(night)
    spent = spend(night, 31)

    with people.refused("not_reversible.tong_spent"):
        leave_out_dan(hand)

    take_back(spent)
    spend(night, 30)
    leave_out_dan(hand)
    assert tong_of(session=night).left_cents == 0


def test_a_tong_stands_while_something_of_it_is_spent(night: Session) -> None:
    agreed = agree(night)
    people.win(night)
    spent = spend(night, 1)

    with people.refused("not_reversible.tong_spent"):
        take_back(agreed)

    take_back(spent)
    take_back(agreed)
    assert tong_of(session=night).left_cents == 0


def test_a_hand_is_corrected_where_the_tong_still_holds_what_was_spent(night: Session) -> None:
    agree(night)
    hand = people.win(night)
    spend(night, 27)

    correct_to(**people.WORKED_WIN | {"winner": people.BEN})(hand)

    assert tong_of(session=night).left_cents == 0


def test_chips_are_not_undone_below_those_handed_back(night: Session) -> None:
    taken = buy(night, people.ANA)
    back = hand_back(night, people.BEN, 500, is_paid=False)

    with people.refused("not_reversible.chips_returned"):
        take_back(taken)

    take_back(back)
    take_back(taken)
    assert chips_of(session=night).out_cents == 0


@pytest.mark.parametrize("is_paid", [True, False], ids=["paid", "lent"])
def test_chips_stand_while_cash_was_handed_back_without_what_was_lent_of_them(night: Session, is_paid: bool) -> None:
    buy(night, *ALL)
    taken = buy(night, people.ANA, cents=300, is_paid=is_paid)
    back = hand_back(night, people.ANA, 400)
    if is_paid:
        take_back(taken)
    else:
        with people.refused("not_reversible.chips_returned"):
            take_back(taken)
        take_back(back)
        take_back(taken)
    assert check_session(session=night) == ()


def test_chips_handed_back_stand_while_later_cash_counts_on_their_settling_what_was_lent(night: Session) -> None:
    buy(night, *ALL)
    first = hand_back(night, people.ANA, 200)
    hand_back(night, people.ANA, 100)

    with people.refused("not_reversible.chips_returned"):
        take_back(first)


def test_a_secret_stands_under_its_hand_and_moves_with_it_where_another_person_sat_there(night: Session) -> None:
    secret = people.lay_secret(night, seat=people.ANA)
    hand = people.win(night, **NAMES_SECRET)
    with people.refused("not_reversible.hand_counts_on_it"):
        take_back(secret)

    put_right(hand, "Eva", *people.NAMES[1:], mistake=Mistake.PEOPLE)

    assert people.balances(night) == (0, -180, -180, -180, 540)
    assert check_session(session=night) == ()
