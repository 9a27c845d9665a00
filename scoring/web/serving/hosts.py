"""By which names this machine may be called: another site's name must never stand for it (DNS rebinding)."""

import socket
from collections.abc import Sequence
from ipaddress import ip_address

from django.http.request import split_domain_port, validate_host

HOME_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
"""Endings that only a home network gives out; nobody can register such a name."""


def is_known_host(host: str, *, names: Sequence[str]) -> bool:
    """Return whether a Host header names this machine: one of the names, or what only a home network has.

    Names without a dot, the machine's own name and addresses of private networks are known without being
    told, so that a phone finds the machine again after its address changed. A public address or name must be
    among the names; a leading dot there stands for every name below it, `*` for anything.
    """
    domain, _port = split_domain_port(host)
    name = domain.rstrip(".")
    return bool(name) and (_is_at_home(name) or validate_host(domain, names))


def _is_at_home(domain: str) -> bool:
    try:
        return not ip_address(domain.strip("[]")).is_global
    except ValueError:
        return "." not in domain or domain.endswith(HOME_ENDINGS) or domain == socket.gethostname().lower()
