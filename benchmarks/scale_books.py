"""Books of many clubs in a scratch PostgreSQL: one made by operations, the others copies of it made by the database."""

from dataclasses import dataclass
from pathlib import Path

import django
from django.conf import settings

Path(settings.DATA_DIR).mkdir(parents=True, exist_ok=True)
django.setup()

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from scoring.management.database import migrate
from scoring.management.serving import collect_static
from scoring.models import Club, Device, Hand, Membership, Role, Session, hash_token
from scoring.operations.demo import fill_demo, fill_year
from scoring.operations.history import read_history
from scoring.operations.people.clubs import first_club
from scoring.operations.people.devices import new_token
from scoring.web.device import DEVICE_COOKIE

NOT_COPIED = {"scoring_installation", "scoring_device", "scoring_apitoken", "scoring_apianswer", "scoring_membership"}
OF_CLUBS = {"scoring_club", "scoring_player", "scoring_season", "scoring_savedrules"}


@dataclass(frozen=True, kw_only=True)
class Books:
    """How large they are, and for each open table its address and the cookies of its phones."""

    nights: int
    hands: int
    lines: int
    size_gb: float
    tables: list[tuple[str, list[str]]]


def fill(*, clubs: int, phones_each: int, hands: int) -> Books:
    """Write a year and an open night, and copy nights and clubs until there are so many hands."""
    migrate()
    collect_static(stamp=settings.DATA_DIR / "static_version")
    now = timezone.now()
    club = first_club(time_zone="UTC", now=now)
    fill_year(club=club, now=now)
    read_history(club=club)
    copies = hands // (clubs * Hand.objects.count())
    tables = _tables()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no guards, no references: all are copies
        _copy(cursor, [each for each in tables if each not in OF_CLUBS], copies=copies, apart=10**6)
    fill_demo(club=club, now=now)
    read_history(club=club)
    with connection.cursor() as cursor:
        _copy(cursor, tables, copies=clubs - 1, apart=10**10)
        cursor.execute("SET session_replication_role = DEFAULT")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # which the server would begin while it is measured
        cursor.execute("SELECT pg_database_size(current_database())")
        size = cursor.fetchone()[0]
        counts = []
        for table in ("session", "hand", "entry"):
            cursor.execute(f"SELECT count(*) FROM scoring_{table}")
            counts.append(cursor.fetchone()[0])
    open_tables = [_phones(each, count=phones_each) for each in Club.objects.order_by("pk")]
    connection.close()
    return Books(nights=counts[0], hands=counts[1], lines=counts[2], size_gb=size / 1e9, tables=open_tables)


def _tables() -> list[str]:
    found = [each for each in connection.introspection.table_names() if each.startswith("scoring_")]
    return [each for each in found if each not in NOT_COPIED]


def _copy(cursor: CursorWrapper, tables: list[str], *, copies: int, apart: int) -> None:
    """Add copies of all rows, each with ids and keys of its own that point to rows of the same copy."""
    for table in tables:
        cursor.execute(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s ORDER BY 1", [table]
        )
        types = dict(cursor.fetchall())
        relations = connection.introspection.get_relations(cursor, table)
        moved = {"id", *(name for name, relation in relations.items() if relation[1] in tables)}
        chosen = [
            f'"{name}" + {apart} * copy'
            if name in moved
            else f'md5("{name}"::text || {apart} * copy)::uuid'
            if kind == "uuid"
            else f'"{name}"'
            for name, kind in types.items()
        ]
        columns = ", ".join(f'"{name}"' for name in types)
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {', '.join(chosen)} "
            f"FROM {table}, generate_series(1, {copies}) AS copy"
        )


def _phones(club: Club, *, count: int) -> tuple[str, list[str]]:
    now, tokens = timezone.now(), [new_token() for _ in range(count)]
    devices = Device.objects.bulk_create(
        [Device(token_hash=hash_token(token=each), label="Phone", created_at=now, seen_at=now) for each in tokens]
    )
    roles = [Role.HOST, *[Role.VIEWER] * (count - 1)]
    Membership.objects.bulk_create(
        [
            Membership(device=device, club=club, role=role, created_at=now)
            for device, role in zip(devices, roles, strict=True)
        ]
    )
    night = Session.objects.filter(club=club).latest("started_at", "pk")
    return f"/sessions/{night.public_id}/", [f"{DEVICE_COOKIE}={token}; csrftoken={'c' * 32}" for token in tokens]
