"""The versions of the exported books: version 1 as the newest says it, and the newest as version 1 said it."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from scoring.queries.books.document import CHECKSUM, Record, checksum
from scoring.queries.books.parts import SEASONS, SESSIONS, Part

FIXTURES = "fixtures"
"""What a season listed while the app kept leagues: no row is made of it."""


def newest_of(*, books: Record) -> Record:
    """Return books as the newest version says them; what cannot be read stays for the import to refuse.

    Where no night says its day, it is that of its first moment by the club's clock, as pages showed it then.
    """
    newer: Record = {SEASONS.name: []} | books
    if isinstance(seasons := newer[SEASONS.name], list):
        newer[SEASONS.name] = [_without_fixtures(season) for season in seasons]
    if not _has_days(books):
        newer = _copied(newer)
        for row in _nights(newer):
            with suppress(KeyError, OverflowError, TypeError, ValueError):
                clock = ZoneInfo(newer["club"]["time_zone"])
                row["day"] = str(datetime.fromisoformat(row["started_at"]).astimezone(clock).date())
    if books.get("version") != 1:
        return newer
    newer = _copied(newer)
    for part, row in _rows(SESSIONS, newer.get(SESSIONS.name)):
        for name, meant in part.added.items():
            row.setdefault(name, meant)
        for inner in part.newer_parts:
            row.setdefault(inner.name, None if inner.single else [])
    return newer


def as_in(*, file: Record, books: Record) -> Record:
    """Return the newest books as a file of its version says them; the first of version 2 lacked seasons, then days."""
    if file.get("version") == 1:
        return version_1_of(books=books)
    older = books if _has_days(file) else _without_days(books)
    return _with_fixtures_of(file, older) if SEASONS.name in file else _without_seasons(older)


def fixtures_in(*, books: Record) -> int:
    """Return how many fixtures of leagues a file holds, which no import takes."""
    return sum(len(season.get(FIXTURES, ())) for season in books.get(SEASONS.name, ()))


def _without_fixtures(season: Any) -> Any:
    if isinstance(season, dict) and isinstance(season.get(FIXTURES), list):
        return {name: value for name, value in season.items() if name != FIXTURES}
    return season


def _with_fixtures_of(file: Record, books: Record) -> Record:
    seasons = [
        season | {FIXTURES: listed[FIXTURES]} if FIXTURES in listed else season
        for season, listed in zip(books[SEASONS.name], file[SEASONS.name], strict=True)
    ]
    older = books | {SEASONS.name: seasons}
    return older if seasons == books[SEASONS.name] else older | {CHECKSUM: checksum(books=older)}


def version_1_of(*, books: Record) -> Record:
    """Return the newest books as version 1 said them, without what it lacked."""
    older: Record = _copied(_without_days(_without_seasons(books))) | {"version": 1}
    for part, row in _rows(SESSIONS, older[SESSIONS.name]):
        for name in (*part.added, *(inner.name for inner in part.newer_parts)):
            del row[name]
    return older | {CHECKSUM: checksum(books=older)}


def _without_seasons(books: Record) -> Record:
    older = {name: value for name, value in books.items() if name != SEASONS.name}
    return older | {CHECKSUM: checksum(books=older)}


def _without_days(books: Record) -> Record:
    older: Record = _copied(books)
    for row in _nights(older):
        del row["day"]
    return older | {CHECKSUM: checksum(books=older)}


def _has_days(books: Record) -> bool:
    """Tell whether nights say their day; books without a night lack nothing."""
    nights = _nights(books)
    return not nights or any("day" in row for row in nights)


def _nights(books: Record) -> list[Record]:
    rows = books.get(SESSIONS.name)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _copied(value: Any) -> Any:
    match value:
        case dict():
            return {key: _copied(each) for key, each in value.items()}
        case list():
            return [_copied(each) for each in value]
    return value


def _rows(part: Part, rows: Any) -> Iterator[tuple[Part, Record]]:
    """Yield every row with its part, those inside a row before it."""
    for row in rows if isinstance(rows, list) else [rows]:
        if isinstance(row, dict):
            for inner in part.parts:
                yield from _rows(inner, row.get(inner.name))
            yield part, row
