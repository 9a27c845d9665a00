"""What acts, verdicts and house rules hold, described by the fields that the games say they ask.

An act does not name its game, so where one stands it may be that of any game. Books keep what older versions
wrote: stored objects are shown as they are, and what describes them names no key that must not be missing.
"""

from collections.abc import Iterable
from typing import Annotated, Any, NotRequired, TypedDict, Union

from drf_spectacular.utils import extend_schema_field
from pydantic import Field as Limits

from scoring.api.web.answers import As
from scoring.api.web.parsing import AnyObject
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame
from scoring.games.fields import Field, FieldKind


class AccountLine(TypedDict):
    """A line of an account: money or points, and where it helps, of whom, to whom and by which cards."""

    what: str
    rule: str
    cents: NotRequired[int]
    count: NotRequired[int]
    seat: NotRequired[int]
    to: NotRequired[int]
    cards: NotRequired[list[str]]


class HandVerdict(TypedDict, total=False):
    """Why a hand came to what it came to: the account, and for cuajo how the hand was taken apart."""

    lines: list[AccountLine]
    reasons: list[AccountLine]
    valid: bool
    declared: bool
    per_opponent: int
    king_cents: int
    porbis: bool
    arrangement: list[list[str]]
    conditions: dict[str, bool]
    extra_used: int
    king_win: str
    left_over: list[str]
    rules_revision: str


def _words(words: Iterable[str]) -> Any:
    return Annotated[str, Limits(json_schema_extra={"enum": list(dict.fromkeys(words))})]


def _held(fields: Iterable[Field]) -> Any:
    """Return what a field holds; under other house rules it may have other choices."""
    first, *others = fields
    words: Any = _words(choice.value for field in (first, *others) for choice in field.choices)
    held: Any
    match first.kind:
        case FieldKind.CARDS:
            held = str | list[str]
        case FieldKind.COUNT | FieldKind.AMOUNT:
            held = Annotated[int, Limits(ge=first.minimum, le=first.maximum)]
        case FieldKind.SEAT:
            held = Annotated[int, Limits(ge=1)]
        case FieldKind.SWITCH:
            held = bool
        case FieldKind.CHOICE:
            held = words
        case FieldKind.COUNTS:
            held = dict[words, int]
    return dict[str, held] if first.for_each_seat else held


def _object(name: str, fields: Iterable[Field]) -> Any:
    """Return the type of an act with these fields, each of which may be named several times; null says nothing."""
    by_name: dict[str, list[Field]] = {}
    for field in fields:
        by_name.setdefault(field.name, []).append(field)
    held = {key: _held(known) for key, known in by_name.items()}
    optional = {key: NotRequired[of | None] for key, of in held.items() if not by_name[key][0].is_required}
    return TypedDict(name, held | optional)  # type: ignore[operator]


def _name(game: AnyGame, what: str) -> str:
    return f"{game.id}_{what}".title().replace("_", "")


def _acts(kind: ActKind) -> tuple[Any, ...]:
    """Return the types of an act of a kind, one for each game that knows the kind."""
    known = []
    for game in GAMES:
        rules = [game.read_rules(value=preset) for preset in game.presets]
        fields = [field for each in rules for field in game.asks(kind=kind, rules=each)]
        if fields:
            known.append(_object(_name(game, kind.value), fields))
    return tuple(known)


def _rules(game: AnyGame) -> Any:
    """Return the type of house rules: a preset, and what is not as there."""
    held = {field.name: _held((field,)) for field in game.house_rules}
    return TypedDict(_name(game, "rules"), {"preset": _words(game.presets), **held}, total=False)  # type: ignore[operator]


def _any_of(types: Iterable[Any]) -> dict[str, Any]:
    return {"anyOf": [{"$ref": f"#/components/schemas/{each.__name__}"} for each in types]}


_ACTS = {kind: found for kind in ActKind if (found := _acts(kind))}
_EVERY_ACT = tuple(act for acts in _ACTS.values() for act in acts)
_RULES = tuple(_rules(game) for game in GAMES)

StoredAct = Annotated[dict[str, Any], As(Union[*_EVERY_ACT, dict[str, Any]])]
StoredVerdict = Annotated[dict[str, Any], As(HandVerdict)]
GameRules = Annotated[dict[str, Any], As(Union[*_RULES])]


@extend_schema_field(_any_of(_ACTS[ActKind.HAND]))
class HandAct(AnyObject):
    """A hand in the words of its game."""


@extend_schema_field(_any_of(_ACTS[ActKind.PENALTY]))
class PenaltyAct(AnyObject):
    """A penalty in the words of its game."""


@extend_schema_field(_any_of(_EVERY_ACT))
class AnyAct(AnyObject):
    """Whatever a table reports, in the words of its game."""


@extend_schema_field(_any_of(_RULES))
class SentRules(AnyObject):
    """House rules as a preset and changes to it, or as changes only."""
