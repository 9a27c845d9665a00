"""What a hand would come to by other rules: another preset, or a single house rule changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.games.base import Data
from scoring.games.cuajo.live import live_verdict
from scoring.games.cuajo.rules import HOUSE_RULES, PRESETS, HouseRule, HouseRules, RuleKind


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRules:
    """Rules that differ in one thing: a preset's name, or one house rule with its other value."""

    rules: HouseRules
    preset: str = ""
    about: HouseRule | None = None
    value: object = None


def by_other_rules(*, rules: HouseRules, claim: Data, cents: int | None) -> list[Data]:
    """Return where the claim is a win for another amount; `cents` is what it pays now, None for no win.

    All presets count, but of the single house rules only those that make the claim valid at all.
    """
    found = []
    for other in _others(rules, singles=cents is None):
        verdict = live_verdict(rules=other.rules, entry=claim).verdict
        if verdict is not None and verdict.per_opponent_cents != cents:
            found.append(_data(other, verdict.per_opponent_cents))
    return found


def _others(rules: HouseRules, *, singles: bool) -> Iterator[OtherRules]:
    if singles:
        yield from _single_changes(rules)
    for name, preset in PRESETS.items():
        if name != rules.preset:
            yield OtherRules(rules=preset, preset=name)


def _single_changes(rules: HouseRules) -> Iterator[OtherRules]:
    for about in HOUSE_RULES:
        for value in _values(about):
            if value != getattr(rules, about.name):
                yield OtherRules(rules=_changed(rules, about, value), about=about, value=value)


def _changed(rules: HouseRules, about: HouseRule, value: object) -> HouseRules:
    changes: dict[str, object] = {about.name: value}
    return replace(rules, **changes)  # type: ignore[arg-type]


def _values(about: HouseRule) -> tuple[object, ...]:
    """Return what a switch or a choice may be, and the presets' values of a count."""
    match about.kind:
        case RuleKind.SWITCH:
            return (False, True)
        case RuleKind.CHOICE:
            return tuple(about.choices or ())
        case RuleKind.NUMBER if about.name == "extra_cards":
            return tuple(dict.fromkeys(preset.extra_cards for preset in PRESETS.values()))
        case _:
            return ()


def _data(other: OtherRules, cents: int) -> Data:
    return {
        "preset": other.preset,
        "label": other.about.label if other.about else "",
        "name": other.about.name if other.about else "",
        "value": str(other.value).lower() if other.about else "",
        "rule": other.about.rule if other.about else "",
        "per_opponent": cents,
    }
