"""Restore a backup, and keep the books it replaces."""

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError

from scoring.management import database
from scoring.management.checking import check_books
from scoring.queries.table.night import restored_file


class Command(database.BooksCommand):
    help = "Replace the database by a backup. The replaced database is kept as a backup."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup")
        parser.add_argument("--try", action="store_true", dest="only_try", help="check the backup only")
        parser.add_argument("--yes", action="store_true", help="replace the books that are here")

    def handle(self, *_args: Any, **options: Any) -> None:
        database.require_sqlite()
        here = database.database_file()
        with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            good = _verified(options["file"], copy=Path(folder) / "restored.sqlite3")
            if options["only_try"]:
                self.stdout.write(f"{options['file']} can be restored: its books agree. Nothing was changed.")
                return
            if here.exists():
                self._keep(here, says_yes=options["yes"])
            if here.exists():
                database.copy_into(source=good, target=here)
            else:
                database.copy_sqlite(source=good, target=here)
        restored_file().touch()
        if database.backups().exists():
            database.exclude_copies(folder=database.backups())
        self.stdout.write(f"Restored {options['file']}.")

    def _keep(self, here: Path, *, says_yes: bool) -> None:
        if not says_yes:
            raise CommandError(f"There are books at {here}. Use --yes to replace them. They are kept as a backup.")
        kept = database.backup_path(name="before-restore")
        if database.problem_of_books(file=here):
            # SQLite cannot copy a damaged file, so it is moved with its journals.
            for ending in ("", *database.JOURNALS):
                with suppress(FileNotFoundError):
                    here.with_name(f"{here.name}{ending}").rename(f"{kept}{ending}")
        else:
            database.copy_sqlite(source=here, target=kept)
        self.stdout.write(f"The replaced books are kept at {kept}.")


def _verified(file: Path, *, copy: Path) -> Path:
    """Copy, upgrade and check a backup. Raises CommandError."""
    if not file.is_file():
        raise CommandError(f"There is no file {file}.")
    if problem := database.problem_of_books(file=file):
        raise CommandError(f"{file} cannot be used: {problem}. Nothing was changed.")
    database.copy_sqlite(source=file, target=copy)
    with database.on_file(copy):
        try:
            database.migrate()
        except DatabaseError as error:
            raise CommandError(f"{file} cannot be upgraded: {error}. Nothing was changed.") from error
        report = check_books()
    if report.damage:
        raise CommandError(f"The books of {file} do not agree. Nothing was changed.\n{report.text}")
    return copy
