"""A night with a line of every kind that moves money, in a database without its guards."""

from collections.abc import Iterator

import pytest
from django.db import connection

from scoring.models import Club, EntryKind, Session, guard
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.table.penalties import record_false_win, record_secret
from scoring.operations.table.reversing import undo
from scoring.queries.sessions import settlements
from tests import people
from tests.operations.table.test_random_walk import RULES
from tests.queries.books.damaging import sql


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """Take the guards of the database away, as somebody would who wants to cheat."""
    for each in guard.guards_of(connection):
        sql(f"DROP TRIGGER {each.name}" + ("" if connection.vendor == "sqlite" else f" ON {each.table}"))
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = ON")
    yield
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = OFF")


@pytest.fixture
def night(club: Club) -> Session:
    """Return a closed night with a line of every kind that moves money.

    1 hand, 2 secret, 3 false win, 4 its reversal, 5 partners share, 6 rounding, 7 close, 8 cash.
    """
    session = people.start_night(club=club, rules=RULES, stake_factor=3)
    people.win(session)
    record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    wrong = record_false_win(
        session=session, seat=people.DAN, hand_is_void=False, expected_entry=2, stamp=people.stamp()
    )
    undo(entry=wrong, reason="slip", stamp=people.stamp())
    close_session(session=session, coin_cents=100, expected_entry=4, stamp=people.stamp())
    line = settlements.plan(session=session)[0]
    hand_over(session=session, payer=line.payer, payee=line.payee, amount_cents=line.cents, stamp=people.stamp())
    kinds = [EntryKind(kind) for kind in session.entries.order_by("number").values_list("kind", flat=True)]
    assert kinds == [
        EntryKind.HAND,
        EntryKind.SECRET,
        EntryKind.PENALTY,
        EntryKind.REVERSAL,
        EntryKind.ADJUSTMENT,
        EntryKind.ADJUSTMENT,
        EntryKind.CLOSE,
        EntryKind.HANDOVER,
    ]
    return session
