"""What each seat of a night gets or pays in all, and of what."""

from dataclasses import replace

import pytest

from scoring.ledger.settlement import ByClose
from scoring.ledger.tong import Every
from scoring.models import Club, Session
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.table.payments import pay_free, set_tong
from scoring.operations.table.reversing import undo
from scoring.queries.sessions.reckonings import Reckoning
from scoring.queries.sessions.settlements import closing, settling
from tests import people
from tests.people import ANA, BEN, CARLA, DAN
from tests.queries.sessions import owing

pytestmark = pytest.mark.django_db

NOTHING = Reckoning(
    number=0, player="", result_cents=0, by_close=ByClose(), carried_cents=0, tong_cents=0, beside_cents=0, due_cents=0
)


def reckoned(number: int, **parts: int) -> Reckoning:
    return replace(NOTHING, number=number, player=people.NAMES[number - 1], **parts)  # type: ignore[arg-type]


def by_seat(night: Session) -> tuple[Reckoning, ...]:
    return tuple(sorted(settling(session=night).reckonings, key=lambda each: each.number))


@pytest.fixture
def night(club: Club) -> Session:
    """Return an open night with all there is: Ben's debt of 90 to Ana carried in, a tong, a bet, a win, early cash."""
    owing.closed_night(club, ANA)
    session = people.start_night(club=club)
    owing.carry(session)
    set_tong(every=Every.WIN, cents=20, percent=0, coin_cents=1, holder=CARLA, **people.current(session))
    people.win(session, winner=BEN)
    for cents in (7, 9):
        bet = pay_free(payer=DAN, payees=(ANA,), amount_cents=cents, reason="bet", **people.current(session))
    undo(entry=bet, reason="", stamp=people.stamp())
    hand_over_early(session=session, payer=ANA, payee=BEN, amount_cents=30, stamp=people.stamp())
    return session


ALL = (
    reckoned(ANA, result_cents=-90, carried_cents=180, beside_cents=7, due_cents=127),
    reckoned(BEN, result_cents=180, carried_cents=-90, tong_cents=-20, due_cents=40),
    reckoned(CARLA, result_cents=-90, tong_cents=20, due_cents=-70),
    reckoned(DAN, carried_cents=-90, beside_cents=-7, due_cents=-97),
)


def test_a_seat_is_due_its_result_and_what_came_beside_less_what_was_settled(night: Session) -> None:
    assert closing(session=night, coin_cents=1).reckonings == ALL
    assert [each.in_all_cents for each in ALL] == [97, 70, -70, -97]
    assert [each.settled_cents for each in ALL] == [30, -30, 0, 0]
    assert [each.moved_cents for each in ALL] == [127, 40, 70, 97]
    assert all(each.has_more for each in ALL)


@pytest.mark.parametrize("is_closed", [False, True])
def test_closing_changes_no_reckoning(night: Session, is_closed: bool) -> None:
    if is_closed:
        people.close(night)
    assert by_seat(night) == ALL


@pytest.mark.parametrize("is_closed", [False, True])
def test_c25_the_result_at_the_table_is_without_what_partners_shared_and_coins(club: Club, is_closed: bool) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night)
    found = closing(session=night, coin_cents=100).reckonings
    if is_closed:
        people.close(night, coin_cents=100)
        found = by_seat(night)
    assert [(each.played_cents, each.result_cents, each.due_cents) for each in found] == [
        (180, 100, 100), (-90, -100, -100), (0, 100, 100), (-90, -100, -100),
    ]  # fmt: skip
    assert found[0].by_close == ByClose(shared_cents=-90, coin_cents=10)
    assert not any(each.has_more for each in found)


@pytest.mark.parametrize("part", ["carried_cents", "tong_cents", "beside_cents", "result_cents", ""])
def test_more_than_the_result_is_whatever_came_beside_or_was_settled(part: str) -> None:
    assert reckoned(ANA, due_cents=5, **{part: 5} if part else {}).has_more is (part != "result_cents")
