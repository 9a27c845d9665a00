"""Roles in the words of the table."""

from django import template
from django.utils.functional import Promise

from scoring.forms.people.phones import ROLE_WORDS
from scoring.models import Role

register = template.Library()


@register.filter
def role_name(role: str) -> Promise:
    """Return what a role is called.

    >>> str(role_name("viewer"))
    'Viewer'
    """
    return ROLE_WORDS[Role(role)].name
