"""Amounts in the language of the reader, and typed amounts."""

from dataclasses import replace
from functools import cache
from typing import Any

from django import forms
from django.utils.formats import get_format, number_format
from django.utils.translation import get_language, gettext_lazy, gettext_noop
from django.utils.translation import gettext as _

from scoring import money

gettext_noop("Points only")  # as scoring.money, which marks nothing, calls points


def style() -> money.Style:
    return _style(get_language())


@cache
def _style(_language: str | None) -> money.Style:
    return money.Style(
        point=get_format("DECIMAL_SEPARATOR"),
        thousands=get_format("THOUSAND_SEPARATOR"),
        symbol_last=get_format("SYMBOL_LAST"),
    )


def factor_words(factor: int) -> str:
    """Write a number with thousands separators."""
    return number_format(factor, force_grouping=True)


def number_words(number: int) -> str:
    """Write a number, with separators from five digits on.

    >>> number_words(1_000_000), number_words(2026)
    ('1,000,000', '2026')
    """
    return number_format(number, force_grouping=number >= 10_000)


def amount_words(*, cents: int, currency: money.Currency, sign: bool = False) -> str:
    """Write an amount in the language of the reader.

    >>> amount_words(cents=-1250, currency=currency_for(code="PHP"))
    '−₱12.50'
    """
    return money.format_amount(cents=cents, currency=currency, sign=sign, style=style())


def signed_words(*, cents: int, currency: money.Currency) -> str:
    r"""Write an amount with plus or minus, without a break.

    >>> signed_words(cents=-90, currency=currency_for(code="PHP"))
    '−\u2060₱0.90'
    """
    return money.unbroken(amount_words(cents=cents, currency=currency, sign=True))


def points_words(points: int) -> str:
    """Write points, with a minus for a loss."""
    return f"{money.MINUS if points < 0 else ''}{abs(points)}"


def typed_amount(*, cents: int, currency: money.Currency) -> str:
    """Write an amount for a field, the same in all languages.

    >>> typed_amount(cents=133250, currency=currency_for(code="PHP"))
    '₱1332.50'
    """
    return money.format_amount(cents=cents, currency=currency, style=replace(style(), thousands=""))


def currency_words(currency: money.Currency) -> str:
    """Return the currency's name in the reader's language."""
    return currency.names.get(get_language() or "") or _(currency.name)


def read_amount(text: str, *, currency: money.Currency, signed: bool = False) -> int:
    """Read an amount in minor units. Raises ValidationError."""
    parse = money.parse_result if signed else money.parse_amount
    try:
        return parse(text=text, currency=currency, style=style())
    except money.AmountError as error:
        raise forms.ValidationError(_why(error, typed=text.strip(), currency=currency), code=error.code) from error


class AmountField(forms.CharField):
    """An amount in minor units, 0 if empty."""

    currency: money.Currency

    def __init__(self, **options: Any) -> None:
        defaults: dict[str, Any] = {
            "label": gettext_lazy("Amount"),
            "error_messages": {"required": gettext_lazy("Write an amount.")},
            "widget": forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        }
        super().__init__(**defaults | options, max_length=20)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        bound = super().get_bound_field(form, field_name)
        if self.currency.symbol:
            bound.label = f"{bound.label} ({self.currency.symbol})"
        return bound

    def clean(self, value: Any) -> int:
        text = super().clean(value)
        return read_amount(text, currency=self.currency) if text else 0

    def prepare_value(self, value: Any) -> Any:
        return typed_amount(cents=value, currency=self.currency) if isinstance(value, int) else value


_PROBLEMS = {
    money.AmountProblem.EMPTY: gettext_lazy("Write an amount."),
    money.AmountProblem.NEGATIVE: gettext_lazy("An amount cannot be below zero."),
    money.AmountProblem.NOT_A_NUMBER: gettext_lazy("'%(typed)s' is not an amount. Write it like %(example)s."),
    money.AmountProblem.TOO_MANY_DECIMALS: gettext_lazy("Write at most 2 digits after the point."),
    money.AmountProblem.TOO_LARGE: gettext_lazy("The highest amount is %(highest)s."),
}


def _why(error: money.AmountError, *, typed: str, currency: money.Currency) -> str:
    if error.code is money.AmountProblem.TOO_MANY_DECIMALS and not currency.minor_digits:
        return _("Write no digits after the point.")
    example = amount_words(cents=12 * 10**currency.minor_digits, currency=currency)
    highest = amount_words(cents=money.HIGHEST_AMOUNT_CENTS, currency=currency)
    return str(_PROBLEMS[error.code] % {"typed": typed, "example": example, "highest": highest})
