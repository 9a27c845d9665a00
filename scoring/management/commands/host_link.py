"""Make one more phone the host."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from scoring.management.database import BooksCommand, require_books
from scoring.management.serving import host_invitation
from scoring.models import Club
from scoring.operations.people.clubs import protect_club
from scoring.web.addresses import served


class Command(BooksCommand):
    help = "Print a one-time link and its QR code that make a phone the host."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--forget-passcode", action="store_true", help="remove the passcode of the host")
        parser.add_argument("--port", type=int, help="the port of the app (that of the last start)")

    def handle(self, *_args: Any, **options: Any) -> None:
        require_books()
        club = Club.objects.order_by("id").first()
        if club is None:
            raise CommandError(f"There is no club yet. Start the app once: {settings.COMMAND} serve")
        if options["forget_passcode"]:
            protect_club(club=club, passcode="", takes_new_names=club.takes_new_names)
            self.stdout.write("The passcode is removed.")
        port = options["port"] or served().port
        self.stdout.write(host_invitation(club=club, port=port))
