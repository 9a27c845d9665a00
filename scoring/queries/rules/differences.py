"""Where house rules differ: a table from its preset, the presets of a game from each other."""

from dataclasses import dataclass

from scoring.games.base import AnyGame, HouseRules
from scoring.games.fields import Field
from scoring.games.house_rules import profile_data
from scoring.models import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A house rule of a table that is not as its preset has it."""

    about: Field
    own: object
    preset: object


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRule:
    """A house rule with its value in every preset beside it; `is_first` where no table before this has it."""

    about: Field
    values: tuple[object, ...]
    is_first: bool

    @property
    def is_same_everywhere(self) -> bool:
        """Tell whether all these presets agree."""
        return len(set(self.values)) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPresets:
    """Presets that know the same house rules, side by side."""

    presets: tuple[str, ...]
    rules: tuple[ComparedRule, ...]


def differences(*, session: Session) -> tuple[Difference, ...]:
    """Return the house rules the table changed, in the order of the form."""
    return differences_of(game=session.played, rules=session.house_rules, minor_digits=session.money.minor_digits)


def differences_of(*, game: AnyGame, rules: HouseRules, minor_digits: int = 2) -> tuple[Difference, ...]:
    """Return where house rules are not as their preset is in a currency, in the order of the form."""
    own = profile_data(profile=rules)
    preset = profile_data(profile=game.read_rules(value=rules.preset, minor_digits=minor_digits))
    return tuple(
        Difference(about=about, own=own[about.name], preset=preset[about.name])
        for about in game.house_rules
        if own[about.name] != preset[about.name]
    )


def compared_presets(*, game: AnyGame) -> tuple[ComparedPresets, ...]:
    """Return the house rules of a game over its presets; those that know other rules stand apart."""
    alike: dict[tuple[Field, ...], list[str]] = {}
    for preset in game.presets:
        alike.setdefault(rules_known_in(game=game, preset=preset), []).append(preset)
    seen: set[str] = set()
    tables = []
    for rules, presets in alike.items():
        complete = [profile_data(profile=game.read_rules(value=preset)) for preset in presets]
        compared = tuple(
            ComparedRule(
                about=about, values=tuple(each[about.name] for each in complete), is_first=about.name not in seen
            )
            for about in rules
        )
        tables.append(ComparedPresets(presets=tuple(presets), rules=compared))
        seen.update(about.name for about in rules)
    return tuple(tables)


def rules_known_in(*, game: AnyGame, preset: str) -> tuple[Field, ...]:
    """Return the house rules that change anything in rules made from a preset, in the order of the form."""
    return tuple(about for about in game.house_rules if about.is_known_in(preset=preset))
