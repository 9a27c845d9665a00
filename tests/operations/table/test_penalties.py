"""Secrets, false wins and refunds: who pays, and that a hand won with a secret never stands without it."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Entry, Session
from scoring.operations.sessions.demo import LAID_SECRET
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.seating import Mistake
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.books.checking import check_session
from scoring.queries.table import hands
from tests import people
from tests.people import ANA, BEN, CARLA, DAN


def refund(secret: Entry) -> Entry:
    return refund_false_secret(entry=secret, reason="three", stamp=people.stamp())


def test_a_secret_pays_fifty_from_each_opponent_at_once_and_a_seat_lays_four_in_a_hand_c17(session: Session) -> None:
    for _ in range(4):
        people.lay_secret(session, seat=BEN)
    assert people.balances(session) == (-200, 400, -200, 0)
    with people.refused("too_many_secrets"):
        people.lay_secret(session, seat=BEN)


@pytest.mark.parametrize(("penalty", "balances"), [(0, (0, 0, 0, 0)), (25, (0, 25, -50, 25))])
def test_a_false_secret_is_refunded_and_penalised_where_the_house_does_so_c18(
    session: Session, penalty: int, balances: tuple[int, ...]
) -> None:
    night = people.start_night(club=session.club, rules={"preset": "pagat", "false_secret_penalty": penalty})
    people.lay_secret(night, seat=CARLA)
    change_terms(wanted=WantedTerms(stakes=3), reason="", **people.current(night))
    refund(night.entries.get(number=1))
    assert (people.balances(night), night.entries.count()) == (balances, 4 if penalty else 3)


def test_only_secrets_are_refunded_as_false_c18(session: Session) -> None:
    with people.refused("not_reversible.no_secret"):
        refund(people.win(session))


@pytest.mark.parametrize("is_void", [True, False])
def test_a_false_win_is_paid_to_each_opponent_and_may_end_the_hand_c35(session: Session, is_void: bool) -> None:
    night = people.start_night(club=session.club, rules={"preset": "pagat", "false_win_penalty": 30})
    record_false_win(seat=DAN, hand_is_void=is_void, **people.current(night))
    assert people.balances(night) == (30, 0, 30, -60)
    assert (hands.next_hand_number(session=night), hands.dealer(session=night)) == (1 + is_void, ANA)


TAKEN_BACK = pytest.mark.parametrize("way", [refund, people.take_back, people.uphold])
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
