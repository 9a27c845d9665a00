"""What is paid beside play, in nobody's result: side payments, the tong, and chips."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from scoring.ledger.reckoning import Closing
from scoring.ledger.tong import TongBase
from scoring.models import Club, Entry, EntryKind, Session
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.operations.money import payments
from scoring.operations.table.posting import Draft, writing
from scoring.operations.table.undoing import reopen_session
from scoring.queries.table.night import night_of
from scoring.texts import Sum
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN

BET: dict[str, Any] = {"payer": CARLA, "payees": (ANA, BEN), "amount_cents": 500, "reason": "bet"}
CASH = {"payer": CARLA, "payee": ANA, "amount_cents": 5}


def test_a_payment_beside_the_game_is_owed_to_each_payee_and_in_nobodys_result(session: Session) -> None:
    sent = people.current(session)
    entry = payments.pay_free(**BET, **sent)
    assert payments.pay_free(**{**BET, "payees": (BEN, ANA)}, **sent) == entry
    assert (entry.kind, entry.reason) == (EntryKind.FREE, "bet")
    assert people.figures(session) == [(0, 500, 500), (0, 500, 500), (0, -1000, -1000), (0, 0, 0)]
    people.take_back(entry)
    assert people.figures(session) == [(0, 0, 0)] * 4


@stored("bets_refused", "nights")
def test_what_cannot_be_paid_beside_play_is_refused(session: Session, wrong: dict[str, object], refusal: str) -> None:
    people.refuses(refusal, payments.pay_free, **{**BET, **wrong}, **people.current(session))
    assert not session.entries.exists()


@pytest.mark.parametrize("cents", [1, HIGHEST_AMOUNT_CENTS])
def test_the_least_and_the_most_that_can_be_paid(session: Session, cents: int) -> None:
    payments.pay_free(**{**BET, "payees": (ANA,), "amount_cents": cents}, **people.current(session))
    assert people.outstanding(session) == (cents, 0, -cents, 0)


@pytest.mark.parametrize(
    ("operation", "content"),
    [(payments.pay_free, BET), (payments.set_tong, {"percent": 10, "holder": BEN}), (payments.hand_over, CASH)],
)
def test_a_night_for_points_moves_no_money(club: Club, operation: Any, content: dict[str, Any]) -> None:
    with people.refused("wrong_amount.points_only"):
        operation(**content, **people.current(people.start_night(club=club, currency="points")))


TENTH: dict[str, Any] = {"every": TongBase.WIN, "cents": 0, "percent": 10, "coin_cents": 5, "holder": BEN}
"""10 per cent of each win, rounded down to 5, kept by Ben."""


def agree(night: Session, **changes: object) -> Entry:
    return payments.set_tong(**{**TENTH, **changes}, **people.current(night))


def spend(night: Session, cents: int, *, reason: str = "pizza") -> Entry:
    return payments.spend_tong(amount_cents=cents, reason=reason, **people.current(night))


def apart(night: Session) -> list[int]:
    return [cents for _, cents, _ in people.figures(night)]


def test_per_cent_of_each_win_from_then_on_is_taken_with_the_close(session: Session) -> None:
    people.win(session)
    agree(session)
    people.win(session)
    people.win(session, winner=BEN)
    assert night_of(session=session).tong.pot_cents == 30
    shown = Closing(night=night_of(session=session))
    plan = people.close(session).act["plan"]
    assert people.figures(session) == [(270, -15, 255), (0, 15, 15), (-90, 0, -90), (-180, 0, -180)]
    assert [[line.payer, line.payee, line.cents] for line in shown.plan] == plan
    assert [seat.tong_cents + seat.beside_cents for seat in shown.reckonings] == [-15, 15, 0, 0]


def test_a_tong_that_is_taken_back_after_a_close_is_given_back_by_the_next(session: Session) -> None:
    agreed = agree(session)
    people.win(session)
    people.close(session)
    reopen_session(session=session, reason="none", stamp=people.stamp())
    people.take_back(agreed)
    people.close(session)
    assert apart(session) == [0, 0, 0, 0]


def test_no_more_is_spent_than_is_left_in_the_tong(session: Session) -> None:
    agree(session)
    people.win(session)
    people.refuses("reason_missing", spend, session, 10, reason="")
    entry = spend(session, 10)
    tong = night_of(session=session).tong
    assert (entry.reason, tong.spent_cents, tong.left_cents) == ("pizza", 10, 5)
    people.refuses("wrong_amount.not_in_tong", spend, session, 6)
    spend(session, 5)
    people.take_back(entry)
    assert night_of(session=session).tong.left_cents == 10


@stored("tong_refused", "nights")
def test_a_tong_that_cannot_be_is_refused(session: Session, change: dict[str, Any], refusal: str) -> None:
    people.refuses(refusal, agree, session, **change | {"every": TongBase(change.get("every", "win"))})
    assert not session.entries.exists()


def test_the_tong_ends_from_the_next_hand_on(session: Session) -> None:
    people.take_back(agree(session, holder=ANA))
    agree(session, percent=50)
    people.win(session)
    agree(session, percent=0)
    people.win(session)
    assert (night_of(session=session).tong.rule, night_of(session=session).tong.pot_cents) == (None, 90)


def test_the_tong_is_kept_by_whom_its_newest_line_names(session: Session) -> None:
    agree(session)
    with writing(Entry, session=session, stamp=people.stamp(), content="") as books:
        books.post(Draft(kind=EntryKind.TONG, act={"what": "rule", **TENTH, "holder": DAN}), with_key=False)
    people.win(session)
    people.close(session)
    assert (night_of(session=session).tong.holder, apart(session)) == (DAN, [-15, 0, 0, 15])


@pytest.mark.parametrize("is_taken", [False, True])
def test_somebody_else_takes_over_what_is_left_of_the_tong_at_any_time(session: Session, is_taken: bool) -> None:
    agree(session)
    people.win(session)
    spend(session, 5)
    if is_taken:
        people.close(session)
        assert apart(session) == [-15, 15, 0, 0]
        reopen_session(session=session, reason="more", stamp=people.stamp())
    taken_over = agree(session, percent=0, holder=DAN)
    spent = spend(session, 3)
    people.refuses("not_reversible.rests_on", people.take_back, taken_over)
    people.close(session)
    assert (taken_over.act["was"], apart(session)) == (BEN, [-15, 5, 0, 10])
    reopen_session(session=session, reason="slip", stamp=people.stamp())
    people.take_back(spent)
    people.take_back(taken_over)


@pytest.mark.parametrize(
    ("act", "left"),
    [
        pytest.param(people.take_back, 0, id="undo"),
        pytest.param(people.uphold, 0, id="objection upheld"),
        pytest.param(partial(people.correct, act=people.DRAWN), 0, id="correct to drawn"),
        pytest.param(partial(people.correct, act={"void": "misdeal"}), 0, id="correct to void"),
        pytest.param(lambda hand: people.put_right(hand, *people.NAMES[:3]), 18, id="seats put right"),
    ],
)
def test_hand_stands_while_tong_would_not_hold_spent(club: Club, act: Callable[[Entry], object], left: int) -> None:
    alone = people.start_night(club=club, rules={"preset": "pagat", "partnerships": False})
    agreed = agree(alone, coin_cents=1, holder=DAN)
    hand = people.win(alone)
    spent = spend(alone, 27)
    hand = people.correct(hand, people.WORKED_WIN | {"winner": BEN})
    before = night_of(session=alone).standings
    people.refuses("not_reversible.tong_spent", act, hand)
    people.refuses("not_reversible.tong_spent", people.take_back, agreed)
    assert (night_of(session=alone).tong.left_cents, night_of(session=alone).standings) == (0, before)
    people.take_back(people.win(alone))  # without this hand the tong still holds what was spent
    people.take_back(spent)
    act(hand)
    assert night_of(session=alone).tong.left_cents == left


ALL = (ANA, BEN, CARLA, DAN)
OPERATIONS: dict[str, tuple[Callable[..., Entry], dict[str, Any]]] = {
    "buy": (payments.buy_chips, {"bank": BEN, "seats": ALL, "amount_cents": 500, "is_paid": False}),
    "return": (payments.return_chips, {"seat": ANA, "amount_cents": 500, "is_paid": True}),
    "take over": (payments.take_over_bank, {"bank": DAN}),
    "count": (payments.count_chips, {"counted": dict.fromkeys(ALL, 500), "decides": False}),
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
        people.refuses("not_reversible.chips_counted", people.take_back, entry)
    people.take_back(decides)
    people.take_back(hand)
    assert (people.outstanding(played), due(played)) == ((0, 0, 0, 0), (500, 500, 500, 500))


def test_a_night_has_one_bank_until_its_chips_are_taken_back_with_their_cash(session: Session) -> None:
    taken = chips(session, "buy", is_paid=True)
    people.refuses("wrong_amount.other_bank", chips, session, "buy", bank=ANA)
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
        people.refuses("not_reversible.rests_on", people.take_back, entry)
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
    people.refuses("not_reversible.rests_on", people.take_back, passed)


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
    people.refuses("wrong_amount.no_chips", chips, session, "buy", bank=7)
    people.refuses("wrong_amount.no_chips", count, session)
    people.refuses("wrong_amount.points_only", chips, people.start_night(club=club, currency="points"), "buy")


@pytest.mark.parametrize("is_paid", [True, False], ids=["paid", "lent"])
def test_chips_stand_while_cash_was_handed_back_without_what_was_lent_of_them(bought: Session, is_paid: bool) -> None:
    taken = chips(bought, "buy", seats=(ANA,), amount_cents=300, is_paid=is_paid)
    back = chips(bought, "return", amount_cents=400)
    if not is_paid:
        people.refuses("not_reversible.rests_on", people.take_back, taken)
        people.take_back(back)
    people.take_back(taken)


def test_chips_handed_back_stand_while_later_cash_counts_on_their_settling_what_was_lent(session: Session) -> None:
    chips(session, "buy", seats=(ANA,))
    first = chips(session, "return", amount_cents=200)
    chips(session, "return", amount_cents=100)
    people.refuses("not_reversible.rests_on", people.take_back, first)
