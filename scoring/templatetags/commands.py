"""What to type on the machine that runs Cuajo."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def command(words: str) -> str:
    """Return a command as it is typed on this machine."""
    return f"{settings.COMMAND} {words}"
