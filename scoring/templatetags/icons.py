"""Icons of the pages: lucide, one sprite served by us."""

from django import template
from django.templatetags.static import static

register = template.Library()


@register.inclusion_tag("components/icon.html", name="icon")
def icon_tag(name: str) -> dict[str, str]:
    """Draw an icon beside its word; alone it needs a label on what it stands in."""
    return {"name": name, "sprite": static("icons/lucide.svg")}
