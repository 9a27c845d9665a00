"""Hands enter the books once, are corrected in place, and are never lost."""

from dataclasses import replace

import pytest

from scoring.games.base import ImpossibleError
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import (
    HandTakenError,
    KeyReusedError,
    NotReversibleError,
    SessionClosedError,
    TableChangedError,
    TooManySecretsError,
)
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.sessions import keep_table
from scoring.operations.table.hands import Expected, correct_hand, record_hand
from scoring.operations.table.penalties import record_false_win, record_secret
from scoring.operations.table.reversing import undo
from scoring.queries.table import hands, tables
from tests import people
from tests.people import ANA, BEN, CARLA, DAN, WORKED_WIN

pytestmark = pytest.mark.django_db


def test_the_worked_example_pays_ninety_from_each_opponent(session: Session) -> None:
    entry = people.win(session)
    assert [(p.payer.number, p.payee.number, p.amount_cents) for p in entry.payments.all()] == [
        (BEN, ANA, 90),
        (DAN, ANA, 90),
    ]
    assert people.balances(session) == (180, -90, 0, -90)
    assert len(entry.hand.verdict["arrangement"]) == 6


def test_the_stake_factor_multiplies_hands_secrets_and_penalties(session: Session) -> None:
    rules = {"preset": "pagat", "false_win_penalty": 10}
    dear = people.start_night(club=session.club, rules=rules, stake_factor=5)
    people.win(dear)
    record_secret(session=dear, seat=BEN, expected_entry=1, stamp=people.stamp())
    assert people.balances(dear) == (900 - 250, -450 + 500, -250, -450)
    record_false_win(session=dear, seat=DAN, hand_is_void=False, expected_entry=2, stamp=people.stamp())
    assert people.balances(dear) == (700, 50, -200, -550)


def test_the_winner_deals_next_and_after_a_drawn_hand_the_same_dealer(session: Session) -> None:
    assert hands.dealer(session=session) == ANA
    people.win(session, winner=CARLA)
    assert hands.dealer(session=session) == CARLA
    record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())
    assert hands.dealer(session=session) == CARLA
    assert hands.next_hand_number(session=session) == 3


def test_a_correction_of_an_older_winner_changes_who_dealt_after_a_drawn_hand(session: Session) -> None:
    first = people.win(session, winner=CARLA)
    record_hand(session=session, act=people.DRAWN, expected=people.expected(session), stamp=people.stamp())
    correct_hand(entry=first, act=WORKED_WIN | {"winner": DAN}, reason="it was Dan", stamp=people.stamp())
    assert hands.dealer(session=session) == DAN


def test_the_same_key_records_once(session: Session) -> None:
    stamp, expected = people.stamp(), people.expected(session)
    first = record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=stamp)
    again = record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=stamp)
    assert again == first
    assert people.balances(session) == (180, -90, 0, -90)


def test_the_same_key_with_other_content_is_refused(session: Session) -> None:
    stamp, expected = people.stamp(), people.expected(session)
    record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=stamp)
    other = WORKED_WIN | {"winner": BEN}
    with pytest.raises(KeyReusedError):
        record_hand(session=session, act=other, expected=expected, stamp=stamp)
    assert people.balances(session) == (180, -90, 0, -90)


def test_the_key_of_a_hand_taken_back_records_nothing_silently(session: Session) -> None:
    stamp, expected = people.stamp(), people.expected(session)
    entry = record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=stamp)
    undo(entry=entry, reason="slip", stamp=people.stamp())
    with pytest.raises(KeyReusedError):
        record_hand(session=session, act=WORKED_WIN, expected=people.expected(session), stamp=stamp)


def test_a_refused_hand_does_not_use_up_its_key(session: Session) -> None:
    stamp, expected = people.stamp(), people.expected(session)
    with pytest.raises(ImpossibleError):
        record_hand(session=session, act=WORKED_WIN | {"bounit": "11E"}, expected=expected, stamp=stamp)
    record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=stamp)
    assert people.balances(session) == (180, -90, 0, -90)


