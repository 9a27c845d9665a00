"""Roles in the words of the table."""

from django import template
from django.urls import reverse
from django.utils.functional import Promise

from scoring.forms.people.phones import ROLE_WORDS
from scoring.models import Device, Role
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
