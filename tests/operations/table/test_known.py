"""What a phone itself recorded, and had not heard of when its next act was tapped, is no news to it."""

from dataclasses import replace

import pytest

from scoring.models import Entry, Session
from scoring.operations.errors import CashChangedError, TableChangedError
from scoring.operations.sessions.closing import close_session, hand_over_early
from scoring.operations.table.hands import Expected, record_hand
from scoring.operations.table.payments import pay_free
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.posting import Stamp
from tests import people
from tests.people import ANA, BEN, CARLA

pytestmark = pytest.mark.django_db


def secret(session: Session, *, seat: int, known: tuple[Stamp, ...] = ()) -> tuple[Entry, Stamp]:
    """Record a secret from a page that showed no entry yet, on a phone where other acts waited."""
    stamp = replace(people.stamp(), known=tuple(each.key for each in known))
    return record_secret(session=session, seat=seat, expected_entry=0, stamp=stamp), stamp


def test_acts_that_waited_together_are_recorded_one_after_the_other(session: Session) -> None:
    first, ben = secret(session, seat=BEN)
    second, ana = secret(session, seat=ANA, known=(ben,))
    stamp = replace(people.stamp(), known=(ben.key, ana.key))
    act = people.win_act(session, winner=CARLA)
    third = record_hand(session=session, act=act, expected=Expected(after=0, entry=0), stamp=stamp)
    assert [first.number, second.number, third.number] == [1, 2, 3]


def test_a_payment_beside_the_game_waits_behind_other_acts(session: Session) -> None:
    _, ben = secret(session, seat=BEN)
    paid = {"payer": ANA, "payees": (BEN,), "amount_cents": 100, "reason": "Snacks", "expected_entry": 0}
    stamp = replace(people.stamp(), known=(ben.key,))
    assert pay_free(session=session, **paid, stamp=stamp).number == 2  # type: ignore[arg-type]


def test_cash_that_waited_on_one_phone_is_not_the_same_cash_noted_twice(session: Session) -> None:
    paid = {"payer": BEN, "payee": ANA, "amount_cents": 100, "expected_entry": 0}
    first = people.stamp()
    hand_over_early(session=session, **paid, stamp=first)
    second = replace(people.stamp(), known=(first.key,))
    assert hand_over_early(session=session, **paid, stamp=second).number == 2
    with pytest.raises(CashChangedError):
        hand_over_early(session=session, **paid, stamp=people.stamp())


def test_what_somebody_else_recorded_between_them_is_news(session: Session) -> None:
    _, ben = secret(session, seat=BEN)
    record_secret(session=session, seat=CARLA, expected_entry=1, stamp=people.stamp(minutes=1))
    with pytest.raises(TableChangedError):
        secret(session, seat=ANA, known=(ben,))


def test_a_close_is_of_the_very_table_its_page_showed(session: Session) -> None:
    _, ben = secret(session, seat=BEN)
    stamp = replace(people.stamp(), known=(ben.key,))
    with pytest.raises(TableChangedError):
        close_session(session=session, coin_cents=1, expected_entry=0, stamp=stamp)
