"""Chips: taken from a bank, counted at the end, held against the lines; in nobody's result."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring.models import Club, Entry, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips
from scoring.operations.table.reversing import undo
from scoring.queries.books.checking import check_session
from scoring.queries.sessions.chips import chips_of
from scoring.texts import Sum
from tests import people
from tests.people import ANA, BEN, CARLA, DAN

pytestmark = pytest.mark.django_db

ALL = (ANA, BEN, CARLA, DAN)
BOUGHT: dict[str, Any] = {"bank": BEN, "seats": ALL, "amount_cents": 500, "is_paid": False}


def buy(night: Session, *seats: int, cents: int = 500, is_paid: bool = False, bank: int = BEN) -> Entry:
    return buy_chips(bank=bank, seats=seats or ALL, amount_cents=cents, is_paid=is_paid, **people.current(night))


def hand_back(night: Session, seat: int, cents: int, *, is_paid: bool = True) -> Entry:
    return return_chips(seat=seat, amount_cents=cents, is_paid=is_paid, **people.current(night))


def count(night: Session, *cents: int, decides: bool = False) -> Entry:
    """Have Ana, Ben, Carla and Dan count in that order."""
    return count_chips(counted=dict(enumerate(cents, start=1)), decides=decides, **people.current(night))


def due(night: Session) -> tuple[int, ...]:
    return tuple(holder.due_cents for holder in chips_of(session=night).holders)


def differing(night: Session) -> list[tuple[str, int]]:
    return [(holder.player, holder.more_cents) for holder in chips_of(session=night).differing]


@pytest.fixture
def played(session: Session) -> Session:
    """Return a night whose four took chips for 500 each, not paid for, before Ana won 180."""
    buy(session)
    people.win(session)
    return session


def test_whoever_paid_for_all_chips_is_owed_what_they_hold(session: Session) -> None:
    buy(session, is_paid=True)
    people.win(session)

    assert due(session) == (680, 410, 500, 410)
    assert people.outstanding(session) == (680, -1590, 500, 410)
    assert people.close(session).act["plan"] == [[2, 1, 680], [2, 3, 500], [2, 4, 410]]
    assert people.balances(session) == (180, -90, 0, -90)
    assert check_session(session=session) == ()


def test_who_leaves_early_gets_cash_for_chips_without_what_they_were_not_paid_for(session: Session) -> None:
    buy(session)
    buy(session, ANA, cents=100, is_paid=True)
    people.win(session)

    entry = hand_back(session, ANA, 780)

    assert [(paid.payer.number, paid.payee.number, paid.amount_cents, paid.cash) for paid in entry.payments.all()] == [
        (BEN, ANA, 280, True)
    ]
    assert (due(session), people.outstanding(session)) == ((0, 410, 500, 410), (0, 90, 0, -90))
    assert check_session(session=session) == ()


def test_who_hands_back_less_than_was_lent_pays_the_rest(played: Session) -> None:
    hand_back(played, DAN, 410)
    assert people.outstanding(played) == (180, -180, 0, 0)
    buy(played, DAN, cents=200, is_paid=True)
    hand_back(played, DAN, 200)
    assert people.outstanding(played) == (180, -180, 0, 0)
    assert check_session(session=played) == ()


def test_chips_handed_back_without_cash_are_settled_with_the_night(played: Session) -> None:
    hand_back(played, ANA, 680, is_paid=False)
    assert (due(played)[0], people.outstanding(played)) == (0, (180, -90, 0, -90))


@pytest.mark.parametrize(
    ("cents", "refusal", "by"),
    [
        ((680, 410, 500, 400), "wrong_amount.chips_missing", 10),
        ((680, 410, 500, 420), "wrong_amount.chips_too_many", 10),
    ],
)
def test_chips_that_do_not_add_up_are_refused_with_the_difference(
    session: Session, cents: tuple[int, ...], refusal: str, by: int
) -> None:
    buy(session)
    with people.refused(refusal) as refused:
        count(session, *cents)
    told = {name: each.cents for name, each in refused.value.text.values.items() if isinstance(each, Sum)}
    assert told == {"found": sum(cents), "out": 2000, "by": by}
    assert session.entries.count() == 1


def test_a_count_names_who_has_more_or_less_than_the_lines_say_and_moves_nothing(played: Session) -> None:
    assert count(played, 650, 440, 500, 410).act == {
        "what": "counted",
        "chips": [[1, 650, 680], [2, 440, 410], [3, 500, 500], [4, 410, 410]],
        "decides": False,
    }
    assert (differing(played), chips_of(session=played).suspects) == ([("Ana", -30), ("Ben", 30)], ())
    assert people.outstanding(played) == (180, -90, 0, -90)
    assert check_session(session=played) == ()


def test_where_the_chips_decide_everybody_has_what_they_counted_beside_the_game(played: Session) -> None:
    count(played, 650, 440, 500, 410, decides=True)
    assert (differing(played), people.outstanding(played)) == ([], (150, -60, 0, -90))
    assert people.balances(played) == (180, -90, 0, -90)
    people.close(played)
    assert check_session(session=played) == ()


def test_a_line_under_a_count_that_decides_is_not_taken_back_before_it(played: Session) -> None:
    taken, hand = played.entries.order_by("number")
    decides = count(played, 650, 440, 500, 410, decides=True)
    for entry in (taken, hand):
        with people.refused("not_reversible.chips_counted"):
            undo(entry=entry, reason="slip", stamp=people.stamp())
    undo(entry=decides, reason="", stamp=people.stamp())
    undo(entry=hand, reason="slip", stamp=people.stamp())
    assert (people.outstanding(played), due(played)) == ((0, 0, 0, 0), (500, 500, 500, 500))
    assert check_session(session=played) == ()


def test_a_night_has_one_bank_until_its_chips_are_taken_back_with_their_cash(session: Session) -> None:
    taken = buy(session, is_paid=True)
    with people.refused("wrong_amount.other_bank"):
        buy(session, bank=ANA)
    reversal = undo(entry=taken, reason="", stamp=people.stamp())
    assert set(reversal.payments.values_list("cash", flat=True)) == {True}
    assert people.balances(session) == people.outstanding(session) == (0, 0, 0, 0)
    buy(session, bank=ANA)
    assert check_session(session=session) == ()


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"seats": ()}, "wrong_amount.no_chips"),
        ({"seats": (7,)}, "wrong_amount.no_chips"),
        ({"bank": 7}, "wrong_amount.no_chips"),
        ({"amount_cents": 0}, "wrong_amount.nothing"),
        ({"amount_cents": HIGHEST_AMOUNT_CENTS + 1}, "wrong_amount.too_high"),
    ],
)
def test_chips_that_cannot_be_taken_are_refused(session: Session, wrong: dict[str, object], refusal: str) -> None:
    with people.refused(refusal):
        buy_chips(**{**BOUGHT, **wrong}, **people.current(session))
    assert not session.entries.exists()


@pytest.mark.parametrize(
    ("cents", "refusal"),
    [(-1, "wrong_amount.nothing"), (0, "wrong_amount.nothing"), (2001, "wrong_amount.too_many_back")],
)
def test_no_more_chips_are_handed_back_than_are_out(session: Session, cents: int, refusal: str) -> None:
    buy(session)
    with people.refused(refusal):
        hand_back(session, ANA, cents)
    hand_back(session, ANA, 2000, is_paid=False)


@pytest.mark.parametrize(
    ("counted", "refusal"), [({7: 2000}, "wrong_amount.not_two_players"), ({1: 2001, 2: -1}, "wrong_amount.no_chips")]
)
def test_a_count_of_nobody_or_below_nothing_is_refused(session: Session, counted: dict[int, int], refusal: str) -> None:
    buy(session)
    with people.refused(refusal):
        count_chips(counted=counted, decides=False, **people.current(session))


def test_without_chips_nothing_is_counted_and_points_have_none(session: Session, club: Club) -> None:
    with people.refused("wrong_amount.no_chips"):
        count(session)
    with people.refused("wrong_amount.points_only"):
        buy(people.start_night(club=club, currency="points"))


def test_chips_taken_after_a_hand_that_waited_on_the_same_phone_count(session: Session) -> None:
    hand = people.win(session)
    said = {**people.current(session), **BOUGHT, "expected_entry": 0}
    with people.refused("table_changed"):
        buy_chips(**said)
    assert hand.key is not None
    known = replace(people.stamp(device=hand.device), known=(hand.key,))
    assert buy_chips(**{**said, "stamp": known}).number == 2


@pytest.mark.parametrize(
    ("act", "changed"),
    [
        ("buy", {"bank": ANA}),
        ("buy", {"seats": (ANA,)}),
        ("buy", {"amount_cents": 400}),
        ("buy", {"is_paid": True}),
        ("return", {"seat": CARLA}),
        ("return", {"amount_cents": 400}),
        ("return", {"is_paid": False}),
        ("count", {"counted": {1: 1000, 2: 1000}}),
        ("count", {"decides": True}),
    ],
)
def test_the_same_key_moves_or_counts_chips_once(session: Session, act: str, changed: dict[str, object]) -> None:
    buy(session)
    operations: dict[str, tuple[Callable[..., Entry], dict[str, Any]]] = {
        "buy": (buy_chips, BOUGHT),
        "return": (return_chips, {"seat": ANA, "amount_cents": 500, "is_paid": True}),
        "count": (count_chips, {"counted": dict.fromkeys(ALL, 500), "decides": False}),
    }
    operation, content = operations[act]
    sent: dict[str, Any] = {**people.current(session), **content}
    assert operation(**sent) == operation(**sent)
    with people.refused("key_reused"):
        operation(**{**sent, **changed})
    assert session.entries.count() == 2
