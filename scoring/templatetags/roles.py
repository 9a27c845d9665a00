"""Roles in the words of the table, and who wrote what down."""

from django import template
from django.urls import reverse
from django.utils.functional import Promise

from scoring.forms.people.phones import ROLE_WORDS
from scoring.models import Device, Membership, Role, Session
from scoring.queries.people.phones import places_of
from scoring.web.device import way_along

register = template.Library()


@register.simple_tag
def along(device: Device) -> str:
    """Return the address that takes this phone's place along, at whatever address the app has then."""
    return reverse("take-along", args=[way_along(device)])


@register.filter
def role_name(role: str) -> Promise:
    """Return what a role is called.

    >>> str(role_name("viewer"))
    'Viewer'
    """
    return ROLE_WORDS[Role(role)].name


@register.simple_tag
def writers(session: Session) -> dict[int, str]:
    """Return who wrote down what came from each device of the club of a session."""
    return {device: _writer(place) for device, place in places_of(club_id=session.club_id).items()}


@register.filter
def by(device_id: int | None, writers: dict[int, str]) -> str:
    """Return who writes on a device, a dash where nobody knows."""
    return writers.get(device_id or 0, "–")


def _writer(place: Membership) -> str:
    """Return who holds a device, what a program is called, or what else a device is at the table."""
    if place.player:
        return place.player.known_as
    return place.device.label if hasattr(place.device, "api_token") else str(role_name(place.role))
