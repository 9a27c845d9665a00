"""Limit how often a caller tries something."""

from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from time import time

from django.core.cache import cache

from scoring.frozen import Frozen


class Limit(Frozen):
    """A limit of `times` tries in `seconds`, per caller."""

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
    """Tell whether a caller has no tries left."""
    return bool(cache.get(_key(limit, who), 0) >= limit.times)


def count(*, limit: Limit, who: str) -> bool:
    """Count a try and return whether it is allowed."""
    return left_after(limit=limit, who=who) >= 0


def left_after(*, limit: Limit, who: str) -> int:
    """Count a try and return the tries left, negative if the caller had none."""
    key = _key(limit, who)
    cache.add(key, 0, timeout=2 * limit.seconds)
    # A full cache may drop the counter between the two calls.
    with suppress(ValueError):
        return limit.times - int(cache.incr(key))
    return limit.times


def seconds_left(*, limit: Limit) -> int:
    """Return the seconds until the window ends."""
    return limit.seconds - int(time()) % limit.seconds


def _key(limit: Limit, who: str) -> str:
    with suppress(ValueError):
        address = ip_address(who)
        # A single phone has a whole IPv6 network, so the network is the caller.
        if isinstance(address, IPv6Address):
            who = str(address.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
    # The window is part of the name, because some caches ignore timeouts.
    return f"{limit.name}:{int(time()) // limit.seconds}:{who}"
