"""How the judge's answers refer to the rules."""

import re
from collections.abc import Mapping
from fractions import Fraction

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.forms.house_rules import value_words
from scoring.games.cuajo.rules import HOUSE_RULES, RuleKind

register = template.Library()

_RULE = re.compile(r"\b([CL][0-9]{1,2})\b")


@register.filter
def rule_links(text: object) -> SafeString:
    """Link every rule number in a text to the page of the rules."""
    pieces = _RULE.split(str(text))
    return format_html_join(
        "", "{}", ((rule_link(piece) if place % 2 else piece,) for place, piece in enumerate(pieces))
    )


@register.filter
def rule_link(number: str) -> SafeString:
    """Link a rule number to the page of the rules."""
    return format_html('<a class="rule" href="{}#{}">{}</a>', reverse("rules"), number, number)


@register.filter
def percent(exact: str) -> str:
    """Write an exact chance in percent with one decimal, rounded down so that only certainty is 100.

    >>> percent("2/3")
    '66.6 %'
    """
    chance = Fraction(exact)
    per_mille = chance.numerator * 1000 // chance.denominator
    return f"{per_mille // 10}.{per_mille % 10} %"


@register.filter
def fraction(exact: str) -> str:
    """Write an exact chance as a fraction that can be read.

    >>> fraction("2/3")
    '2/3'
    """
    chance = Fraction(exact)
    return f"{chance.numerator:,}/{chance.denominator:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


@register.filter
def other_value(other: Mapping[str, str]) -> str:
    """Write the value of the house rule that differs, as kept in an answer."""
    about = next(about for about in HOUSE_RULES if about.name == other["name"])
    value = other["value"] == "true" if about.kind is RuleKind.SWITCH else other["value"]
    return value_words(about=about, value=value)
