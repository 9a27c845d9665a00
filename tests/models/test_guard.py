"""The database itself refuses what must never be, whatever the software above it does."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from scoring.models import (
    Club,
    Device,
    Dispute,
    DisputeVoice,
    Entry,
    Hand,
    KeptVerdict,
    Membership,
    Partnership,
    Payment,
    Player,
    Ruling,
    Score,
    Seat,
    Session,
    guard,
)
from scoring.models.guard import GUARDS, NAMED_BY
from scoring.operations.table.hands import record_secret
from scoring.operations.table.undoing import give_voice, raise_dispute
from tests import people
from tests.queries.books.damage import sql


@pytest.fixture
def books(session: Session) -> Session:
    """Return a session with two entries, a win to which Ben objects and a secret that gave a point."""
    entry, ben = people.win(session), session.seats.get(number=people.BEN)
    secret = record_secret(session=session, seat=people.BEN, expected_entry=1, stamp=people.stamp())
    insert_score(session, entry=secret.number, seat=ben)
    dispute = raise_dispute(entry=entry, seat=ben, why="kings", stamp=people.stamp())
    give_voice(dispute=dispute, seat=ben, ruling=Ruling.UPHOLD, stamp=people.stamp())
    return session


def insert_score(session: Session, *, seat: Seat, entry: int = 2, points: int = 1) -> None:
    Score.objects.create(entry=Entry.objects.get(session=session, number=entry), seat=seat, points=points)


def insert_payment(session: Session, *, entry: int = 2, payer: int = 1, payee: int = 2, cents: object = 5) -> None:
    seats = {each.number: each.pk for each in session.seats.all()}
    values = (session.entries.get(number=entry).pk, seats[payer], seats[payee], cents, False)
    columns = "entry_id, payer_id, payee_id, amount_cents, cash"
    sql(f"INSERT INTO scoring_payment ({columns}) VALUES (%s, %s, %s, %s, %s)", *values)


def insert_entry(
    session: Session, *, number: int, reverses: int | None = None, kind: str = "reversal", of: Session | None = None
) -> None:
    Entry.objects.create(
        session=session,
        number=number,
        kind=kind,
        reverses=Entry.objects.get(session=of or session, number=reverses) if reverses else None,
        recorded_at=people.EVENING,
        fingerprint="0" * 64,
    )


def insert_entries(session: Session, *lines: tuple[int | None, str]) -> None:
    for number, (reverses, kind) in enumerate(lines, start=3):
        insert_entry(session, number=number, reverses=reverses, kind=kind)


def elsewhere(session: Session) -> Session:
    return people.start_night(club=session.club, names=("Eva", "Fe", "Gil", "Hugo"))


def seat(session: Session, number: int) -> Seat:
    return session.seats.get(number=number)


def pay(session: Session, payee: Seat, **changes: object) -> None:
    entry = Entry.objects.get(session=session, number=2)
    Payment.objects.create(entry=entry, payer=seat(session, 1), payee=payee, amount_cents=5, **changes)


def hand_of_a_secret(session: Session) -> None:
    entry = Entry.objects.get(session=session, number=2)
    said = {"position": 2, "after": 1, "winner": people.BEN, "verdict": {}, "engine_version": "1"}
    Hand.objects.create(entry=entry, session=session, **said)


def pay_by_a_seating(session: Session) -> None:
    insert_entry(session, number=3, kind="seating")
    insert_payment(session, entry=3)


def pair(session: Session, first: int, second: Seat | int, *, line: int | None = None, since: int = 0) -> None:
    Partnership.objects.create(
        session=session,
        seating=Entry.objects.get(session=session, number=line) if line else None,
        since=since,
        first=seat(session, first),
        second=seat(session, second) if isinstance(second, int) else second,
    )


def again(row: Dispute | DisputeVoice | Membership | None, **changes: object) -> object:
    for name, value in {"pk": None, "key": uuid4(), **changes}.items():
        setattr(row, name, value)
    return row.save(force_insert=True)  # type: ignore[union-attr]


def decide(session: Session) -> None:
    dispute = Dispute.objects.get(entry__session=session)
    give_voice(dispute=dispute, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())


def speak_after_the_decision(session: Session) -> None:
    decide(session)
    again(DisputeVoice.objects.last())


ILLEGAL: dict[str, Callable[[Session], object]] = {
    "change_an_amount": lambda _: Payment.objects.update(amount_cents=1),
    "delete_a_payment": lambda _: sql("DELETE FROM scoring_payment"),
    "change_the_reason_of_an_entry": lambda _: Entry.objects.update(reason="no"),
    "change_the_act_of_an_entry": lambda _: sql("UPDATE scoring_entry SET act = '{}'"),
    "delete_an_entry": lambda _: sql("DELETE FROM scoring_entry"),
    "change_a_verdict": lambda _: Hand.objects.update(verdict={}),
    "delete_a_hand": lambda _: sql("DELETE FROM scoring_hand"),
    "change_the_house_rules_of_a_session": lambda s: Session.objects.filter(pk=s.pk).update(rules={}),
    "change_the_stake_factor": lambda s: Session.objects.filter(pk=s.pk).update(stake_factor=9),
    "change_the_currency": lambda s: Session.objects.filter(pk=s.pk).update(currency="USD"),
    "move_a_session_to_a_day_of_no_line": lambda s: Session.objects.filter(pk=s.pk).update(day="2026-02-03"),
    "delete_a_session": lambda _: sql("DELETE FROM scoring_session"),
    "leave_a_gap_in_the_numbers": lambda s: insert_entry(s, number=4, kind="adjustment"),
    "use_a_number_twice": lambda s: insert_entry(s, number=2, kind="adjustment"),
    "record_an_unknown_kind": lambda s: insert_entry(s, number=3, kind="gift"),
    "reverse_nothing": lambda s: insert_entry(s, number=3, kind="reversal"),
    "reverse_twice": lambda s: insert_entries(s, (1, "reversal"), (1, "reversal")),
    "reverse_a_reversal": lambda s: insert_entries(s, (1, "reversal"), (3, "reversal")),
    "reverse_another_nights_entry": lambda s: insert_entry(elsewhere(s), number=1, reverses=1, of=s),
    "pay_nothing": lambda s: insert_payment(s, cents=0),
    "pay_a_negative_amount": lambda s: insert_payment(s, cents=-5),
    "pay_more_than_sums_can_hold": lambda s: insert_payment(s, payer=1, payee=3, cents=10**15 + 1),
    "pay_oneself": lambda s: insert_payment(s, payer=1, payee=1),
    "pay_a_seat_of_another_night": lambda s: pay(s, seat(elsewhere(s), 1)),
    "change_points": lambda _: Score.objects.update(points=9),
    "delete_points": lambda _: sql("DELETE FROM scoring_score"),
    "score_nothing": lambda s: insert_score(s, seat=seat(s, 1), points=0),
    "score_twice_in_one_entry": lambda s: insert_score(s, seat=seat(s, 2)),
    "score_at_another_nights_seat": lambda s: insert_score(s, seat=seat(elsewhere(s), 1)),
    "add_points_to_an_old_entry": lambda s: insert_score(s, entry=1, seat=seat(s, 1)),
    "add_a_payment_to_an_old_entry": lambda s: insert_payment(s, entry=1, payer=1, payee=3),
    "pay_twice_in_one_entry": lambda s: insert_payment(s, payer=1, payee=2),
    "record_a_hand_in_a_closed_session": lambda s: insert_entries(s, (None, "close"), (None, "hand")),
    "call_a_secret_a_hand": hand_of_a_secret,
    "give_a_seat_to_somebody_else": lambda s: Seat.objects.filter(session=s, number=1).update(player=None),
    "say_that_somebody_came_in_later": lambda _: sql("UPDATE scoring_seat SET since = 1"),
    "pay_by_a_change_of_seats": pay_by_a_seating,
    "change_a_partner": lambda s: s.partnerships.update(second=seat(s, 4)),
    "part_two_partners": lambda _: sql("DELETE FROM scoring_partnership"),
    "pair_somebody_with_themselves": lambda s: pair(s, 1, 1),
    "pair_two_in_the_wrong_order": lambda s: pair(s, 2, 1),
    "pair_two_twice": lambda s: pair(s, 1, 3),
    "pair_somebody_of_another_night": lambda s: pair(s, 1, seat(elsewhere(s), 1)),
    "pair_two_by_a_hand": lambda s: pair(s, 1, 2, line=1, since=1),
    "pair_two_from_the_start_who_were_not": lambda s: pair(s, 1, 2, since=2),
    "hand_cash_over_apart_from_play": lambda s: pay(s, seat(s, 3), cash=True, apart=True),
    "remove_a_seat": lambda _: sql("DELETE FROM scoring_seat"),
    "sit_on_a_ninth_seat": lambda s: Seat.objects.filter(session=s, number=4).update(number=9),
    "move_a_player_to_another_club": lambda s: Player.objects.filter(seats__session=s).update(
        club=people.make_club(name="Other")
    ),
    "delete_a_player": lambda _: sql("DELETE FROM scoring_player"),
    "give_a_club_another_identity": lambda s: Club.objects.filter(pk=s.club_id).update(public_id=uuid4()),
    "delete_a_club": lambda _: sql("DELETE FROM scoring_club"),
    "give_a_phone_another_identity": lambda _: Device.objects.filter(
        pk=Device.objects.create(token_hash="x", label="iPhone", created_at=people.EVENING).pk
    ).update(public_id=uuid4()),
    "give_a_phone_two_places": lambda s: (people.host_browser(club=s.club), again(Membership.objects.get())),
    "sit_on_two_seats": lambda s: Seat.objects.filter(session=s, number=4).update(player=seat(s, 1).player),
    "change_why_somebody_objected": lambda _: Dispute.objects.update(why="else"),
    "forget_a_voice": lambda _: sql("DELETE FROM scoring_disputevoice"),
    "change_a_voice": lambda _: DisputeVoice.objects.update(ruling="reject"),
    "object_without_a_word": lambda _: again(Dispute.objects.get(), why=""),
    "object_from_another_table": lambda s: again(Dispute.objects.get(), seat=seat(elsewhere(s), 1)),
    "speak_from_another_table": lambda s: again(DisputeVoice.objects.last(), seat=seat(elsewhere(s), 1)),
    "speak_after_the_decision": speak_after_the_decision,
    "decide_to_correct": lambda _: again(DisputeVoice.objects.last(), ruling="correct", decides=True),
    "rule_otherwise": lambda _: again(DisputeVoice.objects.last(), ruling="maybe"),
}


@pytest.mark.parametrize("illegal", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_the_database_refuses_to(illegal: Callable[[Session], object], books: Session) -> None:
    before = people.balances(books)
    with pytest.raises(DatabaseError), transaction.atomic():
        illegal(books)
    assert people.balances(books) == before
    assert Entry.objects.filter(session=books).count() == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="typed columns elsewhere")
@pytest.mark.parametrize("cents", [1.5, "abc"])
def test_the_database_refuses_amounts_that_are_not_whole(books: Session, cents: object) -> None:
    with pytest.raises(DatabaseError, match="whole"), transaction.atomic():
        insert_payment(books, payer=1, payee=3, cents=cents)


@pytest.fixture
def full_books(books: Session, host: Client) -> Session:
    """Return books with a row in every table that decides money or says who is who."""
    decide(books)
    KeptVerdict.objects.create(game="cuajo", claim={}, rules={}, answer={}, engine_version="1", kept_at=people.EVENING)
    return books


def newest_row(table: str) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id DESC LIMIT 1")
        return dict(zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True))


def unique_ways(table: str) -> list[tuple[str, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT name FROM pragma_index_list('{table}') WHERE \"unique\"")
        names = [name for (name,) in cursor.fetchall()]
        ways: list[tuple[str, ...]] = [("id",)]
        for name in names:
            cursor.execute("SELECT name FROM pragma_index_info(%s)", [name])
            ways.append(tuple(column or "name" for (column,) in cursor.fetchall()))
    return ways


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite only")
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize("what", sorted(NAMED_BY))
def test_a_row_is_never_replaced_by_whatever_names_it(full_books: Session, what: str, recursive: str) -> None:
    table = f"scoring_{what}"
    present = newest_row(table)
    ways = unique_ways(table)
    sql(f"PRAGMA recursive_triggers={recursive}")
    for way in ways:
        if any(present[column] is None for column in way):
            continue
        row = present | {
            column: present[column] + 1_000 if isinstance(present[column], int) else uuid4().hex
            for other in ways
            for column in other
            if column not in way
        }
        places = ", ".join(["%s"] * len(row))
        columns = '", "'.join(row)
        with pytest.raises(DatabaseError, match=r"replaced|voices|partners"), transaction.atomic():
            sql(f'INSERT OR REPLACE INTO {table} ("{columns}") VALUES ({places})', *row.values())
        assert newest_row(table) == present
    sql("PRAGMA recursive_triggers=ON")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite only")
def test_an_update_replaces_no_other_row(full_books: Session) -> None:
    other = elsewhere(full_books)
    sql("PRAGMA recursive_triggers=OFF")
    with pytest.raises(DatabaseError, match=r"replaced|change"), transaction.atomic():
        sql("UPDATE OR REPLACE scoring_session SET key = %s WHERE id = %s", full_books.key.hex, other.pk)
    with pytest.raises(DatabaseError, match="replaced"), transaction.atomic():
        sql("UPDATE OR REPLACE scoring_player SET name = 'eva' WHERE name = 'Ana'")
    sql("PRAGMA recursive_triggers=ON")
    assert Session.objects.count() == 2
    assert set(Player.objects.values_list("name", flat=True)) >= {"Ana", "Eva"}


def test_every_guard_stands_after_a_migration_and_a_lost_one_is_restored(db: None) -> None:
    assert guard.missing(connection) == ()
    lost = GUARDS[0]
    on_table = "" if connection.vendor == "sqlite" else f" ON {lost.table}"
    sql(f"DROP TRIGGER {lost.name}{on_table}")
    assert guard.missing(connection) == (lost.name,)
    guard.restore(connection)
    assert guard.missing(connection) == ()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite only")
def test_table_that_guards_read_is_made_anew_once_they_are_lifted(books: Session) -> None:
    with transaction.atomic():
        guard.lift(connection)
        assert guard.missing(connection) == tuple(each.name for each in guard.guards_of(connection))
        sql("CREATE TABLE made_anew AS SELECT * FROM scoring_entry")
        sql("DROP TABLE scoring_entry")
        sql("ALTER TABLE made_anew RENAME TO scoring_entry")
        guard.restore(connection)
        assert guard.missing(connection) == ()
        transaction.set_rollback(True)
