"""What acts, verdicts and house rules hold, described by the fields that the games say they ask.

An act does not name its game, so where one stands it may be that of any game. Books keep what older versions
wrote: stored objects are shown as they are, and what describes them names no key that must not be missing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NotRequired, TypedDict

from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame
from scoring.games.fields import Field, FieldKind

type Described = dict[str, Any]
TEXTS: Described = {"type": "array", "items": {"type": "string"}}


class AccountLine(TypedDict):
    """A line of an account: money or points, and where it helps, of whom, to whom and by which cards.

    `what` says it in English, `code` and `values` for programs; an empty `code` is a sentence of an earlier version.
    """

    what: str
    code: str
    values: dict[str, object]
    rule: str
    amount_cents: NotRequired[int]
    count: NotRequired[int]
    seat: NotRequired[int]
    to: NotRequired[int]
    cards: NotRequired[tuple[str, ...]]


class HandVerdict(TypedDict, total=False):
    """Why a hand came to what it came to: the account, and for cuajo how the hand was taken apart."""

    lines: tuple[AccountLine, ...]
    reasons: tuple[AccountLine, ...]
    valid: bool
    declared: bool
    per_opponent_cents: int
    king_cents: int
    porbis: bool
    arrangement: tuple[tuple[str, ...], ...]
    conditions: dict[str, bool]
    extra_used: int
    king_win: str
    left_over: tuple[str, ...]
    rules_revision: str


def _choices(fields: Iterable[Field]) -> Described:
    """Return the words of a choice; where one is empty they are only told, as generated clients refuse such names."""
    words = list(dict.fromkeys(choice.value for field in fields for choice in field.choices))
    return {"type": "string", "enum": words} if "" not in words else {"type": "string", "examples": words}


def _held(fields: list[Field]) -> Described:
    """Return what a field holds; under other house rules it may have other choices."""
    first, held = fields[0], dict[str, Any]()
    match first.kind:
        case FieldKind.CARDS:
            held = {"anyOf": [{"type": "string"}, TEXTS]}
        case FieldKind.COUNT | FieldKind.AMOUNT:
            held = {"type": "integer", "minimum": first.minimum, "maximum": first.maximum}
        case FieldKind.SEAT:
            held = {"type": "integer", "minimum": 1}
        case FieldKind.SWITCH:
            held = {"type": "boolean"}
        case FieldKind.CHOICE:
            held = _choices(fields)
        case FieldKind.COUNTS:
            held = {"type": "object", "additionalProperties": {"type": "integer"}}
    return {"type": "object", "additionalProperties": held} if first.for_each_seat else held


def _or_null(held: Described) -> Described:
    return {"anyOf": [*held.get("anyOf", [held]), {"type": "null"}]}


def _object(fields: Iterable[Field], *, stored: bool = False) -> Described:
    """Return an object with these fields, each of which may be named several times; in an act null says nothing."""
    by_name: dict[str, list[Field]] = {}
    for field in fields:
        by_name.setdefault(field.name, []).append(field)
    needed = [name for name, known in by_name.items() if known[0].is_required and not stored]
    held = {name: _held(known) for name, known in by_name.items()}
    held = {name: each if stored or name in needed else _or_null(each) for name, each in held.items()}
    described: Described = {"type": "object", "properties": held}
    return described | ({"required": needed} if needed else {})


def _name(game: AnyGame, what: str) -> str:
    return f"{game.id}_{what}".title().replace("_", "")


def _acts(kind: ActKind) -> dict[str, Described]:
    """Return an act of a kind as each game has it that knows the kind, by name."""
    found = {}
    for game in GAMES:
        rules = [game.read_rules(value=preset) for preset in game.presets]
        if fields := [field for each in rules for field in game.asks(kind=kind, rules=each)]:
            found[_name(game, kind.value)] = _object(fields)
    return found


def _rules(game: AnyGame) -> Described:
    """Return house rules: a preset, and what is not as there."""
    described = _object(game.house_rules, stored=True)
    preset = {"type": "string", "enum": list(game.presets)}
    return described | {"properties": {"preset": preset, **described["properties"]}}


ACTS = {kind: found for kind in ActKind if (found := _acts(kind))}
RULES = {_name(game, "rules"): _rules(game) for game in GAMES}
OBJECTS = {name: act for acts in ACTS.values() for name, act in acts.items()} | RULES


def _any_of(names: Iterable[str], *others: Described) -> Callable[[Any], Described]:
    known = tuple(names)

    def describe(schemas: Any) -> Described:
        referred = [schemas.refer(name, name, lambda name=name: OBJECTS[name]) for name in known]
        kinds = [*referred, *others]
        return {"anyOf": kinds} if len(kinds) > 1 else kinds[0]

    return describe


WORDS: Mapping[str, Any] = {
    "hand": _any_of(ACTS[ActKind.HAND]),
    "penalty": _any_of(ACTS[ActKind.PENALTY]),
    "any": _any_of(name for acts in ACTS.values() for name in acts),
    "stored": _any_of((name for acts in ACTS.values() for name in acts), {"type": "object"}),
    "verdict": lambda schemas: schemas.shown(HandVerdict),
    "rules": _any_of(RULES),
    "rules or preset": _any_of(RULES, {"type": "string"}),
    "cards": {"anyOf": [{"type": "string", "maxLength": 1000}, {**TEXTS, "maxItems": 112}]},
    "object": {"type": "object"},
    "answer": {"type": "object"},
}
"""What stands where data is said to hold so much of a game."""
