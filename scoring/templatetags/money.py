"""Amounts on a page, in the currency of a session."""

from dataclasses import replace

from django import template
from django.utils.translation import gettext as _

from scoring.models import Session
from scoring.money import Currency, format_amount
from scoring.queries.judge.setting import PlayedFor

register = template.Library()


@register.filter
def amount(cents: int, of: Session | PlayedFor | Currency) -> str:
    """Write an amount in a currency, or in the one a session is played for.

    >>> amount(90, currency_for(code="PHP"))
    '₱0.90'
    """
    return format_amount(cents=cents, currency=_currency(of))


@register.filter
def signed(cents: int, of: Session | PlayedFor | Currency) -> str:
    """Write what was won with a plus and what was lost with a minus.

    >>> signed(-90, currency_for(code="PHP"))
    '−₱0.90'
    """
    return format_amount(cents=cents, currency=_currency(of), sign=True)


@register.filter
def bare(cents: int, of: Session | PlayedFor | Currency) -> str:
    """Write what was won or lost as `signed` does, without the currency, where it is said beside it.

    >>> bare(-90, currency_for(code="PHP"))
    '−0.90'
    """
    return signed(cents, replace(_currency(of), symbol=""))


@register.filter
def staked(cents: int, played: Session | PlayedFor) -> int:
    """Return an amount of the rules times the stakes it is played for."""
    return cents * played.stake_factor


@register.filter
def at_stakes(cents: int, played: Session | PlayedFor) -> str:
    """Write an amount of the rules times the stakes it is played for."""
    return amount(staked(cents, played), played)


@register.filter
def played_for(session: Session) -> str:
    """Say what a session is played for: the currency, and the stakes where they are raised."""
    name = _(session.money.name)
    return f"{name} × {session.stake_factor}" if session.stake_factor > 1 else name


@register.inclusion_tag("components/amount.html", name="result")
def result_tag(cents: int, of: Session | PlayedFor | Currency, size: str = "", bare: bool = False) -> dict[str, str]:
    """Draw a result: what was won or lost, in sign, colour and words; `size` is one of the component's.

    A `bare` result leaves out the currency.
    """
    currency = replace(_currency(of), symbol="") if bare else _currency(of)
    if cents > 0:
        sign, words = "plus", _("won")
    elif cents < 0:
        sign, words = "minus", _("lost")
    else:
        sign, words = "", ""
    return {"text": signed(cents, currency), "sign": sign, "words": words, "size": size}


@register.inclusion_tag("components/amount.html", name="sum")
def sum_tag(cents: int, of: Session | PlayedFor | Currency, size: str = "") -> dict[str, str]:
    """Draw an amount that somebody pays."""
    return {"text": amount(cents, of), "sign": "", "words": "", "size": size}


def _currency(of: Session | PlayedFor | Currency) -> Currency:
    return of if isinstance(of, Currency) else of.money
