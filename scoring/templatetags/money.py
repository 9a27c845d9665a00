"""Write amounts in the currency of a session."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from django import template
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.forms.amounts import amount_words, currency_words, points_words, signed_words, style, typed_amount
from scoring.games.base import AnyGame, Data
from scoring.games.house_rules import unit_of
from scoring.ledger.night import SeatResult
from scoring.ledger.seatings import TermsInterval
from scoring.models import Session
from scoring.money import Currency
from scoring.queries.books.ledger import Change
from scoring.queries.judge import PlayedFor
from scoring.queries.table.corrections import Correction
from scoring.queries.table.nights import together

register = template.Library()
register.filter(currency_words)
register.filter(together)
register.simple_tag(lambda: style().point, name="decimal_point")
register.simple_tag(lambda: style().thousands, name="thousands")

type PriceContext = Session | PlayedFor | Currency

# The classes of amounts.css, length-4 to length-16.
LENGTHS = (4, 5, 6, 7, 8, 10, 12, 16)


@register.filter
def amount(cents: int, of: PriceContext) -> str:
    return amount_words(cents=cents, currency=_currency(of))


@register.filter
def typed(cents: int, of: PriceContext) -> str:
    return typed_amount(cents=cents, currency=_currency(of))


@register.filter
def signed(cents: int, of: PriceContext) -> str:
    return signed_words(cents=cents, currency=_currency(of))


@register.filter
def bare(cents: int, of: PriceContext) -> str:
    """Write a signed amount without the currency."""
    return amount_words(cents=cents, currency=replace(_currency(of), symbol=""), sign=True)


@register.filter
def cell(cents: int, of: PriceContext) -> SafeString:
    sign = "plus" if cents > 0 else "minus"
    return format_html('<span class="{}">{}</span>', f"amount-{sign}" if cents else "", bare(cents, of))


@register.simple_tag
def cells(changes: Iterable[Change | None], of: PriceContext, is_points: bool) -> SafeString:
    """Draw the columns of a line, empty for absent players."""

    def said(change: Change) -> str:
        return points_words(change.points) if is_points else cell(change.cents, of)

    drawn = (
        format_html('<td data-seat="{}">{}</td>', each.seat, said(each)) if each else "<td></td>" for each in changes
    )
    return mark_safe("".join(drawn))  # noqa: S308 - escaped above


@register.filter
def staked(cents: int, played: Session | PlayedFor) -> int:
    return cents * played.stakes


@register.filter
def at_stakes(cents: int, played: Session | PlayedFor) -> str:
    """Write an amount of the rules at the stakes."""
    return amount(staked(cents, played), played)


_PRICES: dict[str, str | Promise] = {
    "secret": gettext_lazy("%(amount)s a secret"),
    "point": gettext_lazy("%(amount)s a point"),
    "self_drawn": gettext_lazy("%(amount)s a win"),
    "start_plain": gettext_lazy("%(amount)s a win"),
}


@register.filter
def played_for(session: Session) -> str:
    """Write the price that all others follow from."""
    return _price_words(session, session.in_force)


@register.filter
def played_as(session: Session | None) -> str:
    return f"{session.played.name}, {played_for(session)}" if session else ""


@register.filter
def played_for_in_all(session: Session) -> str:
    """Write currency and all prices of a session."""
    currency = currency_words(session.money)
    if session.entered_later or session.money.is_points:
        return currency
    words, *later = (each for each, _same in groupby(_price_words(session, terms) for terms in session.terms.all))
    for price in later:
        words = _("%(before)s, then %(price)s") % {"before": words, "price": price}
    return f"{currency}, {words}"


@register.simple_tag
def example_price(rules: Data, game: AnyGame, played: PlayedFor) -> str:
    asked, _question = game.price_asked(rules=game.read_rules(value=rules))
    return _priced(asked, rules, played)


def _price_words(session: Session, terms: TermsInterval) -> str:
    asked, _question = session.played.price_asked(rules=terms.rules)
    if session.money.is_points or not terms.data.get(asked):
        return currency_words(session.money)
    return _priced(asked, terms.data, replace(PlayedFor(), money=session.written, stakes=terms.stakes))


def _priced(asked: str, rules: Data, played: PlayedFor) -> str:
    cents = int(str(rules[asked])) * unit_of(rules=rules)
    return str(_PRICES.get(asked, _("%(amount)s a hand"))) % {"amount": at_stakes(cents, played)}


@register.filter
def longest(seats: Iterable[SeatResult], of: PriceContext) -> int:
    currency = replace(_currency(of), symbol="")
    written = (amount_words(cents=seat.result_cents, currency=currency, sign=True) for seat in seats)
    # All results at a table have one size, that of the longest.
    return max(int(_parts(each, currency)["length"]) for each in written)


_WAYS = {
    "gets_more": gettext_lazy("%(player)s gets %(amount)s more"),
    "gets_less": gettext_lazy("%(player)s gets %(amount)s less"),
    "pays_more": gettext_lazy("%(player)s pays %(amount)s more"),
    "pays_less": gettext_lazy("%(player)s pays %(amount)s less"),
}


@register.filter
def differences(correction: Correction, of: PriceContext) -> list[str]:
    rows = correction.moved
    is_from = correction.has_same_winner and bool(rows) and rows[0].way == "gets_more"
    found = []
    for row in rows:
        words = _("%(amount)s from %(player)s") if is_from and row.way == "pays_more" else _WAYS[row.way]
        found.append(words % {"player": row.player, "amount": amount(abs(row.cents), of)})
    return found


@register.simple_tag(name="result")
def result_tag(cents: int, of: PriceContext, size: str = "", bare: bool = False) -> str:
    """Draw a result with sign, colour and words."""
    currency = replace(_currency(of), symbol="") if bare else _currency(of)
    return _drawn(get_language(), cents, currency, size, True)


@register.simple_tag(name="sum")
def sum_tag(cents: int, of: PriceContext, size: str = "") -> str:
    return _drawn(get_language(), cents, _currency(of), size, False)


@lru_cache(maxsize=1024)
def _drawn(_language: str | None, cents: int, currency: Currency, size: str, is_result: bool) -> str:
    parts = _parts(amount_words(cents=cents, currency=currency, sign=is_result), currency)
    sign, words = ("plus", _("won")) if cents > 0 else ("minus", _("lost"))
    said = {"sign": sign, "words": words} if is_result and cents else {}
    return render_to_string("components/amount.html", {**parts, **said, "size": size})


def _parts(written: str, currency: Currency) -> dict[str, str | int]:
    mark = written[: len(written) - len(written.lstrip("+−"))]
    number = written.removeprefix(mark)
    if currency.symbol:
        number = number.removeprefix(currency.symbol).removesuffix(currency.symbol).rstrip()
    whole = number.rpartition(style().point)[0] or number if currency.minor_digits else number
    parts = {"mark": mark, "symbol": currency.symbol, "whole": whole, "cents": number[len(whole) :]}
    # The style sheet draws symbol and cents smaller.
    letters = len(mark) + len(whole) + 0.6 * len(currency.symbol) + 0.75 * len(parts["cents"])
    return {**parts, "is_last": style().symbol_last, "length": length_class(letters)}


def length_class(letters: float) -> int:
    """Return the CSS class for a number of letters.

    >>> length_class(1), length_class(5.2), length_class(21)
    (4, 6, 16)
    """
    return next((each for each in LENGTHS if letters <= each), LENGTHS[-1])


def _currency(of: PriceContext) -> Currency:
    return of if isinstance(of, Currency) else of.written
