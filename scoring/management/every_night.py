"""Commands that run while the app is served, in a process of their own: one every night, one at the start."""

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


def run_beside(*, command: Sequence[str]) -> None:
    """Run a command once, ended together with this process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    atexit.register(process.terminate)


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
