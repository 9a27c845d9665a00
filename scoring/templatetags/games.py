"""Points, and the players that a verdict names by seat."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import GAMES
from scoring.games.base import Game
from scoring.queries.ledger import Change

register = template.Library()


@register.simple_tag
def games() -> tuple[Game, ...]:
    """Return the games of the house, cuajo first."""
    return GAMES


@register.filter
def points(count: int) -> str:
    """Write points that were scored with a plus and points that were lost with a minus.

    >>> points(-1), points(12)
    ('−1 point', '+12 points')
    """
    words = ngettext("%(count)s point", "%(count)s points", abs(count))
    return words % {"count": signed_count(count)}


@register.filter
def signed_count(count: int) -> str:
    """Write a number with its sign.

    >>> signed_count(-1), signed_count(12), signed_count(0)
    ('−1', '+12', '0')
    """
    sign = "−" if count < 0 else "+" if count else ""
    return f"{sign}{abs(count)}"


@register.filter
def are_points(changes: Iterable[Change]) -> bool:
    """Tell whether an entry changed points, and no money beside them."""
    return any(change.points for change in changes) and not any(change.cents for change in changes)


@register.filter
def player_at(changes: Iterable[Change], seat: int) -> str:
    """Return who sits at a seat, among the changes of an entry."""
    names = {change.seat: change.player for change in changes}
    return names.get(seat) or _("Seat %(number)s") % {"number": seat}
