"""Find devices by cookie, and count their tries."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import chain, islice
from typing import Self
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer, TimestampSigner
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.crypto import salted_hmac
from django_htmx.middleware import HtmxDetails

from scoring.frozen import Frozen
from scoring.models import Club, Device, Role
from scoring.operations import throttle
from scoring.operations.people.devices import new_token
from scoring.operations.throttle import ACCOUNT_TRIES, Limit
from scoring.queries.people.access import Access, has_hosted_for

# Cookies ignore ports. With one name, two installations on a machine would overwrite each other's cookies.
_COOKIES = f"{settings.COOKIE_PREFIX}cuajo_device_"
DEVICE_COOKIE = f"{_COOKIES}{salted_hmac('device cookie', '', algorithm='sha256').hexdigest()[:8]}"
_REACH = f"{settings.COOKIE_PREFIX}cuajo_reach"
_SHORTCUTS = f"{settings.COOKIE_PREFIX}cuajo_shortcuts"
_COPY = f"{settings.COOKIE_PREFIX}cuajo_copy"
_OFF = "off"
_moving_links = TimestampSigner(salt="way along")

_BROWSERS = (
    (r"Edg", "Edge"),
    (r"SamsungBrowser", "Samsung Internet"),
    (r"Firefox|FxiOS", "Firefox"),
    (r"Chrom|CriOS", "Chrome"),
    (r"Safari", "Safari"),
)
_MACHINES = (("Macintosh", "Mac"), *((name, name) for name in ("iPhone", "iPad", "Android", "Windows", "Linux")))


class DeviceRequest(HttpRequest):
    """A request of any device, None for a stranger."""

    device: Device | None
    access: Access | None
    htmx: HtmxDetails


class ClubRequest(HttpRequest):
    """A request of a device with a role."""

    device: Device
    access: Access
    club: Club
    role: Role
    htmx: HtmxDetails


def keep_cookie(response: HttpResponseBase, name: str, value: str) -> None:
    years = settings.LANGUAGE_COOKIE_AGE
    response.set_cookie(name, value, max_age=years, httponly=True, samesite="Lax", secure=settings.HTTPS)


def new_device(request: HttpRequest) -> str:
    """Return the signed token of a device to create."""
    # A retry sends the same token, so a double tap makes one device.
    return _signer(request).sign(new_token())


def device_token(request: DeviceRequest) -> str | None:
    return request.COOKIES[DEVICE_COOKIE] if request.device else form_token(request)


def form_token(request: DeviceRequest) -> str | None:
    try:
        return _signer(request).unsign(request.POST.get("new_device", ""))
    except BadSignature:
        return None


def _signer(request: HttpRequest) -> Signer:
    # The CSRF cookie binds the token: seeing the form is not enough to become the phone.
    get_token(request)
    return Signer(salt=f"new device {request.META['CSRF_COOKIE']}")


def moving_link(device: Device) -> str:
    """Return a signed link text that moves the device."""
    # Opening the link changes the token, so the link works once.
    return _moving_links.sign(f"{device.public_id}:{device.token_hash[:16]}")


def read_moving_link(token: str) -> tuple[UUID, str] | None:
    """Return device id and token hash prefix of a link."""
    try:
        public_id, hash_prefix = _moving_links.unsign(token, max_age=timedelta(days=30)).split(":")
    except BadSignature:
        return None
    return UUID(public_id), hash_prefix


def cookie_token(request: HttpRequest) -> Iterator[str]:
    """Yield the tokens in the cookies, own ones first."""
    if own := request.COOKIES.get(DEVICE_COOKIE):
        yield own
    others = (value for name, value in request.COOKIES.items() if name.startswith(_COOKIES) and name != DEVICE_COOKIE)
    # A restored copy has another secret key, and so another cookie name.
    yield from islice(others, 3)


def label_of(request: HttpRequest) -> str:
    """Return browser and machine, such as "Safari, iPhone"."""
    agent = request.headers.get("User-Agent", "")
    known = ([name for pattern, name in each if re.search(pattern, agent)][:1] for each in (_BROWSERS, _MACHINES))
    return ", ".join(chain(*known)) or "?"


class Comfort(Frozen):
    """The settings of a phone, kept in cookies."""

    reach: str = "both"
    has_shortcuts: bool = True

    @classmethod
    def of(cls, request: HttpRequest | None) -> Self:
        kept = request.COOKIES if request else {}
        reach = kept.get(_REACH, "")
        return cls(reach=reach if reach in ("left", "right") else "both", has_shortcuts=kept.get(_SHORTCUTS) != _OFF)

    def keep(self, response: HttpResponse) -> None:
        keep_cookie(response, _REACH, self.reach)
        keep_cookie(response, _SHORTCUTS, "on" if self.has_shortcuts else _OFF)


def note_copy(response: HttpResponseBase, *, at: datetime) -> None:
    """Store the time of the last full copy."""
    keep_cookie(response, _COPY, at.isoformat(timespec="seconds"))


def last_copy(request: HttpRequest) -> datetime | None:
    with suppress(ValueError):
        return datetime.fromisoformat(request.COOKIES.get(_COPY, "")).astimezone(UTC)
    return None


def client_address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def caller_of(request: DeviceRequest | ClubRequest) -> str:
    """Return the name under which a caller is counted."""
    return f"device-{request.device.pk}" if request.device else client_address(request)


def is_too_often(request: DeviceRequest | ClubRequest, *, limit: Limit) -> bool:
    """Count a try and return whether it is refused."""
    return not throttle.count(limit=limit, who=caller_of(request))


def count_account_try(request: DeviceRequest, *, name: str) -> None:
    for who in _account_tries(request, name=name):
        throttle.count(limit=ACCOUNT_TRIES, who=who)


def tries_accounts_too_often(request: DeviceRequest, *, name: str) -> bool:
    tries = _account_tries(request, name=name)
    return any(throttle.is_used_up(limit=ACCOUNT_TRIES, who=who) for who in tries)


def _account_tries(request: DeviceRequest, *, name: str) -> tuple[str, ...]:
    """Return the names under which a try is counted."""
    if not name:
        return (client_address(request),)
    # Others must not lock the owner out of the account.
    if request.device and has_hosted_for(device=request.device, account=name):
        return (caller_of(request),)
    # Some caches limit the length of keys.
    account = sha256(name.casefold().encode()).hexdigest()[:32]
    return (client_address(request), f"account-{account}")
