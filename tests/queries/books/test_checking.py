"""Right books have no difference; whatever somebody did to lines, payments, seats, terms or seals is found."""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError, connection, transaction

from scoring import games
from scoring.ledger.fingerprint import digest, utc_text
from scoring.ledger.tong import Every
from scoring.management.checking import check_books
from scoring.models import Club, Device, Dispute, EntryKind, Payment, Ruling, Seal, Seat, Session, guard
from scoring.models.guards import NAMED_BY
from scoring.operations.people.players import merge_players, player_called
from scoring.operations.sessions.chips import buy_chips, count_chips
from scoring.operations.sessions.debts import take_back_debts
from scoring.operations.sessions.demo import LAID_SECRET
from scoring.operations.sessions.sessions import change_switches
from scoring.operations.table.disputes import give_voice, raise_dispute
from scoring.operations.table.hands import record_hand
from scoring.operations.table.payments import pay_free, set_tong
from scoring.operations.table.penalties import record_false_win
from scoring.operations.table.posting import write_seals
from scoring.operations.table.refunds import refund_false_secret
from scoring.operations.table.reversing import reopen_session, undo
from scoring.operations.table.terms import WantedTerms, change_terms
from scoring.queries.books.checking import Finding, check_club, check_session
from scoring.queries.books.seals import Sealed, sealed, sealed_of_night
from scoring.queries.sessions.chips import chips_of
from scoring.queries.sessions.settlements import plan
from scoring.queries.table import tables
from scoring.texts import Text
from tests import people
from tests.people import ANA, BEN, CARLA, DAN
from tests.queries.clubs import RULES, SCALE, add_everything_else, match_of_points, random_club
from tests.queries.sessions import owing
from tests.queries.sessions.test_nights import enter
from tests.toy import Toy

pytestmark = pytest.mark.django_db

typed_columns = pytest.mark.skipif(connection.vendor != "sqlite", reason="typed columns")


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def key_of(finding: Finding) -> str:
    """Return the key of a difference; what is wrong with an act over nights is named instead of that it is one."""
    text = finding.what.values.get("what", finding.what)
    assert isinstance(text, Text)
    return text.key.removeprefix("finding.")


def found(session: Session) -> str:
    """Return the lines of every kind of difference, 0 for the whole night; then what is found in its club."""
    lines: defaultdict[str, set[int]] = defaultdict(set)
    for finding in check_session(session=Session.objects.get(pk=session.pk)):
        lines[key_of(finding)].add(finding.line or 0)
    of_night = ", ".join(f"{key} {' '.join(map(str, sorted(lines[key])))}" for key in sorted(lines))
    of_club = ", ".join(key_of(finding) for finding in check_club(club=session.club))
    return f"{of_night} | {of_club}" if of_club else of_night


def kinds_of(session: Session) -> list[str]:
    return list(session.entries.order_by("number").values_list("kind", flat=True))


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """Take the guards of the database away, as somebody would who wants to cheat."""
    for each in guard.guards_of(connection):
        sql(f"DROP TRIGGER {each.name}" + ("" if connection.vendor == "sqlite" else f" ON {each.table}"))
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = ON")
    else:
        sql("SET CONSTRAINTS ALL IMMEDIATE")  # what is still to be checked would forbid the next statement
        sql("ALTER TABLE scoring_payment DROP CONSTRAINT payment_payer_is_not_payee")
    yield
    if connection.vendor == "sqlite":
        sql("PRAGMA ignore_check_constraints = OFF")


@pytest.fixture
def night(club: Club) -> Session:
    """Return a closed night with what is usually recorded in one; 4 takes back 3, 5 shares, 6 rounds."""
    session = people.start_night(club=club, rules=RULES, stake_factor=3)
    people.win(session)
    people.lay_secret(session, seat=BEN)
    wrong = record_false_win(seat=DAN, hand_is_void=False, **people.current(session))
    undo(entry=wrong, reason="slip", stamp=people.stamp())
    people.close(session, coin_cents=100)
    line = plan(session=session)[0]
    people.pay(session, payer=line.payer, payee=line.payee, cents=line.cents)
    kinds = ["hand", "secret", "penalty", "reversal", "adjustment", "adjustment", "close", "handover"]
    assert kinds_of(session) == kinds
    return session


