"""Export the books as plain data (`docs/export.md`)."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from datetime import date, datetime
from hashlib import sha256
from os import SEEK_END
from tempfile import TemporaryFile
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Max, Model, Q, QuerySet

from scoring import models
from scoring.frozen import Frozen
from scoring.ledger.fingerprint import utc_text
from scoring.models import Club, Session

FORMAT = "cuajo books"
VERSION = 2
CHECKSUM = "sha256"

type Record = dict[str, Any]


class Part(Frozen):
    """The rows of a model inside those of another.

    `links` maps a foreign key to the exported field of its row. A `single` part is one object or null. `night` is the
    lookup of the session, unless the parents have it.
    """

    model: type[Model]
    name: str
    values: tuple[str, ...]
    parent: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    single: bool = False
    night: str = ""
    parts: tuple["Part", ...] = ()

    @property
    def rows(self) -> Any:
        return self.model._default_manager.order_by("pk")

    def inside(self, *, night: str) -> Iterator[tuple["Part", str]]:
        """Yield inner parts and their lookup path to the night."""
        for inner in self.parts:
            yield inner, inner.night or (f"{inner.parent}__{night}" if night else inner.parent)


_STAMP = ("key", "content_hash")
_MOVES = (
    Part(
        model=models.Payment,
        name="payments",
        parent="entry",
        values=("amount_cents", "cash", "apart"),
        links={"payer": "number", "payee": "number"},
    ),
    Part(model=models.Score, name="scores", parent="entry", values=("points",), links={"seat": "number"}),
    Part(
        model=models.Hand,
        name="hand",
        parent="entry",
        values=("position", "after", "winner", "deals_next", "verdict", "engine_version"),
        single=True,
        night="session",
    ),
)
_VOICES = Part(
    model=models.DisputeVoice,
    name="voices",
    parent="dispute",
    values=("ruling", "decides", "given_at", *_STAMP),
    links={"seat": "number", "device": "public_id"},
)
_DISPUTES = Part(
    model=models.Dispute,
    name="disputes",
    parent="entry",
    values=("why", "raised_at", *_STAMP),
    links={"seat": "number", "device": "public_id"},
    parts=(_VOICES,),
)
_VERDICTS = Part(
    model=models.KeptVerdict,
    name="kept_verdicts",
    parent="entry",
    values=("public_id", "game", "claim", "rules", "answer", "engine_version", "kept_at"),
    links={"device": "public_id"},
)
_SEATS = Part(
    model=models.Seat, name="seats", parent="session", values=("number", "since"), links={"player": "public_id"}
)
_ENTRIES = Part(
    model=models.Entry,
    name="entries",
    parent="session",
    values=("number", "kind", "act", "reason", "recorded_at", "fingerprint", *_STAMP),
    links={"reverses": "number", "device": "public_id"},
    parts=(*_MOVES, _DISPUTES, _VERDICTS),
)

CLUB = ("public_id", "name", "time_zone", "created_at")
PLAYERS = Part(
    model=models.Player,
    name="players",
    parent="club",
    values=("public_id", "name", "created_at", "erased_at"),
    links={"merged_into": "public_id"},
)
DEVICES = Part(model=models.Device, name="devices", values=("public_id", "label", "created_at"))
RULE_SETS = Part(
    model=models.SavedRules,
    name="rule_sets",
    parent="club",
    values=("public_id", "game", "name", "rules", "revision", "changed_at"),
)
SEASONS = Part(model=models.Season, name="seasons", parent="club", values=("public_id", "name", "since", "until"))
SESSIONS = Part(
    model=Session,
    name="sessions",
    parent="club",
    values=(
        *("public_id", "game", "rules", "currency", "minor_digits", "stake_factor", "first_dealer", "table"),
        *("revision", "is_practice", "players_may_propose", "has_terms", "name", "place", "note", "day", "started_at"),
        *_STAMP,
    ),
    parts=(_SEATS, _ENTRIES),
)


@contextmanager
def one_snapshot() -> Iterator[None]:
    """Let all queries of the block read one snapshot."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Django's `atomic` would ask SQLite for the right to write, and block a table that records.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            # By default PostgreSQL shows each query the newest state.
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def written(*, books: Record) -> str:
    return _indented(books) + "\n"


def _indented(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True)


def checksum(*, books: Record) -> str:
    rest = {key: value for key, value in books.items() if key != CHECKSUM}
    return sha256(written(books=rest).encode(errors="surrogatepass")).hexdigest()


