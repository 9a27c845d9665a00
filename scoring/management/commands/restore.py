"""`manage.py restore`: bring a backup back and keep what it replaces; a running app shows it at once."""

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.management import database
from scoring.management.checking import check_books


class Command(database.BooksCommand):
    help = gettext_noop("Put a backup in the place of the database; the database that it replaces is kept as a backup.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=_("a file that backup wrote"))
        parser.add_argument(
            "--try", action="store_true", dest="only_try", help=_("do all but the last step: an exercise")
        )
        parser.add_argument("--yes", action="store_true", help=_("replace the books that are here"))

    def handle(self, *_args: Any, **options: Any) -> None:
        database.require_sqlite()
        here = database.database_file()
        with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            good = _verified(options["file"], copy=Path(folder) / "restored.sqlite3")
            if options["only_try"]:
                good_to_go = _("%(file)s can be restored: its books agree. Nothing was changed.")
                self.stdout.write(good_to_go % {"file": options["file"]})
                return
            if here.exists():
                self._keep(here, says_yes=options["yes"])
            if here.exists():
                database.copy_into(source=good, target=here)
            else:
                database.copy_sqlite(source=good, target=here)
        if database.backups().exists():
            database.pass_over_copies(folder=database.backups())
        self.stdout.write(_("The books are those of %(file)s.") % {"file": options["file"]})

    def _keep(self, here: Path, *, says_yes: bool) -> None:
        if not says_yes:
            raise CommandError(
                _(
                    "There are books at %(file)s; nothing was changed. "
                    "With --yes they are kept as a backup and replaced."
                )
                % {"file": here}
            )
        kept = database.backup_path(name="before-restore")
        if database.problem_of_books(file=here):
            for ending in ("", *database.JOURNALS):  # as it is: a damaged file cannot be copied as a whole
                with suppress(FileNotFoundError):
                    here.with_name(f"{here.name}{ending}").rename(f"{kept}{ending}")
        else:
            database.copy_sqlite(source=here, target=kept)
        self.stdout.write(_("The books that were here are kept at %(file)s.") % {"file": kept})


def _verified(file: Path, *, copy: Path) -> Path:
    """Return a checked copy of a backup, brought to this version. Raises CommandError."""
    if not file.is_file():
        raise CommandError(_("There is no file %(file)s.") % {"file": file})
    if problem := database.problem_of_books(file=file):
        unusable = _("%(file)s cannot be used: %(problem)s. Nothing was changed.")
        raise CommandError(unusable % {"file": file, "problem": problem})
    database.copy_sqlite(source=file, target=copy)
    with database.on_file(copy):
        try:
            database.migrate()
        except DatabaseError as error:
            message = _("%(file)s cannot be brought to this version: %(error)s. Nothing was changed.")
            raise CommandError(message % {"file": file, "error": error}) from error
        report = check_books()
    if report.damage:
        differs = _("The books of %(file)s do not agree; nothing was changed.") % {"file": file}
        raise CommandError(f"{differs}\n{report.told}")
    return copy
