"""The port of the app: whether it can listen there, and which it was last."""

import errno
import os
import socket
from contextlib import closing, suppress
from pathlib import Path

from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.utils.translation import gettext as _

DEFAULT_PORT = 8000
_ALL = "0.0.0.0"  # noqa: S104 - the whole table is to reach it


def port_problem(*, port: int, host: str | None = None) -> str | None:
    """Return why the app cannot listen on the port, of one address or of all, None when it can."""
    if not 1 <= port <= 65535:
        return _("Port %(port)s cannot be used (1 to 65535). Choose another: --port %(free)s") % {
            "port": port,
            "free": DEFAULT_PORT,
        }
    no_address = _("%(host)s is no address of this machine. Choose one that it has, such as --host 127.0.0.1")
    try:
        (family, *_kind, address), *_more = socket.getaddrinfo(host or _ALL, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return no_address % {"host": host}
    with closing(socket.socket(family)) as probe:
        if os.name == "posix":  # elsewhere the option would let two programs share the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                return no_address % {"host": host}
            if error.errno == errno.EADDRINUSE:
                taken = _("Port %(port)s is taken, perhaps by Cuajo itself. Choose another: --port %(free)s")
                return taken % {"port": port, "free": port + 1}
            refused = _("Port %(port)s cannot be used (%(why)s). Choose another: --port %(free)s")
            return refused % {"port": port, "why": error.strerror, "free": DEFAULT_PORT}
    return None


def problem_of_workers(*, count: int, https: int | None) -> str | None:
    """Return why the app cannot be served by several processes, None when it can."""
    if count < 1:
        return _("--workers takes a number from 1 on.")
    if connection.vendor == "sqlite":
        return _(
            "Several processes need PostgreSQL: SQLite lets one write at a time, and serves that one fastest. "
            "Set DATABASE_URL, or leave out --workers."
        )
    if isinstance(caches["default"], LocMemCache):
        return _(
            "Several processes need one memory for their limits. Set CUAJO_CACHE to the address of a Redis server, "
            "such as redis://localhost:6379/1, or to database."
        )
    if https or not hasattr(os, "fork"):
        return _("Here one process serves; start several behind a proxy, or leave out --https.")
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
