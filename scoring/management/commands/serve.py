"""`manage.py serve`: set up what is missing, say how to join, and serve the whole table."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.management import serving
from scoring.management.checking import check_books, restore_lost_guards
from scoring.management.database import BooksCommand, one_at_a_time, served_once, upgrade_database
from scoring.management.speaking import MISSING_LIBRARY
from scoring.models import Club
from scoring.operations.demo import fill_demo, fill_year
from scoring.operations.history import read_history
from scoring.operations.machine import forget_strangers_verdicts, has_the_same_key
from scoring.operations.people.clubs import first_club
from scoring.operations.people.players import heal_merges
from scoring.queries.people.access import has_host
from scoring.web.addresses import DEFAULT_PORT, Served, addresses, https_folder, served
from scoring.web.server import Server, Workers, listening, serve_forever
from scoring.web.webhooks import tell_for_ever

HTTPS_PORT = 8443
NIGHTS, YEAR = "nights", "year"


def _https_server() -> Callable[..., Server]:
    """Return the maker of the https server; its library is an extra."""
    try:
        from scoring.web.tls import Authority, TlsServer  # noqa: PLC0415
    except ImportError:
        told = _(MISSING_LIBRARY) % {"command": settings.WITH_LIBRARY(extra="https", library="cryptography")}
        raise CommandError(told) from None
    return partial(TlsServer, authority=Authority(folder=https_folder()))


class Command(BooksCommand):
    help = gettext_noop("Serve the app on all interfaces; the first start sets everything up.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            type=int,
            default=DEFAULT_PORT,
            help=_("the port to listen on (%(port)s)") % {"port": DEFAULT_PORT},
        )
        parser.add_argument("--host", metavar="ADDRESS", help=_("the address to listen on (all of this machine)"))
        parser.add_argument(
            "--https",
            type=int,
            nargs="?",
            const=HTTPS_PORT,
            metavar="PORT",
            help=_("serve by https too, certified by an authority of this machine's own (%(port)s)")
            % {"port": HTTPS_PORT},
        )
        parser.add_argument(
            "--workers", type=int, default=1, metavar="N", help=_("serve with so many processes, on PostgreSQL")
        )
        parser.add_argument("--new-key", action="store_true", help=_("go on with another secret key"))
        parser.add_argument(
            "--demo",
            nargs="?",
            const=NIGHTS,
            choices=(NIGHTS, YEAR),
            help=_("fill an empty club with two example nights, or with a year of a family"),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        port, host, https = options["port"], options["host"], options["https"]
        for each in (port, *filter(None, (https,))):
            if problem := serving.port_problem(port=each, host=host):
                raise CommandError(problem)
        if options["workers"] != 1 and (problem := serving.problem_of_workers(count=options["workers"], https=https)):
            raise CommandError(problem)
        make_secure = _https_server() if https else Server
        with served_once():
            with one_at_a_time():
                club = self._set_up(has_new_key=options["new_key"])
                if options["demo"]:
                    self._fill_demo(club, has_year=options["demo"] == YEAR)
            Served(port=port, host=host, https=https).keep()
            for known in Club.objects.all():  # after an upgrade all nights are summed up anew, and nobody waits for it
                with suppress(Exception):  # the history says what is wrong there
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
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = mkdtemp(prefix="cuajo-metrics-")  # one answer of all
        from scoring.web.polling import PollsFirst  # noqa: PLC0415 - it makes the secret key, which no failed start leaves

        application = PollsFirst(get_wsgi_application())
        number = Workers().become(count=workers) if workers > 1 else 0
        if number is None:
            if measures:
                rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
            return
        if number == 0:
            serving.run_every_night(command=(sys.executable, sys.argv[0], "nightly"))
            if settings.WEBHOOKS:
                tell_for_ever()
        # Two writers on SQLite would wait for each other anyway, so a single thread answers there.
        threads = 1 if connection.vendor == "sqlite" else 4
        serve(application=application, threads=threads)

    def _set_up(self, *, has_new_key: bool) -> Club:
        now = timezone.now()
        if upgraded := upgrade_database():
            report = check_books()  # of closed nights the next checks look at their seals alone
            self.stdout.write(f"{upgraded}\n{report.told}")
        if lost := restore_lost_guards(now=now):
            self.stdout.write(lost)
        if not has_the_same_key(is_new=has_new_key):
            told = _(
                "These books were served with another secret key. Bring the file secret_key from there to %(folder)s. "
                "Where it is lost, add --new-key: the host then lets the phones in again."
            ) % {"folder": settings.DATA_DIR}
            if connection.vendor != "sqlite":  # machines that serve one database must share the key
                raise CommandError(told)
            self.stdout.write(told)
        call_command("createcachetable", verbosity=0)  # only where CUAJO_CACHE is the database
        call_command("clearsessions")
        forget_strangers_verdicts(now=now)
        heal_merges()
        serving.collect_static(stamp=settings.DATA_DIR / "static_version")
        return first_club(time_zone=settings.MACHINE_TIME_ZONE, now=now)

    def _fill_demo(self, club: Club, *, has_year: bool) -> None:
        if club.players.exists():
            self.stdout.write(_("The club has players already, so no example night was added."))
            return
        with transaction.atomic():
            if has_year:
                fill_year(club=club, now=timezone.now())
            fill_demo(club=club, now=timezone.now())

    def _say_how_to_join(self, club: Club, *, port: int) -> None:
        serves = _("Cuajo keeps its data in %(folder)s and serves at:") % {"folder": settings.DATA_DIR}
        self.stdout.write(f"{serves}\n")
        self.stdout.write("".join(f"  {address}/\n" for address in addresses(port=port)))
        if settings.HTTPS and not settings.PROXIES:
            no_proxy = _(
                "CUAJO_PROXIES names no proxy, so strangers behind it count as one caller. Set it to the address of "
                "the proxy, such as 127.0.0.1."
            )
            self.stdout.write(no_proxy)
        if served().https:
            self.stdout.write(_("Phones trust it by https once they opened /https/ there."))
        if has_host(club=club):
            self.stdout.write(_("One more host? Type: %(command)s host_link") % {"command": settings.COMMAND})
        else:
            self.stdout.write(serving.host_invitation(club=club, port=port))
        self.stdout.flush()
