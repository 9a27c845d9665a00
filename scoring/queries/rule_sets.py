"""Saved rule sets, and differences of rules and presets."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.frozen import Frozen
from scoring.games import game_by_id
from scoring.games.base import AnyGame, Data, HouseRules, ImpossibleError
from scoring.games.fields import Field
from scoring.games.house_rules import idle_rules, profile_data, unit_of
from scoring.models import Club, SavedRules, Session

_MARK = "rule set: "
CHANGED = " (changed)"  # ends the name of a set that was changed for one night


class Difference(Frozen):
    """A house rule that differs from its preset."""

    about: Field
    own: object
    preset: object
    own_unit: int
    preset_unit: int


class ComparedRule(Frozen):
    """A house rule by preset, with units of money."""

    about: Field
    values: Mapping[str, object]
    units: Mapping[str, int]
    is_first: bool

    @property
    def is_same_everywhere(self) -> bool:
        return len(set(self.values.values())) == 1


class ComparedPresets(Frozen):
    """Presets with the same house rules, side by side."""

    presets: tuple[str, ...]
    rules: tuple[ComparedRule, ...]


def differences(*, session: Session) -> tuple[Difference, ...]:
    """Return the house rules that a table changed."""
    found = differences_of(game=session.played, rules=session.house_rules, minor_digits=session.money.minor_digits)
    return tuple(each for each in found if each.about.name in session.in_force.data and each.about.name != "unit")


def differences_of(*, game: AnyGame, rules: HouseRules, minor_digits: int = 2) -> tuple[Difference, ...]:
    """Return the differences of rules and preset, in order."""
    own = profile_data(profile=rules)
    preset = profile_data(profile=game.read_rules(value=rules.preset, minor_digits=minor_digits))
    units = {"own_unit": unit_of(rules=own), "preset_unit": unit_of(rules=preset)}
    return tuple(
        Difference(about=about, own=own[about.name], preset=preset[about.name], **units)
        for about in game.house_rules
        if own[about.name] != preset[about.name]
    )


def compared_presets(*, game: AnyGame) -> tuple[ComparedPresets, ...]:
    """Group the presets with equal house rules."""
    alike: dict[tuple[Field, ...], list[str]] = {}
    for preset in game.presets:
        alike.setdefault(rules_known_in(game=game, preset=preset), []).append(preset)
    seen: set[str] = set()
    tables = []
    for rules, presets in alike.items():
        complete = {preset: profile_data(profile=game.read_rules(value=preset)) for preset in presets}
        units = {preset: unit_of(rules=each) for preset, each in complete.items()}
        compared = tuple(
            ComparedRule(
                about=about,
                values={preset: each[about.name] for preset, each in complete.items()},
                units=units,
                is_first=about.name not in seen,
            )
            for about in rules
        )
        tables.append(ComparedPresets(presets=tuple(presets), rules=compared))
        seen.update(about.name for about in rules)
    return tuple(tables)


def rules_known_in(*, game: AnyGame, preset: str) -> tuple[Field, ...]:
    """Return the house rules that matter in a preset."""
    return tuple(about for about in game.house_rules if about.is_known_in(preset=preset))


class RuleSet(Frozen):
    saved: SavedRules
    game: AnyGame
    differences: tuple[Difference, ...]

    @property
    def preset(self) -> str:
        return str(self.saved.rules["preset"])


def rule_sets(*, club: Club, game: AnyGame | None = None) -> tuple[RuleSet, ...]:
    saved = SavedRules.objects.filter(club=club, **{"game": game.id} if game else {}).order_by("name")
    return tuple(rule_set(saved=each) for each in saved)


def rule_set(*, saved: SavedRules) -> RuleSet:
    game = game_by_id(game_id=saved.game)
    differences = differences_of(game=game, rules=game.read_rules(value=saved.rules))
    return RuleSet(saved=saved, game=game, differences=differences)


def rule_set_called(*, club: Club, name: str) -> SavedRules | None:
    return SavedRules.objects.filter(club=club, name__iexact=name).first()


def source_of(*, name: str) -> str:
    return _MARK + name


def copied_rules(*, saved: SavedRules, changes: Data, minor_digits: int) -> HouseRules:
    """Return rules of a set with changes. Raises ImpossibleError."""
    found = rule_set(saved=saved)
    if problems := idle_rules(game=found.game, value={"preset": found.preset, **changes}, minor_digits=minor_digits):
        raise ImpossibleError(problems)
    kept = {name: saved.rules[name] for name in ("preset", "revision", "source")}
    # Rules newer than the set keep the value from before they existed.
    younger = {each.name for each in found.game.house_rules if each.before is not None}
    kept |= {name: value for name, value in saved.rules.items() if name in younger}
    kept |= {each.about.name: each.own for each in found.differences}
    rules: HouseRules = found.game.read_rules(value={**kept, **changes}, minor_digits=minor_digits)
    if rules == found.game.read_rules(value=kept, minor_digits=minor_digits):
        return rules
    # Changed rules keep the name of the set but must not pass as the set itself.
    return replace(rules, source=source_of(name=f"{saved.name}{CHANGED}"))


def saved_as(*, club: Club, rules: HouseRules, minor_digits: int) -> SavedRules | None:
    """Return the saved set that equals these rules."""
    saved = rule_set_called(club=club, name=name_in(rules=profile_data(profile=rules)))
    is_same = saved and copied_rules(saved=saved, changes={}, minor_digits=minor_digits) == rules
    return saved if is_same else None


def name_in(*, rules: Data) -> str:
    source = str(rules.get("source", ""))
    return source.removeprefix(_MARK) if source.startswith(_MARK) else ""
