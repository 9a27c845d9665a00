"""What is paid beside play, and the tong: agreed on, taken with the close, spent; in nobody's result."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring.ledger.tong import Every
from scoring.models import Club, Entry, EntryKind, Ruling, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import correct_hand
from scoring.operations.table.payments import pay_free, set_tong, spend_tong
from scoring.operations.table.posting import Draft, writing
from scoring.operations.table.reversing import reopen_session
from scoring.queries.books.checking import check_session
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from scoring.queries.table.disputes import open_dispute_of
from scoring.queries.table.tong import tong_of
from tests import people
from tests.people import ANA, BEN, CARLA, DAN

pytestmark = pytest.mark.django_db

TENTH: dict[str, Any] = {"every": Every.WIN, "cents": 0, "percent": 10, "coin_cents": 5, "holder": BEN}
"""10 per cent of each win, rounded down to 5, kept by Ben."""

BET: dict[str, Any] = {"payer": CARLA, "payees": (ANA, BEN), "amount_cents": 500, "reason": "bet"}


def agree(night: Session, **changes: object) -> Entry:
    return set_tong(**{**TENTH, **changes}, **people.current(night))


def spend(night: Session, cents: int, *, reason: str = "pizza") -> Entry:
    return spend_tong(amount_cents=cents, reason=reason, **people.current(night))


def figures(night: Session) -> list[tuple[int, int, int]]:
    seats = tables.results(session=night)
    return [(seat.result_cents, seat.apart_cents, seat.outstanding_cents) for seat in seats]


def apart(night: Session) -> list[int]:
    return [cents for _, cents, _ in figures(night)]


def test_a_payment_beside_the_game_is_owed_to_each_payee_and_in_nobodys_result(session: Session) -> None:
    entry = pay_free(**BET, **people.current(session))
    assert (entry.kind, entry.reason) == (EntryKind.FREE, "bet")
    assert figures(session) == [(0, 500, 500), (0, 500, 500), (0, -1000, -1000), (0, 0, 0)]
    people.take_back(entry)
    assert figures(session) == [(0, 0, 0)] * 4
    assert check_session(session=session) == ()


@pytest.mark.parametrize(
    ("wrong", "refusal"),
    [
        ({"payees": ()}, "wrong_amount.not_two_players"),
        ({"payees": (CARLA,)}, "wrong_amount.not_two_players"),
        ({"payees": (ANA, 5)}, "wrong_amount.not_two_players"),
        ({"payer": 5}, "wrong_amount.not_two_players"),
        ({"amount_cents": 0}, "wrong_amount.nothing"),
        ({"amount_cents": HIGHEST_AMOUNT_CENTS + 1}, "wrong_amount.too_high"),
        ({"reason": ""}, "reason_missing"),
    ],
)
def test_what_cannot_be_paid_beside_the_game_is_refused(
    session: Session, wrong: dict[str, object], refusal: str
) -> None:
    with people.refused(refusal):
        pay_free(**{**BET, **wrong}, **people.current(session))
    assert not session.entries.exists()


@pytest.mark.parametrize("cents", [1, HIGHEST_AMOUNT_CENTS])
def test_the_least_and_the_most_that_can_be_paid(session: Session, cents: int) -> None:
    pay_free(**{**BET, "payees": (ANA,), "amount_cents": cents}, **people.current(session))
    assert people.outstanding(session) == (cents, 0, -cents, 0)


@pytest.mark.parametrize(
    ("operation", "content"), [(pay_free, BET), (set_tong, TENTH), (hand_over_early, {"payer": 1, "payee": 2})]
)
def test_a_night_for_points_moves_no_money(club: Club, operation: Any, content: dict[str, Any]) -> None:
    content = {"amount_cents": 5, **content} if operation is hand_over_early else content
    with people.refused("wrong_amount.points_only"):
        operation(**content, **people.current(people.start_night(club=club, currency="points")))


def test_per_cent_of_each_win_from_then_on_is_taken_with_the_close(session: Session) -> None:
    people.win(session)
    agree(session)
    people.win(session)
    people.win(session, winner=BEN)
    assert tong_of(session=session).pot_cents == 30
    shown = settlements.closing(session=session, coin_cents=1)

    plan = people.close(session).act["plan"]

    assert figures(session) == [(270, -15, 255), (0, 15, 15), (-90, 0, -90), (-180, 0, -180)]
    assert [[line.payer_seat, line.payee_seat, line.cents] for line in shown.plan] == plan
    assert [seat.apart_cents for seat in shown.seats] == [-15, 15, 0, 0]
    assert check_session(session=session) == ()


def test_a_tong_that_is_taken_back_after_a_close_is_given_back_by_the_next(session: Session) -> None:
    agreed = agree(session)
    people.win(session)
    people.close(session)
    reopen_session(session=session, reason="none", stamp=people.stamp())
    people.take_back(agreed)

    people.close(session)

    assert apart(session) == [0, 0, 0, 0]
    assert check_session(session=session) == ()


def test_no_more_is_spent_than_is_left_in_the_tong(session: Session) -> None:
    agree(session)
    people.win(session)
    for cents in (0, -1, 16):
        with people.refused("wrong_amount.not_in_tong"):
            spend(session, cents)
    with people.refused("reason_missing"):
        spend(session, 10, reason="")

    entry = spend(session, 10)

    tong = tong_of(session=session)
    assert (entry.reason, tong.spent_cents, tong.left_cents) == ("pizza", 10, 5)
    with people.refused("wrong_amount.not_in_tong"):
        spend(session, 6)
    spend(session, 5)
    people.take_back(entry)
    assert tong_of(session=session).left_cents == 10
    people.close(session)
    assert apart(session) == [-15, 15, 0, 0]
    assert check_session(session=session) == ()


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"percent": 51}, "wrong_amount.no_tong"),
        ({"percent": -1}, "wrong_amount.no_tong"),
        ({"cents": -1}, "wrong_amount.no_tong"),
        ({"every": Every.HAND}, "wrong_amount.no_tong"),
        ({"holder": 7}, "wrong_amount.not_two_players"),
        *(({"coin_cents": coin}, "wrong_amount.coin") for coin in (0, -5, 7, 10**9)),
    ],
)
def test_a_tong_that_cannot_be_is_refused(session: Session, change: dict[str, object], refusal: str) -> None:
    with people.refused(refusal):
        agree(session, **change)
    assert not session.entries.exists()


def test_half_of_a_win_is_the_highest_share(session: Session) -> None:
    agree(session, percent=50, coin_cents=100)
    people.win(session)
    assert tong_of(session=session).pot_cents == 0
    agree(session, percent=50, coin_cents=5)
    people.win(session)
    assert tong_of(session=session).pot_cents == 90


def test_the_tong_stays_with_whoever_keeps_it_and_ends_from_the_next_hand_on(session: Session) -> None:
    agree(session)
    people.win(session)
    with people.refused("wrong_amount.tong_is_kept"):
        agree(session, holder=ANA)
    agree(session, percent=0)
    people.win(session)
    assert (tong_of(session=session).rule, tong_of(session=session).pot_cents) == (None, 15)


def test_another_may_keep_the_tong_once_the_agreement_is_taken_back(session: Session) -> None:
    people.take_back(agree(session))
    agree(session, holder=ANA)
    people.win(session, winner=BEN)
    people.close(session)
    assert apart(session) == [15, -15, 0, 0]


def test_the_tong_is_kept_by_whom_its_newest_line_names(session: Session) -> None:
    agree(session)
    with writing(Entry, session=session, stamp=people.stamp(), content="") as books:
        books.post(Draft(kind=EntryKind.TONG, act={"what": "rule", **TENTH, "holder": DAN}), with_key=False)
    people.win(session)
    with people.refused("wrong_amount.tong_is_kept"):
        agree(session, holder=BEN)
    people.close(session)
    assert (tong_of(session=session).holder, apart(session)) == (DAN, [-15, 0, 0, 15])


def test_a_bet_is_the_same_in_whatever_order_its_payees_are_named(session: Session) -> None:
    sent = people.current(session)
    assert pay_free(**BET, **sent) == pay_free(**{**BET, "payees": (BEN, ANA)}, **sent)


@pytest.mark.parametrize("act", ["bet", "spend"])
def test_what_the_same_phone_recorded_meanwhile_is_no_news_to_a_payment(session: Session, act: str) -> None:
    agree(session)
    hand = people.win(session)
    operation, content = (pay_free, BET) if act == "bet" else (spend_tong, {"amount_cents": 5, "reason": "pizza"})
    sent: dict[str, Any] = {**people.current(session), **content, "expected_entry": 1}
    with people.refused("table_changed"):
        operation(**sent)
    assert hand.key is not None
    assert operation(**{**sent, "stamp": replace(people.stamp(), known=(hand.key,))}).number == 3


type Act = Callable[[Entry], object]


def correct_to(**act: object) -> Act:
    return lambda entry: correct_hand(entry=entry, act=act, reason="slip", stamp=people.stamp())


def uphold(entry: Entry) -> None:
    seat = entry.session.seats.get(number=BEN)
    dispute = open_dispute_of(entry=entry) or raise_dispute(entry=entry, seat=seat, why="no", stamp=people.stamp())
    give_voice(dispute=dispute, seat=None, ruling=Ruling.UPHOLD, stamp=people.stamp())


def leave_out_dan(hand: Entry) -> None:
    people.put_right(hand, *people.NAMES[:3])


@pytest.fixture
def alone(club: Club) -> Session:
    """Return a night without partners: each win of 90 from three others gives 27 to the tong."""
    return people.start_night(club=club, rules={"preset": "pagat", "partnerships": False})


@pytest.mark.parametrize(
    ("act", "left"),
    [
        pytest.param(people.take_back, 0, id="undo"),
        pytest.param(uphold, 0, id="objection upheld"),
        pytest.param(correct_to(**people.DRAWN), 0, id="correct to drawn"),
        pytest.param(correct_to(void="misdeal"), 0, id="correct to void"),
        pytest.param(leave_out_dan, 18, id="seats put right"),
    ],
)
def test_a_hand_stands_while_the_tong_would_not_hold_what_was_spent(alone: Session, act: Act, left: int) -> None:
    agreed = agree(alone, coin_cents=1, holder=DAN)
    hand = people.win(alone)
    spent = spend(alone, 27)
    before = tables.results(session=alone)

    with people.refused("not_reversible.tong_spent"):
        act(hand)
    with people.refused("not_reversible.tong_spent"):
        people.take_back(agreed)

    assert (tong_of(session=alone).left_cents, tables.results(session=alone)) == (0, before)
    people.take_back(spent)
    act(hand)
    assert tong_of(session=alone).left_cents == left
    assert check_session(session=alone) == ()


def test_seats_put_right_leave_what_was_spent_of_a_tong_by_hands(alone: Session) -> None:
    agree(alone, every=Every.HAND, cents=10, percent=0, holder=DAN)
    hand = people.draw(alone)
    spent = spend(alone, 31)
    with people.refused("not_reversible.tong_spent"):
        leave_out_dan(hand)
    people.take_back(spent)
    spend(alone, 30)
    leave_out_dan(hand)
    assert tong_of(session=alone).left_cents == 0


def test_a_hand_is_corrected_where_the_tong_still_holds_what_was_spent(alone: Session) -> None:
    agree(alone, coin_cents=1, holder=DAN)
    hand = people.win(alone)
    spend(alone, 27)
    correct_to(**people.WORKED_WIN | {"winner": BEN})(hand)
    assert tong_of(session=alone).left_cents == 0
