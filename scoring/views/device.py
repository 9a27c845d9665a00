"""The device behind a request: its cookie, its name, and the types of request a view receives."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac
from django_htmx.middleware import HtmxDetails

from scoring.models.clubs import Club
from scoring.models.devices import Device, Role
from scoring.queries.access import Access

# Cookies know no ports: with one name, two installations on a machine would take each other's phones away.
DEVICE_COOKIE = f"cuajo_device_{salted_hmac('device cookie', '', algorithm='sha256').hexdigest()[:8]}"
_TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600

_BROWSERS = (
    (r"Edg", "Edge"),
    (r"SamsungBrowser", "Samsung Internet"),
    (r"Firefox|FxiOS", "Firefox"),
    (r"Chrom|CriOS", "Chrome"),
    (r"Safari", "Safari"),
)
_MACHINES = (
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android", "Android"),
    (r"Windows", "Windows"),
    (r"Macintosh", "Mac"),
    (r"Linux", "Linux"),
)


class DeviceRequest(HttpRequest):
    """A request as every view receives it; `device` is None for a phone nobody let in.

    `access` is what `access_to` found for it.
    """

    device: Device | None
    access: Access | None
    htmx: HtmxDetails


class ClubRequest(HttpRequest):
    """A request behind `requires`: the device has a role in the club, perhaps for one session of it."""

    device: Device
    access: Access
    club: Club
    role: Role
    htmx: HtmxDetails


def give_cookie(response: HttpResponseBase, *, token: str) -> None:
    """Have the browser keep the device's token for as long as it keeps anything."""
    response.set_cookie(
        DEVICE_COOKIE,
        token,
        max_age=_TEN_YEARS_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def browser_label(*, user_agent: str) -> str:
    """Return a name by which a host recognises a device, such as "Safari, iPhone"."""
    names = (_first_match(_BROWSERS, user_agent), _first_match(_MACHINES, user_agent))
    return ", ".join(name for name in names if name) or "?"


def _first_match(patterns: tuple[tuple[str, str], ...], agent: str) -> str | None:
    return next((name for pattern, name in patterns if re.search(pattern, agent)), None)
