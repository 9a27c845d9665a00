"""Under which addresses phones reach this machine."""

import errno
import os
import socket
from contextlib import closing

from django.conf import settings


def addresses(*, port: int) -> tuple[str, ...]:
    """Return the addresses of the app, the one for other phones first.

    Names in `CUAJO_HOSTS` go before numbers; with `CUAJO_HTTPS` the proxy's port is the usual one.
    """
    names = [name for name in settings.HOST_NAMES if name.strip("*.") == name]
    if settings.HTTPS and names:
        return tuple(f"https://{name}" for name in names)
    hosts = names or [host for host in (_lan_address(), "localhost") if host]
    return tuple(f"http://{host}:{port}" for host in hosts)


def port_problem(*, port: int) -> str | None:
    """Return why the app cannot listen on the port, None when it can."""
    if not 1 <= port <= 65535:
        return f"Port {port} cannot be used (1 to 65535). Choose another: --port 8000"
    with closing(socket.socket()) as probe:
        if os.name == "posix":  # elsewhere the option would let two programs share the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))  # noqa: S104 - the whole table is to reach it
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is taken, perhaps by Cuajo itself. Choose another: --port {port + 1}"
            return f"Port {port} cannot be used ({error.strerror}). Choose another: --port 8000"
    return None


def _lan_address() -> str | None:
    """Return this machine's address in its network; choosing a route sends nothing."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