@pytest.fixture
def evening(club: Club) -> Session:
    """Return a closed night with whatever else is recorded, into which Ben's and Dan's debts to Ana were carried."""
    owing.closed_night(club, ANA)
    session = people.start_night(club=club)
    owing.carry(session)
    change_terms(wanted=WantedTerms(stakes=2), reason="", **people.current(session))
    session.refresh_from_db()
    set_tong(every=Every.WIN, cents=5, percent=0, coin_cents=1, holder=ANA, **people.current(session))
    buy_chips(bank=ANA, seats=(ANA, BEN, CARLA, DAN), amount_cents=1000, is_paid=True, **people.current(session))
    people.win(session)
    pay_free(payer=CARLA, payees=(ANA, BEN), amount_cents=7, reason="bet", **people.current(session))
    people.sit(session, "Ana", "Ben", "Carla", "Eva")
    people.win(session, winner=BEN)
    counted = {holder.seat: holder.due_cents for holder in chips_of(session=session).holders}
    counted |= {ANA: counted[ANA] + 10, BEN: counted[BEN] - 10}
    count_chips(counted=counted, decides=True, **people.current(session))
    people.close(session)
    kinds = ["utang", "terms", "tong", "chips", "hand", "free", "seating", "hand", "chips", "tong", "close"]
    assert kinds_of(session) == kinds
    return session


