"""How the phone behind a page is held and worked."""

from typing import Any

from django import template
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.web.device import Comfort

register = template.Library()


@register.simple_tag(takes_context=True)
def comfort(context: dict[str, Any]) -> Comfort:
    """Return what this phone chose."""
    return Comfort.of(context.get("request"))


@register.simple_tag(takes_context=True)
def ground(context: Context) -> str:
    """Return the block "ground" of the page, which the class of `main` holds too.

    Browsers before Chrome 105 and Firefox 121 have no `body:has(> .task)`.
    """
    block = context.render_context[BLOCK_CONTEXT_KEY].get_block("ground")
    return str(block.render(context)).strip()


@register.simple_tag(takes_context=True)
def shortcut(context: dict[str, Any], key: object) -> str | SafeString:
    """Write into the tag of a control which single key presses it, where this phone wants such keys."""
    return format_html(' aria-keyshortcuts="{}"', key) if comfort(context).has_shortcuts else ""