class Document:
    """The books of a club or of one night."""

    def __init__(self, *, club: Club, session: Session | None = None) -> None:
        """Read all rows, each night in its own snapshot."""
        # Nights wait in a file to save memory. Without a buffer a full disk raises here, and not again on close.
        self._file = TemporaryFile(buffering=0)  # noqa: SIM115 - deleted with the document
        self._places: dict[int, tuple[int, int]] = {}
        self._devices: set[str] = set()
        sessions, players = club.sessions.all(), Q(club=club)
        if session:
            sessions = sessions.filter(pk=session.pk)
            players = Q(seats__session=session) | Q(merged_players__seats__session=session)
        marks_before = _marks(sessions)
        # SQLite blocks writers while it reads a snapshot, so each night has a separate one.
        for night in marks_before:
            with one_snapshot():
                self._keep(night)
        with one_snapshot():
            # A night may have changed since then. Read such a night again, in the snapshot of the rest.
            marks = _marks(sessions)
            for night in (night for night, mark in marks.items() if marks_before.get(night) != mark):
                self._keep(night)
            self._nights = tuple(marks)
            player_rows = PLAYERS.rows.filter(players).order_by("created_at", "public_id").distinct()
            device_rows = DEVICES.rows.filter(public_id__in=self._devices).order_by("created_at", "public_id")
            self._rest: Record = {
                "format": FORMAT,
                "version": VERSION,
                "club": _keyed({name: getattr(club, name) for name in CLUB}),
                PLAYERS.name: rows_written(PLAYERS, player_rows),
                DEVICES.name: rows_written(DEVICES, device_rows),
            }
            for part in (RULE_SETS, SEASONS):
                self._rest[part.name] = [] if session else rows_written(part, part.rows.filter(club=club))
        digest = sha256()
        for chunk in self._written():
            digest.update(chunk)
        self.checksum = digest.hexdigest()

    def parts(self) -> Iterator[bytes]:
        return self._written(**{CHECKSUM: self.checksum})

    def _keep(self, night: int) -> None:
        row = night_record(session=Session.objects.get(pk=night))
        self._devices.update(named_devices(SESSIONS, [row]))
        text = _indented(row).replace("\n", "\n  ").encode()
        self._places[night] = self._file.seek(0, SEEK_END), len(text)
        left = memoryview(text)
        while left:
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


def club_books(*, club: Club) -> Record:
    found: Record = json.loads(b"".join(Document(club=club).parts()))
    return found


def _marks(sessions: QuerySet[Session]) -> dict[int, tuple[int | None, ...]]:
    lookups = ("entries", "entries__disputes", "entries__disputes__voices", "entries__kept_verdicts")
    rows = sessions.order_by("pk").values_list("pk", "revision", *map(Max, lookups))
    return {night: tuple(mark) for night, *mark in rows}


def night_record(*, session: Session) -> Record:
    record = _keyed({name: getattr(session, name) for name in SESSIONS.values})
    return record | {part.name: rows[session.pk] for part, rows in _rows_inside(SESSIONS, night="", session=session)}


def _rows_inside(part: Part, *, night: str, session: Session) -> Iterator[tuple[Part, Mapping[int, Any]]]:
    """Yield inner parts with their rows by parent id."""
    for inner, lookup in part.inside(night=night):
        found: defaultdict[int, Any] = defaultdict(type(None) if inner.single else list)
        within = tuple(_rows_inside(inner, night=lookup, session=session))
        for row in inner.rows.filter(**{lookup: session}).values("pk", f"{inner.parent}_id", *_columns(inner)):
            record = _record(inner, row) | {each.name: rows[row["pk"]] for each, rows in within}
            if inner.single:
                found[row[f"{inner.parent}_id"]] = record
            else:
                found[row[f"{inner.parent}_id"]].append(record)
        yield inner, found


def rows_written(part: Part, rows: Any) -> list[Record]:
    return [_record(part, row) for row in rows.values(*_columns(part))]


def _columns(part: Part) -> tuple[str, ...]:
    return (*part.values, *(f"{link}__{name}" for link, name in part.links.items()))


def _record(part: Part, row: Record) -> Record:
    values = {name: row[name] for name in part.values}
    return _keyed(values | {link: row[f"{link}__{name}"] for link, name in part.links.items()})


def _keyed(values: Record) -> Record:
    return {key_of(name): plain(value) for name, value in values.items()}


def key_of(name: str) -> str:
    return "id" if name == "public_id" else name


def plain(value: object) -> object:
    """Return the value of a column as JSON holds it."""
    if isinstance(value, datetime):
        return utc_text(moment=value)
    return str(value) if isinstance(value, (date, UUID)) else value


def named_devices(part: Part, rows: Collection[Record]) -> Iterator[str]:
    """Yield the ids of the devices named in rows."""
    for row in rows:
        if row.get("device") and "device" in part.links:
            yield row["device"]
        for inner in part.parts:
            inside = row[inner.name]
            yield from named_devices(inner, inside if isinstance(inside, list) else [])