def test_a_second_recording_of_a_hand_gets_the_first_one_to_compare(session: Session) -> None:
    expected = people.expected(session)
    first = record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=people.stamp())
    with pytest.raises(HandTakenError) as refusal:
        record_hand(session=session, act=WORKED_WIN | {"winner": BEN}, expected=expected, stamp=people.stamp())
    assert refusal.value.entry == first
    assert Entry.objects.filter(session=session).count() == 1


def test_a_hand_recorded_twice_is_noticed_also_when_an_older_one_was_voided(session: Session) -> None:
    older = people.win(session)
    expected = people.expected(session)
    first = record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=people.stamp())
    undo(entry=older, reason="misdeal", stamp=people.stamp())
    again = replace(expected, entry=tables.last_entry_number(session=session))
    with pytest.raises(HandTakenError) as refusal:
        record_hand(session=session, act=WORKED_WIN, expected=again, stamp=people.stamp())
    assert refusal.value.entry == first
    assert people.balances(session) == (180, -90, 0, -90)


def test_voiding_an_older_hand_is_only_news_to_an_open_form(session: Session) -> None:
    older = people.win(session)
    people.win(session)
    expected = people.expected(session)
    undo(entry=older, reason="misdeal", stamp=people.stamp())
    with pytest.raises(TableChangedError):
        record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=people.stamp())


def test_other_news_asks_for_another_look_and_keeps_the_key(session: Session) -> None:
    stamp, expected = people.stamp(), people.expected(session)
    record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    with pytest.raises(TableChangedError):
        record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=stamp)
    record_hand(session=session, act=WORKED_WIN, expected=replace(expected, entry=1), stamp=stamp)
    assert people.balances(session) == (130, 10, -50, -90)


def test_a_correction_reverses_and_replaces_in_the_same_place(session: Session) -> None:
    first = people.win(session)
    people.win(session, winner=BEN)
    newer = correct_hand(entry=first, act=WORKED_WIN | {"winner": DAN}, reason="wrong seat", stamp=people.stamp())
    kinds = Entry.objects.filter(session=session).values_list("number", "kind", "reverses__number", "reason")
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
    newer = correct_hand(entry=entry, act=WORKED_WIN | {"winner": BEN}, reason="Ben", stamp=people.stamp())
    with pytest.raises(HandTakenError) as refusal:
        correct_hand(entry=entry, act=WORKED_WIN | {"winner": DAN}, reason="Dan", stamp=people.stamp())
    assert refusal.value.entry == newer
    assert people.balances(session) == (-90, 180, -90, 0)


def test_a_refused_correction_leaves_the_old_hand_standing(session: Session) -> None:
    entry = people.win(session)
    with pytest.raises(ImpossibleError):
        correct_hand(entry=entry, act=WORKED_WIN | {"hand": "1O"}, reason="?", stamp=people.stamp())
    assert people.balances(session) == (180, -90, 0, -90)
    assert Entry.objects.filter(session=session).count() == 1


def test_only_hands_are_corrected(session: Session) -> None:
    secret = record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    with pytest.raises(NotReversibleError):
        correct_hand(entry=secret, act=WORKED_WIN, reason="?", stamp=people.stamp())


def test_undoing_a_hand_frees_its_number(session: Session) -> None:
    entry = people.win(session)
    undo(entry=entry, reason="slip", stamp=people.stamp())
    assert hands.next_hand_number(session=session) == 1
    assert people.balances(session) == (0, 0, 0, 0)


def test_an_entry_is_undone_once(session: Session) -> None:
    entry = people.win(session)
    reversal = undo(entry=entry, reason="slip", stamp=people.stamp())
    for taken_back in (entry, reversal):
        with pytest.raises(NotReversibleError):
            undo(entry=taken_back, reason="slip", stamp=people.stamp())
    assert people.balances(session) == (0, 0, 0, 0)


