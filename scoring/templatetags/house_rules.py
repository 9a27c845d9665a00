"""The value of a house rule in words."""

from django import template

from scoring.forms.house_rules import value_words
from scoring.games.cuajo.rules import HouseRule, RuleKind
from scoring.models import Session
from scoring.money import currency_for, format_amount

register = template.Library()


@register.simple_tag
def house_rule(about: HouseRule, value: object, session: Session | None = None) -> str:
    """Write the value of a house rule; an amount of a session in its currency, times its stakes."""
    if about.kind is RuleKind.MONEY and session:
        cents = int(str(value)) * session.rules["unit"] * session.stake_factor
        return format_amount(cents=cents, currency=currency_for(code=session.currency))
    return value_words(about=about, value=value)
