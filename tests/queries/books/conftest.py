"""Nights with a line of every kind, in a database without its guards."""

from collections.abc import Iterator

import pytest
from django.db import connection

from scoring import games
from scoring.ledger.tong import Every
from scoring.models import Club, Session, guard
from scoring.operations.sessions.chips import buy_chips, count_chips
from scoring.operations.table.payments import pay_free, set_tong
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.reversing import undo
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.sessions import settlements
from scoring.queries.sessions.chips import chips_of
from tests import people
from tests.people import ANA, BEN, CARLA, DAN
from tests.queries.books.damaging import sql
from tests.queries.clubs import RULES, match_of_points
from tests.queries.sessions import owing
from tests.toy import Toy


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """Take the guards of the database away, as somebody would who wants to cheat."""
    for each in guard.guards_of(connection):
        sql(f"DROP TRIGGER {each.name}" + ("" if connection.vendor == "sqlite" else f" ON {each.table}"))
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = ON")
    else:
        sql("SET CONSTRAINTS ALL IMMEDIATE")  # what is still to be checked would forbid the next statement
        sql("ALTER TABLE scoring_payment DROP CONSTRAINT payment_payer_is_not_payee")
    yield
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = OFF")


def kinds_of(session: Session) -> list[str]:
    return list(session.entries.order_by("number").values_list("kind", flat=True))


@pytest.fixture
def night(club: Club) -> Session:
    """Return a closed night with what is usually recorded in one.

    1 hand, 2 secret, 3 false win, 4 its reversal, 5 partners share, 6 rounding, 7 close, 8 cash.
    """
    session = people.start_night(club=club, rules=RULES, stake_factor=3)
    people.win(session)
    people.lay_secret(session, seat=BEN)
    wrong = record_false_win(seat=DAN, hand_is_void=False, **people.current(session))
    undo(entry=wrong, reason="slip", stamp=people.stamp())
    people.close(session, coin_cents=100)
    line = settlements.plan(session=session)[0]
    people.pay(session, payer=line.payer, payee=line.payee, cents=line.cents)
    kinds = ["hand", "secret", "penalty", "reversal", "adjustment", "adjustment", "close", "handover"]
    assert kinds_of(session) == kinds
    return session


@pytest.fixture
def evening(club: Club) -> Session:
    """Return a closed night with whatever else is recorded, into which a debt of the night before was carried.

    1 Ben's and Dan's debts of 90 to Ana, 2 stakes, 3 tong, 4 chips, 5 hand, 6 bet, 7 seats, 8 hand, 9 a count that
    decides, 10 the tong is taken, 11 close.
    """
    owing.closed_night(club, ANA)
    session = people.start_night(club=club)
    owing.carry(session)
    change_terms(wanted=WantedTerms(stakes=2), reason="", **people.current(session))
    session.refresh_from_db()
    set_tong(every=Every.WIN, cents=5, percent=0, coin_cents=1, holder=ANA, **people.current(session))
    buy_chips(bank=ANA, seats=(ANA, BEN, CARLA, DAN), amount_cents=1000, is_paid=True, **people.current(session))
    people.win(session)
    pay_free(payer=CARLA, payees=(ANA, BEN), amount_cents=7, reason="bet", **people.current(session))
    people.sit(session, "Ana", "Ben", "Carla", "Eva")
    people.win(session, winner=BEN)
    counted = {holder.seat: holder.due_cents for holder in chips_of(session=session).holders}
    counted |= {ANA: counted[ANA] + 10, BEN: counted[BEN] - 10}
    count_chips(counted=counted, decides=True, **people.current(session))
    people.close(session)
    kinds = ["utang", "terms", "tong", "chips", "hand", "free", "seating", "hand", "chips", "tong", "close"]
    assert kinds_of(session) == kinds
    return session


@pytest.fixture
def match(club: Club, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a night for points: 1 a hand, 2 the match settled, 3 that undone, 4 settled again, 5 a hand."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
    return match_of_points(club=club)
