"""Draw the frame of every page, its bar, folds, buttons and icons."""

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.forms.utils import flatatt
from django.template.context import Context
from django.template.loader import render_to_string
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.forms.base import listed, retold, told
from scoring.games import GAMES
from scoring.queries.people.access import Access, Action, lets
from scoring.queries.table.nights import open_night_of
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


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    return settings.LANGUAGES


@cache
def _icons() -> dict[str, str]:
    drawn = Path(str(finders.find("icons/lucide.svg"))).read_text()
    return dict(re.findall(r'<symbol id="([\w-]+)".*?>(.*)</symbol>', drawn))


@register.simple_tag(name="icon")
def draw_icon(name: str) -> SafeString:
    # A page names few icons, so they weigh less in it than the file of all.
    return mark_safe(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{_icons()[name]}</svg>')  # noqa: S308


class Place(NamedTuple):
    word: str
    icon: str
    href: str
    sections: str


@register.simple_tag(takes_context=True)
def ahead(context: Context, name: str) -> str:
    """Return a block of the page in advance."""
    # The bar is drawn before the block that names the section. The ground of the page is a class, because browsers
    # before Chrome 105 and Firefox 121 have no `:has()`.
    return str(context.render_context[BLOCK_CONTEXT_KEY].get_block(name).render(context)).strip()


@register.simple_tag(takes_context=True)
def bar(context: Context) -> list[Place]:
    request = context.get("request")
    access: Access | None = getattr(request, "access", None)
    match = getattr(request, "resolver_match", None)
    shown = match.kwargs.get("public_id") if match else None
    night = context.get("open_night") or (open_night_of(access=access, shown=shown) if access else None)
    may_browse = lets(access=access, action=Action.BROWSE)
    judge = reverse("game-judge", kwargs={"game_id": night.game if night else GAMES[0].id})
    asked = f"?session={night.public_id}" if night else ""
    places = [Place(_("Judge"), "scale", judge + asked, "judge question asked rules")]
    if night:
        table = reverse("table", args=[night])
        places.insert(0, Place(_("Table"), "layers", table, "table sheet line setup entry cards relatives shares"))
    elif access:
        places.insert(0, Place(_("Home"), "layers", reverse("home"), "home"))
    if night and not night.money.is_points and lets(access=access, action=Action.MARK_OWN):
        places.append(Place(_("Money"), "hand-coins", reverse("money", args=[night]), "money"))
    elif may_browse:
        places.append(Place(_("History"), "chart-line", reverse("history"), "history"))
    if may_browse:
        places.append(Place(_("Club"), "users", reverse("club"), "club"))
    return places


@register.simple_block_tag(takes_context=True)
def fold(
    context: Context,
    content: str,
    name: str,
    word: str,
    *,
    icon: str = "",
    state: object = "",
    open: bool = False,
    **attributes: object,
) -> str:
    """Draw a row that opens in place."""
    request = context.get("request")
    refused = context.get("refused") or {}
    asked = request.GET.get("open") if request else None
    # The address opens a fold by `?open=`, for links and without JavaScript.
    is_asked = name in (context.get("opened"), asked, refused.get("part"))
    drawn = {"name": name, "word": word, "icon": icon, "state": state, "content": content}
    drawn |= {"is_open": open or is_asked, "attributes": _attributes(attributes)}
    return render_to_string("components/fold.html", drawn)


@register.simple_tag(takes_context=True)
def button(
    context: Context,
    text: object,
    *kinds: str,
    icon: str = "",
    href: str = "",
    to: str = "",
    about: object = "",
    key: str = "",
    name: str = "",
    value: object = "",
    **attributes: object,
) -> SafeString:
    """Draw a button, or a link like one.

    `kinds` are those of buttons.css, with "icon" the text is only heard. `to` is a page and `about` its arguments.
    Other attributes are written as given, `_` as `-`.
    """
    is_alone = "icon" in kinds
    href = reverse(to, args=[about] if about else []) if to else href
    named = {"aria-label": text if is_alone else "", "href": href, "name": name, "value": str(value) if name else ""}
    return format_html(
        '<{0} class="{1}"{2}{3}>{4}{5}</{0}>',
        "a" if href else "button",
        " ".join(["button", *(f"button-{kind}" for kind in kinds)]),
        _attributes(named | attributes),
        shortcut(context, key) if key else "",
        draw_icon(icon) if icon else "",
        "" if is_alone else text,
    )


def _attributes(named: dict[str, Any]) -> SafeString:
    """Write attributes, without False and empty ones."""
    return flatatt({name.replace("_", "-"): value for name, value in named.items() if value not in (False, None, "")})


@register.inclusion_tag("people/row.html")
def row(word: str, to: str, *about: object, icon: str = "", state: object = "", count: int = 0) -> dict[str, object]:
    href = to if to.startswith(("/", "?")) else reverse(to, args=about)
    return {"word": word, "href": href, "icon": icon, "state": state, "count": count, "saves": "/export/" in to}
