"""What a claim would come to by other rules: another preset, or a single house rule changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.games.base import ImpossibleError
from scoring.games.cuajo.claim import read_claim
from scoring.games.cuajo.entry import GAME_ID, read_entry
from scoring.games.cuajo.house_rule import HouseRule
from scoring.games.cuajo.results import Verdict
from scoring.games.cuajo.rules import PRESETS, HouseRules, house_rules_of
from scoring.games.cuajo.verdict import judge_claim
from scoring.games.house_rules import RuleKind


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRules:
    """Rules that differ in one thing: a preset's name, or one house rule with its other value."""

    rules: HouseRules
    preset: str = ""
    about: HouseRule | None = None
    value: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherWin:
    """Other rules by which a claim wins, and what each opponent then pays, in minor units."""

    other: OtherRules
    per_opponent_cents: int


def wins_by_other_rules(
    *, rules: HouseRules, claim: Mapping[str, object], cents: int | None
) -> tuple[OtherWin, ...]:
    """Return by which other rules the claim wins another amount.

    `cents` is what it pays now, None for no win. All presets count, also the one that a table's own rules
    come from. Single house rules count only where they make a win of what is none, which amounts never do;
    they come first, in the order of the form.
    """
    turned = read_entry(data={**claim, "rules": rules}).extra.size
    singles = tuple(_single_changes(rules, turned)) if cents is None else ()
    found = ((other, _cents(other.rules, claim)) for other in (*singles, *_presets(rules)))
    return tuple(
        OtherWin(other=other, per_opponent_cents=paid)
        for other, paid in found
        if paid is not None and paid != cents
    )


def _cents(rules: HouseRules, claim: Mapping[str, object]) -> int | None:
    try:
        result = judge_claim(claim=read_claim(data={**claim, "game": GAME_ID, "rules": rules}))
    except ImpossibleError:
        return None
    return result.per_opponent_cents if isinstance(result, Verdict) else None


def _presets(rules: HouseRules) -> Iterator[OtherRules]:
    for name, preset in PRESETS.items():
        if replace(rules, revision=preset.revision, source=preset.source) != preset:
            yield OtherRules(rules=preset, preset=name)


def _single_changes(rules: HouseRules, turned: int) -> Iterator[OtherRules]:
    for about in house_rules_of(scheme=rules.scheme):
        for value in _values(about, turned):
            if value != getattr(rules, about.name):
                changes: dict[str, object] = {about.name: value}
                changed = replace(rules, **changes)  # type: ignore[arg-type]
                yield OtherRules(rules=changed, about=about, value=value)


def _values(about: HouseRule, turned: int) -> tuple[object, ...]:
    """Return the values of a house rule that may decide whether a hand wins; no amount ever does."""
    match about.kind:
        case RuleKind.SWITCH:
            return (False, True)
        case RuleKind.CHOICE:
            return tuple(about.choices or ())
        case RuleKind.NUMBER if about.name == "extra_cards":
            enough = _enough_extra_cards(turned)
            return (enough,) if enough <= about.maximum else ()
        case _:
            return ()


def _enough_extra_cards(turned: int) -> int:
    """Return the least number of a preset that allows so many extra cards, otherwise that very number."""
    known = (preset.extra_cards for preset in PRESETS.values())
    return min((allowed for allowed in known if allowed >= turned), default=turned)
