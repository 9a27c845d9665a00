"""Lines that others rest on: they are not taken back before those."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Entry, Ruling, Session
from scoring.operations.sessions.chips import buy_chips, return_chips
from scoring.operations.sessions.demo import LAID_SECRET
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.seating import Mistake
from scoring.queries.books.checking import check_session
from tests import people
from tests.people import ANA, BEN, CARLA, DAN

pytestmark = pytest.mark.django_db


def buy(session: Session, *seats: int, cents: int = 500, is_paid: bool = False) -> Entry:
    return buy_chips(bank=DAN, seats=seats, amount_cents=cents, is_paid=is_paid, **people.current(session))


def hand_back(session: Session, cents: int) -> Entry:
    return return_chips(seat=ANA, amount_cents=cents, is_paid=True, **people.current(session))


@pytest.mark.parametrize("is_paid", [True, False], ids=["paid", "lent"])
def test_chips_stand_while_cash_was_handed_back_without_what_was_lent_of_them(session: Session, is_paid: bool) -> None:
    buy(session, ANA, BEN, CARLA, DAN)
    taken = buy(session, ANA, cents=300, is_paid=is_paid)
    back = hand_back(session, 400)
    if not is_paid:
        with people.refused("not_reversible.chips_returned"):
            people.take_back(taken)
        people.take_back(back)
    people.take_back(taken)
    assert check_session(session=session) == ()


def test_chips_handed_back_stand_while_later_cash_counts_on_their_settling_what_was_lent(session: Session) -> None:
    buy(session, ANA)
    first = hand_back(session, 200)
    hand_back(session, 100)
    with people.refused("not_reversible.chips_returned"):
        people.take_back(first)


def refund(secret: Entry) -> Entry:
    return refund_false_secret(entry=secret, reason="three", stamp=people.stamp())


def uphold_an_objection(entry: Entry) -> None:
    seat = entry.session.seats.get(number=ANA)
    dispute = raise_dispute(entry=entry, seat=seat, why="three", stamp=people.stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.UPHOLD, stamp=people.stamp())


TAKEN_BACK = pytest.mark.parametrize("way", [refund, people.take_back, uphold_an_objection])
type Way = Callable[[Entry], object]
NAMES_SECRET: dict[str, Any] = {**LAID_SECRET, "winner": BEN}


@TAKEN_BACK
def test_a_secret_is_not_taken_back_under_a_hand_that_was_won_with_it(session: Session, way: Way) -> None:
    secret = people.lay_secret(session, seat=BEN)
    people.win(session, **NAMES_SECRET)
    before = people.balances(session)
    with people.refused("not_reversible.hand_counts_on_it"):
        way(secret)
    assert people.balances(session) == before


@TAKEN_BACK
def test_a_secret_that_no_win_counts_on_is_taken_back(session: Session, way: Way) -> None:
    lost = people.lay_secret(session, seat=BEN)
    people.win(session)
    named = people.lay_secret(session, seat=BEN)
    people.take_back(people.win(session, **NAMES_SECRET))
    way(lost)
    way(named)
    people.win(session, **{**NAMES_SECRET, "secrets": []})
    assert check_session(session=session) == ()


def test_a_secret_moves_with_its_hand_where_another_person_sat_there(session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    hand = people.win(session, **NAMES_SECRET)
    before = people.balances(session)
    people.put_right(hand, "Ana", "Eva", "Carla", "Dan", mistake=Mistake.PEOPLE)
    assert people.balances(session) == (before[0], 0, *before[2:], before[1])
    assert check_session(session=session) == ()
