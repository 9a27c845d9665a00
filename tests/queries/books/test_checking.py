"""The books derived again: right ones have no difference; clubs, objections and acts over nights are checked too."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from scoring.ledger.fingerprint import digest, utc_text
from scoring.ledger.tong import Every
from scoring.management.checking import check_books
from scoring.models import Club, Dispute, Payment, Ruling, Session
from scoring.models.guards import NAMED_BY
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.sessions.debts import take_back_debts
from scoring.operations.sessions.demo import LAID_SECRET
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.payments import set_tong
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import reopen_session, undo
from scoring.queries.books.checking import check_club, check_session
from scoring.queries.books.seals import Sealed, sealed
from scoring.queries.table import tables
from tests import people
from tests.people import ANA, BEN
from tests.queries.books.conftest import kinds_of
from tests.queries.books.damaging import change_act, change_payments, found, key_of, seal_again, sql
from tests.queries.clubs import SCALE, add_everything_else, random_club
from tests.queries.sessions import owing

pytestmark = pytest.mark.django_db


def found_in(club: Club) -> list[str]:
    return [key_of(finding) for finding in check_club(club=club)]


@pytest.mark.parametrize("seed", range(4 * SCALE))
def test_a_random_club_has_no_difference(club: Club, seed: int) -> None:
    random_club(club=club, seed=seed)
    add_everything_else(club=club, seed=seed)
    assert [found(session) for session in club.sessions.all()] == [{} for _ in club.sessions.all()]
    assert check_club(club=club) == ()
    kinds = {kind for session in club.sessions.all() for kind in kinds_of(session)}
    assert kinds >= {"hand", "reversal", "seating", "close", "past", "utang", "terms"}


def test_a_night_for_points_has_no_difference(match: Session) -> None:
    assert found(match) == {}


def object_to(night: Session) -> Dispute:
    stamp = people.stamp()
    return raise_dispute(entry=night.entries.get(number=1), seat=night.seats.get(number=2), why="kings", stamp=stamp)


OBJECTIONS: dict[str, tuple[Callable[[Dispute], object], str]] = {
    "an-objection-says-something-else": (lambda _: Dispute.objects.update(why="nothing"), "not_as_sealed"),
    "an-objection-is-removed": (lambda _: sql("DELETE FROM scoring_dispute"), "removed"),
    "an-objection-is-added": (
        lambda dispute: Dispute.objects.create(
            entry=dispute.entry, seat=dispute.seat, why="x", raised_at=people.EVENING, key=UUID(int=1)
        ),
        "never_sealed",
    ),
}


@pytest.mark.parametrize("name", OBJECTIONS)
def test_what_was_done_to_an_objection_is_found(night: Session, unguarded: None, name: str) -> None:
    damage, what = OBJECTIONS[name]
    dispute = object_to(night)
    assert found(night) == {}
    damage(dispute)
    assert found(night) == {what: [None]}


def test_a_voice_that_was_turned_round_is_found(night: Session, unguarded: None) -> None:
    give_voice(dispute=object_to(night), seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    assert found(night) == {}
    sql("UPDATE scoring_disputevoice SET ruling = 'uphold'")
    assert found(night) == {"not_as_sealed": [None]}


def test_a_seal_holds_the_same_of_an_objection_and_of_partners_for_ever(night: Session) -> None:
    dispute = object_to(night)
    held = {
        "line": 1,
        "why": "kings",
        "at": utc_text(moment=dispute.raised_at),
        "seat": BEN,
        "device": None,
        "key": str(dispute.key),
        "content_hash": dispute.content_hash,
    }
    assert sealed(dispute) == Sealed(kind="dispute", about=str(dispute.key), digest=digest(content=held))
    pairs = [sealed(pair) for pair in night.partnerships.filter(seating=None).order_by("pk")]
    assert pairs == [
        Sealed(kind="pair", about=about, digest=digest(content={"since": 0})) for about in ("0 1 3", "0 2 4")
    ]


TERMS = {"currency": "USD", "minor_digits": 0, "started_at": "2026-02-01 19:00:00+00:00", "first_dealer": 2}


@pytest.mark.parametrize("column", [*TERMS, "club_id"])
def test_other_terms_of_a_night_are_found(night: Session, unguarded: None, column: str) -> None:
    club = night.club
    assert found_in(club) == []
    sql(
        f"UPDATE scoring_session SET {column} = %s",
        TERMS[column] if column in TERMS else people.make_club(name="Other").pk,
    )
    assert found_in(club) == ["removed" if column == "club_id" else "not_as_sealed"]


def test_a_merge_that_nobody_made_is_found_and_one_that_somebody_made_is_none(night: Session, unguarded: None) -> None:
    newcomer = player_called(club=night.club, name="Newcomer", at=people.EVENING)
    ana, ben = (night.seats.get(number=number).player for number in (1, 2))
    merge_players(player=newcomer, into=ana)
    assert found_in(night.club) == []
    sql("UPDATE scoring_player SET merged_into_id = %s WHERE id IN (%s, %s)", ana.pk, ben.pk, newcomer.pk)
    assert found_in(night.club) == ["never_sealed"]


def test_a_night_may_become_practice_and_count_again(night: Session) -> None:
    for is_practice in (True, False, True):
        change_switches(session=night, is_practice=is_practice, players_may_propose=True)
        assert found(night) == {}


@pytest.fixture
def weeks(club: Club) -> tuple[Session, Session]:
    """Return two closed nights: 3 Ben pays Ana 120 in both, 4 in the first Ana forgives Dan 10."""
    nights = owing.closed_night(club, ANA), owing.closed_night(club, ANA)
    owing.pay(club, "Ben", "Ana", 120)
    owing.forgive(club, "Dan", "Ana", 10)
    return nights


OVER_NIGHTS: dict[str, tuple[Callable[[Session], object], dict[str, list[int]], list[str]]] = {
    "more-is-paid-than-is-left": (
        lambda night: change_payments(night, line=3, amount_cents=91),
        {"fingerprint": [3], "settles_more": [3]},
        ["settles"],
    ),
    "less-is-paid-than-the-act-says": (
        lambda night: change_payments(night, line=3, amount_cents=80),
        {"fingerprint": [3]},
        ["settles"],
    ),
    "another-pays": (
        lambda night: change_payments(night, line=3, payer_id=night.seats.get(number=4).pk),
        {"fingerprint": [3], "settles_more": [4]},
        ["cash_left"],
    ),
    "another-act-is-told-in-one-night-than-in-the-other": (
        lambda night: change_act(night, line=3, nights=[]),
        {"fingerprint": [3]},
        ["lines_differ"],
    ),
    "what-was-paid-is-carried-into-a-closed-night": (
        lambda night: change_act(night, line=3, way="opening"),
        {"carried_into_closed": [3], "fingerprint": [3]},
        [],
    ),
    "what-was-forgiven-was-paid": (
        lambda night: change_act(night, line=4, way="paid"),
        {"fingerprint": [4], "settles_more": [4]},
        ["cash_left"],
    ),
}


@pytest.mark.parametrize("name", OVER_NIGHTS)
def test_damage_to_an_act_over_nights_is_found(weeks: tuple[Session, Session], unguarded: None, name: str) -> None:
    first, second = weeks
    damage, expected, of_club = OVER_NIGHTS[name]
    assert (found(first), found_in(first.club)) == ({}, [])
    damage(first)
    assert (found(first), found(second), found_in(first.club)) == (expected, {}, of_club)


def test_an_act_over_nights_may_be_taken_back_carried_or_lose_what_was_forgiven(weeks: tuple[Session, Session]) -> None:
    first, second = weeks
    club = first.club
    owing.carry(people.start_night(club=club))
    assert found_in(club) == []
    act = UUID(second.entries.get(number=3).act["id"])
    take_back_debts(club=club, act=act, reason="slip", stamp=people.stamp())
    reopen_session(session=first, reason="one more", stamp=people.stamp())
    assert (found_in(club), found(first), found(second)) == ([], {}, {})


def test_a_tong_that_was_given_back_and_taken_again_has_no_difference(session: Session) -> None:
    set_tong(every=Every.WIN, cents=50, percent=0, coin_cents=1, holder=BEN, **people.current(session))
    won = people.win(session)
    people.close(session)
    reopen_session(session=session, reason="slip", stamp=people.stamp())
    undo(entry=won, reason="slip", stamp=people.stamp())
    people.close(session)
    reopen_session(session=session, reason="one more", stamp=people.stamp())
    people.win(session)
    people.close(session)
    taken = Payment.objects.filter(entry__session=session, entry__kind="tong").order_by("pk")
    assert list(taken.values_list("payer__number", "payee__number", "amount_cents")) == [
        (ANA, BEN, 50),
        (BEN, ANA, 50),
        (ANA, BEN, 50),
    ]
    assert found(session) == {}


def test_a_hand_that_counts_on_a_secret_taken_back_since_is_found(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = people.lay_secret(session, seat=BEN)
    record_hand(session=session, act=LAID_SECRET, expected=people.expected(session), stamp=people.stamp())
    monkeypatch.setattr("scoring.operations.table.reversing._require_no_hand_counts_on", lambda **_: None)
    refund_false_secret(entry=secret, reason="three of them", stamp=people.stamp())
    (finding,) = check_session(session=session)
    assert (key_of(finding), finding.line, finding.wrong, finding.damage) == ("unsupported", 2, True, False)
    people.close(session)
    assert len(check_books().lines) == 1


def test_a_hand_that_an_older_engine_judged_otherwise_is_told_but_not_called_wrong(
    night: Session, unguarded: None
) -> None:
    sql("UPDATE scoring_hand SET engine_version = '0', deals_next = 4")
    seal_again(night)
    (finding,) = check_session(session=night)
    assert (key_of(finding), finding.line, finding.wrong) == ("winner", 1, False)
    assert finding.text.key == "finding.by_another_engine"


def test_standings_that_do_not_follow_from_the_lines_are_found(night: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, *others = tables.results(session=night)
    monkeypatch.setattr(tables, "results", lambda **_: (replace(ana, points=1), *others))
    (finding,) = check_session(session=night)
    due = (ana.result_cents, ana.apart_cents, ana.outstanding_cents, 0)
    assert finding.what.values == {"seat": ANA, "found": str((*due[:3], 1)), "due": str(due)}
    for shown in (
        replace(ana, result_cents=ana.result_cents + 1),
        replace(ana, outstanding_cents=ana.outstanding_cents + 1),
        replace(ana, apart_cents=1),
        replace(ana, points=1),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(tables, "results", lambda shown=shown, **_: (shown, *others))
            assert found(night) == {"standing": [None]}


GARBAGE = (None, -1, 2**63 - 1, 1.5, "", "no", "[]", "{}", "null", "\ud800", b"\xff\x00", "9" * 400)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="typed columns")
@pytest.mark.parametrize("what", sorted(NAMED_BY))
def test_no_garbage_stops_the_check(night: Session, unguarded: None, what: str) -> None:
    give_voice(dispute=object_to(night), seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    table, chance = f"scoring_{what}", random.Random(what)
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
    for column in columns:
        for value in chance.sample(GARBAGE, min(len(GARBAGE), SCALE)):
            with transaction.atomic():
                with suppress(DatabaseError, UnicodeEncodeError):
                    sql(f'UPDATE {table} SET "{column}" = %s', value)
                assert check_books().summary
                transaction.set_rollback(True)
