"""Hands enter the books once, are corrected in place, and are never lost."""

from dataclasses import replace
from functools import partial

import pytest

from scoring.games.base import ImpossibleError
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import HandTakenError
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.hands import Expected, correct_hand, record_hand
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.reversing import undo
from scoring.queries.table import hands, tables
from tests import people
from tests.people import ANA, BEN, CARLA, DAN, DRAWN, WORKED_WIN

pytestmark = pytest.mark.django_db

BENS = WORKED_WIN | {"winner": BEN}


def record(session: Session, expected: Expected, *, act: dict[str, object] = WORKED_WIN) -> Entry:
    return record_hand(session=session, act=act, expected=expected, stamp=people.stamp())


def correct(entry: Entry, *, reason: str = "slip", **changes: object) -> Entry:
    return correct_hand(entry=entry, act=WORKED_WIN | changes, reason=reason, stamp=people.stamp())


def take_back(entry: Entry) -> Entry:
    return undo(entry=entry, reason="slip", stamp=people.stamp())


def seats_of(laid: tuple[Entry, ...]) -> list[int]:
    return [entry.act["seat"] for entry in laid]


def test_the_worked_example_pays_ninety_from_each_opponent(session: Session) -> None:
    entry = people.win(session)
    paid = entry.payments.values_list("payer__number", "payee__number", "amount_cents", "cash", "apart")
    assert sorted(paid) == [(BEN, ANA, 90, False, False), (DAN, ANA, 90, False, False)]
    assert people.balances(session) == (180, -90, 0, -90)
    assert len(entry.hand.verdict["arrangement"]) == 6


def test_the_stake_factor_multiplies_hands_secrets_and_penalties(session: Session) -> None:
    rules = {"preset": "pagat", "false_win_penalty": 10}
    dear = people.start_night(club=session.club, rules=rules, stake_factor=5)
    people.win(dear)
    people.lay_secret(dear, seat=BEN)
    assert people.balances(dear) == (900 - 250, -450 + 500, -250, -450)
    record_false_win(seat=DAN, hand_is_void=False, **people.current(dear))
    assert people.balances(dear) == (700, 50, -200, -550)


def test_the_winner_deals_next_and_after_a_drawn_hand_the_same_dealer(session: Session) -> None:
    assert hands.dealer(session=session) == ANA
    first = people.win(session, winner=CARLA)
    assert hands.dealer(session=session) == CARLA
    people.draw(session)
    assert (hands.dealer(session=session), hands.next_hand_number(session=session)) == (CARLA, 3)
    correct(first, winner=DAN)
    assert hands.dealer(session=session) == DAN


@pytest.mark.parametrize("act", [BENS, DRAWN], ids=["other winner", "drawn"])
def test_a_second_recording_of_a_hand_gets_the_first_one_to_compare(session: Session, act: dict[str, object]) -> None:
    expected = people.expected(session)
    first = record(session, expected)
    with pytest.raises(HandTakenError) as refusal:
        record(session, expected, act=act)
    assert (refusal.value.entry, session.entries.count()) == (first, 1)


def test_a_hand_recorded_twice_is_noticed_also_when_an_older_one_was_voided(session: Session) -> None:
    older = people.win(session)
    expected = people.expected(session)
    first = record(session, expected)
    take_back(older)
    with pytest.raises(HandTakenError) as refusal:
        record(session, replace(expected, entry=tables.last_entry_number(session=session)))
    assert refusal.value.entry == first
    assert people.balances(session) == (180, -90, 0, -90)


def test_other_news_asks_for_another_look(session: Session) -> None:
    expected = people.expected(session)
    people.lay_secret(session, seat=BEN)
    with people.refused("table_changed"):
        record(session, expected)
    record(session, replace(expected, entry=1))
    assert people.balances(session) == (130, 10, -50, -90)


