"""The house rules of cuajo: every amount and switch by name, and the presets that fill them (section 7)."""

import reprlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from scoring.games.base import ImpossibleError, Problem


class RuleKind(StrEnum):
    """How a house rule is entered: an amount, yes or no, a count, or one of a few words."""

    MONEY = "money"
    SWITCH = "switch"
    NUMBER = "number"
    CHOICE = "choice"


class PorbisAdds(StrEnum):
    """What is paid on top of porbis (C32)."""

    NOTHING = "nothing"
    KINGS = "kings"
    ALL = "all"


class DealtWin(StrEnum):
    """What a dealer dealt a complete hand may do (C34)."""

    NONE = "none"
    AS_SELF_DRAWN = "as_self_drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """What a form or a rules page says about one house rule; limits are inclusive."""

    name: str = ""
    rule: str
    label: str
    kind: RuleKind
    choices: type[StrEnum] | None = None
    minimum: int = 0
    maximum: int = 1_000_000


def _described[T](default: T, about: HouseRule) -> T:
    return field(default=default, metadata={"about": about})


def _money(default: int, *, rule: str, label: str) -> int:
    return _described(default, HouseRule(rule=rule, label=label, kind=RuleKind.MONEY))


def _switch(default: bool, *, rule: str, label: str) -> bool:
    return _described(default, HouseRule(rule=rule, label=label, kind=RuleKind.SWITCH))


def _number(default: int, *, rule: str, label: str, minimum: int, maximum: int) -> int:
    about = HouseRule(rule=rule, label=label, kind=RuleKind.NUMBER, minimum=minimum, maximum=maximum)
    return _described(default, about)


def _choice(choices: type[StrEnum], *, rule: str, label: str) -> dict[str, HouseRule]:
    return {"about": HouseRule(rule=rule, label=label, kind=RuleKind.CHOICE, choices=choices)}


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """All house rules of a table. Amounts count in `unit` minor units and are per opponent."""

    preset: str = "pagat"
    revision: int = 1
    source: str = "pagat.com, Cuajo, 2008"

    partnerships: bool = _switch(True, rule="C16", label="Opposite players are partners")
    partners_share: bool = _switch(False, rule="C25", label="Partners share wins and losses at the end")
    secret: int = _money(50, rule="C17", label="Secret laid down")
    secrets_shown: bool = _switch(False, rule="C18", label="All paid secrets are shown at the end")
    false_secret_penalty: int = _money(0, rule="C18", label="Penalty for a false secret")
    sowee_three_must_be_laid: bool = _switch(
        False, rule="C10", label="The three cards like the sowee must be laid down to count as a meld"
    )
    king_of_coins: int = _money(50, rule="C26", label="King of coins")
    other_king: int = _money(20, rule="C26", label="Other king")
    self_drawn: int = _money(110, rule="C27", label="Bounit drawn from the stock")
    both_conditions: int = _money(110, rule="C28", label="Both conditions met")
    bounit_condition: int = _money(60, rule="C28", label="Only the bounit condition met")
    sowee_condition: int = _money(70, rule="C28", label="Only the sowee condition met")
    neither_condition: int = _money(20, rule="C28", label="Neither condition met")
    discard_win: bool = _switch(True, rule="C15", label="A discard may be the winning card")
    extra_cards: int = _number(15, rule="C31", label="Extra cards the winner may turn", minimum=0, maximum=80)
    porbis: int = _money(300, rule="C32", label="Porbis")
    porbis_adds: PorbisAdds = field(
        default=PorbisAdds.NOTHING,
        metadata=_choice(PorbisAdds, rule="C32", label="Paid on top of porbis"),
    )
    dealt_win: DealtWin = field(
        default=DealtWin.NONE,
        metadata=_choice(DealtWin, rule="C34", label="Complete hand dealt to the dealer"),
    )
    false_win_penalty: int = _money(0, rule="C35", label="Penalty for a false win")
    purro_required: bool = _switch(False, rule="C24", label="Purro must be said to win on the own turn")
    penalty_draw_claimable: bool = _switch(
        True, rule="C23", label="A card drawn on a penalty turn may be claimed"
    )
    unit: int = _number(
        1, rule="C26", label="Minor units in one unit of these amounts", minimum=1, maximum=10_000
    )

    @property
    def identity(self) -> str:
        """Return preset and revision in one word, as verdicts quote it.

        >>> HouseRules().identity
        'pagat/1'
        """
        return f"{self.preset}/{self.revision}"


HOUSE_RULES: tuple[HouseRule, ...] = tuple(
    replace(item.metadata["about"], name=item.name) for item in fields(HouseRules) if item.metadata
)
"""Every house rule described, in the order of the form."""

_ABOUT = {about.name: about for about in HOUSE_RULES}

PRESETS: dict[str, HouseRules] = {
    rules.preset: rules
    for rules in (
        HouseRules(),
        HouseRules(
            preset="family",
            source="A Filipino family's rules, published on their blog",
            extra_cards=0,
            porbis_adds=PorbisAdds.ALL,
            secrets_shown=True,
            partners_share=True,
            penalty_draw_claimable=False,
        ),
        HouseRules(preset="gamerules", source="gamerules.com, Cuajo"),
    )
}
DEFAULT_PRESET = "pagat"


def read_rules(*, value: object) -> HouseRules:
    """Read house rules from a preset's name, or from an object naming a preset and changes to it.

    Nothing (None) means the preset `pagat`, and so does an object without `preset`. What `rules_data` wrote
    is read back unchanged, and house rules already read are returned as they are. Raises ImpossibleError
    with `unknown_rules` for a preset nobody knows, `unknown_house_rule` for each wrong name or value.
    """
    if value is None:
        return PRESETS[DEFAULT_PRESET]
    if isinstance(value, HouseRules):
        return value
    if not isinstance(value, Mapping):
        return _preset(value)
    base = _preset(value.get("preset", DEFAULT_PRESET))
    changes = {name: item for name, item in value.items() if name != "preset"}
    problems = [
        problem for name, item in changes.items() if (problem := _problem_with(name, item)) is not None
    ]
    if problems:
        raise ImpossibleError(problems)
    typed: dict[str, Any] = {name: _typed(name, item) for name, item in changes.items()}
    return replace(base, **typed)


def rules_data(*, rules: HouseRules) -> dict[str, object]:
    """Return every house rule as plain JSON data, together with preset, revision and source."""
    return {
        name: value.value if isinstance(value, StrEnum) else value for name, value in asdict(rules).items()
    }


def _preset(name: object) -> HouseRules:
    if isinstance(name, str) and name in PRESETS:
        return PRESETS[name]
    known = ", ".join(PRESETS)
    message = f"No rules are called {shown(name)}; known are {known}."
    raise ImpossibleError([Problem(code="unknown_rules", message=message, field="rules")])


def _problem_with(name: object, value: object) -> Problem | None:
    if not isinstance(name, str) or name not in {*_ABOUT, "revision", "source"}:
        return _unknown(f"No house rule is called {shown(name)}.")
    if _is_allowed(name, value):
        return None
    return _unknown(f"The house rule {name} cannot be {shown(value)}.")


def _unknown(message: str) -> Problem:
    return Problem(code="unknown_house_rule", message=message, field="rules")


def shown(value: object) -> str:
    """Return a value short enough for a message, however large or deep it is."""
    return reprlib.repr(value)[:60]


def _is_whole(value: object, minimum: int, maximum: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum


def _is_allowed(name: str, value: object) -> bool:
    match name:
        case "revision":
            return _is_whole(value, 1, 1_000_000)
        case "source":
            return isinstance(value, str)
        case _:
            return _fits(_ABOUT[name], value)


def _fits(about: HouseRule, value: object) -> bool:
    match about.kind:
        case RuleKind.SWITCH:
            return isinstance(value, bool)
        case RuleKind.MONEY | RuleKind.NUMBER:
            return _is_whole(value, about.minimum, about.maximum)
        case RuleKind.CHOICE:
            return about.choices is not None and isinstance(value, str) and value in set(about.choices)


def _typed(name: str, value: object) -> object:
    about = _ABOUT.get(name)
    return about.choices(str(value)) if about and about.choices else value
