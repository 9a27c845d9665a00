"""Addresses that are to be opened on another phone."""

from dataclasses import dataclass
from enum import StrEnum

from django.http import HttpRequest
from django.http.request import split_domain_port

from cuajo_site.addresses import address_for_phones

_THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
_USUAL_PORT = 80


class Reach(StrEnum):
    """From where an address is reached: as the page itself, in the machine's network, on the machine only."""

    AS_OPENED = "as_opened"
    IN_NETWORK = "in_network"
    ONLY_HERE = "only_here"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedAddress:
    """An address to show to others."""

    text: str
    reach: Reach


def shared_address(request: HttpRequest, *, path: str) -> SharedAddress:
    """Return the address of a page for another phone: under the name in use, unless that is localhost."""
    opened = request.build_absolute_uri(path)
    name, port = split_domain_port(request.get_host())
    if name not in _THIS_MACHINE:
        return SharedAddress(text=opened, reach=Reach.AS_OPENED)
    if found := address_for_phones(port=int(port or _USUAL_PORT)):
        return SharedAddress(text=f"{found}{path}", reach=Reach.IN_NETWORK)
    return SharedAddress(text=opened, reach=Reach.ONLY_HERE)
