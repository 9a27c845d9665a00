"""`manage.py serve`: set up what is missing and serve the app to the whole table."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from cuajo_site.addresses import addresses
from scoring.management.database import upgrade_database
from scoring.management.invitation import host_invitation
from scoring.management.network import port_problem
from scoring.management.static_files import collect_static
from scoring.models.clubs import Club
from scoring.operations.demo import fill_demo
from scoring.operations.installation import first_club
from scoring.queries.access import has_host

_GRACEFUL_STOP_SECONDS = 5


class Command(BaseCommand):
    """Make data folder, database and static files ready, say how to join, and serve."""

    help = "Serve the app on all interfaces; the first start sets everything up."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the port and whether to fill an example night."""
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--demo", action="store_true", help="fill an empty club with an example night")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Set up, print how to join, and become the server."""
        port: int = options["port"]
        if problem := port_problem(port=port):
            raise CommandError(problem)
        club = self._set_up()
        if options["demo"]:
            self._fill_demo(club)
        self._say_how_to_join(club, port=port)
        connection.close()
        _become_server(port=port)

    def _set_up(self) -> Club:
        now = timezone.now()
        if backup := upgrade_database(backups=settings.DATA_DIR / "backups", now=now):
            self.stdout.write(f"Upgraded the database. A copy from before: {backup}")
        call_command("createcachetable", verbosity=0)  # only where CUAJO_CACHE is the database
        collect_static(stamp=settings.DATA_DIR / "static_version")
        return first_club(time_zone=settings.MACHINE_TIME_ZONE, now=now)

    def _fill_demo(self, club: Club) -> None:
        if club.players.exists():
            self.stdout.write("The club has players already, so no example night was added.\n")
            return
        fill_demo(club=club, now=timezone.now())

    def _say_how_to_join(self, club: Club, *, port: int) -> None:
        self.stdout.write(f"Cuajo keeps its data in {settings.DATA_DIR} and serves at:\n")
        self.stdout.write("".join(f"  {address}/\n" for address in addresses(port=port)))
        if has_host(club=club):
            self.stdout.write(f"One more host? Type: python -m uv run manage.py host_link --port {port}")
        else:
            self.stdout.write(host_invitation(club=club, port=port))
        self.stdout.flush()


def _become_server(*, port: int) -> None:
    """Replace this process by the server, so that only one Django stays in memory.

    On SQLite a single thread answers the requests, because two writers would wait for each other anyway.
    """
    threads = 1 if connection.vendor == "sqlite" else 4
    options = {
        "interface": "wsgi",
        "host": "0.0.0.0",  # noqa: S104 - the whole table is to reach it
        "port": port,
        "workers": 1,
        "blocking-threads": threads,
        "workers-kill-timeout": _GRACEFUL_STOP_SECONDS,
        "log-level": "warning",
    }
    command = [sys.executable, "-m", "granian", "--respawn-failed-workers"]
    command += [f"--{name}={value}" for name, value in options.items()]
    command.append("cuajo_site.wsgi:application")
    os.chdir(settings.BASE_DIR)
    if os.name == "posix":
        os.execv(sys.executable, command)  # noqa: S606
    sys.exit(subprocess.call(command))  # noqa: S603
