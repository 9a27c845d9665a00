"""What a table agreed on: where its house rules differ from their preset."""

from dataclasses import dataclass

from scoring.games import game_by_id
from scoring.games.asking import Field
from scoring.games.base import Data
from scoring.games.cuajo import Cuajo
from scoring.games.cuajo.rules import (
    HOUSE_RULES,
    PRESETS,
    HouseRule,
    Scheme,
    house_rules_of,
    read_rules,
    rules_data,
)
from scoring.models import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A house rule of a table that is not as its preset has it."""

    about: HouseRule | Field
    own: object
    preset: object


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRule:
    """A house rule with its value in every preset that knows it, in the order of the presets."""

    about: HouseRule
    presets: tuple[str, ...]
    values: tuple[object, ...]

    @property
    def is_same_everywhere(self) -> bool:
        """Tell whether all these presets agree."""
        return len(set(self.values)) == 1


def differences(*, session: Session) -> tuple[Difference, ...]:
    """Return the house rules the table changed, in the order of the form."""
    if session.game == Cuajo.id:
        return differences_of(rules=session.rules)
    game = game_by_id(game_id=session.game)
    preset = game.complete_rules(rules=session.rules["preset"])
    own = game.complete_rules(rules=session.rules)
    return tuple(
        Difference(about=about, own=own[about.name], preset=preset[about.name])
        for about in game.house_rules
        if own[about.name] != preset[about.name]
    )


def differences_of(*, rules: Data) -> tuple[Difference, ...]:
    """Return where complete rules of cuajo are not as their preset, in the order of the form."""
    own = rules_data(rules=read_rules(value=rules))
    preset = rules_data(rules=PRESETS[str(rules["preset"])])
    return tuple(
        Difference(about=about, own=own[about.name], preset=preset[about.name])
        for about in HOUSE_RULES
        if own[about.name] != preset[about.name]
    )


def compared_rules(*, scheme: Scheme | None = None) -> tuple[ComparedRule, ...]:
    """Return the house rules of a scheme side by side over its presets; without one, every rule."""
    rules = HOUSE_RULES if scheme is None else house_rules_of(scheme=scheme)
    return tuple(_compared(about, (scheme,) if scheme else about.schemes) for about in rules)


def presets_of(*, scheme: Scheme) -> tuple[str, ...]:
    """Return the presets that pay by a scheme."""
    return tuple(name for name, rules in PRESETS.items() if rules.scheme is scheme)


def rules_in(*, preset: str) -> tuple[HouseRule, ...]:
    """Return the house rules that change anything in a preset's way of paying, in the order of the form."""
    return house_rules_of(scheme=PRESETS[preset].scheme)


def _compared(about: HouseRule, schemes: tuple[Scheme, ...]) -> ComparedRule:
    presets = {name: rules_data(rules=rules) for name, rules in PRESETS.items() if rules.scheme in schemes}
    return ComparedRule(
        about=about, presets=tuple(presets), values=tuple(data[about.name] for data in presets.values())
    )
