"""The books of a club or of one night as plain data, and their one way of being written.

Whoever imports the data and exports it again gets the same bytes: rows stand in the order they were recorded,
keys are sorted, times are UTC.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from scoring.ledger.fingerprint import utc_text
from scoring.models import Club, Session
from scoring.queries.books.parts import CLUB, DEVICES, PLAYERS, RULE_SETS, SEASONS, SESSIONS, Part


@contextmanager
def one_moment() -> Iterator[None]:
    """Have every query of the block see the same state of the database; the block must not write.

    Django's own transactions would ask SQLite for the right to write, which is none of a reader's business,
    and let PostgreSQL show each query what was committed before it.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        yield from _deferred()
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _deferred() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


FORMAT = "cuajo books"
VERSION = 2
CHECKSUM = "sha256"

type Record = dict[str, Any]


def club_books(*, club: Club) -> Record:
    """Return everything a club has recorded: players, rule sets, seasons, and every night with its ledger."""
    with one_moment():
        return _document(
            club=club,
            sessions=club.sessions.all(),
            players=Q(club=club),
            rule_sets=_rows(RULE_SETS, RULE_SETS.rows.filter(club=club)),
            seasons=_rows(SEASONS, SEASONS.rows.filter(club=club)),
        )


def session_books(*, session: Session) -> Record:
    """Return the books of one night, with the players who sat there, as those of a club that had no other."""
    with one_moment():
        return _document(
            club=session.club,
            sessions=Session.objects.filter(pk=session.pk),
            players=Q(seats__session=session) | Q(merged_players__seats__session=session),
            rule_sets=[],
            seasons=[],
        )


def written(*, books: Record) -> str:
    return json.dumps(books, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def checksum(*, books: Record) -> str:
    """Return the SHA-256, in hexadecimal, of the books as written without their checksum."""
    rest = {key: value for key, value in books.items() if key != CHECKSUM}
    return sha256(written(books=rest).encode()).hexdigest()


def _document(
    *, club: Club, sessions: QuerySet[Session], players: Q, rule_sets: list[Record], seasons: list[Record]
) -> Record:
    nights = [_night(session) for session in sessions.order_by("pk")]
    sitting = PLAYERS.rows.filter(players).order_by("created_at", "public_id").distinct()
    phones = DEVICES.rows.filter(public_id__in=set(_named_devices(SESSIONS, nights))).order_by(
        "created_at", "public_id"
    )
    books: Record = {
        "format": FORMAT,
        "version": VERSION,
        "club": _plain({name: getattr(club, name) for name in CLUB}),
        PLAYERS.name: _rows(PLAYERS, sitting),
        DEVICES.name: _rows(DEVICES, phones),
        RULE_SETS.name: rule_sets,
        SESSIONS.name: nights,
        SEASONS.name: seasons,
    }
    return {**books, CHECKSUM: checksum(books=books)}


def _night(session: Session) -> Record:
    row: Record = _plain({name: getattr(session, name) for name in SESSIONS.values})
    for part in SESSIONS.parts:
        row[part.name] = _inside(part, session=session)[session.pk]
    return row


def _inside(part: Part, *, session: Session) -> defaultdict[int, Any]:
    """Return the rows of a part in one night, by the id of the row they lie in."""
    found: defaultdict[int, Any] = defaultdict(lambda: None if part.single else [])
    within = {inner.name: _inside(inner, session=session) for inner in part.parts}
    for row in part.rows.filter(**{part.night: session}).values("pk", f"{part.parent}_id", *_columns(part)):
        record = _record(part, row)
        record |= {name: rows[row["pk"]] for name, rows in within.items()}
        if part.single:
            found[row[f"{part.parent}_id"]] = record
        else:
            found[row[f"{part.parent}_id"]].append(record)
    return found


def _rows(part: Part, rows: Any) -> list[Record]:
    return [
        _record(part, row)
        | {inner.name: _rows(inner, inner.rows.filter(**{inner.parent: row["pk"]})) for inner in part.parts}
        for row in rows.values("pk", *_columns(part))
    ]


def _columns(part: Part) -> tuple[str, ...]:
    return (*part.values, *(f"{link}__{name}" for link, name in part.links.items()))


def _record(part: Part, row: Record) -> Record:
    values = {name: row[name] for name in part.values}
    return _plain(values | {link: row[f"{link}__{name}"] for link, name in part.links.items()})


def _plain(values: Record) -> Record:
    """Return values as JSON has them; a public id is just called id."""
    return {"id" if name == "public_id" else name: _text(value) for name, value in values.items()}


def _text(value: object) -> object:
    match value:
        case datetime():
            return utc_text(moment=value)
        case date():
            return value.isoformat()
        case UUID():
            return str(value)
    return value


def _named_devices(part: Part, rows: Collection[Record]) -> Iterator[str]:
    """Yield the id of every device that one of these rows, or a row inside, was recorded from."""
    for row in rows:
        if row.get("device") and "device" in part.links:
            yield row["device"]
        for inner in part.parts:
            inside = row[inner.name]
            yield from _named_devices(inner, inside if isinstance(inside, list) else [])
