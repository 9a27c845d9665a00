"""Draw charts and figures."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring import charts
from scoring.charts import LineChart, Lines
from scoring.forms.amounts import amount_words, style
from scoring.money import Currency
from scoring.queries.history.figures import Unit, Value
from scoring.queries.history.standings import MILLION, Rating
from scoring.templatetags.cards import SPRITES, SUITS
from scoring.templatetags.money import length_class
from scoring.texts.decks import deck_in_use
from scoring.views.history.words import counted_words

register = template.Library()
register.filter("hue", charts.hue)
register.filter("mark", charts.mark)
register.filter("counted", counted_words)

_COLOUR = re.compile(r"--([\w-]+): (#\w{6});")


def short_amount(cents: int, currency: Currency) -> str:
    """Write an axis amount in a few letters.

    >>> [short_amount(cents, Currency(code="PHP", name="peso", symbol="₱")) for cents in (0, -200_000, 1_000_000)]
    ['₱0', '−2,000', '+10k']
    """
    whole, rest = divmod(abs(cents), 10**currency.minor_digits)
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if whole >= 10 * size and not rest:
            return f"{'−' if cents < 0 else '+'}{whole / size:g}{letter}".replace(".", style().point)
    # The axis has little room, so only its zero shows the currency.
    symbol = "" if cents else currency.symbol
    return amount_words(cents=cents, currency=replace(currency, symbol=symbol, drops_cents=True), sign=True)


@register.inclusion_tag("components/charts/lines.html")
def line_chart(
    asked: Lines, currency: Currency, key: Sequence[tuple[str, str, int, int]] = (), has_table: bool = True
) -> dict[str, Any]:
    """Draw lines of money, with key and table."""
    drawn = lines_of(asked, currency)
    return {"asked": asked, "chart": drawn, "currency": currency, "key": key, "has_table": has_table}


@register.inclusion_tag("components/charts/plain.html")
def plain_lines(asked: Lines) -> dict[str, LineChart]:
    """Draw lines without names and amounts."""
    return {"chart": charts.line_chart(asked=asked)}


@register.inclusion_tag("components/charts/distribution.html")
def distribution_chart(name: str, title: str, values: Sequence[int], currency: Currency) -> dict[str, Any]:
    """Draw how often amounts were won or lost."""
    of = replace(currency, drops_cents=True)
    drawn = charts.distribution(values=values, written=lambda cents: amount_words(cents=cents, currency=of, sign=True))
    return {"name": name, "title": title, "chart": drawn, "nothing": short_amount(0, currency)}


@register.filter
def tint(cents: int, largest: int) -> int:
    """Return the tint of an amount (0 to 4).

    >>> tint(-75, 100), tint(0, 100)
    (3, 0)
    """
    return -(-4 * abs(cents) // largest) if largest else 0


@register.inclusion_tag("history/value.html", name="figure")
def figure_tag(
    value: Fraction | int | None, unit: Unit, currency: Currency, size: str = "", of: str = ""
) -> dict[str, Any]:
    cents = round(value) if value is not None and unit in (Unit.RESULT, Unit.MONEY) else None
    text = counted_words(value, of) if of and unit is Unit.COUNT and isinstance(value, int) else written(value, unit)
    drawn = {"text": text, "length": length_class(len(text)), "size": size, "currency": currency}
    return {"cents": cents, "is_result": unit is Unit.RESULT, **drawn}


@register.filter
def base_words(value: Value) -> str:
    """Write the base of a figure, of a share with its part."""
    base = counted_words(value.base, value.figure.base)
    if value.figure.unit in (Unit.SHARE, Unit.MEAN):
        return _("%(count)s in %(base)s") % {"count": value.count, "base": base}
    return base


@register.inclusion_tag("history/rating.html", name="rating")
def rating_tag(rating: Rating) -> dict[str, Any]:
    mean, margin = (number_format(f"{each / MILLION:.1f}", 1) for each in (rating.mean, rating.margin))
    return {"mean": mean, "margin": margin, "hands": rating.hands}


@register.filter
def written(value: Fraction | int | None, unit: Unit | str) -> str:
    """Write a value that is not money.

    >>> written(Fraction(1, 3), Unit.SHARE), written(Fraction(125), Unit.MINUTES), written(None, Unit.MEAN)
    ('33 %', '2 h 5 min', '–')
    """
    if value is None:
        return "–"
    match Unit(unit):
        case Unit.SHARE:
            return _("%(number)s %%") % {"number": round(100 * value)}
        case Unit.MEAN:
            return number_format(f"{float(value):.2f}", 2)
        case Unit.MINUTES:
            hours, minutes = divmod(int(value), 60)
            of_hour = [_("%(number)s min") % {"number": minutes}] if minutes or not hours else []
            return " ".join([_("%(number)s h") % {"number": hours}, *of_hour] if hours else of_hour)
        case _count:
            return str(round(value))


@register.filter
def share(part: int, whole: int) -> str:
    return written(Fraction(part, whole) if whole else None, Unit.SHARE)


@register.filter
def cents(value: Fraction) -> int:
    return round(value)


@register.simple_tag
@cache
def colours() -> dict[str, str]:
    """Return the light colours by CSS name."""
    return {name.replace("-", "_"): colour for name, colour in reversed(_named())}


@register.filter
def person(place: int) -> str:
    """Return the colour of a line by place."""
    return dict(_named())[f"person-{charts.hue(place)}"]


@cache
def _named() -> list[tuple[str, str]]:
    sheets = "".join(_file(f"css/{name}.css") for name in ("tokens", "cards", "lines"))
    return _COLOUR.findall(sheets)


@register.filter
def dashes(mark: int) -> str:
    return ("none", "8 4", "2 4", "10 4 2 4", "14 3")[mark]


@register.simple_tag
def card_symbols(cut: str, kinds: Iterable[str]) -> SafeString:
    """Return the drawings of cards with their parts."""
    drawn: dict[str, str] = {}
    for kind in kinds:
        _draw(f"{cut}-{kind}", kind[-1], drawn)
    return mark_safe("".join(drawn.values()))  # noqa: S308 - our own sprite


@register.simple_tag
def lines_of(asked: Lines, currency: Currency) -> LineChart:
    return charts.line_chart(asked=asked, written=partial(short_amount, currency=currency))


def _draw(name: str, suit: str, drawn: dict[str, str]) -> None:
    own = f"{suit}-{name}"
    if own in drawn:
        return
    # Two cards of a suit share parts, which are drawn once.
    body = drawn[own] = _sprite(SPRITES[deck_in_use()])[name]
    for part in re.findall(r'href="#([\w-]+)"', body):
        _draw(part, suit, drawn)
    body = body.replace('href="#', f'href="#{suit}-')
    # A picture has no style sheet, so variables become colours.
    body = re.sub(r"var\(--([\w-]+)\)", lambda found: _ink(found[1], suit), body)
    drawn[own] = f'<symbol id="{own}"{body}</symbol>'


def _ink(name: str, suit: str) -> str:
    """Return the colour of a card, as in cards.css."""
    _, _, own = _file("css/cards.css").partition(f".suit-{SUITS[deck_in_use()][suit].symbol}")
    of_suit = dict(_COLOUR.findall(own.partition("}")[0]))
    return of_suit.get(name) or colours()[name.replace("-", "_")]


@cache
def _sprite(name: str) -> dict[str, str]:
    return dict(re.findall(r'<symbol id="([^"]+)"(.*?)</symbol>', _file(name), re.DOTALL))


def _file(name: str) -> str:
    return Path(settings.FILES_DIR, "static", name).read_text("utf-8")