@pytest.fixture
def match(club: Club, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a night for points: 1 a hand, 2 the match settled, 3 that undone, 4 settled again, 5 a hand."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, Toy()))
    return match_of_points(club=club)


@pytest.fixture
def weeks(club: Club) -> Session:
    """Return the first of two closed nights: 3 Ben pays Ana 120 in both, 4 in this one Ana forgives Dan 10."""
    first, _ = owing.closed_night(club, ANA), owing.closed_night(club, ANA)
    owing.pay(club, "Ben", "Ana", 120)
    owing.forgive(club, "Dan", "Ana", 10)
    return first


@pytest.fixture
def objection(night: Session) -> Dispute:
    stamp, seat = people.stamp(), night.seats.get(number=BEN)
    return raise_dispute(entry=night.entries.get(number=1), seat=seat, why="kings", stamp=stamp)


@pytest.fixture
def objected(objection: Dispute) -> Session:
    """Return a night to whose first line Ben objects, which somebody speaks against."""
    give_voice(dispute=objection, seat=None, ruling=Ruling.REJECT, stamp=people.stamp())
    return objection.entry.session


@pytest.mark.parametrize("seed", range(4 * SCALE))
def test_a_random_club_has_no_difference(club: Club, seed: int) -> None:
    random_club(club=club, seed=seed)
    add_everything_else(club=club, seed=seed)
    assert {found(session) for session in club.sessions.all()} == {""}
    kinds = {kind for session in club.sessions.all() for kind in kinds_of(session)}
    assert kinds >= {"hand", "reversal", "seating", "close", "past"}


type Damage = Callable[[Session], object]


def line(number: int, /, **columns: object) -> Damage:
    """Change columns of a line."""

    def damage(night: Session) -> None:
        entry = night.entries.get(number=number)
        for column, value in columns.items():
            sql(f"UPDATE scoring_entry SET {column} = %s WHERE id = %s", value, entry.pk)

    return damage


def act(number: int, /, **said: object) -> Damage:
    """Change what was entered in a line."""
    return lambda night: line(number, act=json.dumps({**night.entries.get(number=number).act, **said}))(night)


def paid(number: int, /, *, seat: int = 0, first: bool = False, **columns: object) -> Damage:
    """Change columns of the payments of a line, or of its first one; a column without a value becomes a seat."""

    def damage(night: Session) -> None:
        payments = night.entries.get(number=number).payments.order_by("pk").values_list("pk", flat=True)
        for column, value in columns.items():
            told = night.seats.get(number=seat).pk if value is None else value
            for pk in payments[:1] if first else payments:
                sql(f"UPDATE scoring_payment SET {column} = %s WHERE id = %s", told, pk)

    return damage


def add_payment(number: int) -> Damage:
    """Add a payment of 500 from Ben to Carla."""

    def damage(night: Session) -> None:
        values = night.entries.get(number=number).pk, *(night.seats.get(number=seat).pk for seat in (BEN, CARLA))
        columns = "entry_id, payer_id, payee_id, amount_cents, cash"
        sql(f"INSERT INTO scoring_payment ({columns}) VALUES (%s, %s, %s, 500, %s)", *values, False)

    return damage


def rows(*statements: str) -> Damage:
    def damage(_: Session) -> None:
        for statement in statements:
            sql(statement)

    return damage


def terms(column: str, value: str) -> Damage:
    return rows(f"UPDATE scoring_session SET {column} = {value}")


def stranger(night: Session) -> Seat:
    """Return a seat of another night."""
    return people.start_night(club=night.club, names=("Eva", "Fe", "Gil", "Hugo")).seats.get(number=2)


def eva(night: Session) -> int:
    return night.club.players.create(name="Eva", created_at=people.EVENING).pk


DAMAGE: dict[str, dict[str, tuple[Damage, str]]] = {
    "evening": {
        "carried: another amount": (paid(1, amount_cents=7), "fingerprint 1, plan 11 | settles"),
        "carried: paid instead": (act(1, way="paid"), "fingerprint 1, settles_more 1"),
        "stakes: others": (act(2, stake_factor=3), "fingerprint 2, payments 5 8"),
        "stakes: nothing": (act(2, stake_factor=0), "fingerprint 2, terms_since 2, unread_act 5 8"),
        "terms: since earlier": (act(2, **{"from": 1}), "fingerprint 2, terms_since 2"),
        "terms: others before": (act(2, was={"stake_factor": 5}), "fingerprint 2, terms_before 2"),
        "terms: denied": (terms("has_terms", "FALSE"), "no_terms 2, payments 5 8"),
        "tong: more": (act(3, cents=6), "chips_count 9, fingerprint 3, payments 10"),
        "tong: another keeper": (act(3, holder=BEN), "chips_count 9, fingerprint 3, payments 10"),
        "tong: of hands": (act(3, every="hand"), "chips_count 9, fingerprint 3, payments 10"),
        "tong: taken otherwise": (paid(10, amount_cents=7), "fingerprint 10, payments 10, plan 11"),
        "tong: taken in play": (paid(10, apart=False), "apart 10"),
        "chips: another bank": (act(4, bank=BEN), "fingerprint 4, payments 4"),
        "chips: worth nothing": (act(4, cents=0), "chips_bank 4, chips_count 9, fingerprint 4"),
        "chips: not paid": (act(4, paid=False), "fingerprint 4, payments 4"),
        "chips: other cash": (paid(4, amount_cents=7), "fingerprint 4, payments 4, plan 11"),
        "count: other chips": (
            act(9, chips=[[1, 1368, 1358], [2, 1, 1], [3, 1, 1], [4, 1, 1], [5, 1, 1]]),
            "chips_count 9, fingerprint 9",
        ),
        "count: decides nothing": (act(9, decides=False), "fingerprint 9, not_apart 9, payments 9"),
        "count: another amount": (paid(9, amount_cents=11), "fingerprint 9, payments 9, plan 11"),
        "bet: different amounts": (
            paid(6, first=True, amount_cents=8),
            "chips_count 9, fingerprint 6, free 6, plan 11",
        ),
        "bet: two pay": (paid(6, first=True, seat=DAN, payer_id=None), "chips_count 9, fingerprint 6, free 6, plan 11"),
        "bet: in play": (paid(6, apart=False), "apart 6"),
        "seats: twice": (act(7, seats=[1, 2, 3, 3]), "fingerprint 7, order 7"),
        "seats: nobody's": (act(7, seats=[1, 2, 3, 9]), "fingerprint 7, order 7"),
        "seats: dealer stands": (act(7, dealer=4), "dealer 7, fingerprint 7"),
        "seats: other partners": (act(7, seats=[1, 3, 2, 5]), "fingerprint 7, partners 7, payments 8"),
        "plan: less": (act(11, plan=[]), "fingerprint 11, plan 11"),
    },
    "night": {
        "payment: added": (add_payment(1), "fingerprint 1, payments 1 5, plan 7"),
        "payment: added last": (add_payment(8), "cash_payments 8, fingerprint 8"),
        "payment: other amounts": (paid(2, amount_cents=1), "fingerprint 2, payments 2 5 6, plan 7"),
        "payment: removed": (
            lambda night: sql("DELETE FROM scoring_payment WHERE entry_id = %s", night.entries.get(number=3).pk),
            "fingerprint 3, payments 3 4 5 6, plan 7",
        ),
        "payment: to cash": (paid(1, cash=True), "cash_not_debt 1, payments 5 6, plan 7"),
        "payment: to debt": (paid(8, cash=False), "debt_not_cash 8"),
        "payment: put apart": (paid(1, apart=True), "not_apart 1, payments 5"),
        "payment: to oneself": (
            rows("UPDATE scoring_payment SET payee_id = payer_id WHERE id = (SELECT MAX(id) FROM scoring_payment)"),
            "cash_payments 8, fingerprint 8, pays_itself 8",
        ),
        "payment: to a stranger": (
            lambda night: paid(2, payee_id=stranger(night).pk)(night),
            "fingerprint 2, not_seated 2, payments 2 5 6, plan 7, standing 0",
        ),
        "reversal: other amounts": (paid(4, amount_cents=7), "fingerprint 4, payments 4 5 6, plan 7"),
        "reversal: later line": (
            lambda night: line(4, reverses_id=night.entries.get(number=8).pk)(night),
            "fingerprint 4, takes_back_nothing 4",
        ),
        "act: another winner": (line(1, act='{"result": "drawn"}'), "fingerprint 1, winner 1"),
        "act: a fraction": (act(7, x=1.5), "fingerprint.value 7"),
        "act: destroyed": (line(2, act="{}"), "fingerprint 2, impossible 2"),
        "act: no reason": (line(3, act='{"seat": 4, "why": "mood"}'), "fingerprint 3, unread_act 3"),
        "line: renumbered": (line(8, number=11), "fingerprint 11, never_sealed 11, number 11, removed 8"),
        "line: another fingerprint": (line(6, fingerprint="0" * 64), "fingerprint 6 7, not_as_sealed 6"),
        "line: no fingerprint": (line(6, fingerprint="gone"), "fingerprint 6, fingerprint_before 7, not_as_sealed 6"),
        "line: another time": (line(2, recorded_at="2026-02-01 19:00:00+00:00"), "fingerprint 2"),
        "line: another reason": (line(4, reason="theft"), "not_as_sealed 4"),
        "line: another phone": (
            lambda night: night.entries.filter(number=2).update(
                device=Device.objects.create(token_hash="x", label="x", created_at=people.EVENING)
            ),
            "not_as_sealed 2",
        ),
        "line: no close": (line(7, kind="handover"), "cash_payments 7, fingerprint 7, no_close 6"),
        "line: no match": (line(2, kind="match"), "fingerprint 2, no_match 2"),
        "line: cut off": (
            rows(
                "DELETE FROM scoring_payment WHERE entry_id = (SELECT MAX(id) FROM scoring_entry)",
                "DELETE FROM scoring_entry WHERE id = (SELECT MAX(id) FROM scoring_entry)",
            ),
            "removed 8",
        ),
        "close: another coin": (act(7, coin_cents=1), "fingerprint 7, payments 6"),
        "hand: no verdict": (rows("DELETE FROM scoring_hand"), "no_verdict 1, not_as_sealed 1"),
        "hand: another dealer": (rows("UPDATE scoring_hand SET deals_next = 4"), "not_as_sealed 1, winner 1"),
        "hand: another verdict": (rows("UPDATE scoring_hand SET verdict = '{}'"), "not_as_sealed 1"),
        "terms: stakes": (terms("stake_factor", "1"), "payments 1 2 3 | not_as_sealed"),
        "terms: rules": (terms("rules", "'[]'"), "unread_terms 0 | not_as_sealed"),
        "terms: game": (terms("game", "'poker'"), "no_game 0 | not_as_sealed"),
        "terms: currency": (terms("currency", "'USD'"), " | not_as_sealed"),
        "terms: digits": (terms("minor_digits", "0"), " | not_as_sealed"),
        "terms: start": (terms("started_at", "'2026-02-01 19:00:00+00:00'"), " | not_as_sealed"),
        "terms: first dealer": (terms("first_dealer", "2"), " | not_as_sealed"),
        "seat: another person": (
            lambda night: sql("UPDATE scoring_seat SET player_id = %s WHERE number = 2", eva(night)),
            "not_as_sealed 0",
        ),
        "seat: added": (
            lambda night: night.seats.create(number=5, player_id=eva(night)),
            "never_sealed 0, unread_terms 0",
        ),
        "seat: later": (rows("UPDATE scoring_seat SET since = 3 WHERE number = 2"), "not_as_sealed 0, unread_terms 0"),
        "partners: others": (
            lambda night: night.partnerships.filter(first__number=1).update(second=night.seats.get(number=4)),
            "never_sealed 0, partners 0, removed 0",
        ),
        "partners: removed": (
            rows("DELETE FROM scoring_partnership WHERE id = (SELECT MAX(id) FROM scoring_partnership)"),
            "partners 0, removed 0",
        ),
        "practice": (terms("is_practice", "TRUE"), "never_sealed 0"),
        "seal: changed": (
            lambda night: Seal.objects.filter(chain=night.public_id, number=2).update(digest="0" * 64),
            "broken_seal 0, not_as_sealed 0",
        ),
        "seal: removed": (
            lambda night: Seal.objects.filter(chain=night.public_id).delete(),
            "never_sealed 0 1 2 3 4 5 6 7 8",
        ),
    },
    "match": {
        "points: of a hand": (
            lambda night: night.entries.get(number=1).scores.update(points=9),
            "fingerprint 1, payments 2 4, points 1 2 4",
        ),
        "points: settled": (
            lambda night: night.entries.get(number=4).scores.update(points=9),
            "fingerprint 4, points 4",
        ),
        "match: another amount": (paid(4, amount_cents=7), "fingerprint 4, payments 4"),
    },
    "weeks": {
        "more": (paid(3, amount_cents=91), "fingerprint 3, settles_more 3 | settles"),
        "less": (paid(3, amount_cents=80), "fingerprint 3 | settles"),
        "another payer": (paid(3, seat=DAN, payer_id=None), "fingerprint 3, settles_more 4 | cash_left"),
        "another act": (act(3, nights=[]), "fingerprint 3 | lines_differ"),
        "into a close": (act(3, way="opening"), "carried_into_closed 3, fingerprint 3"),
        "not forgiven": (act(4, way="paid"), "fingerprint 4, settles_more 4 | cash_left"),
    },
    "objected": {
        "objection: another": (rows("UPDATE scoring_dispute SET why = 'nothing'"), "not_as_sealed 0"),
        "objection: removed": (rows("DELETE FROM scoring_disputevoice", "DELETE FROM scoring_dispute"), "removed 0"),
        "objection: added": (
            lambda night: Dispute.objects.create(
                entry=night.entries.get(number=2),
                seat=night.seats.get(number=1),
                why="x",
                raised_at=people.EVENING,
                key=UUID(int=1),
            ),
            "never_sealed 0",
        ),
        "voice: turned round": (rows("UPDATE scoring_disputevoice SET ruling = 'uphold'"), "not_as_sealed 0"),
    },
}
"""By night: what is done to it, and what is found in which lines."""


@pytest.mark.parametrize(("of", "name"), [(of, name) for of, each in DAMAGE.items() for name in each])
def test_damage_is_found_with_its_lines(of: str, name: str, request: pytest.FixtureRequest, unguarded: None) -> None:
    night: Session = request.getfixturevalue(of)
    damage, expected = DAMAGE[of][name]
    assert found(night) == ""
    damage(night)
    assert found(night) == expected


@typed_columns
@pytest.mark.parametrize(("value", "what"), [(1.5, "not_whole 1"), ("abc", "not_whole 1"), (0, "no_amount 1")])
def test_amounts_that_are_none_are_found(night: Session, unguarded: None, value: object, what: str) -> None:
    paid(1, amount_cents=value)(night)
    assert what in found(night).split(", ")


@typed_columns
def test_a_line_that_cannot_be_read_is_named_beside_the_night(night: Session, unguarded: None) -> None:
    for number in (2, 3):  # 4 takes 3 back
        line(number, recorded_at="2026-99-01 19:00:00")(night)
    assert found(night) == "unread_line 2 3 4, unread_rows 0"


def test_a_difference_names_the_payments_found_and_due(night: Session, unguarded: None) -> None:
    paid(2, amount_cents=1)(night)
    (text,) = (each.what for each in check_session(session=night) if each.line == 2 and key_of(each) == "payments")
    told = [_payments(text.values[name]) for name in ("found", "due")]
    assert told == [[(ANA, BEN, cents), (CARLA, BEN, cents)] for cents in (1, 150)]


def _payments(text: object) -> list[tuple[object, ...]]:
    assert isinstance(text, Text)
    if "next" in text.values:
        return [*_payments(text.values["first"]), *_payments(text.values["next"])]
    return [tuple(text.values[name] for name in ("payer", "payee", "cents"))]


def test_results_entered_later_that_the_payments_do_not_come_to_are_found(club: Club, unguarded: None) -> None:
    past = enter(club, days_ago=1)
    paid(1, amount_cents=1)(past)
    assert "past 1" in found(past).split(", ")


def test_every_kind_of_line_is_damaged(night: Session, evening: Session, match: Session) -> None:
    kinds = {kind for each in (night, evening, match) for kind in kinds_of(each)}
    assert kinds == set(EntryKind) - {EntryKind.PAST}


def test_a_seal_holds_the_same_of_an_objection_and_of_partners_for_ever(objection: Dispute) -> None:
    held = {
        "line": 1,
        "why": "kings",
        "at": utc_text(moment=objection.raised_at),
        "seat": BEN,
        "device": None,
        "key": str(objection.key),
        "content_hash": objection.content_hash,
    }
    assert sealed(objection) == Sealed(kind="dispute", about=str(objection.key), digest=digest(content=held))
    pairs = objection.entry.session.partnerships.filter(seating=None).order_by("pk")
    assert [sealed(pair) for pair in pairs] == [
        Sealed(kind="pair", about=about, digest=digest(content={"since": 0})) for about in ("0 1 3", "0 2 4")
    ]


def test_a_merge_that_nobody_made_is_found_and_one_that_somebody_made_is_none(night: Session, unguarded: None) -> None:
    newcomer = player_called(club=night.club, name="Newcomer", at=people.EVENING)
    ana, ben = (night.seats.get(number=number).player for number in (ANA, BEN))
    merge_players(player=newcomer, into=ana)
    assert found(night) == ""
    sql("UPDATE scoring_player SET merged_into_id = %s WHERE id IN (%s, %s)", ana.pk, ben.pk, newcomer.pk)
    assert found(night) == " | never_sealed"


def test_a_night_moved_into_another_club_is_missed_in_its_own(night: Session, unguarded: None) -> None:
    terms("club_id", str(people.make_club(name="Other").pk))(night)
    assert [key_of(finding) for finding in check_club(club=night.club)] == ["removed"]


@pytest.mark.parametrize("switches", [(True,), (True, False), (True, False, True)])
def test_a_night_may_become_practice_and_count_again(night: Session, switches: tuple[bool, ...]) -> None:
    for is_practice in switches:
        change_switches(session=night, is_practice=is_practice, players_may_propose=True)
    assert found(night) == ""


def test_an_act_over_nights_may_be_taken_back_carried_or_lose_what_was_forgiven(weeks: Session) -> None:
    club, act = weeks.club, UUID(weeks.entries.get(number=3).act["id"])
    owing.carry(people.start_night(club=club))
    assert found(weeks) == ""
    take_back_debts(club=club, act=act, reason="slip", stamp=people.stamp())
    reopen_session(session=weeks, reason="one more", stamp=people.stamp())
    assert {found(session) for session in club.sessions.all()} == {""}


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
    there_and_back = [(ANA, BEN, 50), (BEN, ANA, 50), (ANA, BEN, 50)]
    assert list(taken.values_list("payer__number", "payee__number", "amount_cents")) == there_and_back
    assert found(session) == ""


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
    Seal.objects.filter(chain=night.public_id).delete()
    write_seals(chain=night.public_id, things=sealed_of_night(session=night))  # as an upgrade does
    (finding,) = check_session(session=night)
    assert (key_of(finding), finding.line, finding.wrong) == ("winner", 1, False)
    assert finding.text.key == "finding.by_another_engine"


@pytest.mark.parametrize("column", ["result_cents", "apart_cents", "outstanding_cents", "points"])
def test_standings_that_do_not_follow_from_the_lines_are_found(
    night: Session, monkeypatch: pytest.MonkeyPatch, column: str
) -> None:
    ana, *others = tables.results(session=night)
    wrong = replace(ana, **{column: getattr(ana, column) + 1})
    monkeypatch.setattr(tables, "results", lambda **_: (wrong, *others))
    (finding,) = check_session(session=night)
    shown, due = ((one.result_cents, one.apart_cents, one.outstanding_cents, one.points) for one in (wrong, ana))
    assert finding.what.values == {"seat": ANA, "found": str(shown), "due": str(due)}


GARBAGE = (None, -1, 2**63 - 1, 1.5, "", "no", "[]", "{}", "null", "\ud800", b"\xff\x00", "9" * 400)


@typed_columns
@pytest.mark.parametrize("what", sorted(NAMED_BY))
def test_no_garbage_stops_the_check(objected: Session, unguarded: None, what: str) -> None:
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
