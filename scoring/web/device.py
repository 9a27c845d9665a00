"""The device behind a request: its cookie, its name, and the types of request a view receives."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer, TimestampSigner
from django.http import HttpRequest, HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.crypto import salted_hmac
from django_htmx.middleware import HtmxDetails

from scoring.models.clubs import Club
from scoring.models.devices import Device, Role
from scoring.operations.people.devices import new_token
from scoring.queries.people.access import Access

# Cookies know no ports: with one name, two installations on a machine would take each other's phones away.
_OWN = salted_hmac("device cookie", "", algorithm="sha256").hexdigest()[:8]
_COOKIES = f"{settings.COOKIE_PREFIX}cuajo_device_"
DEVICE_COOKIE = f"{_COOKIES}{_OWN}"
_MOST_OTHERS = 3
_WAY_LASTS = timedelta(days=30)
_ways = TimestampSigner(salt="way along")

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
        DEVICE_COOKIE, token, max_age=settings.LANGUAGE_COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


def new_device(request: HttpRequest) -> str:
    """Return what a form holds for a device that is made when it is sent.

    A second tap and a retry send the same form, so they are the same new device. Sent by another browser, which has
    another CSRF cookie, it is refused: whoever sees the form must not become the phone that it made.
    """
    return _signer(request).sign(new_token())


def device_token(request: DeviceRequest) -> str | None:
    """Return the token of this device, or the one its form holds for a new one; None for a changed form."""
    return request.COOKIES[DEVICE_COOKIE] if request.device else form_token(request)


def form_token(request: DeviceRequest) -> str | None:
    """Return the token of the new device that a form holds, None for a changed form."""
    try:
        return _signer(request).unsign(request.POST.get("new_device", ""))
    except BadSignature:
        return None


def _signer(request: HttpRequest) -> Signer:
    get_token(request)  # gives the browser a cookie where it has none
    return Signer(salt=f"new device {request.META['CSRF_COOKIE']}")


def way_along(device: Device) -> str:
    """Return what a link holds by which this phone takes its place along to another address; good once."""
    return _ways.sign(f"{device.public_id}:{device.token_hash[:16]}")


def on_its_way(token: str) -> tuple[UUID, str] | None:
    """Return which device a link takes along and how its token was known when it was made, None for no such link."""
    try:
        public_id, was = _ways.unsign(token, max_age=_WAY_LASTS).split(":")
    except BadSignature:
        return None
    return UUID(public_id), was


def cookie_token(request: HttpRequest) -> Iterator[str]:
    """Yield what may be the token of this device: that of the installation, or of another one that had this address.

    A restored copy on a new machine has another secret key, and so another name for its cookie.
    """
    if own := request.COOKIES.get(DEVICE_COOKIE):
        yield own
    others = (value for name, value in request.COOKIES.items() if name.startswith(_COOKIES) and name != DEVICE_COOKIE)
    yield from islice(others, _MOST_OTHERS)


def label_of(request: HttpRequest) -> str:
    """Return a name by which a host recognises the browser behind a request."""
    return browser_label(user_agent=request.headers.get("User-Agent", ""))


def browser_label(*, user_agent: str) -> str:
    """Return a name by which a host recognises a device, such as "Safari, iPhone"."""
    names = (_first_match(_BROWSERS, user_agent), _first_match(_MACHINES, user_agent))
    return ", ".join(name for name in names if name) or "?"


def _first_match(patterns: tuple[tuple[str, str], ...], agent: str) -> str | None:
    return next((name for pattern, name in patterns if re.search(pattern, agent)), None)
