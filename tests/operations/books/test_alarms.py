"""Alarms about the books: raised, shown until put aside."""

import pytest

from scoring.operations.books.alarms import put_aside, raise_alarm, unread_alarm
from tests import people

pytestmark = pytest.mark.django_db


def test_the_newest_alarm_that_nobody_put_aside_is_shown() -> None:
    assert unread_alarm() is None
    first, second = (raise_alarm(lost_guards=("a", "b"), wrong=wrong, at=people.EVENING) for wrong in (3, 0))
    assert (first.lost_guards, first.wrong, first.raised_at) == (["a", "b"], 3, people.EVENING)
    assert unread_alarm() == second
    for minutes in (1, 2):
        put_aside(alarm=second, at=people.stamp(minutes=minutes).at)
    second.refresh_from_db()
    assert (second.read_at, unread_alarm()) == (people.stamp(minutes=1).at, first)
