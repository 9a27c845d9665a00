"""The device behind a request: its cookie, its name, how it is held, and how often it may do something.

A right token or link passes whatever wrong ones came from the same address, because 256 bits cannot be guessed.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
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

from scoring.forms.people import Reach
from scoring.models import Club, Device, Role
from scoring.operations import throttle
from scoring.operations.people.devices import new_token
from scoring.operations.throttle import ACCOUNT_TRIES, Limit
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
_MACHINES = (("Macintosh", "Mac"), *((name, name) for name in ("iPhone", "iPad", "Android", "Windows", "Linux")))


class DeviceRequest(HttpRequest):
    """A request as every view receives it; `device` is None for a stranger, `access` is set by `access_to`."""

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
    _keep(response, DEVICE_COOKIE, token)


def _keep(response: HttpResponseBase, name: str, value: str) -> None:
    years = settings.LANGUAGE_COOKIE_AGE
    response.set_cookie(name, value, max_age=years, httponly=True, samesite="Lax", secure=settings.HTTPS)


def new_device(request: HttpRequest) -> str:
    """Return the signed token that a form holds for a device that is made when it is sent.

    A second tap and a retry send the same form, so they make one device. It is bound to the CSRF cookie of the
    browser: who sees the form must not become the phone that it makes.
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
    """Return the signed text of a link that takes this phone's place along to another address; good once."""
    return _ways.sign(f"{device.public_id}:{device.token_hash[:16]}")


def on_its_way(token: str) -> tuple[UUID, str] | None:
    """Return the id of the device that a link takes along and the start of its token's hash, None for a bad link."""
    try:
        public_id, was = _ways.unsign(token, max_age=_WAY_LASTS).split(":")
    except BadSignature:
        return None
    return UUID(public_id), was


def cookie_token(request: HttpRequest) -> Iterator[str]:
    """Yield the tokens that may be of this device: of this installation, then of others that had this address.

    A copy restored on a new machine has another secret key, and so another name for its cookie.
    """
    if own := request.COOKIES.get(DEVICE_COOKIE):
        yield own
    others = (value for name, value in request.COOKIES.items() if name.startswith(_COOKIES) and name != DEVICE_COOKIE)
    yield from islice(others, _MOST_OTHERS)


def label_of(request: HttpRequest) -> str:
    """Return a name by which a host recognises the browser behind a request, such as "Safari, iPhone"."""
    agent = request.headers.get("User-Agent", "")
    known = ([name for pattern, name in each if re.search(pattern, agent)][:1] for each in (_BROWSERS, _MACHINES))
    return ", ".join(chain(*known)) or "?"


_REACH = f"{settings.COOKIE_PREFIX}cuajo_reach"
_SHORTCUTS = f"{settings.COOKIE_PREFIX}cuajo_shortcuts"
_COPY = f"{settings.COOKIE_PREFIX}cuajo_copy"
_OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comfort:
    """What a phone chose and remembers by cookies."""

    reach: Reach = Reach.BOTH
    has_shortcuts: bool = True

    @classmethod
    def of(cls, request: HttpRequest | None) -> Self:
        kept = request.COOKIES if request else {}
        reach = kept.get(_REACH, "")
        return cls(reach=Reach(reach) if reach in Reach else Reach.BOTH, has_shortcuts=kept.get(_SHORTCUTS) != _OFF)

    def keep(self, response: HttpResponse) -> None:
        _keep(response, _REACH, self.reach.value)
        _keep(response, _SHORTCUTS, "on" if self.has_shortcuts else _OFF)


def note_copy(response: HttpResponseBase, *, at: datetime) -> None:
    """Have the phone remember when it took a full copy of the books."""
    _keep(response, _COPY, at.isoformat(timespec="seconds"))


def last_copy(request: HttpRequest) -> datetime | None:
    with suppress(ValueError):
        return datetime.fromisoformat(request.COOKIES.get(_COPY, "")).astimezone(UTC)
    return None


def client_address(request: HttpRequest) -> str:
    """Return the address of the caller; the middleware put in the one that our own proxy saw."""
    return str(request.META.get("REMOTE_ADDR", ""))


def caller_of(request: DeviceRequest | ClubRequest) -> str:
    """Return the name under which a caller is counted: a known phone by itself, strangers by their address."""
    return f"device-{request.device.pk}" if request.device else client_address(request)


def is_too_often(request: DeviceRequest | ClubRequest, *, limit: Limit) -> bool:
    """Count one more for this caller, and tell whether that is over the limit."""
    return not throttle.count(limit=limit, who=caller_of(request))


def count_account_try(request: DeviceRequest, *, name: str) -> None:
    """Count a try of this caller and of the account."""
    for who in _account_tries(request, name=name):
        throttle.count(limit=ACCOUNT_TRIES, who=who)


def tries_accounts_too_often(request: DeviceRequest, *, name: str) -> bool:
    """Tell whether this caller, or all callers together for this account, used up the tries."""
    tries = _account_tries(request, name=name)
    return any(throttle.is_used_up(limit=ACCOUNT_TRIES, who=who) for who in tries)


def _account_tries(request: DeviceRequest, *, name: str) -> tuple[str, ...]:
    """Return the names under which a try is counted; an account's is hashed to fit a cache.

    A phone that the account made a host before is counted alone: others cannot lock its owner out.
    """
    if not name:
        return (client_address(request),)
    if request.device and has_hosted_for(device=request.device, account=name):
        return (caller_of(request),)
    account = sha256(name.casefold().encode()).hexdigest()[:32]
    return (client_address(request), f"account-{account}")
