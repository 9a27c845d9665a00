"""`manage.py host_link`: one more phone becomes the host."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.management.database import BooksCommand, require_books
from scoring.management.serving import host_invitation
from scoring.models import Club
from scoring.operations.people.clubs import forget_passcode
from scoring.web.addresses import served


class Command(BooksCommand):
    help = gettext_noop("Print a new one-time link, and its QR code, that makes one phone the host.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--forget-passcode", action="store_true", help=_("end the passcode that pages for the host ask")
        )
        parser.add_argument("--port", type=int, help=_("the port the app is served on (that of the last start)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        require_books()
        club = Club.objects.order_by("id").first()
        if club is None:
            raise CommandError(
                _("There is no club yet: start the app once with %(command)s serve.") % {"command": settings.COMMAND}
            )
        if options["forget_passcode"]:
            forget_passcode(club=club)
            self.stdout.write(_("The passcode is forgotten: pages for the host ask none until it is set again."))
        port = options["port"] or served().port
        self.stdout.write(host_invitation(club=club, port=port))
