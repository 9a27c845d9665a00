"""House rules as fields, and how a table's choice is read."""

import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import field, fields, replace
from enum import StrEnum
from functools import lru_cache, partial
from typing import Any

from scoring.games.base import AnyGame, HouseRules, ImpossibleError, Problem
from scoring.games.fields import Field, FieldKind, choices_of
from scoring.texts import Text, say


def _declare[T](kind: FieldKind, default: T, **about: Any) -> T:
    """Declare a house rule with other properties of its field."""
    return field(default=default, metadata={"about": Field(name="", kind=kind, is_required=False, **about)})


money = partial(_declare, FieldKind.AMOUNT)
switch = partial(_declare, FieldKind.SWITCH)
number = partial(_declare, FieldKind.COUNT)


def choice[T: StrEnum](default: T, *, words: tuple[str, ...], **about: Any) -> T:
    """Declare a choice, with words for its values in order."""
    choices = choices_of(dict(zip(type(default), words, strict=True)))
    return _declare(FieldKind.CHOICE, default, choices=choices, **about)


def profile_fields(*, profile: HouseRules) -> tuple[Field, ...]:
    """Return the house rules of a profile, folded ones last."""
    data = profile_data(profile=profile)
    described = (replace(about, normal=data[name]) for name, about in _declared(profile).items())
    return tuple(sorted(described, key=lambda about: about.folded_under))


@lru_cache
def _declared(profile: HouseRules) -> Mapping[str, Field]:
    return {item.name: replace(item.metadata["about"], name=item.name) for item in fields(profile) if item.metadata}


@lru_cache(maxsize=256)
def has_whole_units(*, profile: HouseRules, factor: int, unit: int) -> bool:
    """Check that all amounts are whole units. Each is multiplied by `factor` first."""
    return all(cents % unit == 0 for cents in amounts_of(profile=profile, factor=factor).values())


def amounts_of(*, profile: HouseRules, factor: int) -> dict[str, int]:
    """Return the amounts of the rules in minor units."""
    data = profile_data(profile=profile)
    scale = unit_of(rules=data) * factor
    known = (about for about in _declared(profile).values() if about.is_known_in(preset=profile.preset))
    return {about.name: int(str(data[about.name])) * scale for about in known if about.kind is FieldKind.AMOUNT}


def read_profile[P: HouseRules](*, value: object, presets: Mapping[str, P]) -> P:
    """Read a preset's name, or a preset with changes.

    None is the first preset. Raises ImpossibleError with `unknown_rules` and `unknown_house_rule`.
    """
    first = next(iter(presets))
    if value is None:
        return presets[first]
    if isinstance(value, type(presets[first])):
        return value
    if not isinstance(value, Mapping):
        return _preset(value, presets)
    base = _preset(value.get("preset", first), presets)
    about = _declared(base)
    changes = {name: item for name, item in value.items() if name != "preset"}
    # Only stored rules name their revision. They may be older than some house rules.
    if "revision" in value:
        missing = (each for each in about.values() if each.before is not None and each.name not in value)
        changes = {each.name: each.before for each in missing} | changes
    problems = tuple(_change_problems(changes, about))
    if problems:
        raise ImpossibleError(problems)
    typed: dict[str, Any] = {}
    for name, item in changes.items():
        normal = getattr(base, name)
        typed[name] = type(normal)(item) if isinstance(normal, StrEnum) else item
    return replace(base, **typed)


def idle_rules(*, game: AnyGame, value: object, minor_digits: int = 2) -> tuple[Problem, ...]:
    """Find changed house rules that the preset ignores."""
    preset = value.get("preset", game.presets[0]) if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or preset not in game.presets:
        return ()
    normal = profile_data(profile=game.read_rules(value=preset, minor_digits=minor_digits))
    idle = (about.name for about in game.house_rules if not about.is_known_in(preset=str(preset)))
    changed = (name for name in idle if value.get(name, normal[name]) != normal[name])
    return tuple(Problem(text=say("idle_house_rule"), field=name) for name in changed)


def read_new_rules(*, game: AnyGame, value: object, minor_digits: int = 2) -> HouseRules:
    """Read house rules chosen just now. Raises ImpossibleError, also for idle house rules."""
    # Stored rules may hold idle values of an earlier version, so only new choices are checked.
    rules: HouseRules = game.read_rules(value=value, minor_digits=minor_digits)
    if problems := idle_rules(game=game, value=value, minor_digits=minor_digits):
        raise ImpossibleError(problems)
    return rules


def profile_data(*, profile: HouseRules) -> dict[str, object]:
    """Return all house rules as JSON data."""
    values = ((item.name, getattr(profile, item.name)) for item in fields(profile))
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in values}


def unit_of(*, rules: Mapping[str, object]) -> int:
    """Return the minor units of an amount of 1.

    >>> unit_of(rules={"unit": 100})
    100
    """
    return int(str(rules.get("unit", 1)))


def shown(value: object) -> str:
    """Shorten a value from outside to 60 signs."""
    # A value from outside may be a megabyte, or lists inside lists.
    return reprlib.repr(value)[:60]


def rules_problem(text: Text, /) -> Problem:
    return Problem(text=text, field="rules")


def _preset[P: HouseRules](name: object, presets: Mapping[str, P]) -> P:
    if isinstance(name, str) and name in presets:
        return presets[name]
    raise ImpossibleError([rules_problem(say("unknown_rules", value=shown(name), known=", ".join(presets)))])


def _change_problems(changes: Mapping[object, object], about: Mapping[str, Field]) -> Iterator[Problem]:
    known = {*about, "revision", "source"}
    for name, item in changes.items():
        if not isinstance(name, str) or name not in known:
            yield rules_problem(say("unknown_house_rule", name=shown(name)))
        elif not _is_allowed(name, item, about):
            yield rules_problem(say("unknown_house_rule.value", name=name, value=shown(item)))


def _is_allowed(name: str, value: object, about: Mapping[str, Field]) -> bool:
    if name == "source":
        return isinstance(value, str)
    rule = about.get(name, _REVISION)
    match rule.kind:
        case FieldKind.SWITCH:
            return isinstance(value, bool)
        case FieldKind.CHOICE:
            return value in [each.value for each in rule.choices]
        case _:
            return isinstance(value, int) and not isinstance(value, bool) and rule.minimum <= value <= rule.maximum


_REVISION = Field(name="revision", label="", kind=FieldKind.COUNT, minimum=1)