def test_a_closed_session_takes_no_hand_no_secret_and_no_correction(session: Session) -> None:
    entry = people.win(session)
    close_session(session=session, coin_cents=1, expected_entry=1, stamp=people.stamp())
    expected = people.expected(session)
    with pytest.raises(SessionClosedError):
        record_hand(session=session, act=WORKED_WIN, expected=expected, stamp=people.stamp())
    with pytest.raises(SessionClosedError):
        record_secret(session=session, seat=BEN, expected_entry=2, stamp=people.stamp())
    with pytest.raises(SessionClosedError):
        correct_hand(entry=entry, act=WORKED_WIN, reason="?", stamp=people.stamp())
    with pytest.raises(SessionClosedError):
        undo(entry=entry, reason="?", stamp=people.stamp())


def test_recording_a_hand_forgets_its_sowee(session: Session) -> None:
    keep_table(session=session, hand=1, notes={"sowee": "4O"})
    people.win(session)
    session.refresh_from_db()
    assert session.table == {}


def test_a_sowee_for_a_hand_recorded_meanwhile_is_dropped(session: Session) -> None:
    people.win(session)
    keep_table(session=session, hand=1, notes={"sowee": "4O"})
    session.refresh_from_db()
    assert session.table == {}


def test_secrets_belong_to_the_hand_they_were_laid_in(session: Session) -> None:
    record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    first = people.win(session)
    record_secret(session=session, seat=DAN, expected_entry=2, stamp=people.stamp())
    assert [entry.act["seat"] for entry in hands.secrets_laid(session=session)] == [DAN]
    corrected = correct_hand(entry=first, act=WORKED_WIN | {"winner": CARLA}, reason="Carla", stamp=people.stamp())
    assert [e.act["seat"] for e in hands.secrets_laid(session=session, hand=corrected.hand)] == [BEN]
    assert [entry.act["seat"] for entry in hands.secrets_laid(session=session)] == [DAN]


def test_secrets_stay_with_their_hand_when_an_older_one_is_voided(session: Session) -> None:
    record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    first = people.win(session)
    second = people.win(session)
    undo(entry=first, reason="misdeal", stamp=people.stamp())
    assert hands.secrets_laid(session=session, hand=second.hand) == ()
    assert hands.secrets_laid(session=session) == ()


def test_secrets_of_a_hand_taken_back_and_recorded_anew_belong_to_it(session: Session) -> None:
    record_secret(session=session, seat=BEN, expected_entry=0, stamp=people.stamp())
    undo(entry=people.win(session), reason="slip", stamp=people.stamp())
    assert [entry.act["seat"] for entry in hands.secrets_laid(session=session)] == [BEN]
    again = people.win(session)
    assert [entry.act["seat"] for entry in hands.secrets_laid(session=session, hand=again.hand)] == [BEN]


def test_a_fifth_secret_of_a_seat_in_one_hand_is_refused(session: Session) -> None:
    for laid in range(4):
        record_secret(session=session, seat=BEN, expected_entry=laid, stamp=people.stamp())
    with pytest.raises(TooManySecretsError):
        record_secret(session=session, seat=BEN, expected_entry=4, stamp=people.stamp())
    assert people.balances(session) == (-200, 400, -200, 0)


def test_a_void_hand_after_a_false_win_keeps_the_dealer(session: Session) -> None:
    record_false_win(session=session, seat=BEN, hand_is_void=True, expected_entry=0, stamp=people.stamp())
    assert hands.next_hand_number(session=session) == 2
    assert hands.dealer(session=session) == ANA


def test_the_fingerprint_chains_every_entry(session: Session) -> None:
    first = people.win(session)
    second = undo(entry=first, reason="slip", stamp=people.stamp())
    assert len({first.fingerprint, second.fingerprint}) == 2
    assert tables.last_entry_number(session=session) == 2


def test_expected_numbers_are_part_of_no_key(session: Session) -> None:
    stamp = people.stamp()
    first = record_hand(session=session, act=WORKED_WIN, expected=Expected(after=0, entry=0), stamp=stamp)
    again = record_hand(session=session, act=WORKED_WIN, expected=Expected(after=0, entry=1), stamp=stamp)
    assert again == first
