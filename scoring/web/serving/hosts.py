"""Who is believed: the names by which this machine may be called (DNS rebinding), and what proxies say of a caller."""

import socket
from collections.abc import Sequence
from contextlib import closing, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.http.request import split_domain_port, validate_host

HOME_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
"""Endings that only a home network gives out; nobody can register such a name."""


def is_known_host(host: str, *, names: Sequence[str]) -> bool:
    """Return whether a Host header names this machine: one of the names, or what only a home network has.

    Names without a dot, the machine's own name and addresses, and those of private networks are known without being
    told, so that a phone finds the machine again after its address changed. A public address or name must be
    among the names; a leading dot there stands for every name below it, `*` for anything.
    """
    domain, _port = split_domain_port(host)
    name = domain.rstrip(".")
    return bool(name) and (_is_at_home(name) or validate_host(domain, names))


def is_proxy(address: str) -> bool:
    """Return whether a connection comes from a proxy that `CUAJO_PROXIES` names."""
    with suppress(ValueError):
        found = ip_address(address)
        return any(found in network for network in settings.PROXIES)
    return False


def is_loopback(address: str) -> bool:
    """Return whether a connection comes from this machine itself."""
    with suppress(ValueError):
        return ip_address(address).is_loopback
    return False


def caller_behind(*, peer: str, forwarded: str) -> str:
    """Return the address of the caller: what our own proxies say in `X-Forwarded-For`, which anybody else may forge.

    Each proxy appends whom it was asked by, so the caller is the last one there that is no proxy of ours.
    """
    said = [_without_port(each.strip()) for each in forwarded.split(",") if each.strip()]
    while said and is_proxy(peer):
        peer = said.pop()
    return peer


def _without_port(address: str) -> str:
    """Return the address alone, which some proxies give with the caller's port."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def _is_at_home(domain: str) -> bool:
    try:
        address = ip_address(domain.strip("[]"))
    except ValueError:
        return "." not in domain or domain.endswith(HOME_ENDINGS) or domain == socket.gethostname().lower()
    return not address.is_global or _is_own(address)


def _is_own(address: IPv4Address | IPv6Address) -> bool:
    """Return whether this machine has the address: at home every machine has a public one of IPv6."""
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
        probe.bind((str(address), 0))
        return True
    return False
