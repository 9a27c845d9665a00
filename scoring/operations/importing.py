"""Import exported books into an installation that has none: everything or nothing."""

import json
from collections.abc import Iterable
from typing import Any, NoReturn, cast

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction

from scoring.models import Club, Device, Entry, Hand, Session
from scoring.models.devices import hash_token
from scoring.operations.devices import new_token
from scoring.operations.errors import RefusedError
from scoring.queries import books as exported
from scoring.queries.books import Record
from scoring.queries.books.parts import CLUB, DEVICES, PLAYERS, RULE_SETS, SESSIONS, Part
from scoring.queries.checking import check_session


class BooksError(RefusedError):
    """The file is not one of our exports, or was changed since; `place` is where in it."""

    code = "books_refused"

    def __init__(self, message: str, *, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place


class NotEmptyError(RefusedError):
    """The installation holds books already; an import never mixes two."""

    code = "not_empty"


type _Known = dict[tuple[type[models.Model], object], models.Model]


def read_books(*, text: str) -> Record:
    """Return the books that a file holds, not yet checked.

    Raises BooksError where it is no export of ours, or one of another version.
    """
    try:
        books = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BooksError(f"This is not a file of ours: {error}") from error
    if not isinstance(books, dict) or books.get("format") != exported.FORMAT:
        raise BooksError("This is not an export of Cuajo's books.", place="format")
    if books.get("version") != exported.VERSION:
        raise BooksError(
            f"This export has version {books.get('version')!r}; this Cuajo reads version {exported.VERSION}. "
            "Use the Cuajo that made it, or a newer one.",
            place="version",
        )
    return books


@transaction.atomic
def import_books(*, books: Record) -> Club:
    """Write the books of a file into this empty installation, and return their club.

    The club of a first start that has recorded nothing yet becomes the imported one, and keeps its phones.
    What was written is derived again and exported again: both must agree with the file. Raises BooksError
    with the place in the file, NotEmptyError; nothing is written then.
    """
    club = _empty_club(books)
    _fill_club(club, books)
    known: _Known = {}
    for part in (PLAYERS, DEVICES, RULE_SETS, SESSIONS):
        rows = list(enumerate(_list(books, part.name)))
        rows.sort(key=lambda row: _is_merged(row[1]))  # a merged player points to another one
        _write(part, rows, place=part.name, parent=club, known=known)
    _check_ledgers(club)
    _check_same(exported.club_books(club=club), books)
    return club


def _empty_club(books: Record) -> Club:
    ids = [row.get("id") for row in _list(books, SESSIONS.name) if isinstance(row, dict)]
    if {str(found) for found in Session.objects.values_list("public_id", flat=True)} & set(map(str, ids)):
        raise NotEmptyError("These books are here already; nothing was imported.")
    clubs = list(Club.objects.select_for_update())
    if len(clubs) > 1 or any(
        club.sessions.exists() or club.players.exists() or club.saved_rules.exists() for club in clubs
    ):
        raise NotEmptyError(
            "There are books here already, and an import never mixes two. Set CUAJO_DATA to a new folder and "
            "import there."
        )
    return clubs[0] if clubs else Club()


def _fill_club(club: Club, books: Record) -> None:
    row = books.get("club")
    values = _values(Club, CLUB, row if isinstance(row, dict) else {}, place="club")
    for name, value in values.items():
        setattr(club, name, value)
    _save(club, place="club")


def _is_merged(row: object) -> bool:
    return isinstance(row, dict) and row.get("merged_into") is not None


def _list(row: Record, name: str, *, place: str = "") -> list[Any]:
    found = row.get(name)
    if not isinstance(found, list):
        raise BooksError("A list is missing here.", place=place or name)
    return found


def _write(
    part: Part,
    rows: Iterable[tuple[int, Any]],
    *,
    place: str,
    parent: models.Model | None,
    known: _Known,
) -> None:
    """Write the rows of a part, given with their index in the file, each with everything inside it.

    The database takes the payments of a line only while it is the newest one.
    """
    for index, row in rows:
        _write_row(part, row, place=f"{place}[{index}]", parent=parent, known=known)


def _write_row(part: Part, row: Any, *, place: str, parent: models.Model | None, known: _Known) -> None:
    _check_keys(part, row, place=place)
    written = part.model(
        **_values(part.model, part.values, row, place=place),
        **{link: _linked(part, link, row[link], place=place, known=known) for link in part.links},
        **({part.parent: parent} if part.parent else {}),
        **_invented(part.model, parent=parent),
    )
    _save(written, place=place)
    inside = dict(known) if part is SESSIONS else known  # numbers of seats and lines begin anew each night
    for name in ("public_id", "number"):
        if name in part.values:
            known[part.model, row[_key(name)]] = written
    for inner in part.parts:
        at = f"{place}.{inner.name}"
        if not inner.single:
            rows = enumerate(_list(row, inner.name, place=at))
            _write(inner, rows, place=at, parent=written, known=inside)
        elif row[inner.name] is not None:
            _write_row(inner, row[inner.name], place=at, parent=written, known=inside)


def _invented(model: type[models.Model], *, parent: models.Model | None) -> dict[str, object]:
    """Return what a row needs beside what is in the file."""
    if model is Device:
        return {"token_hash": hash_token(token=new_token())}  # nobody holds the token
    if isinstance(parent, Entry) and model is Hand:
        return {"session": parent.session}
    return {}


def _check_keys(part: Part, row: Any, *, place: str) -> None:
    if not isinstance(row, dict):
        raise BooksError("An object is missing here.", place=place)
    expected = {*map(_key, part.values), *part.links, *(inner.name for inner in part.parts)}
    if missing := sorted(expected - row.keys()):
        raise BooksError(f"{missing[0]!r} is missing.", place=place)
    if unknown := sorted(row.keys() - expected):
        raise BooksError(f"{unknown[0]!r} is not known.", place=place)


def _values(
    model: type[models.Model], names: tuple[str, ...], row: Record, *, place: str
) -> dict[str, object]:
    return {name: _value(model, name, row.get(_key(name)), place=place) for name in names}


def _value(model: type[models.Model], name: str, value: object, *, place: str) -> object:
    field = cast("models.Field[Any, Any]", model._meta.get_field(name))
    try:
        if isinstance(field, models.UUIDField | models.DateTimeField):
            return field.to_python(value)
    except ValidationError as error:
        raise BooksError(" ".join(error.messages), place=f"{place}.{_key(name)}") from error
    if isinstance(field, models.CharField) and len(str(value)) > (field.max_length or 0):
        raise BooksError(f"This is longer than {field.max_length} letters.", place=f"{place}.{_key(name)}")
    return value


def _linked(part: Part, link: str, value: object, *, place: str, known: _Known) -> models.Model | None:
    if value is None:
        return None
    target = cast("type[models.Model]", part.model._meta.get_field(link).related_model)
    try:
        return known[target, value]
    except (KeyError, TypeError):
        raise BooksError(f"There is no {value!r} to point to.", place=f"{place}.{link}") from None


def _save(row: models.Model, *, place: str) -> None:
    try:
        row.save(force_insert=row.pk is None)
    except (DatabaseError, OverflowError, TypeError, ValueError) as error:
        raise BooksError(f"The database refuses this: {error}", place=place) from error


def _key(name: str) -> str:
    return "id" if name == "public_id" else name


def _check_ledgers(club: Club) -> None:
    for index, session in enumerate(club.sessions.order_by("pk")):
        for finding in check_session(session=session):
            if finding.wrong:
                line = f".entries[{finding.line - 1}]" if finding.line else ""
                raise BooksError(finding.what, place=f"{SESSIONS.name}[{index}]{line}")


def _check_same(written: object, given: object, *, place: str = "") -> None:
    """Raise BooksError at the first place where the books written are not those of the file."""
    match written, given:
        case dict(), dict():
            for key in sorted({*written, *given}):
                _check_same(written.get(key), given.get(key), place=f"{place}.{key}" if place else key)
        case list(), list() if len(written) == len(given):
            for index, (one, other) in enumerate(zip(written, given, strict=True)):
                _check_same(one, other, place=f"{place}[{index}]")
        case _ if type(written) is not type(given) or written != given:
            raise BooksError("The file was changed after it was exported.", place=place)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
