"""Import exported books into an empty installation."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from scoring.forms.base import told
from scoring.ledger.fingerprint import short
from scoring.management.checking import restore_lost_guards
from scoring.management.database import BooksCommand, setup_lock, upgrade_database
from scoring.operations.books import fixtures_in, import_books, read_books
from scoring.operations.errors import RefusedError
from scoring.queries.books.checking import place_of
from scoring.queries.table.night import night_of


class Command(BooksCommand):
    help = "Import an export into an empty installation, all or nothing. Checksum and amounts must agree."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file of export, or - for standard input")

    def handle(self, *_args: Any, **options: Any) -> None:
        text = _read(options["file"])
        try:
            books = read_books(text=text)  # before there is a database
            with setup_lock():
                upgrade_database()
                restore_lost_guards(now=timezone.now())
            imported = import_books(books=books)
        except RefusedError as error:
            raise CommandError(f"Nothing was imported. {told(error.text)}") from error
        club = imported.club
        self.stdout.write(f"Imported {club}: players: {club.players.count()}, nights: {club.sessions.count()}.")
        for night in club.sessions.order_by("day", "pk"):
            code = short(fingerprint=night_of(session=night).check_code) or "-"
            self.stdout.write(f"{told(place_of(session=night))}: check code {code}")
        for finding in imported.judged_otherwise:
            self.stdout.write(told(finding))
        if fixtures := fixtures_in(books=books):
            self.stdout.write(f"Left out, because the app no longer keeps leagues: fixtures: {fixtures}.")


def _read(path: Path) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8.") from error
