"""Describe answers, arguments and rules as JSON Schema."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, NotRequired, TypedDict, get_args
from uuid import UUID

from scoring.api.answers import SHAPES, Kind, Shape, about, note, origin, plain, shown_fields, without_null
from scoring.api.arguments import HIGHEST_NUMBER, Argument, parts_of
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame, InWords
from scoring.games.fields import Field, FieldKind
from scoring.limits import Limits, OneOf
from scoring.models import Hand, Player, Session
from scoring.money import Currency
from scoring.people import PlayerName

type Schema = dict[str, Any]
TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
DESCRIPTIONS = dict(line.split("\t") for line in Path(__file__).with_name("descriptions.tsv").read_text().splitlines())

PLAIN: Mapping[type, Schema] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    Fraction: {"type": "string"},
    Currency: {"type": "string"},
    UUID: {"type": "string", "format": "uuid"},
    Session: {"type": "string", "format": "uuid"},
    Player: {"type": "string", "format": "uuid"},
    Hand: {"type": "integer", "minimum": 1, "maximum": HIGHEST_NUMBER},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
    object: {},
}


class AccountLine(TypedDict):
    """A line of an account: money or points."""

    what: str
    sentence: str
    code: str
    values: dict[str, object]
    rule: str
    amount_cents: NotRequired[int]
    count: NotRequired[int]
    seat: NotRequired[int]
    to: NotRequired[int]
    cards: NotRequired[tuple[str, ...]]


class Won(TypedDict, total=False):
    """The payments of a win."""

    lines: tuple[AccountLine, ...]
    per_opponent_cents: int
    king_cents: int
    porbis: bool
    arrangement: tuple[tuple[str, ...], ...]
    conditions: dict[str, bool]
    extra_used: int
    king_win: str
    left_over: tuple[str, ...]
    rules_revision: str


class HandVerdict(Won, total=False):
    """The account of a hand."""

    reasons: tuple[AccountLine, ...]
    valid: bool
    declared: bool


class PersonShape(Shape):
    """A player of the club."""

    id: UUID
    name: str


def explained(owner: str, name: str, schema: Schema) -> Schema:
    """Add the description of a name, if it has none."""
    return {"description": DESCRIPTIONS.get(f"{owner}.{name}", DESCRIPTIONS.get(name, "")), **schema}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


class Schemas:
    """The objects of a description by their names."""

    def __init__(self) -> None:
        self.known: dict[str, Schema] = dict(OF_GAMES)
        self._types: dict[str, object] = dict(OF_GAMES)

    def refer(self, name: str, thing: object, describe: Callable[[], Schema]) -> Schema:
        """Return a reference to a schema. Raises TypeError."""
        if self._types.setdefault(name, thing) != thing:
            raise TypeError(f"Two things are called {name}: {thing} and {self._types[name]}.")
        if name not in self.known:
            self.known[name] = {}  # an object may hold itself
            self.known[name] = describe()
        return _reference(name)

    def explained(self) -> Schema:
        """Return the objects with their fields explained."""
        for name, schema in self.known.items():
            if held := schema.get("properties"):
                self.known[name] = schema | {"properties": {each: explained(name, each, held[each]) for each in held}}
        return dict(sorted(self.known.items()))

    def shown(self, kind: Kind) -> Schema:
        kind, notes = plain(kind)
        if words := note(InWords, notes):
            return self.shown(HandVerdict) if words.of == "verdict" else WORDS[words.of]
        if (inner := without_null(kind)) is not None:
            return {"anyOf": [self.shown(inner), {"type": "null"}]}
        inside = get_args(kind)
        if inside and origin(kind) is tuple:
            return {"type": "array", "items": self.shown(inside[0])}
        if inside:
            return {"type": "object", "additionalProperties": self.shown(inside[1])}
        shown: Any = PersonShape if kind is Player or PlayerName in notes else SHAPES.get(kind, kind)
        if shown in PLAIN or issubclass(shown, Enum):
            return self._simple(shown, notes)
        return self.refer(shown.__name__.removesuffix("Shape"), shown, lambda: self._result(shown))

    def taken(self, kind: Kind) -> Schema:
        kind, notes = plain(kind)
        if words := note(InWords, notes):
            return WORDS[words.of]
        if (inner := without_null(kind)) is not None:
            return {"anyOf": [self.taken(inner), {"type": "null"}]}
        limits = note(Limits, notes)
        if parts := parts_of(kind, notes):
            is_tuple = origin(kind) is tuple
            name = "".join(each.name.title().replace("_", "") for each in parts[0]) if is_tuple else kind.__name__
            return self.refer(f"{name}Request", kind, lambda: self.form(parts[0], about(kind)))
        if inside := get_args(kind):
            several = {"type": "array", "items": self.taken(inside[0])}
            return several | ({"minItems": limits.least, "maxItems": limits.most} if limits else {})
        return self._simple(kind, notes if limits or kind is not int else (Limits(0, HIGHEST_NUMBER),))

    def form(self, taken: tuple[Argument, ...], described: str) -> Schema:
        sent = [each for member in taken for each in member.sent]
        held = {each.name: self.taken(each.kind) for each in sent}
        needed = [each.name for each in sent if each.default is MISSING]
        return _object(held, needed, described) | {"additionalProperties": False}

    def _simple(self, kind: Kind, notes: tuple[Any, ...]) -> Schema:
        words, limits = note(OneOf, notes), note(Limits, notes)
        if isinstance(kind, type) and issubclass(kind, Enum):
            known = tuple(each.value for each in kind if each.value)  # clients refuse a member without a name
            words = OneOf(known, kind.__name__ if len(kind) > 12 else "")  # a long enum is a schema with a name
        if words:
            described: Schema = {"type": "string", "enum": list(words.words)}
            return self.refer(words.name, words, lambda: described) if words.name else described
        least, most = ("minimum", "maximum") if kind is int else ("minLength", "maxLength")
        return PLAIN[kind] | ({least: limits.least, most: limits.most} if limits else {})

    def _result(self, kind: type) -> Schema:
        held = {each.name: self.shown(each.kind) for each in shown_fields(kind)}
        required = getattr(kind, "__required_keys__", held)  # of a TypedDict, which may leave out some
        return _object(held, [name for name in held if name in required], about(kind))


def _object(held: Schema, required: list[str], described: str = "") -> Schema:
    schema = {"type": "object", "properties": held} | ({"description": described} if described else {})
    return schema | ({"required": required} if required else {})


def _held(fields: list[Field]) -> Schema:
    first = fields[0]
    words = list(dict.fromkeys(choice.value for field in fields for choice in field.choices))
    number = {"type": "integer", "minimum": first.minimum, "maximum": first.maximum}
    kinds: dict[FieldKind, Schema] = {
        FieldKind.CARDS: {"anyOf": [{"type": "string"}, TEXTS]},
        FieldKind.COUNT: number,
        FieldKind.AMOUNT: number,
        FieldKind.SEAT: {"type": "integer", "minimum": 1},
        FieldKind.SWITCH: {"type": "boolean"},
        # Generated clients refuse a member without a name.
        FieldKind.CHOICE: {"type": "string", "examples" if "" in words else "enum": words},
        FieldKind.COUNTS: {"type": "object", "additionalProperties": {"type": "integer"}},
    }
    held = kinds[first.kind]
    return {"type": "object", "additionalProperties": held} if first.for_each_seat else held


def _asked(fields: Iterable[Field], *, is_stored: bool = False) -> Schema:
    """Return an object with these fields, none required of a stored act: it may be of an older version."""
    by_name: dict[str, list[Field]] = {}
    for field in fields:
        by_name.setdefault(field.name, []).append(field)
    needed = [name for name, known in by_name.items() if known[0].is_required and not is_stored]
    held = {name: _held(known) for name, known in by_name.items()}
    for name in held.keys() - needed if not is_stored else ():
        held[name] = {"anyOf": [*held[name].get("anyOf", [held[name]]), {"type": "null"}]}
    return _object({name: {"description": by_name[name][0].label, **held[name]} for name in held}, needed)


def _name(game: AnyGame, what: str) -> str:
    return f"{game.id}_{what}".title().replace("_", "")


def _acts(kind: ActKind) -> dict[str, Schema]:
    """Return the schema of an act in each game."""
    found = {}
    for game in GAMES:
        rules = [game.read_rules(value=preset) for preset in game.presets]
        if fields := [field for each in rules for field in game.asks(kind=kind, rules=each)]:
            found[_name(game, kind.value)] = _asked(fields)
    return found


def _rules(game: AnyGame) -> Schema:
    described = _asked(game.house_rules, is_stored=True)
    preset = {"type": "string", "enum": list(game.presets)}
    return described | {"properties": {"preset": preset, **described["properties"]}}


ACTS = {kind: found for kind in ActKind if (found := _acts(kind))}
EVERY_ACT = {name: act for acts in ACTS.values() for name, act in acts.items()}
RULES = {_name(game, "rules"): _rules(game) for game in GAMES}
OF_GAMES = EVERY_ACT | RULES


def _any_of(names: Iterable[str], *others: Schema) -> Schema:
    kinds = [*map(_reference, names), *others]
    return {"anyOf": kinds} if len(kinds) > 1 else kinds[0]


# An act does not name its game, so its schema is that of any game.
WORDS: Mapping[str, Schema] = {
    "hand": _any_of(ACTS[ActKind.HAND]),
    "penalty": _any_of(ACTS[ActKind.PENALTY]),
    "any": _any_of(EVERY_ACT),
    "stored": _any_of(EVERY_ACT, {"type": "object"}),
    "rules": _any_of(RULES),
    "rules or preset": _any_of(RULES, {"type": "string"}),
    "cards": {"anyOf": [{"type": "string", "maxLength": 1000}, {**TEXTS, "maxItems": 112}]},
    "object": {"type": "object"},
    "answer": {"type": "object"},
}
