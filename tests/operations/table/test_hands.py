"""Hands, secrets and penalties enter the books once, are corrected in place, refused by every door, and never lost."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from scoring.games.base import Data, ImpossibleError
from scoring.ledger.beside import Every
from scoring.models import Entry, Session
from scoring.operations.demo import LAID_SECRET
from scoring.operations.errors import HandTakenError
from scoring.operations.money.payments import set_tong
from scoring.operations.table.hands import Expected, record_hand, refund_false_secret
from scoring.operations.table.nights import WantedTerms, change_terms, keep_table
from scoring.queries.table.night import last_entry_number, night_of
from scoring.queries.table.state import table_state
from tests import people
from tests.games.asking import stored
from tests.people import ANA, BEN, CARLA, DAN, DRAWN, WORKED_WIN


def record(session: Session, expected: Expected, *, act: Data = WORKED_WIN) -> Entry:
    return record_hand(session=session, act=act, expected=expected, stamp=people.stamp())


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
    keep_table(session=session, hand=2, notes={"sowee": "4O"})
    people.win(session)
    session.refresh_from_db()
    assert session.table == {}


@pytest.mark.parametrize(
    ("hand", "noted", "expected", "count"),
    [(1, "5E", "", 0), (1, "5E", "4O", 0), (1, "4O", "", 1), (1, "5E", "5E", 1), (0, "5E", "", 1)],
)
def test_noted_sowee_is_news_or_the_same(session: Session, hand: int, noted: str, expected: str, count: int) -> None:
    keep_table(session=session, hand=hand, notes={"sowee": noted})
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
    set_tong(every=Every.HAND, cents=10, percent=0, coin_cents=1, holder=DAN, **people.current(session))
    hand = record(session, people.expected(session), act=act)
    assert table_state(session=session).void_count == 1
    assert (hand.act["result"], night_of(session=session).tong.pot_cents) == ("void", 0)


def refund(secret: Entry) -> Entry:
    return refund_false_secret(entry=secret, reason="three", stamp=people.stamp())


def test_a_secret_pays_fifty_from_each_opponent_at_once_and_a_seat_lays_four_in_a_hand_c17(session: Session) -> None:
    for _ in range(4):
        people.lay_secret(session, seat=BEN)
    assert people.balances(session) == (-200, 400, -200, 0)
    people.refuses("too_many_secrets", people.lay_secret, session, seat=BEN)


@pytest.mark.parametrize(("penalty", "balances"), [(0, (0, 0, 0, 0)), (25, (0, 25, -50, 25))])
def test_c18_false_secret_is_refunded_and_penalised(session: Session, penalty: int, balances: tuple[int, ...]) -> None:
    night = people.start_night(club=session.club, rules={"preset": "pagat", "false_secret_penalty": penalty})
    people.lay_secret(night, seat=CARLA)
    change_terms(wanted=WantedTerms(stakes=3), reason="", **people.current(night))
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
        record_hand(session=night, act=act, expected=people.expected(night), stamp=people.stamp())
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
