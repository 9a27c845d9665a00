"""Set up the installation and serve the app."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from shutil import rmtree
from tempfile import mkdtemp
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.utils import timezone

from scoring.management import serving
from scoring.management.checking import check_books, restore_lost_guards
from scoring.management.database import BooksCommand, serving_lock, setup_lock, upgrade_database
from scoring.models import Club
from scoring.operations.demo import fill_demo, fill_year
from scoring.operations.history import read_history
from scoring.operations.machine import forget_strangers_verdicts, has_the_same_key
from scoring.operations.people.clubs import first_club
from scoring.queries.people.access import has_host
from scoring.web.addresses import DEFAULT_PORT, ServerAddress, addresses, https_folder, served
from scoring.web.server import Server, Workers, listening, serve_forever
from scoring.web.webhooks import send_forever

HTTPS_PORT = 8443
NIGHTS, YEAR = "nights", "year"


def _https_server() -> Callable[..., Server]:
    try:
        from scoring.web.tls import Authority, TlsServer  # noqa: PLC0415
    except ImportError:
        # Plain http needs no cryptography, which is hard to build on a phone.
        command = settings.WITH_LIBRARY(extra="https", library="cryptography")
        raise CommandError(f"A library is missing. Type: {command}") from None
    return partial(TlsServer, authority=Authority(folder=https_folder()))


class Command(BooksCommand):
    help = "Serve the app. The first start sets everything up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"the port ({DEFAULT_PORT})")
        parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on (all)")
        parser.add_argument(
            "--https",
            type=int,
            nargs="?",
            const=HTTPS_PORT,
            metavar="PORT",
            help=f"serve https too, with a certificate of this machine ({HTTPS_PORT})",
        )
        parser.add_argument("--workers", type=int, default=1, metavar="N", help="the number of processes (PostgreSQL)")
        parser.add_argument("--new-key", action="store_true", help="accept another secret key")
        parser.add_argument(
            "--demo",
            nargs="?",
            const=NIGHTS,
            choices=(NIGHTS, YEAR),
            help="fill an empty club with two example nights or a year",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        port, host, https = options["port"], options["host"], options["https"]
        for each in (port, *filter(None, (https,))):
            if problem := serving.port_problem(port=each, host=host):
                raise CommandError(problem)
        if options["workers"] != 1 and (problem := serving.problem_of_workers(count=options["workers"], https=https)):
            raise CommandError(problem)
        make_secure = _https_server() if https else Server
        with serving_lock():
            with setup_lock():
                club = self._set_up(has_new_key=options["new_key"])
                if options["demo"]:
                    self._fill_demo(club, has_year=options["demo"] == YEAR)
            ServerAddress(port=port, host=host, https=https).keep()
            # An upgrade empties the read model. It is filled here, so that no page waits for it.
            for known in Club.objects.all():
                # A damaged night must not stop the app. The page of the history reports it.
                with suppress(Exception):
                    read_history(club=known)
            self._say_how_to_join(club, port=port)
            connection.close()
            secure = listening(port=https, host=host) if https else ()
            sockets = listening(port=port, host=host)
            serve = partial(serve_forever, sockets=sockets, secure=secure, make_secure=make_secure)
            self._serve(serve, workers=options["workers"])

    def _serve(self, serve: Callable[..., None], *, workers: int) -> None:
        measures = workers > 1 and settings.METRICS
        if measures:
            # Each process counts alone, and one of them answers for all.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = mkdtemp(prefix="cuajo-metrics-")
        # This import makes the secret key, and a start that fails must not leave one.
        from scoring.web.polling import PollsFirst  # noqa: PLC0415

        application = PollsFirst(get_wsgi_application())
        number = Workers().fork(count=workers) if workers > 1 else 0
        if number is None:
            if measures:
                rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
            return
        if number == 0:
            nightly = (sys.executable, sys.argv[0], "nightly")
            Thread(target=serving.run_every_night, args=nightly, daemon=True, name="every night").start()
            if settings.WEBHOOKS:
                Thread(target=send_forever, daemon=True, name="webhooks").start()
        # Two writers on SQLite would wait for each other anyway, so a single thread answers there.
        threads = 1 if connection.vendor == "sqlite" else 4
        serve(application=application, threads=threads)

    def _set_up(self, *, has_new_key: bool) -> Club:
        now = timezone.now()
        if upgraded := upgrade_database():
            # Later checks read only the seals of closed nights, so an upgrade checks all of them.
            report = check_books()
            self.stdout.write(f"{upgraded}\n{report.text}")
        if lost := restore_lost_guards(now=now):
            self.stdout.write(lost)
        if not has_the_same_key(is_new=has_new_key):
            message = (
                f"These books had another secret key. Copy the file secret_key to {settings.DATA_DIR}. "
                "If it is lost, use --new-key and let the phones in again."
            )
            # Machines that serve one database must share the key.
            if connection.vendor != "sqlite":
                raise CommandError(message)
            self.stdout.write(message)
        # Without CUAJO_CACHE=database this does nothing.
        call_command("createcachetable", verbosity=0)
        call_command("clearsessions")
        forget_strangers_verdicts(now=now)
        serving.collect_static(stamp=settings.DATA_DIR / "static_version")
        return first_club(time_zone=settings.MACHINE_TIME_ZONE, now=now)

    def _fill_demo(self, club: Club, *, has_year: bool) -> None:
        if club.players.exists():
            self.stdout.write("The club has players already. No example was added.")
            return
        with transaction.atomic():
            if has_year:
                fill_year(club=club, now=timezone.now())
            fill_demo(club=club, now=timezone.now())

    def _say_how_to_join(self, club: Club, *, port: int) -> None:
        self.stdout.write(f"Cuajo keeps its data in {settings.DATA_DIR} and serves at:\n")
        self.stdout.write("".join(f"  {address}/\n" for address in addresses(port=port)))
        if settings.HTTPS and not settings.PROXIES:
            self.stdout.write("CUAJO_PROXIES is empty. Set it to the address of the proxy, such as 127.0.0.1.")
        if served().https:
            self.stdout.write("For https, open /https/ on each phone once.")
        if has_host(club=club):
            self.stdout.write(f"To add a host, type: {settings.COMMAND} host_link")
        else:
            self.stdout.write(serving.host_invitation(club=club, port=port))
        self.stdout.flush()
