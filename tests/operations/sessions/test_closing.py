"""The end of a night: pooling, rounding, the plan, cash handed over, and opening again."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.tong import Every
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import (
    NotReversibleError,
    SessionClosedError,
    SessionOpenError,
    TableChangedError,
    WrongAmountError,
)
from scoring.operations.sessions.closing import close_session, hand_over, hand_over_early
from scoring.operations.table.payments import set_tong
from scoring.operations.table.penalties import record_false_win, record_secret
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from tests import people
from tests.api.programs import program
from tests.people import ANA, BEN, CARLA, DAN
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


def close(session: Session, *, coin_cents: int = 1) -> Entry:
    """Close the session as it stands."""
    expected_entry = tables.last_entry_number(session=session)
    return close_session(session=session, coin_cents=coin_cents, expected_entry=expected_entry, stamp=people.stamp())


def outstanding(session: Session) -> tuple[int, ...]:
    """Return what every seat still has to get (> 0) or to give."""
    return tuple(seat.outstanding_cents for seat in tables.results(session=session))


def lines(session: Session) -> list[tuple[int, int, int, int]]:
    """Return the plan as payer, payee, cents, cents left."""
    return [(line.payer, line.payee, line.cents, line.left_cents) for line in settlements.plan(session=session)]


def family_night(session: Session) -> Session:
    """Return a night under the family preset, whose partners share (C25)."""
    return people.start_night(club=session.club, rules="family")


def test_closing_stores_the_fewest_payments_that_settle_the_night(session: Session) -> None:
    people.win(session)
    close(session)
    assert lines(session) == [(BEN, ANA, 90, 90), (DAN, ANA, 90, 90)]
    assert people.balances(session) == outstanding(session) == (180, -90, 0, -90)


def test_partners_pool_their_results_by_a_visible_adjustment_c25(session: Session) -> None:
    family = family_night(session)
    people.win(family)
    assert people.balances(family) == (180, -90, 0, -90)
    close(family)
    adjustment = Entry.objects.get(session=family, kind=EntryKind.ADJUSTMENT)
    assert adjustment.act == {"why": "partners_share"}
    assert people.balances(family) == (90, -90, 90, -90)
    assert lines(family) == [(BEN, ANA, 90, 90), (DAN, CARLA, 90, 90)]


def test_rounding_to_the_smallest_coin_is_a_visible_adjustment(session: Session) -> None:
    people.win(session)
    close(session, coin_cents=100)
    adjustment = Entry.objects.get(session=session, kind=EntryKind.ADJUSTMENT)
    assert adjustment.act == {"why": "rounding"}
    assert people.balances(session) == (200, -100, 0, -100)
    assert lines(session) == [(BEN, ANA, 100, 100), (DAN, ANA, 100, 100)]


@pytest.mark.parametrize("coin_cents", [0, -5, 7, 10**9])
def test_no_door_rounds_to_what_is_no_coin(session: Session, host: Client, coin_cents: int) -> None:
    people.win(session)
    tong = {"every": Every.WIN, "percent": 10, "coin_cents": coin_cents, "holder": ANA, "expected_entry": 1}
    sheet, night = program(club=session.club), f"sessions/{session.public_id}"
    with pytest.raises(WrongAmountError, match="one of 1, 5, 10, 25, 100, 500, 1000"):
        close(session, coin_cents=coin_cents)
    with pytest.raises(WrongAmountError, match="one of 1, 5, 10, 25, 100, 500, 1000"):
        set_tong(session=session, **tong, cents=0, stamp=people.stamp())  # type: ignore[arg-type]
    answers = (
        sheet.get(f"{night}/close/?coin_cents={coin_cents}"),
        sheet.post(f"{night}/close/", {"coin_cents": coin_cents, "expected_entry": 1}),
        sheet.post(f"{night}/tong/", tong),
        host.post(reverse("tong", args=[session.public_id]), {**tong, "way": "percent", "coin": coin_cents}),
    )
    assert {answer.status_code for answer in answers} <= {409, 422}
    assert open_page(host, reverse("close", args=[session.public_id]) + f"?coin={coin_cents}").status == 200
    assert session.entries.count() == 1


def test_a_session_for_points_closes_without_payments(session: Session) -> None:
    points = people.start_night(club=session.club, currency="points")
    people.win(points)
    close(points)
    assert lines(points) == []
    assert people.balances(points) == (180, -90, 0, -90)


def test_each_tick_hands_cash_over_and_never_changes_a_result(session: Session) -> None:
    people.win(session)
    close(session)
    hand_over(session=session, payer=BEN, payee=ANA, amount_cents=90, stamp=people.stamp())
    assert people.balances(session) == (180, -90, 0, -90)
    assert outstanding(session) == (90, 0, 0, -90)
    hand_over(session=session, payer=DAN, payee=ANA, amount_cents=40, stamp=people.stamp())
    assert lines(session) == [(BEN, ANA, 90, 0), (DAN, ANA, 90, 50)]
    assert outstanding(session) == (50, 0, 0, -50)


def test_taking_a_tick_back_reverses_the_handover(session: Session) -> None:
    people.win(session)
    close(session)
    tick = hand_over(session=session, payer=BEN, payee=ANA, amount_cents=90, stamp=people.stamp())
    undo(entry=tick, reason="not paid", stamp=people.stamp())
    assert outstanding(session) == (180, -90, 0, -90)
    assert lines(session)[0] == (BEN, ANA, 90, 90)


@pytest.mark.parametrize("amount_cents", [0, -1, 91])
def test_no_more_than_the_plan_is_handed_over(session: Session, amount_cents: int) -> None:
    people.win(session)
    close(session)
    with pytest.raises(WrongAmountError):
        hand_over(session=session, payer=BEN, payee=ANA, amount_cents=amount_cents, stamp=people.stamp())
    assert outstanding(session) == (180, -90, 0, -90)


def test_cash_goes_only_between_those_the_plan_names(session: Session) -> None:
    people.win(session)
    close(session)
    with pytest.raises(WrongAmountError):
        hand_over(session=session, payer=BEN, payee=CARLA, amount_cents=10, stamp=people.stamp())


def test_closing_twice_is_refused_and_the_same_key_closes_once(session: Session) -> None:
    people.win(session)
    stamp = people.stamp()
    first = close_session(session=session, coin_cents=1, expected_entry=1, stamp=stamp)
    assert close_session(session=session, coin_cents=1, expected_entry=1, stamp=stamp) == first
    with pytest.raises(SessionClosedError):
        close(session)


def test_closing_a_table_that_changed_is_refused(session: Session) -> None:
    people.win(session)
    with pytest.raises(TableChangedError):
        close_session(session=session, coin_cents=1, expected_entry=0, stamp=people.stamp())


def test_reopening_takes_the_close_and_its_adjustments_back(session: Session) -> None:
    family = family_night(session)
    people.win(family)
    close(family)
    reopen_session(session=family, reason="one more", stamp=people.stamp())
    assert people.balances(family) == (180, -90, 0, -90)
    assert settlements.plan(session=family) == ()
    people.win(family, winner=BEN)
    assert people.balances(family) == (90, 90, -90, -90)


def test_cash_handed_over_before_a_reopening_counts_in_the_next_plan(session: Session) -> None:
    people.win(session)
    close(session)
    hand_over(session=session, payer=BEN, payee=ANA, amount_cents=90, stamp=people.stamp())
    reopen_session(session=session, reason="one more", stamp=people.stamp())
    close(session)
    assert lines(session) == [(DAN, ANA, 90, 90)]


def test_cash_a_later_close_has_counted_is_not_taken_back(session: Session) -> None:
    people.win(session)
    close(session)
    cash = hand_over(session=session, payer=BEN, payee=ANA, amount_cents=90, stamp=people.stamp())
    reopen_session(session=session, reason="one more", stamp=people.stamp())
    close(session)
    with pytest.raises(NotReversibleError):
        undo(entry=cash, reason="?", stamp=people.stamp())
    assert outstanding(session) == (90, 0, 0, -90)


def test_an_open_session_is_not_reopened(session: Session) -> None:
    with pytest.raises(SessionOpenError):
        reopen_session(session=session, reason="?", stamp=people.stamp())


def test_a_close_is_reopened_not_undone(session: Session) -> None:
    people.win(session)
    entry = close(session)
    with pytest.raises(NotReversibleError):
        undo(entry=entry, reason="?", stamp=people.stamp())


def test_a_secret_pays_fifty_from_each_opponent_at_once_c17(session: Session) -> None:
    record_secret(session=session, seat=CARLA, expected_entry=0, stamp=people.stamp())
    assert people.balances(session) == (0, -50, 100, -50)


def test_a_false_secret_is_refunded_and_penalised_c18(session: Session) -> None:
    rules = {"preset": "pagat", "false_secret_penalty": 25}
    strict = people.start_night(club=session.club, rules=rules)
    secret = record_secret(session=strict, seat=CARLA, expected_entry=0, stamp=people.stamp())
    refund_false_secret(entry=secret, reason="only three", stamp=people.stamp())
    assert people.balances(strict) == (0, 25, -50, 25)


def test_a_false_secret_without_a_penalty_is_only_refunded_c18(session: Session) -> None:
    secret = record_secret(session=session, seat=CARLA, expected_entry=0, stamp=people.stamp())
    refund_false_secret(entry=secret, reason="only three", stamp=people.stamp())
    assert people.balances(session) == (0, 0, 0, 0)
    assert Entry.objects.filter(session=session).count() == 2


def test_only_secrets_are_refunded_as_false_c18(session: Session) -> None:
    hand = people.win(session)
    with pytest.raises(NotReversibleError):
        refund_false_secret(entry=hand, reason="?", stamp=people.stamp())


def test_a_false_win_is_paid_to_each_opponent_c35(session: Session) -> None:
    rules = {"preset": "pagat", "false_win_penalty": 30}
    strict = people.start_night(club=session.club, rules=rules)
    record_false_win(session=strict, seat=DAN, hand_is_void=False, expected_entry=0, stamp=people.stamp())
    assert people.balances(strict) == (30, 0, 30, -60)


def test_everybody_else_pays_where_nobody_has_a_partner_c16(session: Session) -> None:
    alone = people.start_night(
        club=session.club, rules={"preset": "pagat", "partnerships": False}, names=("Ana", "Ben", "Carla")
    )
    people.win(alone)
    assert people.balances(alone) == (180, -90, -90)


@pytest.mark.parametrize("amount_cents", [10**15 + 1, 2**63 - 1, 2**80])
def test_an_amount_that_no_sum_could_hold_is_refused(session: Session, amount_cents: int) -> None:
    with pytest.raises(WrongAmountError) as refused:
        hand_over_early(session=session, payer=1, payee=2, amount_cents=amount_cents, stamp=people.stamp())
    assert refused.value.message == "An amount is higher than the books can hold."
    assert people.balances(session) == (0, 0, 0, 0)
