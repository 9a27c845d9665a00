"""Chips: taken from a bank, counted at the end, held against the lines; in nobody's result."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Club, Entry, Session
from scoring.operations.money.chips import buy_chips, count_chips, return_chips, take_over_bank
from scoring.operations.table.undoing import reopen_session
from scoring.queries.table.night import night_of
from scoring.texts import Sum
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN

ALL = (ANA, BEN, CARLA, DAN)
OPERATIONS: dict[str, tuple[Callable[..., Entry], dict[str, Any]]] = {
    "buy": (buy_chips, {"bank": BEN, "seats": ALL, "amount_cents": 500, "is_paid": False}),
    "return": (return_chips, {"seat": ANA, "amount_cents": 500, "is_paid": True}),
    "take over": (take_over_bank, {"bank": DAN}),
    "count": (count_chips, {"counted": dict.fromkeys(ALL, 500), "decides": False}),
}


def chips(night: Session, act: str, **said: Any) -> Entry:
    """Buy chips (each 500 from Ben, not paid for), hand them back (500 of Ana for cash) or count them."""
    operation, usual = OPERATIONS[act]
    return operation(**{**people.current(night), **usual, **said})


def count(night: Session, *cents: int, decides: bool = False) -> Entry:
    """Have Ana, Ben, Carla and Dan count in that order."""
    return chips(night, "count", counted=dict(enumerate(cents, start=1)), decides=decides)


def due(night: Session) -> tuple[int, ...]:
    return tuple(holder.due_cents for holder in night_of(session=night).chips.holders)


def differing(night: Session) -> list[tuple[str, int]]:
    return [(holder.player, holder.more_cents) for holder in night_of(session=night).chips.differing]


@pytest.fixture
def bought(session: Session) -> Session:
    """Return a night whose four took chips for 500 each, not paid for."""
    chips(session, "buy")
    return session


@pytest.fixture
def played(bought: Session) -> Session:
    people.win(bought)
    return bought


def test_whoever_paid_for_all_chips_is_owed_what_they_hold(session: Session) -> None:
    chips(session, "buy", is_paid=True)
    people.win(session)
    assert due(session) == (680, 410, 500, 410)
    assert people.outstanding(session) == (680, -1590, 500, 410)
    assert people.close(session).act["plan"] == [[2, 1, 680], [2, 3, 500], [2, 4, 410]]
    assert people.balances(session) == (180, -90, 0, -90)


def test_where_the_chips_decide_everybody_has_what_they_counted_beside_the_game(played: Session) -> None:
    taken, hand = played.entries.order_by("number")
    decides = count(played, 650, 440, 500, 410, decides=True)
    assert (differing(played), people.outstanding(played)) == ([], (150, -60, 0, -90))
    assert people.balances(played) == (180, -90, 0, -90)
    for entry in (taken, hand):
        with people.refused("not_reversible.chips_counted"):
            people.take_back(entry)
    people.take_back(decides)
    people.take_back(hand)
    assert (people.outstanding(played), due(played)) == ((0, 0, 0, 0), (500, 500, 500, 500))


def test_a_night_has_one_bank_until_its_chips_are_taken_back_with_their_cash(session: Session) -> None:
    taken = chips(session, "buy", is_paid=True)
    with people.refused("wrong_amount.other_bank"):
        chips(session, "buy", bank=ANA)
    reversal = people.take_back(taken)
    assert set(reversal.payments.values_list("cash", flat=True)) == {True}
    assert people.balances(session) == people.outstanding(session) == (0, 0, 0, 0)
    chips(session, "buy", bank=ANA)


def test_another_bank_takes_over_the_cash_and_owes_whoever_holds_chips(session: Session) -> None:
    taken = chips(session, "buy", is_paid=True)
    people.win(session)
    passed = chips(session, "take over")
    assert (passed.act, people.outstanding(session)) == (
        {"what": "taken_over", "bank": DAN, "was": BEN},
        (680, -90, 500, -1090),
    )
    back = chips(session, "return", seat=BEN, amount_cents=410)  # 500 of its own bank were never paid for
    for entry in (taken, passed):
        with people.refused("not_reversible.rests_on"):
            people.take_back(entry)
    assert (due(session), people.outstanding(session)) == ((680, 0, 500, 410), (680, 0, 500, -1180))
    assert people.close(session).act["plan"] == [[4, 1, 680], [4, 3, 500]]
    reopen_session(session=session, reason="slip", stamp=people.stamp())
    people.take_back(back)
    people.take_back(passed)
    assert (night_of(session=session).chips.bank, people.outstanding(session)) == (BEN, (680, -1590, 500, 410))


def test_a_bank_that_another_took_back_from_stays_as_long_as_that_one_has_it(session: Session) -> None:
    chips(session, "buy", seats=(ANA,), is_paid=True)
    passed = chips(session, "take over")
    chips(session, "take over", bank=BEN)
    with people.refused("not_reversible.rests_on"):
        people.take_back(passed)


@stored("chips_refused", "nights")
def test_chips_that_cannot_be_are_refused_with_what_is_out(
    bought: Session, act: str, wrong: dict[str, Any], refusal: str, told: dict[str, int]
) -> None:
    with people.refused(refusal) as refused:
        chips(bought, act, **wrong | ({"counted": dict(wrong["counted"])} if "counted" in wrong else {}))
    values = refused.value.text.values
    assert {name: each.cents for name, each in values.items() if isinstance(each, Sum)} == told
    assert bought.entries.count() == 1
    chips(bought, "return", amount_cents=2000)


def test_without_a_bank_nothing_is_bought_or_counted_and_points_have_no_chips(session: Session, club: Club) -> None:
    with people.refused("wrong_amount.no_chips"):
        chips(session, "buy", bank=7)
    with people.refused("wrong_amount.no_chips"):
        count(session)
    with people.refused("wrong_amount.points_only"):
        chips(people.start_night(club=club, currency="points"), "buy")


@pytest.mark.parametrize("is_paid", [True, False], ids=["paid", "lent"])
def test_chips_stand_while_cash_was_handed_back_without_what_was_lent_of_them(bought: Session, is_paid: bool) -> None:
    taken = chips(bought, "buy", seats=(ANA,), amount_cents=300, is_paid=is_paid)
    back = chips(bought, "return", amount_cents=400)
    if not is_paid:
        with people.refused("not_reversible.rests_on"):
            people.take_back(taken)
        people.take_back(back)
    people.take_back(taken)


def test_chips_handed_back_stand_while_later_cash_counts_on_their_settling_what_was_lent(session: Session) -> None:
    chips(session, "buy", seats=(ANA,))
    first = chips(session, "return", amount_cents=200)
    chips(session, "return", amount_cents=100)
    with people.refused("not_reversible.rests_on"):
        people.take_back(first)
