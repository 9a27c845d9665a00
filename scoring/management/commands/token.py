"""Make a token for a program."""

from argparse import ArgumentParser
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from scoring.forms.people import ProgramForm
from scoring.management.database import BooksCommand, require_books
from scoring.models import Membership, Role
from scoring.operations.people.programs import make_token


class Command(BooksCommand):
    help = "Print a new token for a program, once. It ends with the phone of the host."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("label", help="the name of the program")
        parser.add_argument("--role", default="viewer", help="viewer (default), player, scorekeeper or host")
        parser.add_argument("--days", default="30", help="30 (default), 365, or 0 for no end")

    def handle(self, *_args: Any, **options: Any) -> None:
        require_books()
        phones = Membership.objects.filter(role=Role.HOST, revoked_at=None, device__api_token=None)
        if (host := phones.order_by("pk").first()) is None:
            raise CommandError(f"No phone is the host yet. Type: {settings.COMMAND} host_link")
        form = ProgramForm({**options, "key": uuid4()}, players=())
        if not form.is_valid():
            raise CommandError(form.errors.as_text())
        now = timezone.now()
        wanted, stamp = form.wanted(club=host.club, now=now), form.stamp(device=host.device, at=now)
        self.stdout.write(make_token(maker=host.device, **wanted, stamp=stamp))
