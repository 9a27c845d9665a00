"""Define tags of every page."""

import re
from functools import cache
from pathlib import Path
from uuid import uuid4

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.forms.base import listed, retold, told
from scoring.web.device import Comfort

register = template.Library()
register.filter("listed", listed)
register.filter("retold", retold)
register.filter("told", told)


@register.simple_tag(takes_context=True)
def comfort(context: Context) -> Comfort:
    return Comfort.of(context.get("request"))


@register.simple_tag(takes_context=True)
def shortcut(context: Context, key: object) -> str | SafeString:
    return format_html(' aria-keyshortcuts="{}"', key) if comfort(context).has_shortcuts else ""


@register.simple_tag
def new_key() -> SafeString:
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


@register.simple_tag
def command(words: str) -> str:
    """Return a command as typed on this machine."""
    return f"{settings.COMMAND} {words}"


@cache
def _icons() -> dict[str, str]:
    drawn = Path(str(finders.find("icons/lucide.svg"))).read_text()
    return dict(re.findall(r'<symbol id="([\w-]+)".*?>(.*)</symbol>', drawn))


@register.simple_tag
def icon(name: str) -> SafeString:
    # A page names few icons, so they weigh less in it than the file of all.
    return mark_safe(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{_icons()[name]}</svg>')  # noqa: S308


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    return settings.LANGUAGES
