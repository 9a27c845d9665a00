"""Copy and check the books, and remove old copies."""

import shutil
from argparse import ArgumentParser
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from scoring.management import database
from scoring.management.checking import check_books
from scoring.operations.machine import Nightly, keep_nightly

NAME = "nightly"
DAYS, WEEKS, MONTHS = 7, 5, 12


def kept(*, made: Iterable[datetime]) -> frozenset[datetime]:
    """Return the newest copies of seven days, five weeks, twelve months."""
    oldest_first = sorted(made)
    newest_of: tuple[tuple[int, dict[object, datetime]], ...] = (
        (DAYS, {time.date(): time for time in oldest_first}),
        (WEEKS, {time.isocalendar()[:2]: time for time in oldest_first}),
        (MONTHS, {(time.year, time.month): time for time in oldest_first}),
    )
    return frozenset(time for most, found in newest_of for time in [*found.values()][-most:])


class Command(database.BooksCommand):
    help = "Back up and check the books. Keep nightly copies of seven days, five weeks and twelve months."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--copy-to", default=settings.COPIES, help="one more folder for the copy (CUAJO_COPIES)")

    def handle(self, *_args: Any, **options: Any) -> None:
        now, folder = timezone.now(), settings.DATA_DIR
        try:
            copy = self._copy(options["copy_to"]) if database.is_in_file() else None
            report = check_books(only_news=True, copies=database.backups())
        except CommandError as error:
            keep_nightly(folder=folder, result=Nightly(at=now, wrong=0, failure=str(error)))
            raise
        name = copy.name if copy else ""
        keep_nightly(folder=folder, result=Nightly(at=now, wrong=report.wrong, copy=name))
        self.stdout.write(report.text)

    def _copy(self, elsewhere: str) -> Path:
        target = database.backup_path(name=NAME)
        call_command("backup", output=target, stdout=self.stdout)
        _remove_older(target.parent)
        if elsewhere and (copy := Path(elsewhere) / target.name) != target:
            with database.new_file(copy) as draft:
                shutil.copyfile(target, draft)
            _remove_older(copy.parent)
        return target


def _remove_older(folder: Path) -> None:
    made = {}
    for file in database.copies_in(folder=folder):
        with suppress(ValueError):  # another copy
            made[datetime.strptime(file.name, f"{NAME}-{database.BACKUP_TIME}.sqlite3").replace(tzinfo=UTC)] = file
    for time in made.keys() - kept(made=made):
        made[time].unlink()
