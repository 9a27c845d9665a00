"""The house rules of cuajo: every amount and switch by name, and the presets that fill them (section 7)."""

import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from scoring.games.base import ImpossibleError, Problem
from scoring.games.cuajo.house_rule import (
    CONDITIONS_ONLY,
    DealtWin,
    HouseRule,
    PorbisAdds,
    RuleKind,
    Scheme,
    choice,
    money,
    number,
    switch,
)
from scoring.games.cuajo.prices import Prices

__all__ = [
    "DEFAULT_PRESET",
    "HOUSE_RULES",
    "PRESETS",
    "DealtWin",
    "HouseRule",
    "HouseRules",
    "PorbisAdds",
    "RuleKind",
    "Scheme",
    "house_rules_of",
    "read_rules",
    "rules_data",
    "shown",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules(Prices):
    """All house rules of a table. Amounts count in `unit` minor units and are per opponent.

    `scheme` goes with the preset. The rules of the other scheme keep their normal values and change nothing.
    """

    preset: str = "pagat"
    revision: int = 1
    source: str = "pagat.com, Cuajo, 2008"
    scheme: Scheme = Scheme.CONDITIONS

    partnerships: bool = switch(True, rule="C16", label="Opposite players are partners")
    partners_share: bool = switch(False, rule="C25", label="Partners share wins and losses at the end")
    secret: int = money(50, rule="C17", label="Secret laid down")
    secrets_shown: bool = switch(False, rule="C18", label="All paid secrets are shown at the end")
    false_secret_penalty: int = money(0, rule="C18", label="Penalty for a false secret")
    sowee_three_must_be_laid: bool = switch(
        False,
        rule="C10",
        label="The three cards like the sowee must be laid down to count as a meld",
        schemes=CONDITIONS_ONLY,
    )
    king_of_coins: int = money(50, rule="C26", label="King of coins", schemes=CONDITIONS_ONLY)
    other_king: int = money(20, rule="C26", label="Other king", schemes=CONDITIONS_ONLY)
    self_drawn: int = money(110, rule="C27", label="Bounit drawn from the stock", schemes=CONDITIONS_ONLY)
    both_conditions: int = money(110, rule="C28", label="Both conditions met", schemes=CONDITIONS_ONLY)
    bounit_condition: int = money(
        60, rule="C28", label="Only the bounit condition met", schemes=CONDITIONS_ONLY
    )
    sowee_condition: int = money(
        70, rule="C28", label="Only the sowee condition met", schemes=CONDITIONS_ONLY
    )
    neither_condition: int = money(20, rule="C28", label="Neither condition met", schemes=CONDITIONS_ONLY)
    discard_win: bool = switch(True, rule="C15", label="A discard may be the winning card")
    extra_cards: int = number(
        15,
        rule="C31",
        label="Extra cards the winner may turn",
        minimum=0,
        maximum=80,
        schemes=CONDITIONS_ONLY,
    )
    porbis: int = money(300, rule="C32", label="Porbis", schemes=CONDITIONS_ONLY)
    porbis_adds: PorbisAdds = field(
        default=PorbisAdds.NOTHING,
        metadata=choice(PorbisAdds, rule="C32", label="Paid on top of porbis", schemes=CONDITIONS_ONLY),
    )
    dealt_win: DealtWin = field(
        default=DealtWin.NONE,
        metadata=choice(DealtWin, rule="C34", label="Complete hand dealt to the dealer"),
    )
    false_win_penalty: int = money(0, rule="C35", label="Penalty for a false win")
    purro_required: bool = switch(False, rule="C24", label="Purro must be said to win on the own turn")
    penalty_draw_claimable: bool = switch(
        True, rule="C23", label="A card drawn on a penalty turn may be claimed"
    )
    unit: int = number(
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
    sorted(
        (replace(item.metadata["about"], name=item.name) for item in fields(HouseRules) if item.metadata),
        key=lambda about: Scheme.CONDITIONS not in about.schemes,
    )
)
"""Every house rule described, in the order of the form; those of a price list come last."""

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
        HouseRules(
            preset="pricelist",
            source="A family's price list, with Kapampangan words",
            scheme=Scheme.PRICELIST,
            partnerships=False,
            discard_win=False,
            dealt_win=DealtWin.AS_SELF_DRAWN,
            extra_cards=0,
            unit=100,
        ),
    )
}
DEFAULT_PRESET = "pagat"


def house_rules_of(*, scheme: Scheme) -> tuple[HouseRule, ...]:
    """Return the house rules that change anything in a scheme, in the order of the form.

    >>> [about.name for about in house_rules_of(scheme=Scheme.PRICELIST)][-1]
    'price_sowee_card'
    """
    return tuple(about for about in HOUSE_RULES if scheme in about.schemes)


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
    changes = {name: item for name, item in value.items() if name not in ("preset", "scheme")}
    problems = [*_scheme_problems(base, value), *_change_problems(changes)]
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


def _scheme_problems(base: HouseRules, value: Mapping[object, object]) -> Iterator[Problem]:
    if value.get("scheme", base.scheme) != base.scheme:
        yield _unknown(f"The preset {base.preset} pays by {base.scheme}, not by {shown(value['scheme'])}.")


def _change_problems(changes: Mapping[object, object]) -> Iterator[Problem]:
    for name, item in changes.items():
        problem = _problem_with(name, item)
        if problem is not None:
            yield problem


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
