"""The value of a house rule in words."""

from django import template
from django.utils.translation import gettext as _

from scoring.forms.house_rules import value_words
from scoring.games.asking import Field, FieldKind
from scoring.games.base import Data
from scoring.games.cuajo.rules import HouseRule, RuleKind
from scoring.models import Session
from scoring.money import format_amount
from scoring.queries.rule_sets import name_in

register = template.Library()


@register.filter
def rules_name(rules: Data, with_revision: str = "") -> str:
    """Return what the rules of a session are called: their preset, or the rule set they were copied from.

    >>> rules_name({"preset": "family", "source": "rule set: Sunday table", "revision": 2})
    'Sunday table 2, after family'
    """
    preset = str(rules["preset"]).replace("_", " ")
    name = name_in(rules=rules)
    if not name and with_revision:
        return f"{preset} {rules['revision']}"
    if not name:
        return _("%(preset)s rules") % {"preset": preset}
    words = {"name": name, "revision": rules["revision"], "preset": preset}
    return _("%(name)s %(revision)s, after %(preset)s") % words


@register.simple_tag
def house_rule(about: HouseRule | Field, value: object, session: Session | None = None) -> str:
    """Write the value of a house rule; an amount of a session in its currency, times its stakes."""
    if session and about.kind in (RuleKind.MONEY, FieldKind.AMOUNT):
        cents = int(str(value)) * session.rules.get("unit", 1) * session.stake_factor
        return format_amount(cents=cents, currency=session.money)
    return value_words(about=about, value=value)
