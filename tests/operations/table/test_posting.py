"""Into the books by one way: keys, fingerprints, reasons, and what a phone knew of its own."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from scoring.ledger.beside import Every
from scoring.models import Device, Entry, Ruling, Seat, Session
from scoring.operations.money.closing import close_session, hand_over
from scoring.operations.money.payments import buy_chips, count_chips, pay_free, return_chips, set_tong, spend_tong
from scoring.operations.table.companion import Proposed, propose_hand
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import (
    Expected,
    correct_hand,
    record_false_win,
    record_hand,
    record_secret,
    refund_false_secret,
)
from scoring.operations.table.nights import WantedTerms, change_switches, change_terms, correct_day
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seating import Order, change_seats
from scoring.operations.table.undoing import reopen_session, undo
from tests import people
from tests.people import ANA, BEN, CARLA, DAN, DRAWN, WORKED_WIN

TONG: dict[str, Any] = {"every": Every.WIN, "cents": 5, "percent": 0, "coin_cents": 1, "holder": DAN}

CHIPS: dict[str, Any] = {"bank": BEN, "seats": (ANA, BEN), "amount_cents": 500, "is_paid": False}

type Sent = tuple[Callable[..., Any], dict[str, Any]]


def sent(act: str, night: Session) -> Sent:
    """Return an operation and what its form sends, in a night with a secret of Ben, a hand and an objection."""
    if act == "spend":
        set_tong(**TONG, **people.current(night))
    if act in ("return", "count"):
        buy_chips(**CHIPS, **people.current(night))
    secret, hand = people.lay_secret(night, seat=BEN), people.win(night)
    ben = night.seats.get(number=BEN)
    if act in ("hand over", "reopen"):
        people.close(night)
    now, stamp = people.current(night), {"stamp": people.stamp()}
    if act == "ruling":
        dispute = raise_dispute(entry=hand, seat=ben, why="kings", stamp=people.stamp())
        return give_voice, {"dispute": dispute, "seat": None, "ruling": Ruling.UPHOLD, **stamp}
    if act == "proposal":
        change_switches(session=night, is_practice=False, players_may_propose=True)
        proposed = Proposed(mode="cards", fields={}, act=WORKED_WIN, after=hand.number)
        return propose_hand, {"seat": ben, "proposed": proposed, **stamp}
    forms: dict[str, Sent] = {
        "hand": (record_hand, {"session": night, "act": WORKED_WIN, "expected": people.expected(night), **stamp}),
        "correction": (correct_hand, {"entry": hand, "act": WORKED_WIN | {"winner": DAN}, "reason": "Dan", **stamp}),
        "secret": (record_secret, {"seat": CARLA, **now}),
        "false win": (record_false_win, {"seat": DAN, "hand_is_void": False, **now}),
        "refund": (refund_false_secret, {"entry": secret, "reason": "three", **stamp}),
        "undo": (undo, {"entry": hand, "reason": "slip", **stamp}),
        "seats": (change_seats, {"order": Order(names=("Ana", "Carla", "Ben", "Dan")), **now}),
        "terms": (change_terms, {"wanted": WantedTerms(stakes=2), "reason": "", **now}),
        "day": (
            correct_day,
            {"day": date(2026, 1, 1), "expected_day": night.day, "reason": "", "session": night, **stamp},
        ),
        "early cash": (hand_over, {"payer": BEN, "payee": ANA, "amount_cents": 30, **now}),
        "close": (close_session, {"coin_cents": 1, **now}),
        "hand over": (hand_over, {"payer": DAN, "payee": ANA, "amount_cents": 30, **now}),
        "reopen": (reopen_session, {"session": night, "reason": "more", **stamp}),
        "objection": (raise_dispute, {"entry": hand, "seat": ben, "why": "kings", **stamp}),
        "bet": (pay_free, {"payer": BEN, "payees": (ANA,), "amount_cents": 1, "reason": "bet", **now}),
        "tong": (set_tong, {**TONG, **now}),
        "spend": (spend_tong, {"amount_cents": 1, "reason": "ice cream", **now}),
        "buy": (buy_chips, {**CHIPS, **now}),
        "return": (return_chips, {"seat": ANA, "amount_cents": 500, "is_paid": True, **now}),
        "count": (count_chips, {"counted": {ANA: 500, BEN: 500}, "decides": False, **now}),
    }
    return forms[act]


def another(night: Session) -> Session:
    return people.start_night(club=night.club)


def line(number: int) -> Callable[[Session], Entry]:
    return lambda night: night.entries.get(number=number)


def dans(night: Session) -> Seat:
    return night.seats.get(number=DAN)


def proposed(act: dict[str, Any], *, after: int) -> dict[str, Any]:
    return {"proposed": Proposed(mode="cards", fields={}, act=act, after=after)}


ELSEWHERE: dict[str, Any] = {"session": another}
FALSE: dict[str, Any] = {"false_secrets": lambda night: (line(1)(night),)}
CASH = ({"payer": CARLA}, {"payee": BEN}, {"amount_cents": 31}, ELSEWHERE)
OTHERWISE: dict[str, tuple[dict[str, Any], ...]] = {
    "hand": ({"act": WORKED_WIN | {"winner": BEN}}, FALSE, ELSEWHERE),
    "correction": ({"act": DRAWN}, FALSE, {"reason": "other"}, {"entry": line(1)}),
    "secret": ({"seat": ANA}, ELSEWHERE),
    "false win": ({"seat": ANA}, {"hand_is_void": True}, ELSEWHERE),
    "refund": ({"reason": "other"}, {"entry": line(2)}),
    "undo": ({"reason": "other"}, {"entry": line(1)}),
    "seats": ({"order": Order(names=("Ana", "Dan", "Ben", "Carla"))}, ELSEWHERE),
    "terms": ({"wanted": WantedTerms(stakes=3)}, {"reason": "other"}, ELSEWHERE),
    "day": ({"day": date(2026, 1, 2)}, {"reason": "other"}, ELSEWHERE),
    "early cash": CASH,
    "hand over": CASH,
    "close": ({"coin_cents": 5}, {"disputed": (2,)}, ELSEWHERE),
    "reopen": ({"reason": "other"}, ELSEWHERE),
    "objection": ({"why": "no"}, {"seat": dans}, {"entry": line(1)}),
    "bet": ({"payer": CARLA}, {"payees": (DAN,)}, {"amount_cents": 2}, {"reason": "fine"}, ELSEWHERE),
    "tong": ({"every": Every.HAND}, {"cents": 2}, {"percent": 5}, {"coin_cents": 5}, {"holder": ANA}, ELSEWHERE),
    "spend": ({"amount_cents": 2}, {"reason": "ice"}, ELSEWHERE),
    "buy": ({"bank": ANA}, {"seats": (ANA,)}, {"amount_cents": 400}, {"is_paid": True}, ELSEWHERE),
    "return": ({"seat": BEN}, {"amount_cents": 400}, {"is_paid": False}, ELSEWHERE),
    "count": ({"counted": {ANA: 400, BEN: 600}}, {"decides": True}, ELSEWHERE),
    "proposal": (proposed(DRAWN, after=2), proposed(WORKED_WIN, after=3), {"seat": dans}),
    "ruling": ({"ruling": Ruling.REJECT}, {"seat": dans}),
}


@pytest.mark.parametrize(("act", "changed"), [(act, each) for act, changes in OTHERWISE.items() for each in changes])
def test_a_key_records_once_and_is_refused_otherwise(session: Session, act: str, changed: dict[str, Any]) -> None:
    operation, content = sent(act, session)
    first = operation(**content)
    count = session.entries.count()
    assert operation(**content) == first
    others = {name: value(session) if callable(value) else value for name, value in changed.items()}
    people.refuses("key_reused", operation, **{**content, **others})
    assert session.entries.count() == count


def test_a_key_whose_entry_was_undone_records_nothing_silently(session: Session) -> None:
    operation, content = sent("secret", session)
    people.take_back(operation(**content))
    people.refuses("key_reused", operation, **content)


def test_a_refused_act_does_not_use_up_its_key(session: Session) -> None:
    operation, content = sent("early cash", session)
    people.refuses("wrong_amount.nothing", operation, **{**content, "amount_cents": 0})
    operation(**content)
    assert people.outstanding(session) == (100, 40, -50, -90)


def test_every_line_is_chained_to_the_one_before_also_after_a_form_that_came_twice(session: Session) -> None:
    night = people.start_night(club=session.club, rules={"preset": "family", "false_secret_penalty": 10})
    set_tong(**TONG, **people.current(night))
    secret, content = people.lay_secret(night, seat=BEN), {"session": night, "stamp": people.stamp()}
    said = {"act": WORKED_WIN, "expected": people.expected(night), "false_secrets": (secret,), **content}
    hand = record_hand(**said)  # type: ignore[arg-type]
    assert record_hand(**said | {"expected": Expected(after=0, entry=9)}) == hand  # type: ignore[arg-type]
    people.correct(hand, WORKED_WIN | {"winner": DAN})
    record_false_win(seat=ANA, hand_is_void=True, **people.current(night))
    close = {**people.current(night), "coin_cents": 100}
    assert close_session(**close) == close_session(**close)
    reopen_session(session=night, reason="more", stamp=people.stamp())
    assert [entry.number for entry in night.entries.order_by("number")] == list(range(1, 16))


def test_a_correction_says_what_it_changes_and_undoing_needs_no_word(session: Session) -> None:
    older, newest = people.win(session), people.win(session)
    people.refuses("reason_missing", people.correct, older, DRAWN, reason="")
    for entry in (older, newest):
        people.take_back(entry, reason="")
    assert people.balances(session) == (0, 0, 0, 0)


def secret(session: Session, *, seat: int, known: tuple[Stamp, ...] = ()) -> Stamp:
    """Record a secret from a page that showed no entry yet, on a phone where other acts waited."""
    stamp = replace(people.stamp(), known=tuple(each.key for each in known))
    record_secret(session=session, seat=seat, expected_entry=0, stamp=stamp)
    return stamp


def test_acts_that_waited_on_one_phone_are_recorded_one_after_the_other(session: Session) -> None:
    ben = secret(session, seat=BEN)
    ana = secret(session, seat=ANA, known=(ben,))
    known = replace(people.stamp(), known=(ben.key, ana.key))
    act = people.win_act(session, winner=CARLA)
    assert record_hand(session=session, act=act, expected=Expected(after=0, entry=0), stamp=known).number == 3


@pytest.mark.parametrize("act", ["secret", "false win", "bet", "spend", "buy"])
def test_what_the_same_phone_recorded_meanwhile_is_no_news(session: Session, act: str) -> None:
    operation, content = sent(act, session)
    newest = session.entries.latest("number")
    content |= {"expected_entry": newest.number - 1}
    people.refuses("table_changed", operation, **content)
    assert newest.key is not None
    content["stamp"] = replace(people.stamp(), known=(newest.key,))
    assert operation(**content).number == newest.number + 1


def test_cash_that_waited_on_one_phone_is_not_the_same_cash_noted_twice(session: Session) -> None:
    operation, content = sent("early cash", session)
    first = operation(**content)
    people.refuses("cash_changed", operation, **{**content, "stamp": people.stamp()})
    assert operation(**{**content, "stamp": replace(people.stamp(), known=(first.key,))}).number == first.number + 1


@pytest.mark.parametrize("minutes", [0, 1])
def test_what_somebody_else_recorded_between_them_is_news(session: Session, minutes: int) -> None:
    ben = secret(session, seat=BEN)
    phone = Device.objects.create(token_hash="0" * 64, label="Carla", created_at=people.EVENING)
    stamp = people.stamp(minutes=minutes, device=None if minutes else phone)
    record_secret(session=session, seat=CARLA, expected_entry=1, stamp=stamp)
    people.refuses("table_changed", secret, session, seat=ANA, known=(ben,))


@pytest.mark.parametrize("act", ["hand", "secret", "correction", "undo", "bet", "seats", "terms", "tong"])
def test_a_closed_night_takes_nothing_but_cash(session: Session, act: str) -> None:
    operation, content = sent(act, session)
    people.close(session)
    count = session.entries.count()
    people.refuses("session_closed", operation, **content)
    assert session.entries.count() == count
