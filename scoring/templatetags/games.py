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
    sign = "−" if count < 0 else "+"
    words = ngettext("%(sign)s%(count)s point", "%(sign)s%(count)s points", abs(count))
    return words % {"sign": sign, "count": abs(count)}


@register.filter
def player_at(changes: Iterable[Change], seat: int) -> str:
    """Return who sits at a seat, among the changes of an entry."""
    names = {change.seat: change.player for change in changes}
    return names.get(seat) or _("Seat %(number)s") % {"number": seat}
