"""Charts as SVG in the colours of the page, each with its title, what it says in words, and a table behind it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import template

from scoring import charts
from scoring.charts import Lines
from scoring.forms.amounts import amount_words, style
from scoring.money import Currency

register = template.Library()
register.filter("hue", charts.hue)
register.filter("mark", charts.mark)
register.filter(charts.small_line)

_FRAME = {"left": charts.LEFT, "top": charts.TOP, "bottom": charts.BOTTOM, "high": charts.BOTTOM - charts.TOP}


def short_amount(cents: int, currency: Currency) -> str:
    """Write an amount of an axis in few letters, the currency at its 0; nothing that is owed is ever written so.

    >>> [short_amount(cents, Currency(code="PHP", name="peso", symbol="₱")) for cents in (0, -200_000, 1_000_000)]
    ['₱0', '−2,000', '+10k']
    """
    whole, rest = divmod(abs(cents), 10**currency.minor_digits)
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if whole >= 10 * size and not rest:
            return f"{'−' if cents < 0 else '+'}{whole / size:g}{letter}".replace(".", style().point)
    symbol = "" if cents else currency.symbol
    return amount_words(cents=cents, currency=replace(currency, symbol=symbol, drops_cents=True), sign=True)


@register.inclusion_tag("components/charts/lines.html")
def line_chart(asked: Lines, currency: Currency, key: Sequence[tuple[str, str, int]] = ()) -> dict[str, Any]:
    """Draw lines of money over steps; a key names them below in their order: where each leads, and its result."""
    drawn = charts.line_chart(asked=asked, written=lambda cents: short_amount(cents, currency))
    wide = drawn.right - charts.LEFT
    return {
        **_FRAME,
        "wide": wide,
        "asked": asked,
        "chart": drawn,
        "currency": currency,
        "key": key,
        "across": [tick.label for tick in reversed(drawn.across)],
        "below": [(_percent(tick.at - charts.LEFT, wide), tick.label) for tick in drawn.below],
        "newest": asked.steps[-1].label if drawn.below and asked.steps[-1].label != drawn.below[0].label else "",
        "ends": [(line, _down(line.y), _down(line.label_y), _box(line)) for line in drawn.lines],
    }


def _box(line: charts.Line) -> int:
    """Return the side of the box that a mark is drawn in: the larger, the smaller the mark, to stand within others."""
    return 14 + 8 * line.over


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole)


def _down(y: int) -> int:
    return _percent(y - charts.TOP, charts.BOTTOM - charts.TOP)


@register.inclusion_tag("components/charts/plain.html")
def plain_lines(drawn: charts.LineChart) -> dict[str, Any]:
    """Draw lines that fill whatever room there is, for a screen that says names and amounts beside them."""
    height = drawn.lowest - drawn.highest or 1
    ends = [(line, round(100 * (line.y - drawn.highest) / height)) for line in drawn.lines]
    right = charts.WIDTH - charts.RIGHT
    return {**_FRAME, "chart": drawn, "ends": ends, "right": right, "across": right - charts.LEFT, "down": height}


@register.inclusion_tag("components/charts/mark.html")
def chart_mark(mark: int) -> dict[str, int]:
    """Draw the mark by which a line is told apart without its colour."""
    return {"mark": mark}


@register.inclusion_tag("components/charts/distribution.html")
def distribution_chart(name: str, title: str, values: Sequence[int], currency: Currency) -> dict[str, Any]:
    """Draw how often what was won or lost; `name` is unique on its page."""
    of = replace(currency, drops_cents=True)
    drawn = charts.distribution(values=values, written=lambda cents: amount_words(cents=cents, currency=of, sign=True))
    start, wide = charts.LEFT // 2, charts.WIDTH - charts.LEFT
    tallest = max((column.count for column in drawn.columns), default=0)
    return {
        **_FRAME,
        "start": start,
        "wide": wide,
        "name": name,
        "title": title,
        "chart": drawn,
        "counts": [
            (
                _percent(column.x + column.width // 2 - start, wide),
                _down(column.y),
                column.count,
                column.count == tallest,
            )
            for column in drawn.columns
            if column.count
        ],
        "zero": _percent(drawn.zero - start, wide),
        "nothing": short_amount(0, currency),
    }


@register.inclusion_tag("components/charts/bar.html")
def bar_chart(value: int, largest: int) -> dict[str, int | bool]:
    """Draw one bar of a table whose rows say the rest: right of the middle what was won, left what was lost."""
    start, length = charts.bar(value=value, largest=largest)
    return {"start": start, "length": length, "is_loss": value < 0}


@register.filter
def tint(cents: int, largest: int) -> int:
    """Return which tint of four lies behind an amount of a matrix, 0 for nothing.

    >>> tint(-75, 100), tint(0, 100)
    (3, 0)
    """
    return -(-4 * abs(cents) // largest) if largest else 0
