"""The value of a house rule in words."""

from collections.abc import Mapping

from django import template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import games
from scoring.forms.amounts import amount_words
from scoring.forms.rules.house_rules import RULE_PREFIX, HouseRulesForm, RuleGroup, unpriced_words, value_words
from scoring.forms.rules.worth import RuleWorth, Stakes
from scoring.games.base import AnyGame, Data
from scoring.games.fields import Field, FieldKind
from scoring.models import Session
from scoring.queries.judge.setting import PlayedFor
from scoring.queries.rules.rule_sets import name_in
from scoring.views.rules.rules import Rulebook, rulebook

register = template.Library()


@register.filter
def rules_name(rules: Data) -> str:
    """Return what the rules of a session are called: their preset, or the rule set they were copied from.

    >>> rules_name({"preset": "family", "source": "rule set: Sunday table", "revision": 2})
    'Sunday table, revision 2, made from family'
    """
    preset = _preset_words(str(rules["preset"]))
    name = name_in(rules=rules)
    if not name:
        return _("%(preset)s rules") % {"preset": preset}
    words = {"name": name, "revision": rules["revision"], "preset": preset}
    return _("%(name)s, revision %(revision)s, made from %(preset)s") % words


@register.filter
def rules_source(rules: Data) -> str:
    """Return where the rules of a preset come from; a rule set comes from the club itself."""
    return "" if name_in(rules=rules) else _(str(rules["source"]))


@register.filter
def preset_of(identity: str) -> str:
    """Return the preset of a verdict's rules as a table calls it.

    >>> preset_of("pagat/1")
    'Pagat'
    """
    return _(_label_of(identity.partition("/")[0]))


def _label_of(preset: str) -> str:
    return next((game.preset_labels[preset] for game in games.GAMES if preset in game.preset_labels), preset)


def _preset_words(preset: str) -> str:
    """Return a preset as it is called inside a sentence; names keep their capitals."""
    label = _label_of(preset)
    words = _(label)
    return words[:1].lower() + words[1:] if label[1:].islower() else words


@register.simple_tag
def house_rule(about: Field, value: object, session: Session | PlayedFor | None = None, unit: int = 1) -> str:
    """Write the value of a house rule; an amount of a session in its currency, times its stakes.

    By the rules that it belongs to an amount of 1 is so many minor units.
    """
    if session and about.kind is FieldKind.AMOUNT:
        cents = int(str(value)) * unit * session.stakes
        return amount_words(cents=cents, currency=session.money)
    return value_words(about=about, value=value)


@register.simple_tag
def rule_value(about: Field, value: object, unit: int) -> str:
    """Write the value of a house rule before any stakes; an amount says what it comes to."""
    return unpriced_words(about=about, value=value, unit=unit)


@register.filter
def rule_groups(form: HouseRulesForm) -> tuple[RuleGroup, ...]:
    """Return the boxes of house rules by the chapters of the game's rules that speak of them."""
    chapters = _rulebook(form).chapters
    return form.rule_groups(headings={rule.number: chapter.title for chapter in chapters for rule in chapter.rules})


@register.filter
def rules_language(form: HouseRulesForm) -> str:
    """Return the language in which there are rules of the game for whoever reads this."""
    return _rulebook(form).language


def _rulebook(form: HouseRulesForm) -> Rulebook:
    return rulebook(document=form.game.rules_document, language=str(get_language()))


@register.filter
def worth_of(stakes: Stakes | None, box: str) -> RuleWorth:
    """Return what the amount in a box of the house rules comes to at the stakes that are chosen, if they are known."""
    name = box.removeprefix(RULE_PREFIX)
    known = stakes.rules if stakes else ()
    return next((each for each in known if each.name == name), RuleWorth(name=name, cents=None, chosen_cents=None))


@register.filter
def deciding(game: AnyGame, rule: str) -> tuple[Field, ...]:
    """Return the house rules of a game that decide a rule."""
    return tuple(about for about in game.house_rules if about.rule == rule)


@register.filter
def has_any(found: Mapping[str, str], rules: tuple[Field, ...]) -> bool:
    """Return whether what a night was played by has any of these house rules."""
    return any(about.name in found for about in rules)


@register.filter
def preset_name(game: AnyGame, preset: object) -> str:
    """Return a preset of a game in words."""
    return _(game.preset_labels[str(preset)])
