"""`manage.py check_ledger`: derive the books again and report every difference."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from scoring.management.database import read_only
from scoring.models import Session, guard
from scoring.queries.checking import check_session

DIFFERENT = 1


class Command(BaseCommand):
    """Only reads, night by night, so that the table can go on playing."""

    help = (
        "Derive every amount, balance and fingerprint again from what was entered and the rules as recorded. "
        "Exit status 1 where anything differs."
    )
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print every difference, and how much was checked."""
        read_only()
        lost = guard.missing(connection)
        for name in lost:
            self.stdout.write(f"The database has lost its guard {name}.")
        wrong, nights, lines = len(lost), 0, 0
        for session in Session.objects.order_by("pk").iterator():
            for finding in check_session(session=session):
                note = "" if finding.wrong else " (by another version of the engine; the books stand)"
                self.stdout.write(f"{finding}{note}")
                wrong += finding.wrong
            nights, lines = nights + 1, lines + session.entries.count()
        if wrong:
            self.stdout.write(f"{wrong} differences in {lines} lines of {nights} nights.")
            sys.exit(DIFFERENT)
        self.stdout.write(f"{lines} lines of {nights} nights: everything agrees.")
