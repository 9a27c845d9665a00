"""Objections in the words of the table."""

from django import template
from django.utils.translation import gettext as _

from scoring.queries.table.disputes import OpenObjection, SettledObjection

register = template.Library()


@register.filter
def objects(objection: OpenObjection) -> str:
    """Return who objects to which hand, or to a secret; other lines are not named."""
    said = {"player": objection.player, "hand": objection.hand}
    if objection.hand:
        return _("%(player)s objects to hand %(hand)s") % said
    return (_("%(player)s objects to a secret") if objection.is_secret else _("%(player)s objects")) % said


@register.filter
def objected(objection: SettledObjection) -> str:
    """Return the same of an objection that was settled."""
    said = {"player": objection.player, "hand": objection.hand}
    if objection.hand:
        return _("%(player)s objected to hand %(hand)s") % said
    return (_("%(player)s objected to a secret") if objection.is_secret else _("%(player)s objected")) % said
