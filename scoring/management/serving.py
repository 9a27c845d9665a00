"""Prepare what `serve` needs: a port, static files, a link for the host, nightly commands."""

import errno
import hashlib
import os
import socket
import subprocess
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from threading import Event, Thread

import segno
from django.contrib.staticfiles.finders import get_finders
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Club
from scoring.operations.people.joining import HOST_LINK_LIFETIME, make_host_link
from scoring.web.addresses import DEFAULT_PORT, addresses

_ALL = "0.0.0.0"  # noqa: S104 - the whole table is to reach it


def port_problem(*, port: int, host: str | None = None) -> str | None:
    """Return why the app cannot listen on a port, None where it can."""
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
    """Return why several processes cannot serve the app, None where they can."""
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


HOUR = 4  # by the machine's clock: the longest nights are over, the earliest risers not up


def run_every_night(*, command: Sequence[str]) -> None:
    """Run a command at four every night, without holding up requests."""
    Thread(target=_run, args=(tuple(command),), daemon=True, name="every night").start()


def seconds_until_night(*, now: datetime) -> float:
    """Return how long it is to the next four in the night, by the clock of the machine."""
    night = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return ((night if night > now else night + timedelta(days=1)) - now).total_seconds()


def _run(command: tuple[str, ...]) -> None:
    never = Event()
    while not never.wait(seconds_until_night(now=datetime.now())):  # noqa: DTZ005 - the machine's clock is meant
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command


def collect_static(*, stamp: Path) -> bool:
    """Collect the static files unless the stamp says it was done; return whether it was."""
    found = [Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list([])]
    facts = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in found)
    fingerprint = hashlib.sha256(repr(facts).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(fingerprint)
    return True


def host_invitation(*, club: Club, port: int) -> str:
    """Return a new one-time host link with its QR code, to print."""
    link = f"{addresses(port=port)[0]}/join/{make_host_link(club=club, now=timezone.now())}/"
    picture = StringIO()
    segno.make(link, error="l", micro=False).terminal(out=picture, border=2, compact=True)
    hours = int(HOST_LINK_LIFETIME.total_seconds()) // 3600
    told = _(
        "Scan this with the phone that keeps the score, or open the link. It makes one phone the host of %(club)s "
        "and is good for %(hours)s hours."
    ) % {"club": club, "hours": hours}
    return f"{told}\n\n{picture.getvalue()}\n  {link}\n"
