"""Report every difference of the books, read-only."""

import sys
from argparse import ArgumentParser
from typing import Any

from scoring.management.checking import check_books
from scoring.management.database import BooksCommand, backups, read_only


class Command(BooksCommand):
    help = "Derive all amounts, balances and fingerprints again. Exit status 1: something differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="derive sealed nights too")

    @read_only()
    def handle(self, *_args: Any, **options: Any) -> None:
        report = check_books(only_news=not options["all"], copies=backups())
        self.stdout.write(report.text)
        if report.wrong:
            sys.exit(1)
