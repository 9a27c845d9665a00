"""The device behind a request: its cookie and name, how it is held, and what it may do only so often.

A right token or link is let through whatever wrong ones came from the same address: nobody guesses 256 bits,
so only whoever is wrong is told to wait.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from itertools import islice
from typing import Self
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer, TimestampSigner
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.crypto import salted_hmac
from django_htmx.middleware import HtmxDetails

from scoring.forms.people import Reach
from scoring.models.clubs import Club
from scoring.models.devices import Device, Role
from scoring.operations import throttle
from scoring.operations.people.devices import new_token
from scoring.operations.throttle import ACCOUNT_TRIES, KEPT_VERDICTS, PICTURES, WRONG_CODES, WRONG_TOKENS
from scoring.queries.people.access import Access, has_hosted_for

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


_REACH = f"{settings.COOKIE_PREFIX}cuajo_reach"
_SHORTCUTS = f"{settings.COOKIE_PREFIX}cuajo_shortcuts"
_OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comfort:
    """What a phone remembers by cookies; neither says anything about its place in a club."""

    reach: Reach = Reach.BOTH
    has_shortcuts: bool = True

    @classmethod
    def of(cls, request: HttpRequest | None) -> Self:
        """Return what the phone behind a request chose."""
        kept = request.COOKIES if request else {}
        reach = kept.get(_REACH, "")
        return cls(reach=Reach(reach) if reach in Reach else Reach.BOTH, has_shortcuts=kept.get(_SHORTCUTS) != _OFF)

    def keep(self, response: HttpResponse) -> None:
        """Have the phone remember it for as long as it remembers anything."""
        for name, value in ((_REACH, self.reach.value), (_SHORTCUTS, "on" if self.has_shortcuts else _OFF)):
            response.set_cookie(
                name, value, max_age=settings.LANGUAGE_COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
            )


def client_address(request: DeviceRequest | ClubRequest) -> str:
    """Return the address of the caller; behind TLS the middleware put in the one our own proxy saw."""
    return str(request.META.get("REMOTE_ADDR", ""))


def caller_of(request: DeviceRequest | ClubRequest) -> str:
    """Return under which name a caller is counted: a known phone for itself, strangers by their address."""
    return f"device-{request.device.pk}" if request.device else client_address(request)


def is_wrong_too_often(request: DeviceRequest) -> bool:
    """Count a wrong token of this caller, and return whether those of a minute are used up."""
    return not throttle.count(limit=WRONG_TOKENS, who=client_address(request))


def count_wrong_code(request: DeviceRequest) -> None:
    """Remember for a minute that this caller typed a wrong code."""
    throttle.count(limit=WRONG_CODES, who=client_address(request))


def codes_tried_too_often(request: DeviceRequest) -> bool:
    """Return whether this caller has used up the wrong codes of a minute."""
    return throttle.is_used_up(limit=WRONG_CODES, who=client_address(request))


def count_account_try(request: DeviceRequest, *, name: str) -> None:
    """Remember for some minutes that this caller tried an account, and that the account was tried."""
    for who in _account_tries(request, name=name):
        throttle.count(limit=ACCOUNT_TRIES, who=who)


def tries_accounts_too_often(request: DeviceRequest, *, name: str) -> bool:
    """Return whether this caller, or everybody together for this account, used up the tries."""
    tries = _account_tries(request, name=name)
    return any(throttle.is_used_up(limit=ACCOUNT_TRIES, who=who) for who in tries)


def _account_tries(request: DeviceRequest, *, name: str) -> tuple[str, ...]:
    """Return under which names a try is counted; an account's own is hashed to fit a cache.

    A phone that the account made a host before is counted alone: others cannot lock its owner out.
    """
    if not name:
        return (client_address(request),)
    if request.device and has_hosted_for(device=request.device, account=name):
        return (caller_of(request),)
    account = sha256(name.casefold().encode()).hexdigest()[:32]
    return (client_address(request), f"account-{account}")


def keeps_too_often(request: DeviceRequest | ClubRequest) -> bool:
    """Count a verdict that this caller keeps, and return whether those of a minute are used up."""
    return not throttle.count(limit=KEPT_VERDICTS, who=caller_of(request))


def draws_too_often(request: ClubRequest) -> bool:
    """Count a picture made for this caller, and return whether those of a minute are used up."""
    return not throttle.count(limit=PICTURES, who=caller_of(request))
