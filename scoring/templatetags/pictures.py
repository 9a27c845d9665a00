"""What drawings that leave us carry with them: cards, colours and lines, for they cannot ask for our files."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from scoring import charts
from scoring.charts import LineChart, Lines
from scoring.money import Currency
from scoring.templatetags.cards import drawings
from scoring.templatetags.charts import short_amount

register = template.Library()


@register.simple_tag
@cache
def colours() -> dict[str, str]:
    """Return the light colours of the pages by their name in the style sheets, with _ for -."""
    return {name.replace("-", "_"): colour for name, colour in reversed(_named())}


@register.filter
def person(place: int) -> str:
    """Return the colour on felt of the person whose line stands there among those of a chart."""
    return dict(_named())[f"person-{charts.hue(place)}"]


@cache
def _named() -> list[tuple[str, str]]:
    """Return every colour of the style sheets with its name: in the light first, on felt last."""
    sheets = "".join(_file(f"css/{name}.css") for name in ("tokens", "lines"))
    return re.findall(r"--([\w-]+): (#\w{6});", sheets)


@register.filter
def hue(place: int) -> int:
    """Return which of those colours it is, as the classes of `lines.css` number them."""
    return charts.hue(place)


@register.filter
def mark(place: int) -> int:
    """Return which mark ends that line."""
    return charts.mark(place)


@register.filter
def dashes(mark: int) -> str:
    """Return how a line with this mark is dashed; `lines.css` does it on pages."""
    return ("none", "8 4", "2 4", "10 4 2 4", "14 3")[mark]


@register.simple_tag
def card_symbols(cut: str, kinds: Iterable[str]) -> SafeString:
    """Return the drawings of cards with what they are made of, each in the colours of its suit.

    `O-face-12O` is the king of coins; what two cards of a suit share is drawn once.
    """
    drawn: dict[str, str] = {}
    for kind in kinds:
        _draw(f"{cut}-{kind}", kind[-1], drawn)
    return mark_safe("".join(drawn.values()))  # noqa: S308 - our own sprite


@register.simple_tag
def lines_of(asked: Lines, currency: Currency) -> LineChart:
    """Return where the lines of a chart stand."""
    return charts.line_chart(asked=asked, written=lambda cents: short_amount(cents, currency))


def _draw(name: str, suit: str, drawn: dict[str, str]) -> None:
    own = f"{suit}-{name}"
    if own in drawn:
        return
    body = drawn[own] = _sprite(drawings().sprite)[name]
    for part in re.findall(r'href="#([\w-]+)"', body):
        _draw(part, suit, drawn)
    body = body.replace('href="#', f'href="#{suit}-')
    body = re.sub(r"var\(--([\w-]+)\)", lambda found: _ink(found[1], suit), body)
    drawn[own] = f'<symbol id="{own}"{body}</symbol>'


def _ink(name: str, suit: str) -> str:
    """Return a colour of a card, as cards.css mixes it for each suit."""
    sign = drawings().suits[suit].symbol
    own = {"suit-fill": sign, "suit-line": f"{sign}_line", "card-gold": f"{sign}_gold"}.get(name, "")
    return colours().get(own) or colours()[name.replace("-", "_")]


@cache
def _sprite(name: str) -> dict[str, str]:
    return dict(re.findall(r'<symbol id="([^"]+)"(.*?)</symbol>', _file(name), re.DOTALL))


def _file(name: str) -> str:
    return Path(settings.FILES_DIR, "static", name).read_text("utf-8")
