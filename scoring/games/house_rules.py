"""What a house rule is, and how a table's choice of them is read: a preset, or a preset and changes to it."""

import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, ClassVar, Protocol

from scoring.games.asking import Choice, Field, FieldKind
from scoring.games.base import ImpossibleError, Problem


class RuleKind(StrEnum):
    """How a house rule is entered: an amount, yes or no, a count, or one of a few words."""

    MONEY = "money"
    SWITCH = "switch"
    NUMBER = "number"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """What a form or a rules page says about one house rule; limits are inclusive.

    `words` say what a person reads for a choice that does not speak for itself.
    """

    name: str = ""
    rule: str
    label: str
    kind: RuleKind
    choices: type[StrEnum] | None = None
    minimum: int = 0
    maximum: int = 1_000_000
    words: Mapping[str, str] = field(default_factory=dict)


_FIELD_KINDS = {
    RuleKind.MONEY: FieldKind.AMOUNT,
    RuleKind.NUMBER: FieldKind.COUNT,
    RuleKind.SWITCH: FieldKind.SWITCH,
    RuleKind.CHOICE: FieldKind.CHOICE,
}


def described[T](default: T, about: HouseRule) -> T:
    """Declare a field of a profile that is a house rule."""
    return field(default=default, metadata={"about": about})


def money(default: int, *, rule: str, label: str) -> int:
    """Declare a house rule that is an amount."""
    return described(default, HouseRule(rule=rule, label=label, kind=RuleKind.MONEY))


def switch(default: bool, *, rule: str, label: str) -> bool:
    """Declare a house rule that is true or false."""
    return described(default, HouseRule(rule=rule, label=label, kind=RuleKind.SWITCH))


def number(default: int, *, rule: str, label: str, minimum: int, maximum: int) -> int:
    """Declare a house rule that is a count within limits."""
    about = HouseRule(rule=rule, label=label, kind=RuleKind.NUMBER, minimum=minimum, maximum=maximum)
    return described(default, about)


def choice[T: StrEnum](
    choices: type[T], *, rule: str, label: str, words: Mapping[T, str]
) -> dict[str, HouseRule]:
    """Return the metadata of a field that is a house rule with one of the words of an enum."""
    about = HouseRule(
        rule=rule,
        label=label,
        kind=RuleKind.CHOICE,
        choices=choices,
        words={value.value: text for value, text in words.items()},
    )
    return {"about": about}


class Profile(Protocol):
    """The house rules of a table: a frozen dataclass with `preset`, `revision` and `source` beside them."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def preset(self) -> str:
        """Return the name of the preset these rules began as."""
        ...


def descriptions[H: HouseRule](*, profile: type[Profile], kind: type[H]) -> tuple[H, ...]:
    """Return every house rule of a profile, named, in the order in which they are declared."""
    declared = ((item.name, item.metadata.get("about")) for item in fields(profile))
    return tuple(replace(about, name=name) for name, about in declared if isinstance(about, kind))


def rule_field(*, about: HouseRule, normal: object = None) -> Field:
    """Return a house rule as something a table may be asked."""
    return Field(
        name=about.name,
        label=about.label,
        kind=_FIELD_KINDS[about.kind],
        choices=tuple(
            Choice(value=value, label=about.words.get(value, value)) for value in about.choices or ()
        ),
        minimum=about.minimum,
        maximum=about.maximum,
        is_required=False,
        normal=normal,
        rule=about.rule,
    )


def profile_fields(*, profile: Profile) -> tuple[Field, ...]:
    """Return every house rule of a profile as something a table may be asked, normally as it stands there."""
    data = profile_data(profile=profile)
    return tuple(
        rule_field(about=about, normal=data[about.name])
        for about in descriptions(profile=type(profile), kind=HouseRule)
    )


def read_profile[P: Profile](*, value: object, presets: Mapping[str, P]) -> P:
    """Read house rules from a preset's name, or from an object naming a preset and changes to it.

    Nothing (None) means the first preset, and so does an object without `preset`. What `profile_data` wrote
    is read back unchanged. Raises ImpossibleError with `unknown_rules` for a preset nobody knows,
    `unknown_house_rule` for each wrong name or value.
    """
    first = next(iter(presets))
    if value is None:
        return presets[first]
    if not isinstance(value, Mapping):
        return _preset(value, presets)
    base = _preset(value.get("preset", first), presets)
    about = {one.name: one for one in descriptions(profile=type(base), kind=HouseRule)}
    changes = {name: item for name, item in value.items() if name != "preset"}
    problems = tuple(_change_problems(changes, about))
    if problems:
        raise ImpossibleError(problems)
    typed: dict[str, Any] = {name: _typed(about.get(name), item) for name, item in changes.items()}
    return replace(base, **typed)


def profile_data(*, profile: Profile) -> dict[str, object]:
    """Return every house rule as plain JSON data, together with preset, revision and source."""
    return {
        name: value.value if isinstance(value, StrEnum) else value for name, value in asdict(profile).items()
    }


def shown(value: object) -> str:
    """Return a value short enough for a message, however large or deep it is."""
    return reprlib.repr(value)[:60]


def unknown_house_rule(*, message: str) -> Problem:
    """Return the problem of a house rule that does not exist or cannot have this value."""
    return Problem(code="unknown_house_rule", message=message, field="rules")


def _preset[P: Profile](name: object, presets: Mapping[str, P]) -> P:
    if isinstance(name, str) and name in presets:
        return presets[name]
    message = f"No rules are called {shown(name)}; known are {', '.join(presets)}."
    raise ImpossibleError([Problem(code="unknown_rules", message=message, field="rules")])


def _change_problems(changes: Mapping[object, object], about: Mapping[str, HouseRule]) -> Iterator[Problem]:
    for name, item in changes.items():
        if not isinstance(name, str) or name not in {*about, "revision", "source"}:
            yield unknown_house_rule(message=f"No house rule is called {shown(name)}.")
        elif not _is_allowed(name, item, about):
            yield unknown_house_rule(message=f"The house rule {name} cannot be {shown(item)}.")


def _is_allowed(name: str, value: object, about: Mapping[str, HouseRule]) -> bool:
    match name:
        case "revision":
            return _is_whole(value, 1, 1_000_000)
        case "source":
            return isinstance(value, str)
        case _:
            return _fits(about[name], value)


def _fits(about: HouseRule, value: object) -> bool:
    match about.kind:
        case RuleKind.SWITCH:
            return isinstance(value, bool)
        case RuleKind.MONEY | RuleKind.NUMBER:
            return _is_whole(value, about.minimum, about.maximum)
        case RuleKind.CHOICE:
            return about.choices is not None and isinstance(value, str) and value in set(about.choices)


def _is_whole(value: object, minimum: int, maximum: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum


def _typed(about: HouseRule | None, value: object) -> object:
    return about.choices(str(value)) if about and about.choices else value
