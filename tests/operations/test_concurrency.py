"""Two phones at once, each on a connection of its own: both begin before either has written, and one is accepted.

These tests run on SQLite, in a file, and by `tests/models/test_postgresql.py` on PostgreSQL.
"""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Barrier, local
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import connection, connections

from scoring.ledger.tong import TongBase
from scoring.models import Club, Entry, Player, Session
from scoring.operations import errors
from scoring.operations.money import debts
from scoring.operations.money.debts import PairTotal, carry_debts, forgive_debt, pay_debt, take_back_debts
from scoring.operations.money.payments import buy_chips, close_session, hand_over, return_chips, set_tong, spend_tong
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.table import posting
from scoring.operations.table.hands import correct_hand, record_hand, record_secret
from scoring.operations.table.undoing import undo
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.money import open_debts
from scoring.queries.table.night import night_of
from tests import people

pytestmark = pytest.mark.django_db(transaction=True)

type Act = Callable[..., Any]
type Both = tuple[Act, Act]
type AtOnce = Callable[[Both], list[Any]]

WAIT_SECONDS = 20
"""How long one waits for the other where a test is about to fail."""


@pytest.fixture
def database(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """Have every thread open a connection of its own; on SQLite all other tests share one, in memory."""
    if connection.vendor != "sqlite":
        yield
        return
    shared, terms = connections["default"], connections.settings["default"]
    shared.ensure_connection()
    with patch.dict(terms, NAME=str(tmp_path / "books.sqlite3")), closing(sqlite3.connect(terms["NAME"])) as copy:
        shared.connection.backup(copy)
        connections["default"] = connections.create_connection("default")
        try:
            yield
        finally:
            connections["default"].close()
            connections["default"] = shared


@pytest.fixture
def club(database: None) -> Iterator[Club]:
    """Return a club whose books agree after the test as well; other connections know nothing of it then."""
    yield (club := people.make_club())
    assert check_club(club=club) == ()
    assert [finding for night in club.sessions.all() for finding in check_session(session=night)] == []


@pytest.fixture
def session(club: Club) -> Session:
    return people.start_night(club=club, rules={"preset": "pagat", "partnerships": False})


@pytest.fixture
def closed(session: Session) -> Session:
    """Return a night after which Ben, Carla and Dan owe Ana 90 each."""
    people.win(session)
    people.close(session)
    return session


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    together, thread = Barrier(2), local()

    def waiting[**P, R](lock: Callable[P, R]) -> Callable[P, R]:
        def locked(*args: P.args, **said: P.kwargs) -> R:
            if getattr(thread, "is_one_of_two", False):
                thread.is_one_of_two = False
                together.wait(WAIT_SECONDS)
            return lock(*args, **said)

        return locked

    monkeypatch.setattr(posting, "locked", waiting(posting.locked))
    monkeypatch.setattr(debts, "_opened", waiting(debts._opened))
    if connection.vendor == "postgresql":  # on SQLite the second begins when the first has ended
        monkeypatch.setattr("scoring.operations.people.players.lock_club", waiting(posting.lock_club))

    def do(act: Act) -> Any:
        thread.is_one_of_two = True
        try:
            return act()
        except errors.RefusedError as refusal:
            return refusal
        finally:
            connection.close()

    def both(acts: Both) -> list[Any]:
        with ThreadPoolExecutor(2) as phones:
            return list(phones.map(do, acts))

    return both


def person(session: Session, name: str) -> Player:
    return Player.objects.get(club=session.club, name=name)


def owed(session: Session) -> dict[str, int]:
    return {each.debtor.name: each.cents for each in open_debts(club=session.club)}


def twice(operation: Act, /, *, is_known: bool = False, **said: Any) -> Both:
    """Return an act as two phones do it, or as one does that `is_known` to have sent both and to have heard of none."""
    one, other = people.stamp(), people.stamp()
    keys = (one.key, other.key) if is_known else ()
    first, second = (replace(each, known=keys) for each in (one, other))
    return partial(operation, stamp=first, **said), partial(operation, stamp=second, **said)


def bens_debt(session: Session) -> PairTotal:
    return PairTotal(debtor=person(session, "Ben"), creditor=person(session, "Ana"), currency="PHP", cents=90)


def pays(session: Session, cents: int) -> Act:
    return partial(pay_debt, shown=bens_debt(session), amount_cents=cents, stamp=people.stamp())


def forgives(session: Session, cents: int) -> Act:
    return partial(forgive_debt, shown=bens_debt(session), amount_cents=cents, reason="!", stamp=people.stamp())


def carries(session: Session) -> Act:
    night = people.start_night(club=session.club)
    return partial(carry_debts, session=night, expected_cents=270, stamp=people.stamp())


def takes_back(session: Session) -> Both:
    paid = pays(session, 60)()
    return twice(take_back_debts, club=session.club, act=UUID(paid.act["id"]), reason="no")


CLOSED: dict[str, tuple[Callable[[Session], Both], type[errors.RefusedError], set[int]]] = {
    "two parts": (lambda night: (pays(night, 60), pays(night, 60)), errors.DebtsChangedError, {30}),
    "all of it": (lambda night: (pays(night, 90), pays(night, 90)), errors.DebtsChangedError, {0}),
    "paid and forgiven": (lambda night: (pays(night, 60), forgives(night, 60)), errors.DebtsChangedError, {30}),
    "paid and carried": (lambda night: (pays(night, 60), carries(night)), errors.DebtsChangedError, {30, 0}),
    "carried twice": (lambda night: (carries(night), carries(night)), errors.DebtsChangedError, {0}),
    "taken back": (takes_back, errors.NotReversibleError, {90}),
    "cash": (
        lambda night: twice(hand_over, session=night, payer=people.BEN, payee=people.ANA, amount_cents=60),
        errors.WrongAmountError,
        {30},
    ),
}
"""What two phones do with what is owed, how the second is refused, and what Ben may owe then."""


@pytest.mark.parametrize(("acts", "refusal", "left"), CLOSED.values(), ids=CLOSED)
def test_of_two_phones_that_settle_one_debt_one_is_refused(
    closed: Session,
    at_once: AtOnce,
    acts: Callable[[Session], Both],
    refusal: type[errors.RefusedError],
    left: set[int],
) -> None:
    done = at_once(acts(closed))
    assert [type(each) for each in done if not isinstance(each, Entry)] == [refusal]
    assert owed(closed).get("Ben", 0) in left


def test_two_parts_that_a_debt_holds_both_stand(closed: Session, at_once: AtOnce) -> None:
    at_once((pays(closed, 30), pays(closed, 40)))
    assert owed(closed) == {"Ben": 20, "Carla": 90, "Dan": 90}


def test_of_two_opposite_merges_one_is_refused(club: Club, at_once: AtOnce) -> None:
    ben, jun = (player_called(club=club, name=name, at=people.EVENING) for name in ("Ben", "Jun"))
    merges = (partial(merge_players, player=ben, into=jun), partial(merge_players, player=jun, into=ben))
    assert {type(each) for each in at_once(merges)} == {Player, errors.PlayerError}
    assert Player.objects.exclude(merged_into=None).count() == 1


def hand(night: Session) -> Both:
    return twice(record_hand, session=night, act=people.WORKED_WIN, expected=people.expected(night))


def correction(night: Session) -> Both:
    return twice(correct_hand, entry=people.win(night), act=people.DRAWN, reason="slip")


def cash(night: Session) -> Both:
    said: dict[str, Any] = {"payer": people.BEN, "payee": people.ANA, "amount_cents": 60}
    return twice(hand_over, session=night, expected_entry=0, **said)


def secret(night: Session) -> Both:
    return twice(record_secret, session=night, seat=people.BEN, expected_entry=0)


def tong(night: Session) -> Both:
    """Return two spendings of 20 of a tong of 27, each of which knows of the other, as on one phone."""
    set_tong(every=TongBase.WIN, cents=0, percent=10, coin_cents=1, holder=people.DAN, **people.current(night))
    people.win(night)
    return twice(spend_tong, is_known=True, session=night, amount_cents=20, reason="snacks", expected_entry=2)


def chips(night: Session) -> Both:
    buy_chips(bank=people.DAN, seats=(people.ANA,), amount_cents=500, is_paid=False, **people.current(night))
    return twice(
        return_chips, is_known=True, session=night, seat=people.ANA, amount_cents=300, is_paid=False, expected_entry=1
    )


def debt(night: Session) -> Both:
    people.win(night)
    people.close(night)
    return pays(night, 60), pays(night, 60)


OPEN: dict[str, tuple[Callable[[Session], Both], type[errors.RefusedError], int]] = {
    "hand": (hand, errors.HandTakenError, 1),
    "correction": (correction, errors.HandTakenError, 3),
    "undo": (lambda night: twice(undo, entry=people.win(night), reason="slip"), errors.NotReversibleError, 2),
    "cash": (cash, errors.CashChangedError, 1),
    "secret": (secret, errors.TableChangedError, 1),
    "tong": (tong, errors.WrongAmountError, 3),
    "chips": (chips, errors.WrongAmountError, 2),
    "close": (
        lambda night: twice(close_session, session=night, coin_cents=1, expected_entry=0),
        errors.SessionClosedError,
        1,
    ),
}
"""What two phones do at a table, how the second is refused, and how many lines there are then."""


@pytest.mark.parametrize(("acts", "refusal", "lines"), OPEN.values(), ids=OPEN)
def test_of_two_phones_that_record_one_thing_one_is_refused(
    session: Session, at_once: AtOnce, acts: Callable[[Session], Both], refusal: type[errors.RefusedError], lines: int
) -> None:
    done = at_once(acts(session))
    assert [type(each) for each in done if not isinstance(each, Entry)] == [refusal]
    assert session.entries.count() == lines
    assert night_of(session=session).tong.left_cents >= 0
    assert len(night_of(session=session).hands) <= 1


ONE_FORM: dict[str, Callable[[Session], Both]] = {"hand": hand, "cash": cash, "debt": debt}


@pytest.mark.parametrize("acts", ONE_FORM.values(), ids=ONE_FORM)
def test_form_sent_twice_at_once_is_one(session: Session, at_once: AtOnce, acts: Callable[[Session], Both]) -> None:
    act, _ = acts(session)
    before = session.entries.count()
    one, other = at_once((act, act))
    assert one == other
    assert session.entries.count() == before + 1
