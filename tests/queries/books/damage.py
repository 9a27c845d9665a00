"""What somebody may do to books round the app, and what must be found then."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection
from django.db.models import QuerySet

from scoring.models import Device, Dispute, DisputeVoice, Player, Seal, Seat, Session
from scoring.operations.machine import keep_verdict
from tests import people
from tests.games.asking import rows_of
from tests.people import ANA, BEN, CARLA, DAN
from tests.queries.clubs import judged_win


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
    def damage(night: Session) -> None:
        for hand in night.hands.all():
            told = {**hand.verdict, **said} if said else {}
            sql("UPDATE scoring_hand SET verdict = %s WHERE id = %s", json.dumps(told), hand.pk)

    return damage


def kept(*, engine: str = "", **said: object) -> Damage:
    """Keep an answer with the first hand that says something else than the judge did, or of another engine."""

    def damage(night: Session) -> None:
        keep_verdict(judged=judged_win(**said), stamp=people.stamp(), entry=night.entries.get(number=1))
        if engine:
            sql("UPDATE scoring_keptverdict SET engine_version = %s", engine)

    return damage


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
    "night": {
        "payment: to a stranger": (
            lambda night: paid(2, payee_id=stranger(night, seat=DAN).pk)(night),
            "fingerprint 2, not_seated 2, payments 2 5 6, plan 7 | refused, refused",
        ),
        "reversal: later line": (
            lambda night: line(4, reverses_id=night.entries.get(number=8).pk)(night),
            "fingerprint 4, standing 0, takes_back_nothing 4",
        ),
        "line: another fingerprint": (line(6, fingerprint="0" * 64), "fingerprint 6 7, not_as_sealed 6"),
        "line: another phone": (
            lambda night: night.entries.filter(number=2).update(
                device=Device.objects.create(token_hash="x", label="x", created_at=people.EVENING)
            ),
            "not_as_sealed 2",
        ),
        "line: after the close": (
            lambda night: night.entries.create(number=9, kind="secret", recorded_at=people.EVENING),
            "fingerprint 9, impossible 9, never_sealed 9 | refused",
        ),
        "hand: of another night": (
            lambda night: sql("UPDATE scoring_hand SET session_id = %s", stranger(night).session_id),
            " | refused",
        ),
        "verdict: another sentence": (said_otherwise, "not_as_sealed 1"),
        "terms: name": (terms("name", f"'{'x' * 300}'"), " | refused"),
        "seat: another person": (
            lambda night: sql("UPDATE scoring_seat SET player_id = %s WHERE number = 2", eva(night)),
            "not_as_sealed 0",
        ),
        "player: of another club": (
            lambda _: sql(
                "UPDATE scoring_player SET club_id = %s WHERE name = 'Ben'", people.make_club(name="Other").pk
            ),
            " | refused",
        ),
        "seat: added": (
            lambda night: night.seats.create(number=5, player_id=eva(night)),
            "never_sealed 0, unread_terms 0",
        ),
        "partners: others": (
            lambda night: night.partnerships.filter(first__number=1).update(second=night.seats.get(number=4)),
            "never_sealed 0, partners 0, removed 0",
        ),
        "partners: of another night": (
            lambda night: night.partnerships.filter(first__number=1).update(first=stranger(night, seat=1)),
            " | points_elsewhere",
        ),
        "seal: changed": (
            lambda night: seals(night).filter(number=2).update(digest="0"),
            "broken_seal 0, not_as_sealed 0",
        ),
        "seal: newest removed": (lambda night: seals(night).latest("number").delete(), "never_sealed 0"),
        "seal: removed": (lambda night: seals(night).delete(), "never_sealed 0 1 2 3 4 5 6 7 8"),
    },
    "objected": {
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
        "voice: after the ruling": (
            lambda _: DisputeVoice.objects.create(
                dispute=Dispute.objects.get(), ruling="uphold", decides=False, given_at=people.EVENING, key=UUID(int=1)
            ),
            "never_sealed 0 | refused",
        ),
    },
}
"""By night: what is done to it, and what is found in which lines; the rest is among the cases."""
_DONE: dict[str, Callable[..., Damage]] = {
    each.__name__: each for each in (act, add_payment, kept, line, nine_points, paid, rows, terms, verdict)
}
for _name, _row in rows_of("damage", "nights").items():
    _damage = _DONE[_row["do"]](*_row["to"], **_row["said"])
    DAMAGE.setdefault(_row["night"], {})[_name] = (_damage, _row["found"])

NOT_IN_FILES = {"broken_seal", "never_sealed", "not_as_sealed", "partners", "points_elsewhere", "removed"}
"""What no import refuses: files hold no seals and no pairs, and other people or currencies change the check code."""


def forget_all() -> None:
    tables = [model._meta.db_table for model in apps.get_app_config("scoring").get_models()]
    for table in tables if connection.vendor == "sqlite" else ():
        sql(f"DELETE FROM {table}")
    if connection.vendor != "sqlite":
        sql(f"TRUNCATE {', '.join(tables)} CASCADE")
