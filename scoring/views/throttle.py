"""Slow down whoever tries tokens by guessing, or writes without a role."""

from contextlib import suppress

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

_WINDOW_SECONDS = 60
_WRONG_TRIES = 20
_VERDICTS = 20


def client_address(request: HttpRequest) -> str:
    """Return the address of the caller; behind TLS it is the one our own proxy saw."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


def count_wrong_try(request: HttpRequest) -> None:
    """Remember for a minute that this caller tried a wrong token."""
    _count(_key(request, "wrong-tries"))


def tried_too_often(request: HttpRequest) -> bool:
    """Return whether this caller has used up the wrong tries of a minute."""
    return bool(cache.get(_key(request, "wrong-tries"), 0) >= _WRONG_TRIES)


def keeps_too_often(request: HttpRequest) -> bool:
    """Count a verdict that this caller keeps, and return whether those of a minute are used up."""
    key = _key(request, "verdicts")
    _count(key)
    return bool(cache.get(key, 0) > _VERDICTS)


def _count(key: str) -> None:
    cache.add(key, 0, timeout=_WINDOW_SECONDS)
    with suppress(ValueError):  # the minute ended between the two calls
        cache.incr(key)


def _key(request: HttpRequest, what: str) -> str:
    return f"{what}:{client_address(request)}"
