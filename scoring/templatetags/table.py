"""Write players, points, roles and objections."""

from collections.abc import Collection, Iterable, Mapping

from django import template
from django.forms.boundfield import BoundField
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.forms.amounts import points_words
from scoring.forms.people import ROLE_ACTS
from scoring.games import GAMES
from scoring.games.base import AnyGame, Feature
from scoring.ledger.night import SeatResult
from scoring.models import Device, Role, Session
from scoring.queries.books.ledger import Writer, are_points
from scoring.queries.table.disputes import OpenObjection, SettledObjection
from scoring.web.device import moving_link

register = template.Library()
register.filter(are_points)
register.filter("plain_count", points_words)


@register.simple_tag
def games() -> tuple[AnyGame, ...]:
    return GAMES


@register.filter
def is_further_game(session: Session) -> bool:
    """Return whether pages must name the game."""
    return session.game != GAMES[0].id


@register.filter
def named_together(seats: Iterable[SeatResult]) -> str:
    return format_html_join(" & ", "<bdi>{}</bdi>", ((seat.player,) for seat in seats))


@register.filter
def points(count: int, session: Session) -> str:
    """Write signed points, or hands won."""
    if Feature.HANDS_WON in session.features:
        return ngettext("%(hands)s hand won", "%(hands)s hands won", abs(count)) % {"hands": signed_count(count)}
    return ngettext("%(count)s point", "%(count)s points", abs(count)) % {"count": signed_count(count)}


@register.filter
def signed_count(count: int) -> str:
    return f"{'+' if count > 0 else ''}{points_words(count)}"


@register.filter
def have_points(seats: Iterable[SeatResult]) -> bool:
    return any(seat.points for seat in seats)


_RING = (
    *("b t2", "b r1 l1", "b r1 t2 l1", "b r1 t3 t1 l1"),
    *("b r2 r1 t2 l1 l2", "b r2 r1 t3 t1 l1 l2", "b r2 r1 t3 t2 t1 l1 l2"),
)


@register.simple_tag
def ring_place(place: int, own: int, count: int, features: Collection[str] = ()) -> str:
    """Return a place round the table, own one below.

    >>> ring_place(1, 2, 4), ring_place(1, 2, 4, {Feature.CLOCKWISE}), ring_place(3, 0, 5)
    ('l1', 'r1', 't3')
    """
    # A player sees the table from that seat, so it is drawn below.
    at = (place - (own or 1)) * (-1 if Feature.CLOCKWISE in features else 1) % count
    return _RING[count - 2].split()[at]


@register.filter
def of(found: Mapping[int | str, object] | None, whom: int | str) -> object:
    """Return the value of a seat or player."""
    return found.get(whom, "") if found else ""


@register.filter
def objects(objection: OpenObjection) -> str:
    values = {"player": objection.player, "hand": objection.hand}
    if objection.hand:
        return _("%(player)s objects to hand %(hand)s") % values
    return (_("%(player)s objects to a secret") if objection.is_secret else _("%(player)s objects")) % values


@register.filter
def objected(objection: SettledObjection) -> str:
    values = {"player": objection.player, "hand": objection.hand}
    if objection.hand:
        return _("%(player)s objected to hand %(hand)s") % values
    return (_("%(player)s objected to a secret") if objection.is_secret else _("%(player)s objected")) % values


@register.simple_tag
def along(device: Device) -> str:
    """Return the address that moves this phone."""
    return reverse("take-along", args=[moving_link(device)])


@register.filter
def role_name(role: str) -> str | Promise:
    return Role(role).label


@register.filter
def role_may(role: str) -> Promise:
    return ROLE_ACTS[Role(role)]


@register.filter
def by(device_id: int | None, writers: Mapping[int, Writer]) -> str:
    """Write the device of a line and its player."""
    if device_id is None:
        return _("no phone")
    writer = writers[device_id]
    if writer.is_program:
        return _("%(program)s, program") % {"program": writer.label}
    if writer.role is None:
        return writer.label
    if not writer.holder:
        return _("%(phone)s, %(role)s") % {"phone": writer.label, "role": role_name(writer.role)}
    values = {"phone": writer.label, "player": writer.holder}
    return (_("%(phone)s, once %(player)s's") if writer.has_ended else _("%(phone)s, now %(player)s's")) % values


@register.filter
def said(box: BoundField, value: object = None) -> str:
    held = str(value or ("" if box.value() is None else box.value()))
    return next((str(words) for choice, words in getattr(box.field, "choices", ()) if str(choice) == held), held)
