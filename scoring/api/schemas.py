"""Types of results and of arguments as JSON Schema describes them."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import Any, NotRequired, get_args, get_origin, get_type_hints
from uuid import UUID

from scoring.api.acts import WORDS
from scoring.api.kinds import SHAPES, Kind, Shape, about, note, origin, plain, shown_fields, without_null
from scoring.api.reading import HIGHEST_NUMBER, Argument, pair_of, parts_of
from scoring.games.base import InWords
from scoring.limits import Called, Limits, OneOf
from scoring.models import Hand, Player, Session
from scoring.money import Currency
from scoring.people import Named

type Described = dict[str, Any]
MOST_IN_PLACE = 12
"""So many words of an enum are said where it stands; one of more has a name of its own."""

PLAIN: Mapping[type, Described] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    Fraction: {"type": "string"},
    Currency: {"type": "string"},
    UUID: {"type": "string", "format": "uuid"},
    Session: {"type": "string", "format": "uuid"},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
    object: {},
}


class ShownPerson(Shape):
    """Somebody who plays in the club."""

    id: UUID
    name: str


class Schemas:
    """The objects of a description by their names: two of one name are a mistake of ours."""

    def __init__(self) -> None:
        self.known: dict[str, Described] = {}
        self._of: dict[str, object] = {}

    def refer(self, name: str, thing: object, describe: Callable[[], Described]) -> Described:
        """Return where an object is described, which happens the first time."""
        if self._of.setdefault(name, thing) != thing:
            raise TypeError(f"Two things are called {name}: {thing} and {self._of[name]}.")
        if name not in self.known:
            self.known[name] = {}
            self.known[name] = describe()
        return {"$ref": f"#/components/schemas/{name}"}

    def shown(self, kind: Kind) -> Described:
        """Return what an answer of a type looks like."""
        kind, notes = plain(kind)
        if words := note(InWords, notes):
            return self._words(words)
        if (inner := without_null(kind)) is not None:
            return {"anyOf": [self.shown(inner), {"type": "null"}]}
        inside = get_args(kind)
        if inside and origin(kind) is tuple:
            return {"type": "array", "items": self.shown(inside[0])}
        if inside:
            return {"type": "object", "additionalProperties": self.shown(inside[1])}
        shown: Any = ShownPerson if kind is Player or Named in notes else SHAPES.get(kind, kind)
        if shown in PLAIN or issubclass(shown, Enum):
            return self._simple(shown, notes)
        name = shown.__name__.removesuffix("Shape").removeprefix("Shown")
        describe = self._typed if hasattr(shown, "__required_keys__") else self._object
        return self.refer(name, shown, lambda: describe(shown))

    def taken(self, kind: Kind) -> Described:
        """Return what is to be sent for an argument of a type."""
        kind, notes = plain(kind)
        if words := note(InWords, notes):
            return self._words(words)
        if (inner := without_null(kind)) is not None:
            return {"anyOf": [self.taken(inner), {"type": "null"}]}
        called, limits = note(Called, notes), note(Limits, notes)
        if parts := parts_of(kind, notes):
            name = "".join(each.name.title().replace("_", "") for each in parts[0]) if called else kind.__name__
            return self.refer(f"{name}Request", kind, lambda: self.form(parts[0], about(kind)))
        if inside := get_args(kind):
            several = {"type": "array", "items": self.taken(pair_of(kind, called) if called else inside[0])}
            return several | ({"minItems": limits.least, "maxItems": limits.most} if limits else {})
        least = Limits(1 if kind is Hand else 0, HIGHEST_NUMBER)
        kind = {Player: UUID, Hand: int}.get(kind, kind)
        return self._simple(kind, notes if limits or kind is not int else (least,))

    def form(self, taken: tuple[Argument, ...], described: str) -> Described:
        """Return what is to be sent for several arguments."""
        sent = [each for member in taken for each in member.sent]
        said: Described = {"type": "object", "description": described} if described else {"type": "object"}
        said["properties"] = {each.name: self.taken(each.kind) for each in sent}
        if needed := [each.name for each in sent if each.default is MISSING]:
            said["required"] = needed
        return said | {"additionalProperties": False}

    def _words(self, words: InWords) -> Described:
        said = WORDS[words.of]
        described: Described = said(self) if callable(said) else said
        return described

    def _simple(self, kind: Kind, notes: tuple[Any, ...]) -> Described:
        words, limits = note(OneOf, notes), note(Limits, notes)
        if isinstance(kind, type) and issubclass(kind, Enum):
            known = tuple(each.value for each in kind if each.value)  # clients refuse a member without a name
            words = OneOf(known, kind.__name__ if len(kind) > MOST_IN_PLACE else "")
        if words:
            described: Described = {"type": "string", "enum": list(words.words)}
            return self.refer(words.name, words, lambda: described) if words.name else described
        described = dict(PLAIN[kind])
        if limits and kind is int:
            return described | {"minimum": limits.least, "maximum": limits.most}
        return described | ({"minLength": limits.least, "maxLength": limits.most} if limits else {})

    def _object(self, kind: type) -> Described:
        held = {each.name: self.shown(each.kind) for each in shown_fields(kind)}
        said = {"description": told_about} if (told_about := about(kind)) else {}
        return {"type": "object", **said, "properties": held, "required": list(held)}

    def _typed(self, kind: Any) -> Described:
        """Return what an object holds that is told as it is."""
        hints = get_type_hints(kind, include_extras=True)
        held = {name: get_args(each)[0] if get_origin(each) is NotRequired else each for name, each in hints.items()}
        described = {name: self.shown(each) for name, each in held.items()}
        needed = [name for name in held if name in kind.__required_keys__]
        said: Described = {"type": "object", "properties": described}
        said |= {"description": told_about} if (told_about := about(kind)) else {}
        return said | ({"required": needed} if needed else {})
