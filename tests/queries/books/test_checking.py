"""The books derived again: right ones have no difference, and whatever somebody did to them is found."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from scoring import games
from scoring.management.checking import check_books
from scoring.models import Club, Device, Dispute, Entry, EntryKind, Ruling, Seal, Seat, Session, guard
from scoring.models.guards import NAMED_BY
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.sessions.closing import close_session, hand_over
from scoring.operations.sessions.demo import LAID_SECRET
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_false_win, record_secret
from scoring.operations.table.posting import write_seals
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import undo
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.books.seals import sealed_of_night
from scoring.queries.sessions import settlements
from scoring.queries.table import tables
from tests import people
from tests.operations.table.test_random_walk import RULES
from tests.queries.books.clubs import enter_random_past, match_of_points, random_club, settle
from tests.toy import Toy

pytestmark = pytest.mark.django_db

CLUBS = 4 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """Take the guards of the database away, as somebody would who wants to cheat."""
    for each in guard.guards_of(connection):
        sql(f"DROP TRIGGER {each.name}" + ("" if connection.vendor == "sqlite" else f" ON {each.table}"))
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = ON")
    yield
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = OFF")


@pytest.fixture
def night(club: Club) -> Session:
    """Return a closed night with a line of every kind that moves money.

    1 hand, 2 secret, 3 false win, 4 its reversal, 5 partners share, 6 rounding, 7 close, 8 cash.
    """
    session = people.start_night(club=club, rules=RULES, stake_factor=3)
    people.win(session)
    record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    wrong = record_false_win(
        session=session, seat=people.DAN, hand_is_void=False, expected_entry=2, stamp=people.stamp()
    )
    undo(entry=wrong, reason="slip", stamp=people.stamp())
    close_session(session=session, coin_cents=100, expected_entry=4, stamp=people.stamp())
    line = settlements.plan(session=session)[0]
    hand_over(session=session, payer=line.payer, payee=line.payee, amount_cents=line.cents, stamp=people.stamp())
    kinds = [EntryKind(kind) for kind in session.entries.order_by("number").values_list("kind", flat=True)]
    assert kinds == [
        EntryKind.HAND,
        EntryKind.SECRET,
        EntryKind.PENALTY,
        EntryKind.REVERSAL,
        EntryKind.ADJUSTMENT,
        EntryKind.ADJUSTMENT,
        EntryKind.CLOSE,
        EntryKind.HANDOVER,
    ]
    return session


def seal_again(night: Session) -> None:
    """Seal a night as it stands, as an upgrade does."""
    sql("DELETE FROM scoring_seal WHERE chain = %s", night.public_id.hex)
    write_seals(chain=night.public_id, things=sealed_of_night(session=night))


def found(session: Session) -> list[tuple[int | None, str]]:
    """Return line and beginning of every difference."""
    return [(finding.line, finding.what.english()) for finding in check_session(session=session)]


@pytest.mark.parametrize("seed", range(CLUBS))
def test_a_random_club_has_no_difference(club: Club, seed: int) -> None:
    random_club(club=club, seed=seed)
    assert [found(session) for session in club.sessions.all()] == [[] for _ in club.sessions.all()]


def test_a_night_with_every_kind_of_line_has_no_difference(night: Session) -> None:
    assert found(night) == []


def pay(night: Session, *, line: int, payer: int, payee: int, cents: object) -> None:
    seats = {seat.number: seat.pk for seat in night.seats.all()}
    sql(
        "INSERT INTO scoring_payment (entry_id, payer_id, payee_id, amount_cents, cash) VALUES (%s, %s, %s, %s, %s)",
        night.entries.get(number=line).pk,
        seats[payer],
        seats[payee],
        cents,
        False,
    )


def change(night: Session, *, line: int, column: str, value: object) -> None:
    sql(f"UPDATE scoring_entry SET {column} = %s WHERE id = %s", value, night.entries.get(number=line).pk)


def change_payments(night: Session, *, line: int, column: str, value: object) -> None:
    entry = night.entries.get(number=line).pk
    sql(f"UPDATE scoring_payment SET {column} = %s WHERE entry_id = %s", value, entry)


def cut_off_the_newest_line(night: Session) -> None:
    newest = night.entries.get(number=8).pk
    sql("DELETE FROM scoring_payment WHERE entry_id = %s", newest)
    sql("DELETE FROM scoring_entry WHERE id = %s", newest)


DAMAGE: dict[str, tuple[Callable[[Session], object], set[int | None], str]] = {
    "a payment is added to a hand": (
        lambda night: pay(night, line=1, payer=2, payee=3, cents=500),
        {1, 5, 7},
        "the payments are seat 2 to 1 270; seat 2 to 3 500; seat 4 to 1 270, "
        "not seat 2 to 1 270; seat 4 to 1 270 as they should be",
    ),
    "a payment is added to the newest line": (
        lambda night: pay(night, line=8, payer=2, payee=3, cents=500),
        {8},
        "cash goes from one to another, not in 2 payments",
    ),
    "the amounts of a secret are changed": (
        lambda night: change_payments(night, line=2, column="amount_cents", value=1),
        {2, 5, 6, 7},
        "the payments are seat 1 to 2 1; seat 3 to 2 1, not seat 1 to 2 150; seat 3 to 2 150 as they",
    ),
    "the payments of a penalty are removed": (
        lambda night: sql("DELETE FROM scoring_payment WHERE entry_id = %s", night.entries.get(number=3).pk),
        {3, 4, 5, 6, 7},
        "the payments are none, not seat 4 to 1 90; seat 4 to 3 90 as they should be",
    ),
    "a reversal pays other amounts": (
        lambda night: change_payments(night, line=4, column="amount_cents", value=7),
        {4, 5, 6, 7},
        "the payments are seat 1 to 4 7; seat 3 to 4 7, not seat 1 to 4 90; seat 3 to 4 90 as they should be",
    ),
    "a debt is turned into cash": (
        lambda night: change_payments(night, line=1, column="cash", value=True),
        {1, 5, 6, 7},
        "it records cash, not a debt",
    ),
    "cash is turned into a debt": (
        lambda night: change_payments(night, line=8, column="cash", value=False),
        {8},
        "it records a debt, but cash was handed over",
    ),
    "the winner of a hand is changed": (
        lambda night: change(night, line=1, column="act", value='{"result": "drawn"}'),
        {1},
        "winner and next dealer are 1 and 1, not None and None as they should be",
    ),
    "what was entered is destroyed": (
        lambda night: change(night, line=2, column="act", value="{}"),
        {2},
        "what was entered is impossible:",
    ),
    "why a penalty was due is no reason": (
        lambda night: change(night, line=3, column="act", value='{"seat": 4, "why": "mood"}'),
        {3},
        "what was entered cannot be read:",
    ),
    "a line is renumbered": (
        lambda night: change(night, line=8, column="number", value=11),
        {8, 11},
        "the number of the line before it is 7",
    ),
    "a fingerprint is changed": (
        lambda night: change(night, line=6, column="fingerprint", value="0" * 64),
        {6, 7},
        "the fingerprint is 0000000000..., not ",
    ),
    "a fingerprint is destroyed": (
        lambda night: change(night, line=6, column="fingerprint", value="gone"),
        {6, 7},
        "the fingerprint of the line before it is none: 'gone'",
    ),
    "the house rules are destroyed": (
        lambda _: sql("UPDATE scoring_session SET rules = '[]'"),
        {None},
        "its seats or house rules cannot be read: ",
    ),
    "the clock is moved": (
        lambda night: change(night, line=2, column="recorded_at", value="2026-02-01 19:00:00+00:00"),
        {2},
        "the fingerprint is ",
    ),
    "the plan of the close leaves somebody out": (
        lambda night: change(night, line=7, column="act", value='{"plan": [], "coin_cents": 100}'),
        {7},
        "the plan leaves something open, in minor units by seat: 1: ",
    ),
    "a hand loses its verdict": (lambda _: sql("DELETE FROM scoring_hand"), {1}, "the hand has no verdict"),
    "the next dealer is changed": (
        lambda _: sql("UPDATE scoring_hand SET deals_next = 4"),
        {1},
        "winner and next dealer are 1 and 4, not 1 and 1 as they should be",
    ),
    "the stake factor is changed": (
        lambda _: sql("UPDATE scoring_session SET stake_factor = 1"),
        {1, 2, 3},
        "the payments are seat 2 to 1 270; seat 4 to 1 270, not seat 2 to 1 90; seat 4 to 1 90",
    ),
    "a seat is given to another person": (
        lambda night: sql(
            "UPDATE scoring_seat SET player_id = %s WHERE session_id = %s AND number = 2",
            night.club.players.create(name="Eva", created_at=people.EVENING).pk,
            night.pk,
        ),
        {None},
        "who sits on seat 2 is not as it was sealed",
    ),
    "a seat is added": (
        lambda night: Seat.objects.create(
            session=night, number=5, player=night.club.players.create(name="Eva", created_at=people.EVENING)
        ),
        {None},
        "who sits on seat 5 was never sealed",
    ),
    "somebody came in later": (
        lambda night: night.seats.filter(number=2).update(since=3),
        {None},
        "who sits on seat 2 is not as it was sealed",
    ),
    "a reason is changed": (
        lambda night: change(night, line=4, column="reason", value="theft"),
        {4},
        "its reason, phone, key, fingerprint or verdict is not as it was sealed",
    ),
    "other partners are written down": (
        lambda night: night.partnerships.filter(first__number=1).update(second=night.seats.get(number=4)),
        {None},
        "the partners are ((1, 4), (2, 4)), not ((1, 3), (2, 4)) as they should be",
    ),
    "partners are removed": (
        lambda _: sql(
            "DELETE FROM scoring_partnership WHERE first_id = (SELECT MAX(first_id) FROM scoring_partnership)"
        ),
        {None},
        "who were partners (line of the seating, seats) 0 2 4 was removed",
    ),
    "a verdict is changed": (
        lambda _: sql("UPDATE scoring_hand SET verdict = '{}'"),
        {1},
        "its reason, phone, key, fingerprint or verdict is not as it was sealed",
    ),
    "a line comes from another phone": (
        lambda night: night.entries.filter(number=2).update(
            device=Device.objects.create(token_hash="x", label="x", created_at=people.EVENING)
        ),
        {2},
        "its reason, phone, key, fingerprint or verdict is not as it was sealed",
    ),
    "the newest line is cut off": (
        cut_off_the_newest_line,
        {8},
        "its reason, phone, key, fingerprint or verdict was removed",
    ),
    "a night becomes practice": (
        lambda _: sql("UPDATE scoring_session SET is_practice = %s", True),
        {None},
        "whether it counts in totals",
    ),
    "a seal is changed": (
        lambda night: Seal.objects.filter(chain=night.public_id, number=2).update(digest="0" * 64),
        {None},
        "seal 2 does not follow from the one before it",
    ),
    "the seals are removed": (
        lambda night: Seal.objects.filter(chain=night.public_id).delete(),
        {None, *range(1, 9)},
        "who sits on seat 1 was never sealed",
    ),
    "the game is one that nobody plays": (
        lambda _: sql("UPDATE scoring_session SET game = 'poker'"),
        {None},
        "no game is called 'poker'",
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found_with_its_lines(night: Session, unguarded: None, name: str) -> None:
    damage, lines, what = DAMAGE[name]
    damage(night)

    differences = found(Session.objects.get(pk=night.pk))

    assert {line for line, _ in differences} == lines
    assert [told for _, told in differences if told.startswith(what)] != []


def object_to(night: Session) -> Dispute:
    stamp = people.stamp()
    return raise_dispute(entry=night.entries.get(number=1), seat=night.seats.get(number=2), why="kings", stamp=stamp)


OBJECTIONS: dict[str, tuple[Callable[[Dispute], object], str]] = {
    "an objection says something else": (
        lambda _: Dispute.objects.update(why="nothing"),
        "objection {key} is not as it was sealed",
    ),
    "an objection is removed": (lambda _: sql("DELETE FROM scoring_dispute"), "objection {key} was removed"),
    "an objection is added": (
        lambda dispute: Dispute.objects.create(
            entry=dispute.entry, seat=dispute.seat, why="x", raised_at=people.EVENING, key=UUID(int=1)
        ),
        "objection 00000000-0000-0000-0000-000000000001 was never sealed",
    ),
}


@pytest.mark.parametrize("name", OBJECTIONS)
def test_what_was_done_to_an_objection_is_found(night: Session, unguarded: None, name: str) -> None:
    damage, what = OBJECTIONS[name]
    dispute = object_to(night)
    assert found(night) == []
    damage(dispute)
    assert found(night) == [(None, what.format(key=dispute.key))]


def test_a_voice_that_was_turned_round_is_found(night: Session, unguarded: None) -> None:
    voice = give_voice(dispute=object_to(night), seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    assert found(night) == []
    sql("UPDATE scoring_disputevoice SET ruling = 'uphold'")
    assert found(night) == [(None, f"what was said to an objection {voice.key} is not as it was sealed")]


TERMS = {"currency": "USD", "minor_digits": 0, "started_at": "2026-02-01 19:00:00+00:00", "first_dealer": 2}


@pytest.mark.parametrize("column", [*TERMS, "club_id"])
def test_other_terms_of_a_night_are_found(night: Session, unguarded: None, column: str) -> None:
    club = night.club
    assert check_club(club=club) == ()
    value = TERMS[column] if column in TERMS else people.make_club(name="Other").pk
    sql(f"UPDATE scoring_session SET {column} = %s", value)
    assert [(finding.place.english(), finding.what.english()) for finding in check_club(club=club)] == [
        (
            f"Club {club.public_id}",
            f"what night is played for {night.public_id} "
            + ("was removed" if column == "club_id" else "is not as it was sealed"),
        )
    ]


def test_a_merge_that_nobody_made_is_found_and_one_that_somebody_made_is_none(night: Session, unguarded: None) -> None:
    newcomer = player_called(club=night.club, name="Newcomer", at=people.EVENING)
    ana, ben = (night.seats.get(number=number).player for number in (1, 2))
    merge_players(player=newcomer, into=ana)
    assert check_club(club=night.club) == ()
    sql("UPDATE scoring_player SET merged_into_id = %s WHERE id IN (%s, %s)", ana.pk, ben.pk, newcomer.pk)
    assert [finding.what.english() for finding in check_club(club=night.club)] == [
        f"into whom player was merged: {ben.public_id} was never sealed"
    ]


def test_a_night_may_become_practice_and_count_again(night: Session) -> None:
    for is_practice in (True, False, True):
        change_switches(session=night, is_practice=is_practice, players_may_propose=True)
        assert found(Session.objects.get(pk=night.pk)) == []


def test_a_hand_that_counts_on_a_secret_taken_back_since_is_found(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = record_secret(session=session, seat=people.BEN, expected_entry=0, stamp=people.stamp())
    record_hand(session=session, act=LAID_SECRET, expected=people.expected(session), stamp=people.stamp())
    monkeypatch.setattr("scoring.operations.table.refunds.require_no_hand_counts_on", lambda **_: None)
    refund_false_secret(entry=secret, reason="three of them", stamp=people.stamp())
    (finding,) = check_session(session=session)
    assert (finding.line, finding.wrong, finding.damage) == (2, True, False)
    assert finding.what.english().endswith(" Correct this hand.")
    close_session(session=session, coin_cents=1, expected_entry=3, stamp=people.stamp())
    assert check_books().lines == (finding.text.english(),)


GARBAGE = (None, -1, 2**63 - 1, 1.5, "", "no", "[]", "{}", "null", "\ud800", b"\xff\x00", "9" * 400)


def columns_of(table: str) -> list[str]:
    with connection.cursor() as cursor:
        return [column.name for column in connection.introspection.get_table_description(cursor, table)]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases have typed columns")
@pytest.mark.parametrize("what", sorted(NAMED_BY))
def test_no_garbage_stops_the_check(night: Session, unguarded: None, what: str) -> None:
    give_voice(dispute=object_to(night), seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    table, chance = f"scoring_{what}", random.Random(what)
    for column in columns_of(table):
        for value in chance.sample(GARBAGE, min(len(GARBAGE), CLUBS // 4)):
            with transaction.atomic():
                with suppress(DatabaseError, UnicodeEncodeError):
                    sql(f'UPDATE {table} SET "{column}" = %s', value)
                report = check_books()
                assert report.summary
                transaction.set_rollback(True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases have typed columns")
@pytest.mark.parametrize(
    ("column", "value", "what"),
    [
        ("amount_cents", 1.5, "an amount is not a whole number of minor units: 1.5"),
        ("amount_cents", "abc", "an amount is not a whole number of minor units: 'abc'"),
        ("amount_cents", 0, "a payment is at least one minor unit, not 0"),
    ],
)
def test_amounts_that_are_none_are_found(
    night: Session, unguarded: None, column: str, value: object, what: str
) -> None:
    change_payments(night, line=1, column=column, value=value)
    assert (1, what) in found(night)


def test_a_seat_of_another_night_is_found(night: Session, unguarded: None) -> None:
    elsewhere = people.start_night(club=night.club, names=("Eva", "Fe", "Gil", "Hugo"))
    change_payments(night, line=2, column="payee_id", value=elsewhere.seats.get(number=2).pk)
    assert (2, "somebody pays or is paid who did not sit at this table") in found(night)


def test_a_reversal_of_a_line_that_comes_later_is_found(night: Session, unguarded: None) -> None:
    later = night.entries.get(number=8)
    change(night, line=4, column="reverses_id", value=later.pk)
    assert (4, "it takes back a line that does not stand before it") in found(night)


def test_a_rounding_without_a_close_is_found(night: Session, unguarded: None) -> None:
    change(night, line=7, column="kind", value="handover")
    assert (6, "it rounds for a close that was never recorded") in found(night)


def test_a_settled_match_of_a_game_without_points_is_found(night: Session, unguarded: None) -> None:
    change(night, line=2, column="kind", value="match")
    assert (2, "Cuajo is not played for points") in found(night)


def test_standings_that_do_not_follow_from_the_lines_are_found(night: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, *others = tables.results(session=night)
    shown = replace(ana, result_cents=ana.result_cents + 1)
    monkeypatch.setattr(tables, "results", lambda **_: (shown, *others))
    ((line, what),) = found(night)
    assert (line, what.partition(" are ")[0]) == (
        None,
        "result, what was paid apart from play, outstanding and points of seat 1",
    )


def test_a_hand_that_an_older_engine_judged_otherwise_is_told_but_not_called_wrong(
    night: Session, unguarded: None
) -> None:
    sql("UPDATE scoring_hand SET engine_version = '0', deals_next = 4")
    seal_again(night)
    (finding,) = check_session(session=night)
    assert (finding.line, finding.wrong) == (1, False)
    assert finding.text.english() == (
        f"Night of 2026-01-31 ({night.public_id}), line 1: winner and next dealer are 1 and 4, "
        "not 1 and 1 as they should be (by another version of the engine; the books stand)"
    )


@pytest.fixture
def match(club: Club, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a night for points: 1 a hand, 2 the match settled, 3 that undone, 4 settled again, 5 a hand."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
    return match_of_points(club=club)


def test_a_night_for_points_has_no_difference(match: Session) -> None:
    settle(match)
    assert found(match) == []


def test_points_that_were_changed_are_found(match: Session, unguarded: None) -> None:
    sql("UPDATE scoring_score SET points = 9 WHERE entry_id = %s", match.entries.get(number=1).pk)
    differences = found(match)
    assert (1, "the points by seat are {1: 9}, not {1: 10} as they should be") in differences
    assert {line for line, _ in differences} == {1, 2, 4}


def test_a_payment_moved_from_play_to_apart_is_found(night: Session, unguarded: None) -> None:
    sql("UPDATE scoring_payment SET apart = TRUE WHERE entry_id = %s", night.entries.get(number=1).pk)
    assert (1, "it is no payment apart from play") in found(night)


def test_results_entered_later_that_the_payments_do_not_come_to_are_found(club: Club, unguarded: None) -> None:
    past = enter_random_past(club=club, chance=random.Random(3))
    line = past.entries.get(number=1)
    sql("UPDATE scoring_payment SET amount_cents = amount_cents + 1 WHERE entry_id = %s", line.pk)
    assert any(number == 1 and what.startswith("its payments come to") for number, what in found(past))


def test_every_kind_of_line_is_derived(night: Session) -> None:
    elsewhere = {"match", "seating", "free", "utang", "tong", "chips", "terms", "past"}
    assert set(Entry.objects.values_list("kind", flat=True)) | elsewhere == {kind.value for kind in EntryKind}