def test_a_correction_reverses_and_replaces_in_the_same_place(session: Session) -> None:
    first = people.win(session)
    people.win(session, winner=BEN)
    newer = correct(first, winner=DAN, reason="wrong seat")
    kinds = session.entries.order_by("number").values_list("number", "kind", "reverses__number", "reason")
    assert list(kinds) == [
        (1, EntryKind.HAND, None, ""),
        (2, EntryKind.HAND, None, ""),
        (3, EntryKind.REVERSAL, 1, "wrong seat"),
        (4, EntryKind.HAND, None, "wrong seat"),
    ]
    assert people.balances(session) == (-180, 180, -180, 180)
    assert [hand.winner for hand in hands.accepted_hands(session=session)] == [DAN, BEN]
    assert hands.hand_number(hand=newer.hand) == 1


def test_two_corrections_of_one_hand_give_the_first_one_to_compare(session: Session) -> None:
    entry = people.win(session)
    newer = correct(entry, winner=BEN)
    with pytest.raises(HandTakenError) as refusal:
        correct(entry, winner=DAN)
    assert refusal.value.entry == newer
    assert people.balances(session) == (-90, 180, -90, 0)


@pytest.mark.parametrize("is_corrected", [True, False])
def test_an_impossible_hand_writes_nothing(session: Session, is_corrected: bool) -> None:
    entry = people.win(session)
    write = partial(correct, entry) if is_corrected else partial(people.win, session)
    with pytest.raises(ImpossibleError):
        write(hand="1O")
    assert (people.balances(session), session.entries.count()) == ((180, -90, 0, -90), 1)


def test_only_hands_are_corrected(session: Session) -> None:
    with people.refused("not_reversible.no_hand"):
        correct(people.lay_secret(session, seat=BEN))


def test_an_entry_is_undone_once_and_frees_its_number(session: Session) -> None:
    entry = people.win(session)
    reversal = take_back(entry)
    for taken_back in (entry, reversal):
        with people.refused("not_reversible.undone"):
            take_back(taken_back)
    assert hands.next_hand_number(session=session) == 1
    assert people.balances(session) == (0, 0, 0, 0)


@pytest.mark.parametrize("is_first", [True, False])
def test_the_sowee_of_a_hand_is_forgotten_once_the_hand_is_recorded(session: Session, is_first: bool) -> None:
    if is_first:
        people.win(session)
    keep_table(session=session, hand=1, notes={"sowee": "4O"})
    if not is_first:
        people.win(session)
    session.refresh_from_db()
    assert session.table == {}


@pytest.mark.parametrize(("expected", "said", "is_news"), [("", "4O", True), ("4O", "4O", False), ("", "5E", False)])
def test_a_sowee_noted_meanwhile_is_news_unless_the_hand_says_the_same(
    session: Session, expected: str, said: str, is_news: bool
) -> None:
    keep_table(session=session, hand=1, notes={"sowee": "5E" if is_news else said})
    form = replace(people.expected(session), sowee=expected)
    act = people.DECLARED_WIN | {"sowee": said}
    if is_news:
        with people.refused("sowee_changed.noted"):
            record(session, form, act=act)
    else:
        record(session, form, act=act)
    assert session.entries.count() == (0 if is_news else 1)


def test_secrets_belong_to_the_hand_they_were_laid_in_also_after_a_correction(session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    first = people.win(session)
    people.lay_secret(session, seat=DAN)
    assert seats_of(hands.secrets_laid(session=session)) == [DAN]
    corrected = correct(first, winner=CARLA)
    assert seats_of(hands.secrets_laid(session=session, hand=corrected.hand)) == [BEN]
    assert seats_of(hands.secrets_laid(session=session)) == [DAN]


def test_secrets_stay_with_their_hand_when_an_older_one_is_voided(session: Session) -> None:
    people.lay_secret(session, seat=BEN)
    first = people.win(session)
    second = people.win(session)
    take_back(first)
    assert hands.secrets_laid(session=session, hand=second.hand) == ()
    assert hands.secrets_laid(session=session) == ()
