"""What the amounts of house rules come to in money, at some stakes."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.forms.amounts import amount_words
from scoring.forms.base import told
from scoring.games.base import AnyGame, HouseRules
from scoring.games.fields import FieldKind
from scoring.games.house_rules import profile_data, unit_of
from scoring.money import Currency, written_together
from scoring.queries.rules.rule_sets import rules_known_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What an amount of the rules comes to at some stakes; `written` is what it comes to at stakes × 1, in words."""

    label: str
    written: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWorth:
    """What a house rule that is an amount comes to, and what it would as the rules chosen have it.

    None where those do not know it.
    """

    name: str
    cents: int | None
    chosen_cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What is played for: the amounts that say most, and those of all house rules.

    `each_pays` says that every opponent pays those that say most just so; otherwise the last of them is what a usual
    hand or match comes to.
    """

    currency: Currency
    factor: int
    worth: tuple[Worth, ...]
    each_pays: bool
    rules: tuple[RuleWorth, ...]


def stakes_of(*, game: AnyGame, rules: HouseRules, chosen: HouseRules, currency: Currency, factor: int) -> Stakes:
    """Return what house rules come to; `chosen` are those they were made from, before anything was changed."""
    own, before = (_amounts(game, each, factor=factor) for each in (rules, chosen))
    usual = tuple((told(line.text), line.cents * factor) for line in game.typical(rules=rules))
    about = {each.name: each for each in game.house_rules if each.name in own}
    said = (*((_(about[name].label), own[name]) for name in game.stakes_shown if name in own), *usual)
    shown = (*own.values(), *before.values(), *(cents for _label, cents in usual))
    in_rules = written_together(currency=currency, amounts=tuple(cents // factor for cents in shown))
    return Stakes(
        currency=written_together(currency=currency, amounts=shown),
        factor=factor,
        worth=tuple(
            Worth(label=label, written=amount_words(cents=cents // factor, currency=in_rules), cents=cents)
            for label, cents in said
        ),
        each_pays=not usual,
        rules=tuple(
            RuleWorth(name=each.name, cents=own.get(each.name), chosen_cents=before.get(each.name))
            for each in game.house_rules
            if each.kind is FieldKind.AMOUNT
        ),
    )


def _amounts(game: AnyGame, rules: HouseRules, *, factor: int) -> dict[str, int]:
    data = profile_data(profile=rules)
    known = (each.name for each in rules_known_in(game=game, preset=rules.preset) if each.kind is FieldKind.AMOUNT)
    return {name: int(str(data[name])) * unit_of(rules=data) * factor for name in known}
