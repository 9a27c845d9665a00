"""Under which addresses phones reach this machine."""

import socket
from contextlib import closing

from django.conf import settings

_ONLY_HERE = "localhost"


def address_for_phones(*, port: int) -> str | None:
    """Return the address of the app that other phones reach, None where the machine is in no network."""
    first, *_others = addresses(port=port)
    return None if first == f"http://{_ONLY_HERE}:{port}" else first


def addresses(*, port: int) -> tuple[str, ...]:
    """Return the addresses of the app, the one for other phones first.

    Names in `CUAJO_HOSTS` go before numbers; with `CUAJO_HTTPS` the proxy's port is the usual one.
    """
    names = [name for name in settings.HOST_NAMES if name.strip("*.") == name]
    if settings.HTTPS and names:
        return tuple(f"https://{name}" for name in names)
    hosts = names or [host for host in (lan_address(), _ONLY_HERE) if host]
    return tuple(f"http://{host}:{port}" for host in hosts)


def lan_address() -> str | None:
    """Return this machine's address in its network; choosing a route sends nothing."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
