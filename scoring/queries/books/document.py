"""The books of a club or of one night as plain data, and their one way of being written.

Whoever imports the data and exports it again gets the same bytes: rows stand in the order they were recorded,
keys are sorted, times are UTC.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from hashlib import sha256
from os import SEEK_END
from tempfile import TemporaryFile
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max, Q, QuerySet

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


def written(*, books: Record) -> str:
    return _indented(books) + "\n"


def _indented(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True)


def checksum(*, books: Record) -> str:
    """Return the SHA-256, in hexadecimal, of the books as written without their checksum."""
    rest = {key: value for key, value in books.items() if key != CHECKSUM}
    return sha256(written(books=rest).encode(errors="surrogatepass")).hexdigest()


class Document:
    """The books as they are written, in parts, with their checksum.

    Nights wait in a file on the disk, so their number costs no memory. Each is read in a moment of its own, because
    SQLite lets nobody record while another reads; a last moment reads the rest, and again whatever moved on.
    """

    def __init__(self, *, club: Club, sessions: QuerySet[Session], players: Q, more: Callable[[], Record]) -> None:
        self._file = TemporaryFile(buffering=0)  # noqa: SIM115 - it is gone with the document
        self._places: dict[int, tuple[int, int]] = {}
        self._devices: set[str] = set()
        seen = _marks(sessions)
        for night in seen:
            with one_moment():
                self._keep(night)
        with one_moment():
            marks = _marks(sessions)
            for night in (night for night, mark in marks.items() if seen.get(night) != mark):
                self._keep(night)
            self._nights = tuple(marks)
            sitting = PLAYERS.rows.filter(players).order_by("created_at", "public_id").distinct()
            phones = DEVICES.rows.filter(public_id__in=self._devices).order_by("created_at", "public_id")
            self._rest: Record = {
                "format": FORMAT,
                "version": VERSION,
                "club": _plain({name: getattr(club, name) for name in CLUB}),
                PLAYERS.name: rows_written(PLAYERS, sitting),
                DEVICES.name: rows_written(DEVICES, phones),
                **more(),
            }
        digest = sha256()
        for part in self._written():
            digest.update(part)
        self.checksum = digest.hexdigest()

    def parts(self) -> Iterator[bytes]:
        """Yield the file."""
        return self._written(**{CHECKSUM: self.checksum})

    def record(self) -> Record:
        """Return the whole as data."""
        found: Record = json.loads(b"".join(self.parts()))
        return found

    def _keep(self, night: int) -> None:
        row = night_record(session=Session.objects.get(pk=night))
        self._devices.update(named_devices(SESSIONS, [row]))
        text = _indented(row).replace("\n", "\n  ").encode()
        self._places[night] = self._file.seek(0, SEEK_END), len(text)
        left = memoryview(text)
        while left:  # without a buffer, so that a full disk is said here, and not once more where the file goes
            left = left[self._file.write(left) :]

    def _written(self, **more: str) -> Iterator[bytes]:
        name = f'\n "{SESSIONS.name}": ['
        before, after = written(books={**self._rest, **more, SESSIONS.name: []}).split(f"{name}]")
        yield f"{before}{name}".encode()
        for number, night in enumerate(self._nights):
            start, length = self._places[night]
            self._file.seek(start)
            yield b",\n  " if number else b"\n  "
            yield self._file.read(length)
        yield f"{'\n ' if self._nights else ''}]{after}".encode()


def club_document(*, club: Club) -> Document:
    """Return everything a club has recorded: players, rule sets, seasons, and every night with its ledger."""
    return Document(
        club=club,
        sessions=club.sessions.all(),
        players=Q(club=club),
        more=lambda: rows_of(RULE_SETS, SEASONS, club=club),
    )


def rows_of(*parts: Part, club: Club) -> Record:
    """Return the rows of parts that belong to a club, by their names."""
    return {part.name: rows_written(part, part.rows.filter(club=club)) for part in parts}


def club_books(*, club: Club) -> Record:
    """Return the same as data."""
    return club_document(club=club).record()


def session_document(*, session: Session) -> Document:
    """Return the books of one night, with the players who sat there, as those of a club that had no other."""
    return Document(
        club=session.club,
        sessions=Session.objects.filter(pk=session.pk),
        players=Q(seats__session=session) | Q(merged_players__seats__session=session),
        more=lambda: {RULE_SETS.name: [], SEASONS.name: []},
    )


def _marks(sessions: QuerySet[Session]) -> dict[int, tuple[int | None, ...]]:
    """Return for each night what changes with everything of it that is exported."""
    said = ("entries", "entries__disputes", "entries__disputes__voices", "entries__kept_verdicts")
    rows = sessions.order_by("pk").values_list("pk", "revision", *map(Max, said))
    return {night: tuple(mark) for night, *mark in rows}


def night_record(*, session: Session) -> Record:
    """Return a night as the file has it."""
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


def rows_written(part: Part, rows: Any) -> list[Record]:
    return [
        _record(part, row)
        | {inner.name: rows_written(inner, inner.rows.filter(**{inner.parent: row["pk"]})) for inner in part.parts}
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


def named_devices(part: Part, rows: Collection[Record]) -> Iterator[str]:
    """Yield the id of every device that one of these rows, or a row inside, was recorded from."""
    for row in rows:
        if row.get("device") and "device" in part.links:
            yield row["device"]
        for inner in part.parts:
            inside = row[inner.name]
            yield from named_devices(inner, inside if isinstance(inside, list) else [])
