"""Slow down whoever guesses tokens or floods the machine: counters in the shared cache, one for each window.

A counter is named after its window of time, so it ends with the window whatever the cache does with timeouts.
"""

from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from time import time

from django.core.cache import cache


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many times in so many seconds for one caller; `name` keeps its counters apart from others."""

    name: str
    times: int
    seconds: int = 60


WRONG_TOKENS = Limit(name="wrong-tokens", times=20)
ACCOUNT_TRIES = Limit(name="account-tries", times=10, seconds=300)
WRONG_CODES = Limit(name="wrong-codes", times=10)
WRONG_PASSCODES = Limit(name="wrong-passcodes", times=5)
KEPT_VERDICTS = Limit(name="kept-verdicts", times=20)
PICTURES = Limit(name="pictures", times=20)
CHECKS = Limit(name="checks", times=5)


def is_used_up(*, limit: Limit, who: str) -> bool:
    """Return whether nothing is left of the limit in this window; `who` is an address or any other name."""
    return bool(cache.get(_key(limit, who), 0) >= limit.times)


def count(*, limit: Limit, who: str) -> bool:
    """Count one more for the caller and return whether that was still within the limit."""
    return left_after(limit=limit, who=who) >= 0


def left_after(*, limit: Limit, who: str) -> int:
    """Count one more for the caller and return how many are left of the limit, -1 or less where none was."""
    key = _key(limit, who)
    cache.add(key, 0, timeout=2 * limit.seconds)
    with suppress(ValueError):  # a full cache may drop a counter between the two calls
        return limit.times - int(cache.incr(key))
    return limit.times


def seconds_left(*, limit: Limit) -> int:
    """Return in how many seconds the window ends, and with it what was counted."""
    return limit.seconds - int(time()) % limit.seconds


def _key(limit: Limit, who: str) -> str:
    """Name the counter of this window; an IPv6 network is one caller, because a single phone has all of it."""
    with suppress(ValueError):
        address = ip_address(who)
        if isinstance(address, IPv6Address):
            who = str(address.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
    return f"{limit.name}:{int(time()) // limit.seconds}:{who}"
