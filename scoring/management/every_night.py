"""Commands that run while the app is served, in a process of their own: every night, or when wanted."""

import atexit
import subprocess
from collections.abc import Sequence
from datetime import datetime, timedelta
from threading import Event, Thread

HOUR = 4
"""By the machine's clock: the longest nights are over, the earliest risers not up."""


def run_every_night(*, command: Sequence[str]) -> None:
    """Run a command at four every night until this process ends; it never holds up who is served."""
    Thread(target=_run, args=(tuple(command),), daemon=True, name="every night").start()


def run_when(wanted: Event, *, command: Sequence[str]) -> None:
    """Run a command whenever it is wanted, until this process ends."""
    Thread(target=_run_when, args=(wanted, tuple(command)), daemon=True, name="when wanted").start()


def seconds_until_night(*, now: datetime) -> float:
    """Return how long it is to the next four in the night; a time without a zone is the machine's.

    >>> [seconds_until_night(now=datetime(2026, 1, 31, hour, 30)) / 3600 for hour in (3, 4)]
    [0.5, 23.5]
    """
    night = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return ((night if night > now else night + timedelta(days=1)) - now).total_seconds()


def _run(command: tuple[str, ...]) -> None:
    never = Event()
    while not never.wait(seconds_until_night(now=datetime.now())):  # noqa: DTZ005 - the machine's clock is meant
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command


def _run_when(wanted: Event, command: tuple[str, ...]) -> None:
    while wanted.wait():
        wanted.clear()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
        atexit.register(process.terminate)
        process.wait()
        atexit.unregister(process.terminate)
