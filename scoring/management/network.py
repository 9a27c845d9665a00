"""Whether the app can listen where it is told to."""

import errno
import os
import socket
from contextlib import closing


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
