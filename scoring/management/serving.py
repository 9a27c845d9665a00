"""Prepare port, static files, host link and nightly command."""

import errno
import hashlib
import os
import subprocess
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from socket import gaierror
from threading import Event

import segno
from django.contrib.staticfiles.finders import get_finders
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from scoring.models import Club
from scoring.operations.people.joining import HOST_LINK_LIFETIME, make_host_link
from scoring.web.addresses import DEFAULT_PORT, addresses
from scoring.web.server import listening


def port_problem(*, port: int, host: str | None = None) -> str | None:
    if not 1 <= port <= 65535:
        return f"Port {port} is not a port (1 to 65535). Choose another: --port {DEFAULT_PORT}"
    no_address = f"{host} is not an address of this machine. Choose one, such as --host 127.0.0.1"
    try:
        for each in listening(port=port, host=host):
            each.close()
    except (gaierror, UnicodeError):
        return no_address
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            return no_address
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is in use. Choose another: --port {port + 1}"
        return f"Port {port} cannot be used ({os.strerror(error.errno or 0)}). Choose another: --port {DEFAULT_PORT}"
    return None


def problem_of_workers(*, count: int, https: int | None) -> str | None:
    """Return the reason against several processes."""
    if count < 1:
        return "--workers needs a number from 1."
    if connection.vendor == "sqlite":
        # SQLite lets one process write at a time, and serves one process fastest.
        return "Several processes need PostgreSQL. Set DATABASE_URL, or leave out --workers."
    if isinstance(caches["default"], LocMemCache):
        # Rate limits count in the cache, so all processes must share it.
        return "Several processes need a shared cache. Set CUAJO_CACHE to redis://localhost:6379/1 or to database."
    if https or not hasattr(os, "fork"):
        return "Only one process serves here. Start several behind a proxy, or leave out --https."
    return None


def seconds_until_night(*, now: datetime) -> float:
    """Return the seconds until four by the machine's clock."""
    # By then the last night has ended.
    night = now.replace(hour=4, minute=0, second=0, microsecond=0)
    return ((night if night > now else night + timedelta(days=1)) - now).total_seconds()


def run_every_night(*command: str) -> None:
    """Run a command each night and never return."""
    never = Event()
    while not never.wait(seconds_until_night(now=datetime.now())):  # noqa: DTZ005 - the machine's clock is meant
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command


def collect_static(*, stamp: Path) -> bool:
    """Collect static files, unless none has changed."""
    found = [Path(storage.path(name)) for finder in get_finders() for name, storage in finder.list([])]
    facts = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in found)
    fingerprint = hashlib.sha256(repr(facts).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(fingerprint)
    return True


def host_invitation(*, club: Club, port: int) -> str:
    """Return a new one-time host link with its QR code."""
    link = f"{addresses(port=port)[0]}/join/{make_host_link(club=club, now=timezone.now())}/"
    picture = StringIO()
    segno.make(link, error="l", micro=False).terminal(out=picture, border=2, compact=True)
    hours = int(HOST_LINK_LIFETIME.total_seconds()) // 3600
    message = f"Scan this, or open the link. It makes one phone the host of {club}, within {hours} hours."
    return f"{message}\n\n{picture.getvalue()}\n  {link}\n"
