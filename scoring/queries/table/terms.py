"""What was changed of rules and stakes during a night, and since when."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.games.base import AnyGame
from scoring.games.fields import Field, FieldKind
from scoring.games.house_rules import profile_data, unit_of
from scoring.ledger.night import Night
from scoring.ledger.terms import InForce
from scoring.models import EntryKind


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedRule:
    """A house rule with its value before and after; of an amount also in minor units, at the stakes from then on."""

    about: Field
    before: object
    after: object
    before_cents: int | None = None
    after_cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTerms:
    """What a line recorded `at` a time changed; `stakes` before and after, None where they stayed."""

    at: datetime
    stakes: tuple[int, int] | None
    rules: tuple[ChangedRule, ...]


def was_of(*, before: InForce, after: InForce) -> dict[str, object]:
    """Return what was in force of that which changes: the stakes, and house rules by name."""
    old, new = (profile_data(profile=each.rules) for each in (before, after))
    rules = {name: value for name, value in old.items() if new.get(name) != value}
    return {
        **({"stake_factor": before.stakes} if before.stakes != after.stakes else {}),
        **({"rules": rules} if rules else {}),
    }


def changed_by(*, game: AnyGame, at: datetime, act: Mapping[str, Any]) -> ChangedTerms:
    """Return what the act of a line changed, in the order of the form."""
    was, rules, stakes = act["was"], act["rules"], act["stake_factor"]
    units = unit_of(rules={**rules, **was.get("rules", {})}) * stakes, unit_of(rules=rules) * stakes
    return ChangedTerms(
        at=at,
        stakes=(was["stake_factor"], act["stake_factor"]) if "stake_factor" in was else None,
        rules=tuple(
            _changed_rule(about, before=was["rules"][about.name], after=rules.get(about.name), units=units)
            for about in game.house_rules
            if about.name in was.get("rules", ())
        ),
    )


def _changed_rule(about: Field, *, before: object, after: object, units: tuple[int, int]) -> ChangedRule:
    if about.kind is not FieldKind.AMOUNT:
        return ChangedRule(about=about, before=before, after=after)
    cents = [int(str(value)) * unit for value, unit in zip((before, after), units, strict=True)]
    return ChangedRule(about=about, before=before, after=after, before_cents=cents[0], after_cents=cents[1])


def changes_of(*, night: Night) -> tuple[ChangedTerms, ...]:
    """Return every change that stands, the first one first."""
    lines = night.of(EntryKind.TERMS)
    return tuple(changed_by(game=night.game, at=line.recorded_at, act=line.act) for line in lines)
