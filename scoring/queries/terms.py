"""What a table agreed on: where its house rules differ from their preset."""

from dataclasses import dataclass

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
    preset = rules_data(rules=read_rules(value=session.rules["preset"]))
    return tuple(
        Difference(about=about, own=session.rules[about.name], preset=preset[about.name])
        for about in HOUSE_RULES
        if session.rules[about.name] != preset[about.name]
    )


def compared_rules() -> tuple[ComparedRule, ...]:
    """Return every house rule side by side over all presets."""
    presets = tuple(rules_data(rules=rules) for rules in PRESETS.values())
    return tuple(
        ComparedRule(about=about, values=tuple(preset[about.name] for preset in presets))
        for about in HOUSE_RULES
    )
