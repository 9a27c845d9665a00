"""By which names this machine may be called: another site's name must never stand for it (DNS rebinding)."""

import socket
from collections.abc import Sequence
from contextlib import closing, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

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
