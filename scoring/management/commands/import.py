"""`manage.py import`: read exported books, all or nothing, into an installation that has none."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.forms.base import told
from scoring.ledger.fingerprint import short
from scoring.management.checking import restore_lost_guards
from scoring.management.database import BooksCommand, one_at_a_time, upgrade_database
from scoring.operations.books import fixtures_in, import_books, read_books
from scoring.operations.errors import RefusedError
from scoring.queries.books.checking import place_of
from scoring.queries.table.night import night_of


class Command(BooksCommand):
    help = gettext_noop(
        "Import the JSON of an export into an empty installation: everything or nothing. Fingerprints, "
        "amounts and the checksum must agree."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=_("the file that export wrote; - is the standard input"))

    def handle(self, *_args: Any, **options: Any) -> None:
        text = _read(options["file"])
        try:
            books = read_books(text=text)  # before there is a database
            with one_at_a_time():
                upgrade_database()
                restore_lost_guards(now=timezone.now())
            imported = import_books(books=books)
        except RefusedError as error:
            raise CommandError(" ".join((_("Nothing was imported."), told(error.text)))) from error
        club = imported.club
        self.stdout.write(
            _(
                "Imported %(club)s: players: %(players)s, nights: %(nights)s. "
                "Fingerprints and balances agree with the file."
            )
            % {"club": club, "players": club.players.count(), "nights": club.sessions.count()}
        )
        for night in club.sessions.order_by("day", "pk"):
            code = short(fingerprint=night_of(session=night).check_code) or "-"
            said = {"night": told(place_of(session=night)), "code": code}
            self.stdout.write(_("%(night)s: check code %(code)s") % said)
        for finding in imported.judged_otherwise:
            self.stdout.write(told(finding))
        if fixtures := fixtures_in(books=books):
            self.stdout.write(
                ngettext(
                    "%(count)s fixture of a league was left out: the app no longer keeps leagues.",
                    "%(count)s fixtures of leagues were left out: the app no longer keeps leagues.",
                    fixtures,
                )
                % {"count": fixtures}
            )


def _read(path: Path) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(_("Cannot read %(file)s: %(why)s") % {"file": path, "why": error.strerror}) from error
    except UnicodeDecodeError as error:
        raise CommandError(_("%(file)s is no text in UTF-8.") % {"file": path}) from error
