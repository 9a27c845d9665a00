"""The end of a night: pooling, rounding, the plan, cash handed over, and opening again."""

import pytest

from scoring.models import Entry, EntryKind, Session
from scoring.operations.sessions.closing import close_session, hand_over, hand_over_early
from scoring.operations.table.reversing import reopen_session
from scoring.queries.sessions import settlements
from tests import people
from tests.people import ANA, BEN, CARLA, DAN

pytestmark = pytest.mark.django_db


@pytest.fixture
def family(session: Session) -> Session:
    """Return a night in which Ana won, and partners share (C25)."""
    night = people.start_night(club=session.club, rules="family")
    people.win(night)
    return night


@pytest.fixture
def closed(session: Session) -> Session:
    """Return a closed night in which Ben and Dan owe Ana 90."""
    people.win(session)
    people.close(session)
    return session


def lines(session: Session) -> list[tuple[int, int, int, int]]:
    """Return the plan as payer, payee, cents, cents left."""
    return [(line.payer, line.payee, line.cents, line.left_cents) for line in settlements.plan(session=session)]


def reopen(session: Session) -> Entry:
    return reopen_session(session=session, reason="more", stamp=people.stamp())


def test_partners_pool_their_results_by_an_adjustment_that_reopening_takes_back_c25(family: Session) -> None:
    people.close(family)
    adjustment = family.entries.get(kind=EntryKind.ADJUSTMENT)
    assert (adjustment.act, adjustment.key) == ({"why": "partners_share"}, None)
    assert people.balances(family) == (90, -90, 90, -90)
    assert lines(family) == [(BEN, ANA, 90, 90), (DAN, CARLA, 90, 90)]
    for entry in (family.entries.get(kind=EntryKind.CLOSE), adjustment):
        with people.refused("not_reversible.belongs_to_close"):
            people.take_back(entry)
    reversal = reopen(family)
    assert (reversal.reverses, people.balances(family)) == (family.entries.get(kind="close"), (180, -90, 0, -90))
    assert settlements.plan(session=family) == ()


@pytest.mark.parametrize("coin_cents", [0, -5, 7, 10**9])
def test_nothing_is_rounded_to_what_is_no_coin(session: Session, coin_cents: int) -> None:
    people.win(session)
    with people.refused("wrong_amount.coin"):
        people.close(session, coin_cents=coin_cents)
    assert session.entries.count() == 1


@pytest.mark.parametrize("is_early", [True, False])
def test_cash_taken_back_is_cash_and_never_changes_a_result(session: Session, is_early: bool) -> None:
    people.win(session)
    if not is_early:
        people.close(session)
    write = hand_over_early if is_early else hand_over
    cash = write(payer=BEN, payee=ANA, amount_cents=90, **people.current(session))
    assert people.outstanding(session) == (90, 0, 0, -90)
    paid = people.take_back(cash).payments.values_list("payer__number", "payee__number", "amount_cents", "cash")
    assert list(paid) == [(ANA, BEN, 90, True)]
    assert people.balances(session) == people.outstanding(session) == (180, -90, 0, -90)
    assert settlements.plan(session=session) == () if is_early else lines(session)[0] == (BEN, ANA, 90, 90)


@pytest.mark.parametrize(
    ("payer", "payee", "cents", "refusal"),
    [
        (BEN, ANA, 0, "wrong_amount.too_much"),
        (BEN, ANA, -1, "wrong_amount.too_much"),
        (BEN, ANA, 51, "wrong_amount.too_much"),
        (BEN, CARLA, 10, "wrong_amount.handed_over"),
        (ANA, BEN, 10, "wrong_amount.handed_over"),
        (DAN, ANA, 10, "wrong_amount.handed_over"),
    ],
)
def test_no_more_is_handed_over_than_is_left_of_the_plan(
    closed: Session, payer: int, payee: int, cents: int, refusal: str
) -> None:
    people.pay(closed, payer=DAN, payee=ANA, cents=90)
    people.pay(closed, payer=BEN, payee=ANA, cents=40)
    with people.refused(refusal):
        people.pay(closed, payer=payer, payee=payee, cents=cents)
    assert people.outstanding(closed) == (50, -50, 0, 0)


def test_the_same_cash_noted_on_two_phones_is_looked_at_first(closed: Session) -> None:
    shown = {**people.current(closed), "payer": BEN, "payee": ANA, "amount_cents": 30}
    first = hand_over(**shown)
    with people.refused("cash_changed") as refused:
        hand_over(**{**shown, "stamp": people.stamp()})
    assert refused.value.entry == first  # type: ignore[attr-defined]
    hand_over(**{**shown, "stamp": people.stamp(), "expected_entry": None})
    hand_over(**{**shown, "stamp": people.stamp(), "payer": DAN})
    assert people.outstanding(closed) == (90, -30, 0, -60)


def test_cash_handed_over_before_a_reopening_counts_in_the_next_plan_and_stays(closed: Session) -> None:
    cash = people.pay(closed, payer=BEN, payee=ANA, cents=90)
    reopen(closed)
    people.close(closed)
    assert lines(closed) == [(DAN, ANA, 90, 90)]
    with people.refused("not_reversible.cash_counted"):
        people.take_back(cash)
    assert people.outstanding(closed) == (90, 0, 0, -90)


def test_a_night_is_closed_and_reopened_as_its_page_showed_it(session: Session) -> None:
    with people.refused("session_open"):
        reopen(session)
    people.win(session)
    with people.refused("table_changed"):
        close_session(session=session, coin_cents=1, expected_entry=0, stamp=people.stamp())
    people.close(session)
    with people.refused("session_closed"):
        people.close(session)
    reopen(session)
    people.close(session)
    with people.refused("close_changed"):
        reopen_session(session=session, reason="?", stamp=people.stamp(), expected_entry=2)
    with people.refused("reason_missing"):
        reopen_session(session=session, reason="", stamp=people.stamp())
