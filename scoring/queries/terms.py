"""What a table agreed on: where its house rules differ from their preset."""

from dataclasses import dataclass

from scoring.games.base import Data
from scoring.games.cuajo.rules import HOUSE_RULES, PRESETS, HouseRule, read_rules, rules_data
from scoring.models import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A house rule of a table that is not as its preset has it."""

    about: HouseRule
    own: object
    preset: object


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRule:
    """A house rule with its value in every preset, in the order of the presets."""

    about: HouseRule
    values: tuple[object, ...]

    @property
    def is_same_everywhere(self) -> bool:
        """Tell whether all presets agree."""
        return len(set(self.values)) == 1


def differences(*, session: Session) -> tuple[Difference, ...]:
    """Return the house rules the table changed, in the order of the form."""
    return differences_of(rules=session.rules)


def differences_of(*, rules: Data) -> tuple[Difference, ...]:
    """Return where complete rules are not as their preset, in the order of the form."""
    own = rules_data(rules=read_rules(value=rules))
    preset = rules_data(rules=PRESETS[str(rules["preset"])])
    return tuple(
        Difference(about=about, own=own[about.name], preset=preset[about.name])
        for about in HOUSE_RULES
        if own[about.name] != preset[about.name]
    )


def compared_rules() -> tuple[ComparedRule, ...]:
    """Return every house rule side by side over all presets."""
    presets = tuple(rules_data(rules=rules) for rules in PRESETS.values())
    return tuple(
        ComparedRule(about=about, values=tuple(preset[about.name] for preset in presets))
        for about in HOUSE_RULES
    )


def rules_in(*, preset: str) -> tuple[HouseRule, ...]:
    """Return the house rules that change anything in a preset's way of paying, in the order of the form."""
    return HOUSE_RULES if preset in PRESETS else ()
