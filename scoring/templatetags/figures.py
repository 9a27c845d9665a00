"""Figures of the history on a page."""

from fractions import Fraction
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.money import Currency
from scoring.queries.figures.figures import Unit
from scoring.queries.figures.ratings import MILLION, Rating
from scoring.templatetags.money import length_class
from scoring.views.figures.words import counted_words

register = template.Library()


@register.inclusion_tag("figures/value.html", name="figure")
def figure_tag(
    value: Fraction | int | None, unit: Unit, currency: Currency, size: str = "", of: str = ""
) -> dict[str, Any]:
    """Draw the value of a figure, largest of its tile; `size` is one of the amounts', `of` says what is counted."""
    cents = round(value) if value is not None and unit in (Unit.RESULT, Unit.MONEY) else None
    text = counted_words(value, of) if of and unit is Unit.COUNT and isinstance(value, int) else written(value, unit)
    drawn = {"text": text, "length": length_class(len(text)), "size": size}
    return {"cents": cents, "is_result": unit is Unit.RESULT, "currency": currency, **drawn}


@register.inclusion_tag("figures/rating.html", name="rating")
def rating_tag(rating: Rating) -> dict[str, Any]:
    """Draw a rating with how far off it may be, and how many hands it rests on."""
    mean, margin = (number_format(f"{each / MILLION:.1f}", 1) for each in (rating.mean, rating.margin))
    return {"mean": mean, "margin": margin, "hands": rating.hands}


@register.filter
def written(value: Fraction | int | None, unit: Unit | str) -> str:
    """Write a value that is no money; a dash for one that rests on nothing.

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
    """Write a part as a percentage, a dash of nothing.

    >>> share(1, 3), share(0, 0)
    ('33 %', '–')
    """
    return written(Fraction(part, whole) if whole else None, Unit.SHARE)


@register.filter
def cents(value: Fraction) -> int:
    """Return a mean amount in whole minor units."""
    return round(value)
