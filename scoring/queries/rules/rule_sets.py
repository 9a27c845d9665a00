"""The rule sets a club keeps under a name, and the name a session's rules carry."""

from dataclasses import dataclass
from uuid import UUID

from scoring.games.base import Data
from scoring.games.cuajo import read_rules, rules_data
from scoring.models import Club, SavedRules
from scoring.queries.terms import Difference, differences_of

_MARK = "rule set: "


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A saved rule set with where it differs from its preset."""

    saved: SavedRules
    differences: tuple[Difference, ...]

    @property
    def preset(self) -> str:
        """Return the preset it was made from."""
        return str(self.saved.rules["preset"])


def rule_sets(*, club: Club) -> tuple[RuleSet, ...]:
    """Return the rule sets of a club by name."""
    return tuple(rule_set(saved=saved) for saved in SavedRules.objects.filter(club=club).order_by("name"))


def rule_set(*, saved: SavedRules) -> RuleSet:
    """Return a saved rule set with its differences."""
    return RuleSet(saved=saved, differences=differences_of(rules=saved.rules))


def find_rule_set(*, club: Club, public_id: UUID) -> SavedRules | None:
    """Return the club's rule set of that id."""
    return SavedRules.objects.filter(club=club, public_id=public_id).first()


def rule_set_called(*, club: Club, name: str) -> SavedRules | None:
    """Return the club's rule set of that name, case ignored."""
    return SavedRules.objects.filter(club=club, name__iexact=name).first()


def source_of(*, name: str) -> str:
    """Return what the rules of a set say they come from.

    >>> source_of(name="Sunday table")
    'rule set: Sunday table'
    """
    return _MARK + name


def changed_copy(*, rules: Data, changes: Data) -> Data:
    """Return the complete rules of a set as a session copies them, with changes made for that session only.

    Changed ones say so: they keep the set's name, but are not the set. Raises ImpossibleError.
    """
    copied = rules_data(rules=read_rules(value={**rules, **changes}))
    if all(copied[name] == rules.get(name, copied[name]) for name in changes):
        return copied
    return {**copied, "source": source_of(name=_changed(name_in(rules=rules)))}


def saved_as(*, club: Club, rules: Data) -> SavedRules | None:
    """Return the club's rule set that says exactly this now, None where it was changed or removed since."""
    saved = rule_set_called(club=club, name=name_in(rules=rules))
    return saved if saved and saved.rules == rules else None


def _changed(name: str) -> str:
    return f"{name} (changed)"


def name_in(*, rules: Data) -> str:
    """Return the name of the set that complete rules were copied from, empty for a preset.

    >>> name_in(rules={"source": "rule set: Sunday table"})
    'Sunday table'
    """
    source = str(rules.get("source", ""))
    return source.removeprefix(_MARK) if source.startswith(_MARK) else ""
