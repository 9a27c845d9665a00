"""The books derived again: right ones have no difference, and whatever somebody did to them is found."""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from scoring import games
from scoring.management.checking import check_books
from scoring.models import Club, Dispute, Entry, EntryKind, Ruling, Session
from scoring.models.guards import NAMED_BY
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.sessions.closing import close_session
from scoring.operations.sessions.demo import LAID_SECRET
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.penalties import record_secret
from scoring.operations.table.refunds import refund_false_secret
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.table import tables
from tests import people
from tests.queries.books.clubs import enter_random_past, match_of_points, random_club, settle
from tests.queries.books.damaging import change, change_payments, found, seal_again, sql
from tests.toy import Toy

pytestmark = pytest.mark.django_db

CLUBS = 4 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))


@pytest.mark.parametrize("seed", range(CLUBS))
def test_a_random_club_has_no_difference(club: Club, seed: int) -> None:
    random_club(club=club, seed=seed)
    assert [found(session) for session in club.sessions.all()] == [[] for _ in club.sessions.all()]


def test_a_night_with_every_kind_of_line_has_no_difference(night: Session) -> None:
    assert found(night) == []


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
