"""Read the rows of a file of exported books; a check reads those of the database likewise, as an import would."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, cast
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import models

from scoring.models import Club, Session
from scoring.models.sessions import FIRST_DAY, LAST_DAY
from scoring.money import OFFERED_CURRENCIES
from scoring.queries.books.parts import Part
from scoring.texts import Text, say

_OFFERED = frozenset(currency.code for currency in OFFERED_CURRENCIES)


class WrongRowError(Exception):
    """A row that no export of ours holds; `place` is where in the file."""

    def __init__(self, text: Text, *, place: str) -> None:
        super().__init__(f"{place}: {text.english()}")
        self.text = text
        self.place = place


def key_of(name: str) -> str:
    """Return what a file calls a value."""
    return "id" if name == "public_id" else name


def check_keys(*, part: Part, row: Any, place: str) -> None:
    """Raise WrongRowError unless a row is an object with exactly the keys of its part."""
    if not isinstance(row, dict):
        raise WrongRowError(say("books_refused.object"), place=place)
    expected = {*map(key_of, part.values), *part.links, *(inner.name for inner in part.parts)}
    if missing := sorted(expected - row.keys()):
        raise WrongRowError(say("books_refused.missing", name=repr(missing[0])), place=place)
    if unknown := sorted(row.keys() - expected):
        raise WrongRowError(say("books_refused.unknown", name=repr(unknown[0])), place=place)


def values_in(
    *, row: dict[str, Any], model: type[models.Model], names: tuple[str, ...], place: str
) -> dict[str, object]:
    """Return the values of a row as its model takes them. Raises WrongRowError."""
    return {name: _value(model, name, row.get(key_of(name)), place=f"{place}.{key_of(name)}") for name in names}


def wrong_values(*, part: Part, rows: Any, place: str) -> Iterator[WrongRowError]:
    """Yield the rows, also those inside, whose values an import refuses."""
    for index, row in enumerate(rows if isinstance(rows, list) else [rows] if rows else []):
        at = f"{place}[{index}]" if isinstance(rows, list) else place
        try:
            values_in(row=row, model=part.model, names=part.values, place=at)
        except WrongRowError as error:
            yield error
        for inner in part.parts:
            yield from wrong_values(part=inner, rows=row[inner.name], place=f"{at}.{inner.name}")


def _value(model: type[models.Model], name: str, value: object, *, place: str) -> object:
    field = cast("models.Field[Any, Any]", model._meta.get_field(name))
    if value is None:
        if field.null:
            return None
        raise WrongRowError(say("books_refused.value", why=str(field.error_messages["null"])), place=place)
    match field:
        case models.UUIDField() | models.DateField():
            read = _read(field, value, place=place)
            if model is Session and name == "day" and not (isinstance(read, date) and FIRST_DAY <= read <= LAST_DAY):
                raise WrongRowError(say("books_refused.day"), place=place)
            return read
        case models.CharField() if len(str(value)) > (field.max_length or 0):
            raise WrongRowError(say("books_refused.long", most=field.max_length or 0), place=place)
    if model is Session and name == "currency" and value not in _OFFERED:
        raise WrongRowError(say("books_refused.currency"), place=place)
    if model is Club and name == "time_zone" and value not in available_timezones():
        raise WrongRowError(say("books_refused.time_zone"), place=place)
    _require_kind(field, value, place=place)
    return value


def _require_kind(field: "models.Field[Any, Any]", value: object, *, place: str) -> None:
    """Raise WrongRowError for a value that a column of this kind does not hold."""
    kinds: dict[type, type] = {models.CharField: str, models.IntegerField: int, models.BooleanField: bool}
    kind = next((type_ for each, type_ in kinds.items() if isinstance(field, each)), None)
    if kind is str and not isinstance(value, str):
        raise WrongRowError(say("books_refused.text"), place=place)
    if kind not in (str, None, type(value)):
        why = str(field.error_messages["invalid"]) % {"value": repr(value)[:80]}
        raise WrongRowError(say("books_refused.value", why=why), place=place)
    try:
        field.run_validators(value)
    except ValidationError as error:
        raise WrongRowError(say("books_refused.value", why=" ".join(error.messages)), place=place) from error


def _read(field: "models.Field[Any, Any]", value: object, *, place: str) -> object:
    try:
        read = field.to_python(value)
    except ValidationError as error:
        raise WrongRowError(say("books_refused.value", why=" ".join(error.messages)), place=place) from error
    except TypeError as error:
        raise WrongRowError(say("books_refused.text"), place=place) from error
    if isinstance(read, datetime) and read.tzinfo is None:
        raise WrongRowError(say("books_refused.time"), place=place)
    return read
