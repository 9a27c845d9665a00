"""`manage.py host_link`: one more phone becomes the host."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.management.invitation import host_invitation
from scoring.models.clubs import Club


class Command(BaseCommand):
    """Print a new one-time host link and its QR code."""

    help = "Print a new one-time link, and its QR code, that makes one phone the host."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the port the app is served on."""
        parser.add_argument("--port", type=int, default=8000, help="the port the app is served on (8000)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the link for the club of this installation."""
        club = Club.objects.order_by("id").first()
        if club is None:
            raise CommandError("There is no club yet: start the app once with manage.py serve.")
        self.stdout.write(host_invitation(club=club, port=options["port"]))
