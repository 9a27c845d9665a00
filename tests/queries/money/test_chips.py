"""The chips of a night: what each should hold, how the last count differs, and which lines are suspected."""

from typing import Any

import pytest

from scoring.ledger.chips import Chips
from scoring.ledger.tong import TongBase
from scoring.ledger.undoing import undo_blocker
from scoring.models import Entry, Session
from scoring.operations.money.payments import buy_chips, count_chips, pay_free, return_chips, set_tong
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.undoing import undo
from scoring.queries.table.night import night_of
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN

SEATS = (ANA, BEN, CARLA, DAN)
NO_CHIPS = Chips()


def buy(session: Session, *, seats: tuple[int, ...] = SEATS, cents: int = 1000) -> Entry:
    return buy_chips(bank=ANA, seats=seats, amount_cents=cents, is_paid=False, **people.current(session))


def hand_back(session: Session, cents: int, *, is_paid: bool = False) -> Entry:
    return return_chips(seat=BEN, amount_cents=cents, is_paid=is_paid, **people.current(session))


def count(session: Session, *, decides: bool = False, **more: int) -> Entry:
    counted = {holder.seat: holder.due_cents for holder in night_of(session=session).chips.holders}
    for name, cents in more.items():
        counted[people.NAMES.index(name) + 1] += cents
    return count_chips(counted=counted, decides=decides, **people.current(session))


def held(session: Session) -> list[tuple[int, int, int | None]]:
    return [(each.out_cents, each.due_cents, each.counted_cents) for each in night_of(session=session).chips.holders]


def test_everybody_should_hold_what_they_took_and_won_with_bets_and_tong(session: Session) -> None:
    undo(entry=buy(session), reason="", stamp=people.stamp())
    assert night_of(session=session).chips == NO_CHIPS
    buy(session)
    buy(session, seats=(BEN,), cents=500)
    return_chips(seat=DAN, amount_cents=200, is_paid=False, **people.current(session))
    set_tong(every=TongBase.WIN, cents=20, percent=0, coin_cents=1, holder=CARLA, **people.current(session))
    people.win(session)
    pay_free(payer=BEN, payees=(ANA,), amount_cents=7, reason="bet", **people.current(session))
    found = night_of(session=session).chips
    assert (found.bank, found.out_cents, found.count, len(found.stacks)) == (ANA, 4300, None, 3)
    assert held(session) == [(1000, 1167, None), (1500, 1403, None), (1000, 1020, None), (800, 710, None)]
    assert found.due == {ANA: 1167, BEN: 1403, CARLA: 1020, DAN: 710}
    assert found.differing == ()
    count(session, Ana=30, Ben=-30)
    entry = count(session, Carla=50, Dan=-50)
    found = night_of(session=session).chips
    assert found.count == night_of(session=session).at(entry.number)
    assert [(holder.player, holder.more_cents) for holder in found.differing] == [("Carla", 50), ("Dan", -50)]
    assert held(session) == [(1000, 1167, 1167), (1500, 1403, 1403), (1000, 1020, 1070), (800, 710, 660)]


def test_a_count_is_over_once_chips_move_after_it(session: Session) -> None:
    buy(session)
    first = people.win(session)
    count(session)
    assert not night_of(session=session).chips.is_over
    act = people.win_act(session, winner=BEN, hand=first.hand)
    correct_hand(entry=first, act=act, reason="Ben", stamp=people.stamp())
    assert not night_of(session=session).chips.is_over
    later = people.win(session)
    assert night_of(session=session).chips.is_over
    undo(entry=later, reason="", stamp=people.stamp())
    assert not night_of(session=session).chips.is_over
    buy(session, seats=(DAN,), cents=100)
    assert night_of(session=session).chips.is_over


def rest_on(entry: Entry) -> tuple[str, int] | None:
    """Return why a line cannot be taken back, and the number of the line that rests on it."""
    night = night_of(session=entry.session)
    rest = undo_blocker(night=night, line=night.at(entry.number))
    return (rest.why, rest.line.number) if rest else None


@stored("suspects", "nights")
def test_lines_of_that_amount_are_suspected(session: Session, more: dict[str, Any], suspects: list[int]) -> None:
    buy(session)
    suspect = people.win(session)
    people.win(session, winner=BEN)
    count(session, **more)
    found = night_of(session=session).chips
    assert [line.number for line in found.suspected] == suspects
    undo(entry=suspect, reason="slip", stamp=people.stamp())
    count(session, **more)
    assert night_of(session=session).chips.suspected == ()


def test_the_first_count_that_decides_after_a_line_is_named(session: Session) -> None:
    bought = buy(session)
    first = people.win(session)
    count(session)
    assert rest_on(first) is None
    decides = count(session, decides=True, Ana=10, Ben=-10)
    count(session, decides=True)
    assert rest_on(first) == rest_on(bought) == ("chips_counted", decides.number)
    assert rest_on(people.win(session)) is None
    people.close(session)
    handed = people.pay(session, payer=DAN, payee=ANA, cents=10)
    assert rest_on(handed) is None


@pytest.mark.parametrize(
    ("cents", "is_paid", "rests"), [(400, False, False), (500, False, False), (501, False, True), (400, True, True)]
)
def test_chips_handed_back_rest_on_those_they_need(session: Session, cents: int, is_paid: bool, rests: bool) -> None:
    lent = buy(session, seats=(BEN,), cents=1000)
    undo(entry=hand_back(session, 900), reason="slip", stamp=people.stamp())
    bought = buy_chips(bank=ANA, seats=(BEN,), amount_cents=500, is_paid=True, **people.current(session))
    back = hand_back(session, cents, is_paid=is_paid)
    others = (back, bought, people.win(session))
    assert [rest_on(entry) for entry in (lent, *others)] == [
        ("rests_on", back.number) if rests else None, None, None, None,
    ]  # fmt: skip
