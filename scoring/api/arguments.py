"""Read the arguments that programs send, strictly."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, date, datetime
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints
from uuid import UUID

from django.utils.timezone import make_aware

from scoring.api.answers import Kind, by_id, note, plain, public_name, without_null
from scoring.api.problems import FieldsError
from scoring.games.base import InWords
from scoring.games.house_rules import shown
from scoring.limits import Limits, OneOf, PartNames
from scoring.models import Hand, Player
from scoring.queries.table.state import hand_numbered
from scoring.texts import Text, say

HIGHEST_NUMBER = 2**31 - 1


class Argument(NamedTuple):
    """An argument, or an object with its parts."""

    name: str
    kind: Kind
    default: Any = MISSING
    makes: Callable[..., Any] | None = None
    holds: tuple["Argument", ...] = ()
    attribute: str = ""

    @property
    def sent(self) -> Iterator["Argument"]:
        """Yield the fields to send."""
        if not self.makes:
            yield self
        for each in (inner for held in self.holds for inner in held.sent):
            yield each._replace(default=self.default if each.default is MISSING else each.default)


def argument(owner: str, attribute: str, kind: Kind, default: Any = MISSING) -> Argument:
    name = public_name(attribute, owner) or attribute
    inner, notes = plain(without_null(kind) or kind)
    if parts := parts_of(inner, notes):
        holds, makes = parts
        if attribute == "expected":
            holds = tuple(each._replace(name=f"expected_{each.name}") for each in holds)
        return Argument(name, kind, default, makes, holds, attribute)
    return Argument(by_id(name, kind, (UUID, Player)), kind, default, attribute=attribute)


@cache
def parts_of(kind: Any, notes: tuple[Any, ...]) -> tuple[tuple[Argument, ...], Any] | None:
    """Return the fields of an object and its constructor."""
    if called := note(PartNames, notes):
        held = tuple(argument("", name, each) for name, each in zip(called.names, get_args(kind), strict=True))
        return held, lambda **values: tuple(values[name] for name in called.names)
    if not is_dataclass(kind):
        return None
    hints = get_type_hints(kind, include_extras=True)
    owner = getattr(kind, "__name__", "")
    return tuple(argument(owner, each.name, hints[each.name], each.default) for each in fields(kind)), kind


class Reader:
    """Read the content and collect all errors."""

    def __init__(self, *, given: Mapping[str, Any] | None = None, as_text: bool = False) -> None:
        self.given, self.as_text = given or {}, as_text
        self.wrong: list[tuple[str, Text]] = []

    def read(self, taken: tuple[Argument, ...], data: object) -> dict[str, Any]:
        values = self._members(taken, data, "")
        if self.wrong:
            raise FieldsError(*self.wrong)
        return values

    def _refuse(self, where: str, key: str, **values: Any) -> None:
        self.wrong.append((where, say(f"api.{key}", **values)))

    def _refuse_type(self, where: str, kind: str) -> None:
        self._refuse(where, "field_type", type=kind)

    def _members(self, taken: tuple[Argument, ...], data: object, where: str) -> dict[str, Any]:
        """Return the values of an object by attribute."""
        if not isinstance(data, Mapping):
            self._refuse_type(where.removesuffix("."), "object")
            return {}
        known = {each.name for member in taken for each in member.sent}
        for name in data:
            if name not in known:
                self._refuse(f"{where}{name}", "unknown_field")
        return {each.attribute: value for each in taken if (value := self._given(each, data, where)) is not MISSING}

    def _given(self, member: Argument, data: Mapping[str, object], where: str) -> Any:
        """Return a member's value, MISSING if not sent."""
        if not member.makes:
            if member.name in data:
                return self._value(member.kind, data[member.name], f"{where}{member.name}")
            if member.default is MISSING:
                self._refuse(f"{where}{member.name}", "field_missing")
            return MISSING
        if member.default is not MISSING and not any(each.name in data for each in member.sent):
            return MISSING
        found = {each.attribute: self._given(each, data, where) for each in member.holds}
        return MISSING if self.wrong else member.makes(**{k: v for k, v in found.items() if v is not MISSING})

    def _value(self, kind: Kind, data: Any, where: str) -> Any:
        kind, notes = plain(kind)
        inner = without_null(kind)
        if data is None:
            return None if inner else self._refuse(where, "field_missing")
        if inner:
            return self._value(inner, data, where)
        if words := note(InWords, notes):
            return data if isinstance(data, words.takes) else self._refuse_type(where, "object")
        if parts := parts_of(kind, notes):
            values = self._members(parts[0], data, f"{where}.")
            return None if self.wrong else parts[1](**values)
        many = self._several if get_args(kind) else self._simple
        return many(kind, notes, data, where)

    def _simple(self, kind: Kind, notes: tuple[Any, ...], data: Any, where: str) -> Any:
        """Return a value without parts, or refuse it."""
        limits = note(Limits, notes)
        if kind in (Player, Hand):
            return self._row(kind, data, where)
        if kind in (int, bool) and self.as_text:
            data = _from_text(kind, data)
        if kind is str:
            return self._text(limits, note(OneOf, notes), data, where)
        if kind is int:
            return self._number(limits or Limits(0, HIGHEST_NUMBER), data, where)
        if kind is bool:
            return data if isinstance(data, bool) else self._refuse_type(where, "boolean")
        try:
            if kind in _LENGTHS and len(data) != _LENGTHS[kind]:
                raise ValueError
            return _PARSED.get(kind, kind)(data)
        except (ValueError, TypeError, OverflowError, AttributeError):
            example, given = _EXAMPLES.get(kind), shown(data)
            return self._refuse_type(where, example) if example else self._refuse(where, "field_choice", given=given)

    def _text(self, limits: Limits | None, words: OneOf | None, data: Any, where: str) -> Any:
        if not isinstance(data, str) or "\0" in data:
            return self._refuse_type(where, "string")
        text = data.strip()
        if words and text not in words.words:
            return self._refuse(where, "field_choice", given=shown(data))
        return self._within(limits, len(text), text, where, ("field_missing", "field_long"))

    def _number(self, limits: Limits, data: Any, where: str) -> Any:
        # In Python `true` would be the number 1.
        if not isinstance(data, int) or isinstance(data, bool):
            return self._refuse_type(where, "integer")
        return self._within(limits, data, data, where, ("field_low", "field_high"))

    def _within(self, limits: Limits | None, size: int, found: Any, where: str, keys: tuple[str, str]) -> Any:
        if limits and size < limits.least:
            return self._refuse(where, keys[0], least=limits.least)
        if limits and size > limits.most:
            return self._refuse(where, keys[1], most=limits.most)
        return found

    def _several(self, kind: Kind, notes: tuple[Any, ...], data: Any, where: str) -> Any:
        if not isinstance(data, list):
            return self._refuse_type(where, "array")
        if self._within(note(Limits, notes), len(data), data, where, ("field_low", "field_high")) is None:
            return None
        return tuple(self._value(get_args(kind)[0], one, f"{where}.{number}") for number, one in enumerate(data))

    def _row(self, kind: Any, data: Any, where: str) -> Any:
        """Return the hand of a number, or the player of an id."""
        sent = self._value(Annotated[int, Limits(1, HIGHEST_NUMBER)] if kind is Hand else UUID, data, where)
        if sent is None:
            return None
        if kind is Hand:
            found: Any = hand_numbered(session=self.given["session"], number=sent)
        else:
            player = Player.objects.filter(club=self.given["club"], public_id=sent).first()
            found = player and (player.merged_into or player)
        return self._refuse(where, "unknown_row") if found is None else found


def _from_text(kind: type, text: Any) -> Any:
    """Return the integer or boolean of a query parameter."""
    if kind is bool:
        return {"true": True, "false": False}.get(text, text)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 11 else text


def _moment(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return (found if found.tzinfo else make_aware(found)).astimezone(UTC)


# Python also reads forms that other clients cannot read.
_LENGTHS = {UUID: 36, date: 10}
_EXAMPLES = {UUID: "UUID", date: "2026-11-22", datetime: "2026-11-22T19:30:00Z"}
_PARSED: Mapping[type, Callable[[Any], object]] = {date: date.fromisoformat, datetime: _moment}
