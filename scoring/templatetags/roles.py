"""Roles in the words of the table, and which phone wrote what down."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.forms.people.phones import ROLE_WORDS
from scoring.models import Device, Role
from scoring.queries.books.writers import Writer
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


@register.filter
def role_may(role: str) -> Promise:
    """Return what a phone with a role may do.

    >>> str(role_may("viewer"))
    'May see everything and change nothing.'
    """
    return ROLE_WORDS[Role(role)].may


@register.filter
def by(device_id: int | None, writers: Mapping[int, Writer]) -> str:
    """Return which device wrote something down and whose it is, that it was none where it came from none."""
    if device_id is None:
        return _("no phone")
    writer = writers[device_id]
    if writer.is_program:
        return _("%(program)s, program") % {"program": writer.label}
    if writer.role is None:
        return writer.label
    if not writer.holder:
        return _("%(phone)s, %(role)s") % {"phone": writer.label, "role": role_name(writer.role)}
    said = {"phone": writer.label, "player": writer.holder}
    return (_("%(phone)s, once %(player)s's") if writer.has_ended else _("%(phone)s, now %(player)s's")) % said
