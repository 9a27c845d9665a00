"""What somebody may do to books round the app, and what must be found then."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.models import QuerySet

from scoring.models import Device, Dispute, Player, Seal, Seat, Session
from scoring.operations.judge.verdicts import keep_verdict
from scoring.queries.judge.answers import Judged
from tests import people
from tests.people import ANA, BEN, CARLA, DAN


def sql(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


type Damage = Callable[[Session], object]


def line(number: int, /, **columns: object) -> Damage:
    def damage(night: Session) -> None:
        entry = night.entries.get(number=number)
        for column, value in columns.items():
            sql(f"UPDATE scoring_entry SET {column} = %s WHERE id = %s", value, entry.pk)

    return damage


def act(number: int, /, **said: object) -> Damage:
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


def stranger(night: Session, *, seat: int = 2) -> Seat:
    return people.start_night(club=night.club, names=("Eva", "Fe", "Gil", "Hugo")).seats.get(number=seat)


def verdict(**said: object) -> Damage:
    """Change what the verdicts say; nothing leaves them empty."""

    def damage(night: Session) -> None:
        for hand in night.hands.all():
            told = {**hand.verdict, **said} if said else {}
            sql("UPDATE scoring_hand SET verdict = %s WHERE id = %s", json.dumps(told), hand.pk)

    return damage


def kept_answer(night: Session) -> None:
    """Keep an answer with the first hand that nobody can read."""
    judged = Judged(game="cuajo", claim=people.WORKED_WIN, rules=night.rules, answer={"lines": 1})
    keep_verdict(judged=judged, stamp=people.stamp(), entry=night.entries.get(number=1))


def said_otherwise(night: Session) -> None:
    lines = night.hands.get().verdict["lines"]
    verdict(lines=[{**each, "what": "x"} for each in lines])(night)


def nine_points(number: int) -> Damage:
    return lambda night: night.entries.get(number=number).scores.update(points=9)


def seals(night: Session) -> QuerySet[Seal]:
    return Seal.objects.filter(chain=night.public_id)


def player(night: Session, seat: int) -> Player:
    return night.seats.get(number=seat).player


def exchanged(night: Session) -> None:
    ana, ben = (player(night, seat).pk for seat in (ANA, BEN))
    for seat, pk in ((BEN, eva(night)), (ANA, ben), (BEN, ana)):
        sql("UPDATE scoring_seat SET player_id = %s WHERE number = %s AND session_id = %s", pk, seat, night.pk)


def eva(night: Session) -> int:
    return night.club.players.create(name="Eva", created_at=people.EVENING).pk


DAMAGE: dict[str, dict[str, tuple[Damage, str]]] = {
    "evening": {
        "carried: another amount": (paid(1, amount_cents=7), "fingerprint 1, plan 11 | settles"),
        "carried: paid instead": (act(1, way="paid"), "fingerprint 1, settles_more 1"),
        "stakes: nothing": (act(2, stake_factor=0), "fingerprint 2, terms_since 2, unread_act 5 8"),
        "terms: since earlier": (act(2, **{"from": 1}), "fingerprint 2, terms_since 2"),
        "terms: others before": (act(2, was={"stake_factor": 5}), "fingerprint 2, terms_before 2"),
        "terms: denied": (terms("has_terms", "FALSE"), "no_terms 2, payments 5 8"),
        "tong: more": (act(3, cents=6), "chips_count 9, fingerprint 3, payments 10"),
        "tong: of hands": (act(3, every="hand"), "chips_count 9, fingerprint 3, payments 10"),
        "tong: from another": (act(3, was=BEN), "fingerprint 3, terms_before 3"),
        "tong: taken otherwise": (paid(10, amount_cents=7), "fingerprint 10, payments 10, plan 11"),
        "tong: taken in play": (paid(10, apart=False), "apart 10"),
        "chips: another bank": (act(4, bank=BEN), "fingerprint 4, payments 4"),
        "chips: worth nothing": (act(4, cents=0), "chips_bank 4, chips_count 9, fingerprint 4"),
        "chips: not paid": (act(4, paid=False), "fingerprint 4, payments 4"),
        "count: other chips": (
            act(9, chips=[[1, 1368, 1358], [2, 1, 1], [3, 1, 1], [4, 1, 1], [5, 1, 1]]),
            "chips_count 9, fingerprint 9",
        ),
        "bet: different amounts": (
            paid(6, first=True, amount_cents=8),
            "chips_count 9, fingerprint 6, free 6, plan 11",
        ),
        "bet: two pay": (paid(6, first=True, seat=DAN, payer_id=None), "chips_count 9, fingerprint 6, free 6, plan 11"),
        "bet: in play": (paid(6, apart=False), "apart 6"),
        "seats: twice": (act(7, seats=[1, 2, 3, 3]), "fingerprint 7, order 7"),
        "seats: dealer stands": (act(7, dealer=4), "dealer 7, fingerprint 7"),
        "seats: other partners": (act(7, seats=[1, 3, 2, 5]), "fingerprint 7, partners 7, payments 8"),
        "plan: less": (act(11, plan=[]), "fingerprint 11, plan 11"),
    },
    "night": {
        "payment: added": (add_payment(1), "fingerprint 1, payments 1 5, plan 7"),
        "payment: added last": (add_payment(8), "cash_payments 8, fingerprint 8"),
        "payment: other amounts": (paid(2, amount_cents=1), "fingerprint 2, payments 2 5 6, plan 7"),
        "payment: to cash": (paid(1, cash=True), "cash_not_debt 1, payments 5 6, plan 7"),
        "payment: to debt": (paid(8, cash=False), "debt_not_cash 8"),
        "payment: put apart": (paid(1, apart=True), "not_apart 1, payments 5"),
        "payment: to oneself": (
            rows("UPDATE scoring_payment SET payee_id = payer_id WHERE id = (SELECT MAX(id) FROM scoring_payment)"),
            "cash_payments 8, fingerprint 8, pays_itself 8",
        ),
        "payment: to a stranger": (
            lambda night: paid(2, payee_id=stranger(night, seat=DAN).pk)(night),
            "fingerprint 2, not_seated 2, payments 2 5 6, plan 7, standing 0",
        ),
        "reversal: other amounts": (paid(4, amount_cents=7), "fingerprint 4, payments 4 5 6, plan 7"),
        "reversal: later line": (
            lambda night: line(4, reverses_id=night.entries.get(number=8).pk)(night),
            "fingerprint 4, takes_back_nothing 4",
        ),
        "act: another winner": (line(1, act='{"result": "drawn"}'), "fingerprint 1, unread_hand 1, winner 1"),
        "act: a fraction": (act(7, x=1.5), "fingerprint.value 7"),
        "act: destroyed": (line(2, act="{}"), "fingerprint 2, impossible 2"),
        "act: no reason": (line(3, act='{"seat": 4, "why": "mood"}'), "fingerprint 3, unread_act 3"),
        "line: renumbered": (line(8, number=11), "fingerprint 11, never_sealed 11, number 11, removed 8"),
        "line: another fingerprint": (line(6, fingerprint="0" * 64), "fingerprint 6 7, not_as_sealed 6"),
        "line: no fingerprint": (line(6, fingerprint="gone"), "fingerprint 6, fingerprint_before 7, not_as_sealed 6"),
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
        "hand: of another night": (
            lambda night: sql("UPDATE scoring_hand SET session_id = %s", stranger(night).session_id),
            "elsewhere 1",
        ),
        "verdict: empty": (verdict(), "not_as_sealed 1, unread_hand 1, verdict 1"),
        "verdict: no object": (
            rows("UPDATE scoring_hand SET verdict = '[]'"),
            "not_as_sealed 1, unread_hand 1, verdict 1",
        ),
        "verdict: another amount": (verdict(per_opponent=1), "not_as_sealed 1, verdict 1"),
        "verdict: another shape": (verdict(lines=[1]), "not_as_sealed 1, unread_hand 1, verdict 1"),
        "verdict: another card": (verdict(arrangement=[["99X"]]), "not_as_sealed 1, unread_hand 1, verdict 1"),
        "verdict: unknown engine": (rows("UPDATE scoring_hand SET engine_version = '99'"), "engine 1, not_as_sealed 1"),
        "verdict: kept": (kept_answer, "unread_answer 1"),
        "verdict: another sentence": (said_otherwise, "not_as_sealed 1"),
        "terms: currency": (terms("currency", "'EUR'"), " | not_as_sealed"),
        "terms: unknown currency": (terms("currency", "'XXX'"), "refused 0 | not_as_sealed"),
        "terms: name": (terms("name", f"'{'x' * 300}'"), "refused 0"),
        "club: time zone": (rows("UPDATE scoring_club SET time_zone = 'Nowhere'"), " | refused, unread_rows"),
        "terms: stakes": (terms("stake_factor", "1"), "payments 1 2 3 | not_as_sealed"),
        "terms: rules": (terms("rules", "'[]'"), "unread_terms 0 | not_as_sealed"),
        "terms: game": (terms("game", "'poker'"), "no_game 0 | not_as_sealed"),
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
        "partners: of another night": (
            lambda night: night.partnerships.filter(first__number=1).update(first=stranger(night, seat=1)),
            "points_elsewhere 0",
        ),
        "practice": (terms("is_practice", "TRUE"), "never_sealed 0"),
        "seal: changed": (
            lambda night: seals(night).filter(number=2).update(digest="0"),
            "broken_seal 0, not_as_sealed 0",
        ),
        "seal: newest removed": (lambda night: seals(night).latest("number").delete(), "never_sealed 0"),
        "seal: removed": (lambda night: seals(night).delete(), "never_sealed 0 1 2 3 4 5 6 7 8"),
    },
    "match": {
        "points: of a hand": (nine_points(1), "fingerprint 1, payments 2 4, points 1 2 4"),
        "points: settled": (nine_points(4), "fingerprint 4, points 4"),
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

NOT_IN_FILES = {"broken_seal", "never_sealed", "not_as_sealed", "partners", "points_elsewhere", "removed"}
"""What no import refuses: files hold no seals and no pairs, and other people or currencies change the check code."""


def forget_all() -> None:
    """Empty the tables of a database without guards."""
    tables = [model._meta.db_table for model in apps.get_app_config("scoring").get_models()]
    for table in tables if connection.vendor == "sqlite" else ():
        sql(f"DELETE FROM {table}")
    if connection.vendor != "sqlite":
        sql(f"TRUNCATE {', '.join(tables)} CASCADE")
