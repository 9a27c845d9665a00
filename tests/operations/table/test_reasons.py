"""Whatever changes the past says why, also where no page or program asks."""

import pytest

from scoring.models import Session
from scoring.operations.errors import ReasonMissingError
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.reversing import reopen_session, undo
from tests import people

pytestmark = pytest.mark.django_db


def test_an_older_hand_is_undone_only_with_a_reason(session: Session) -> None:
    older, newest = people.win(session), people.win(session)
    with pytest.raises(ReasonMissingError):
        undo(entry=older, reason="", stamp=people.stamp())
    undo(entry=newest, reason="", stamp=people.stamp())
    undo(entry=older, reason="It was Carla", stamp=people.stamp())
    assert people.balances(session) == (0, 0, 0, 0)


def test_a_correction_says_why(session: Session) -> None:
    entry = people.win(session)
    with pytest.raises(ReasonMissingError):
        correct_hand(entry=entry, act=people.WORKED_WIN, reason="", stamp=people.stamp())


def test_a_reopening_says_why(session: Session) -> None:
    close_session(session=session, coin_cents=1, expected_entry=0, stamp=people.stamp())
    with pytest.raises(ReasonMissingError):
        reopen_session(session=session, reason="", stamp=people.stamp())


def test_a_correction_makes_the_hand_after_it_no_older(session: Session) -> None:
    older, newest = people.win(session), people.win(session)
    correct_hand(entry=older, act=people.DRAWN, reason="nobody won", stamp=people.stamp())
    undo(entry=newest, reason="", stamp=people.stamp())
    assert people.balances(session) == (0, 0, 0, 0)
