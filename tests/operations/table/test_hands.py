"""Into the books by one way: keys, fingerprints, reasons; hands, secrets and penalties corrected in place."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from scoring.games.base import Data, ImpossibleError
from scoring.ledger.tong import TongBase
from scoring.models import Device, Entry, Ruling, Seat, Session
from scoring.operations.demo import LAID_SECRET
from scoring.operations.errors import HandTakenError
from scoring.operations.money import payments
from scoring.operations.table import hands
from scoring.operations.table.companion import propose_hand
from scoring.operations.table.nights import TermsChange, change_switches, change_terms, correct_day, note_sowee
from scoring.operations.table.posting import Stamp
from scoring.operations.table.seating import Order, change_seats
from scoring.operations.table.undoing import give_voice, raise_dispute, reopen_session, undo
from scoring.queries.table.night import last_entry_number, night_of
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN, DRAWN, WORKED_WIN

TONG: dict[str, Any] = {"every": TongBase.WIN, "cents": 5, "percent": 0, "coin_cents": 1, "holder": DAN}

CHIPS: dict[str, Any] = {"bank": BEN, "seats": (ANA, BEN), "amount_cents": 500, "is_paid": False}

type Sent = tuple[Callable[..., Any], dict[str, Any]]


def sent(act: str, night: Session) -> Sent:
    if act == "spend":
        payments.set_tong(**TONG, **people.current(night))
    if act in ("return", "count"):
        payments.buy_chips(**CHIPS, **people.current(night))
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
        return propose_hand, {"seat": ben, **proposed(WORKED_WIN, after=hand.number), **stamp}
    forms: dict[str, Sent] = {
        "hand": (hands.record_hand, {"session": night, "act": WORKED_WIN, "expected": people.expected(night), **stamp}),
        "correction": (
            hands.correct_hand,
            {"entry": hand, "act": WORKED_WIN | {"winner": DAN}, "reason": "Dan", **stamp},
        ),
        "secret": (hands.record_secret, {"seat": CARLA, **now}),
        "false win": (hands.record_false_win, {"seat": DAN, "hand_is_void": False, **now}),
        "refund": (hands.refund_false_secret, {"entry": secret, "reason": "three", **stamp}),
        "undo": (undo, {"entry": hand, "reason": "slip", **stamp}),
        "seats": (change_seats, {"order": Order(names=("Ana", "Carla", "Ben", "Dan")), **now}),
        "terms": (change_terms, {"wanted": TermsChange(stakes=2), "reason": "", **now}),
        "day": (
            correct_day,
            {"day": date(2026, 1, 1), "expected_day": night.day, "reason": "", "session": night, **stamp},
        ),
        "early cash": (payments.hand_over, {"payer": BEN, "payee": ANA, "amount_cents": 30, **now}),
        "close": (payments.close_session, {"coin_cents": 1, **now}),
        "hand over": (payments.hand_over, {"payer": DAN, "payee": ANA, "amount_cents": 30, **now}),
        "reopen": (reopen_session, {"session": night, "reason": "more", **stamp}),
        "objection": (raise_dispute, {"entry": hand, "seat": ben, "why": "kings", **stamp}),
        "bet": (payments.pay_free, {"payer": BEN, "payees": (ANA,), "amount_cents": 1, "reason": "bet", **now}),
        "tong": (payments.set_tong, {**TONG, **now}),
        "spend": (payments.spend_tong, {"amount_cents": 1, "reason": "ice cream", **now}),
        "buy": (payments.buy_chips, {**CHIPS, **now}),
        "return": (payments.return_chips, {"seat": ANA, "amount_cents": 500, "is_paid": True, **now}),
        "count": (payments.count_chips, {"counted": {ANA: 500, BEN: 500}, "decides": False, **now}),
    }
    return forms[act]


def another(night: Session) -> Session:
    return people.start_night(club=night.club)


def line(number: int) -> Callable[[Session], Entry]:
    return lambda night: night.entries.get(number=number)


def dans(night: Session) -> Seat:
    return night.seats.get(number=DAN)


def proposed(act: dict[str, Any], *, after: int) -> dict[str, Any]:
    return {"mode": "cards", "fields": {}, "act": act, "after": after}


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
    "terms": ({"wanted": TermsChange(stakes=3)}, {"reason": "other"}, ELSEWHERE),
    "day": ({"day": date(2026, 1, 2)}, {"reason": "other"}, ELSEWHERE),
    "early cash": CASH,
    "hand over": CASH,
    "close": ({"coin_cents": 5}, {"disputed": (2,)}, ELSEWHERE),
    "reopen": ({"reason": "other"}, ELSEWHERE),
    "objection": ({"why": "no"}, {"seat": dans}, {"entry": line(1)}),
    "bet": ({"payer": CARLA}, {"payees": (DAN,)}, {"amount_cents": 2}, {"reason": "fine"}, ELSEWHERE),
    "tong": ({"every": TongBase.HAND}, {"cents": 2}, {"percent": 5}, {"coin_cents": 5}, {"holder": ANA}, ELSEWHERE),
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
    payments.set_tong(**TONG, **people.current(night))
    secret, content = people.lay_secret(night, seat=BEN), {"session": night, "stamp": people.stamp()}
    said = {"act": WORKED_WIN, "expected": people.expected(night), "false_secrets": (secret,), **content}
    hand = hands.record_hand(**said)  # type: ignore[arg-type]
    assert hands.record_hand(**said | {"expected": hands.TableVersion(after=0, entry=9)}) == hand  # type: ignore[arg-type]
    people.correct(hand, WORKED_WIN | {"winner": DAN})
    hands.record_false_win(seat=ANA, hand_is_void=True, **people.current(night))
    close = {**people.current(night), "coin_cents": 100}
    assert payments.close_session(**close) == payments.close_session(**close)
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
    hands.record_secret(session=session, seat=seat, expected_entry=0, stamp=stamp)
    return stamp


def test_acts_that_waited_on_one_phone_are_recorded_one_after_the_other(session: Session) -> None:
    ben = secret(session, seat=BEN)
    ana = secret(session, seat=ANA, known=(ben,))
    known = replace(people.stamp(), known=(ben.key, ana.key))
    act = people.win_act(session, winner=CARLA)
    assert (
        hands.record_hand(session=session, act=act, expected=hands.TableVersion(after=0, entry=0), stamp=known).number
        == 3
    )


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
    hands.record_secret(session=session, seat=CARLA, expected_entry=1, stamp=stamp)
    people.refuses("table_changed", secret, session, seat=ANA, known=(ben,))


@pytest.mark.parametrize("act", ["hand", "secret", "correction", "undo", "bet", "seats", "terms", "tong"])
def test_a_closed_night_takes_nothing_but_cash(session: Session, act: str) -> None:
    operation, content = sent(act, session)
    people.close(session)
    count = session.entries.count()
    people.refuses("session_closed", operation, **content)
    assert session.entries.count() == count


def record(session: Session, expected: hands.TableVersion, *, act: Data = WORKED_WIN) -> Entry:
    return hands.record_hand(session=session, act=act, expected=expected, stamp=people.stamp())


def correct(entry: Entry, **changes: object) -> Entry:
    return people.correct(entry, WORKED_WIN | changes)


def test_the_winner_deals_next_and_after_a_drawn_hand_the_same_dealer(session: Session) -> None:
    assert night_of(session=session).dealer == ANA
    first = people.win(session, winner=CARLA)
    assert night_of(session=session).dealer == CARLA
    people.draw(session)
    assert (night_of(session=session).dealer, night_of(session=session).next_hand) == (CARLA, 3)
    correct(first, winner=DAN)
    assert night_of(session=session).dealer == DAN


def test_a_second_recording_or_correction_of_a_hand_gets_the_first_one_to_compare(session: Session) -> None:
    older = people.win(session)
    expected = people.expected(session)
    first = record(session, expected)
    people.take_back(older)
    with pytest.raises(HandTakenError) as refusal:
        record(session, replace(expected, entry=last_entry_number(session=session)), act=DRAWN)
    assert (refusal.value.entry, session.entries.count()) == (first, 3)
    newer = correct(first, winner=BEN)
    with pytest.raises(HandTakenError) as refusal:
        correct(first, winner=DAN)
    assert (refusal.value.entry, people.balances(session)) == (newer, (-90, 180, -90, 0))


def test_a_correction_reverses_and_replaces_in_the_same_place(session: Session) -> None:
    first = people.win(session)
    people.win(session, winner=BEN)
    newer = correct(first, winner=DAN)
    lines = session.entries.order_by("number").values_list("kind", "reverses__number", "reason")
    assert list(lines) == [("hand", None, ""), ("hand", None, ""), ("reversal", 1, "slip"), ("hand", None, "slip")]
    assert people.balances(session) == (-180, 180, -180, 180)
    night = night_of(session=session)
    assert [hand.winner for hand in night.hands] == [DAN, BEN]
    assert night.hand_number(newer.hand.position) == 1


def test_an_impossible_correction_writes_nothing(session: Session) -> None:
    entry = people.win(session)
    with pytest.raises(ImpossibleError):
        correct(entry, hand="1O")
    assert (people.balances(session), session.entries.count()) == ((180, -90, 0, -90), 1)
    people.refuses("not_reversible.no_hand", correct, people.lay_secret(session, seat=BEN))


def test_the_sowee_of_a_hand_is_forgotten_once_the_hand_is_recorded(session: Session) -> None:
    people.win(session)
    note_sowee(session=session, hand=2, sowee="4O")
    people.win(session)
    session.refresh_from_db()
    assert session.table == {}


@pytest.mark.parametrize(
    ("hand", "noted", "expected", "count"),
    [(1, "5E", "", 0), (1, "5E", "4O", 0), (1, "4O", "", 1), (1, "5E", "5E", 1), (0, "5E", "", 1)],
)
def test_noted_sowee_is_news_or_the_same(session: Session, hand: int, noted: str, expected: str, count: int) -> None:
    note_sowee(session=session, hand=hand, sowee=noted)
    with nullcontext() if count else people.refused("sowee_changed.noted"):
        record(session, replace(people.expected(session), sowee=expected))
    assert session.entries.count() == count


def test_secrets_belong_to_the_hand_they_were_laid_in_also_after_a_correction_or_an_undo(session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    first = people.win(session)
    people.lay_secret(session, seat=DAN)
    corrected = correct(first, winner=CARLA)
    second = people.win(session)
    people.lay_secret(session, seat=ANA)

    def laid() -> list[list[int]]:
        night = night_of(session=session)
        of = (night.at(corrected.number), night.at(second.number), None)
        return [[secret.act["seat"] for secret in night.secrets_of(hand)] for hand in of]

    assert laid() == [[BEN], [DAN], [ANA]]
    people.take_back(corrected)
    assert laid()[1:] == [[DAN], [ANA]]


@pytest.mark.parametrize("act", [{"void": "misdeal", "by": BEN, "dealer": ANA}, {"result": "void"}], ids=str)
def test_a_void_hand_is_none_that_counts_and_feeds_no_tong(session: Session, act: Data) -> None:
    payments.set_tong(every=TongBase.HAND, cents=10, percent=0, coin_cents=1, holder=DAN, **people.current(session))
    hand = record(session, people.expected(session), act=act)
    assert night_of(session=session).void_count == 1
    assert (hand.act["result"], night_of(session=session).tong.pot_cents) == ("void", 0)


def refund(secret: Entry) -> Entry:
    return hands.refund_false_secret(entry=secret, reason="three", stamp=people.stamp())


def test_a_secret_pays_fifty_from_each_opponent_at_once_and_a_seat_lays_four_in_a_hand_c17(session: Session) -> None:
    for _ in range(4):
        people.lay_secret(session, seat=BEN)
    assert people.balances(session) == (-200, 400, -200, 0)
    people.refuses("too_many_secrets", people.lay_secret, session, seat=BEN)


@pytest.mark.parametrize(("penalty", "balances"), [(0, (0, 0, 0, 0)), (25, (0, 25, -50, 25))])
def test_c18_false_secret_is_refunded_and_penalised(session: Session, penalty: int, balances: tuple[int, ...]) -> None:
    night = people.start_night(club=session.club, rules={"preset": "pagat", "false_secret_penalty": penalty})
    people.lay_secret(night, seat=CARLA)
    change_terms(wanted=TermsChange(stakes=3), reason="", **people.current(night))
    refund(night.entries.get(number=1))
    assert (people.balances(night), night.entries.count()) == (balances, 4 if penalty else 3)
    people.refuses("not_reversible.no_secret", refund, night.entries.get(number=2))


each_way = pytest.mark.parametrize("way", [refund, people.take_back, people.uphold])
type Way = Callable[[Entry], object]
NAMES_SECRET: dict[str, Any] = {**LAID_SECRET, "winner": BEN}


@each_way
def test_a_secret_is_not_taken_back_under_a_hand_that_was_won_with_it(session: Session, way: Way) -> None:
    secret = people.lay_secret(session, seat=BEN)
    people.win(session, **NAMES_SECRET)
    before = people.balances(session)
    people.refuses("not_reversible.hand_counts_on_it", way, secret)
    assert people.balances(session) == before


@stored("later_pots")
def test_q6_a_hand_is_changed_only_while_no_later_pot_rests_on_it(
    session: Session, played: list[Data], number: int, corrected: Data | None, is_refused: bool
) -> None:
    rules = {"preset": "wilkinson_qing", "pot_stays": True}
    night = people.start_night(club=session.club, game="khanhoo_qing", rules=rules, names=people.NAMES[:3])
    for act in played:
        hands.record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())
    entry = night.entries.get(number=number)
    with people.refused("not_reversible.hand_counts_on_it") if is_refused else nullcontext():
        people.correct(entry, corrected) if corrected else people.take_back(entry)


@each_way
def test_a_secret_that_no_win_counts_on_is_taken_back(session: Session, way: Way) -> None:
    lost = people.lay_secret(session, seat=BEN)
    people.win(session)
    named = people.lay_secret(session, seat=BEN)
    people.take_back(people.win(session, **NAMES_SECRET))
    way(lost)
    way(named)
    people.win(session, **{**NAMES_SECRET, "secrets": []})
