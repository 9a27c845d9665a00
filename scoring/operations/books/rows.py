"""Write the rows of exported books, part by part, with the place of whatever cannot be written."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models

from scoring.models import Device, Entry, Hand
from scoring.models.devices import hash_token
from scoring.operations.errors import RefusedError
from scoring.operations.people.devices import new_token
from scoring.queries.books import Record
from scoring.queries.books.parts import SESSIONS, Part
from scoring.texts import Text, say


class BooksError(RefusedError):
    """The file is not one of our exports, or was changed since; `place` is where in it."""

    code = "books_refused"

    def __init__(self, text: Text, *, place: str = "") -> None:
        super().__init__(say("books_refused.at", place=place, what=text) if place else text)
        self.place = place


type Known = dict[tuple[type[models.Model], object], models.Model]


def list_in(row: Record, *, name: str, place: str) -> list[Any]:
    """Return the list under a name. Raises BooksError where there is none."""
    found = row.get(name)
    if not isinstance(found, list):
        raise BooksError(say("books_refused.list"), place=place)
    return found


def write_rows(rows: Iterable[tuple[int, Any]], *, part: Part, place: str, parent: models.Model, known: Known) -> None:
    """Write the rows of a part, given with their index in the file, each with everything inside it.

    The database takes the payments of a line only while it is the newest one. `known` are the rows written so
    far. Raises BooksError.
    """
    for index, row in rows:
        _write_row(part, row, place=f"{place}[{index}]", parent=parent, known=known)


def _write_row(part: Part, row: Any, *, place: str, parent: models.Model, known: Known) -> None:
    _check_keys(part, row, place=place)
    written = part.model(
        **values_in(row, model=part.model, names=part.values, place=place),
        **{link: _linked(part, link, row[link], place=place, known=known) for link in part.links},
        **({part.parent: parent} if part.parent else {}),
        **_invented(part.model, parent=parent),
    )
    save(written, place=place)
    inside = dict(known) if part is SESSIONS else known  # numbers of seats and lines begin anew each night
    for name in ("public_id", "number"):
        if name in part.values:
            known[part.model, row[_key(name)]] = written
    for inner in part.parts:
        at = f"{place}.{inner.name}"
        if not inner.single:
            rows = enumerate(list_in(row, name=inner.name, place=at))
            write_rows(rows, part=inner, place=at, parent=written, known=inside)
        elif row[inner.name] is not None:
            _write_row(inner, row[inner.name], place=at, parent=written, known=inside)


def _invented(model: type[models.Model], *, parent: models.Model) -> dict[str, object]:
    """Return what a row needs beside what is in the file."""
    if model is Device:
        return {"token_hash": hash_token(token=new_token())}  # nobody holds the token
    if isinstance(parent, Entry) and model is Hand:
        return {"session": parent.session}
    return {}


def _check_keys(part: Part, row: Any, *, place: str) -> None:
    if not isinstance(row, dict):
        raise BooksError(say("books_refused.object"), place=place)
    expected = {*map(_key, part.values), *part.links, *(inner.name for inner in part.parts)}
    if missing := sorted(expected - row.keys()):
        raise BooksError(say("books_refused.missing", name=repr(missing[0])), place=place)
    if unknown := sorted(row.keys() - expected):
        raise BooksError(say("books_refused.unknown", name=repr(unknown[0])), place=place)


def values_in(row: Record, *, model: type[models.Model], names: tuple[str, ...], place: str) -> dict[str, object]:
    """Return the fields of a row as its model takes them. Raises BooksError."""
    return {name: _value(model, name, row.get(_key(name)), place=place) for name in names}


def _value(model: type[models.Model], name: str, value: object, *, place: str) -> object:
    field = cast("models.Field[Any, Any]", model._meta.get_field(name))
    place = f"{place}.{_key(name)}"
    match field:
        case models.UUIDField() | models.DateTimeField():
            return _read(field, value, place=place)
        case models.CharField() if len(str(value)) > (field.max_length or 0):
            raise BooksError(say("books_refused.long", most=field.max_length or 0), place=place)
    return value


def _read(field: "models.Field[Any, Any]", value: object, *, place: str) -> object:
    try:
        read = field.to_python(value)
    except ValidationError as error:
        raise BooksError(say("books_refused.value", why=" ".join(error.messages)), place=place) from error
    except TypeError as error:
        raise BooksError(say("books_refused.text"), place=place) from error
    if isinstance(read, datetime) and read.tzinfo is None:
        raise BooksError(say("books_refused.time"), place=place)
    return read


def _linked(part: Part, link: str, value: object, *, place: str, known: Known) -> models.Model | None:
    if value is None:
        return None
    target = cast("type[models.Model]", part.model._meta.get_field(link).related_model)
    try:
        return known[target, value]
    except (KeyError, TypeError):
        raise BooksError(say("books_refused.link", value=repr(value)), place=f"{place}.{link}") from None


def save(row: models.Model, *, place: str) -> None:
    """Write a row. Raises BooksError where the database refuses it."""
    try:
        row.save(force_insert=row.pk is None)
    except (DatabaseError, ValidationError, OverflowError, TypeError, ValueError) as error:
        raise BooksError(say("books_refused.database", why=str(error)), place=place) from error


def _key(name: str) -> str:
    return "id" if name == "public_id" else name
