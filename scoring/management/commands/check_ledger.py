"""`manage.py check_ledger`: report every difference of the books, only reading."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.management.checking import check_books
from scoring.management.database import BooksCommand, backups, read_only

DIFFERENT = 1


class Command(BooksCommand):
    help = gettext_noop(
        "Derive every amount, balance and fingerprint again from what was entered and the rules as recorded. "
        "Exit status 1 where anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--all", action="store_true", help=_("derive every night, also those that stand as their close was sealed")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        read_only()
        report = check_books(only_news=not options["all"], copies=backups())
        self.stdout.write(report.told)
        if report.wrong:
            sys.exit(DIFFERENT)
