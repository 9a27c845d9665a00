"""The port of the app: whether it can listen there, and which it was last."""

import errno
import os
import socket
from contextlib import closing, suppress
from pathlib import Path

DEFAULT_PORT = 8000


def port_problem(*, port: int) -> str | None:
    """Return why the app cannot listen on the port, None when it can."""
    if not 1 <= port <= 65535:
        return f"Port {port} cannot be used (1 to 65535). Choose another: --port {DEFAULT_PORT}"
    with closing(socket.socket()) as probe:
        if os.name == "posix":  # elsewhere the option would let two programs share the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))  # noqa: S104 - the whole table is to reach it
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is taken, perhaps by Cuajo itself. Choose another: --port {port + 1}"
            return f"Port {port} cannot be used ({error.strerror}). Choose another: --port {DEFAULT_PORT}"
    return None


def note_port(*, folder: Path, port: int) -> None:
    """Keep the port the app is served on in the data folder, for the links that other commands print."""
    _note(folder).write_text(str(port))


def noted_port(*, folder: Path) -> int:
    """Return the port the app was served on last, the default before the first start."""
    with suppress(OSError, ValueError):
        return int(_note(folder).read_text())
    return DEFAULT_PORT


def _note(folder: Path) -> Path:
    return folder / "port"
