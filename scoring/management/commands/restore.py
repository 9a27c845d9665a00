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

from scoring.management.checking import check_books
from scoring.management.database import (
    JOURNALS,
    BooksCommand,
    backup_path,
    backups,
    copy_into,
    copy_sqlite,
    database_file,
    migrate,
    on_file,
    pass_over_copies,
    problem_of_books,
    require_sqlite,
)


class Command(BooksCommand):
    help = gettext_noop("Put a backup in the place of the database; the database that it replaces is kept as a backup.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=_("a file that backup wrote"))
        parser.add_argument(
            "--try", action="store_true", dest="only_try", help=_("do all but the last step: an exercise")
        )
        parser.add_argument("--yes", action="store_true", help=_("replace the books that are here"))

    def handle(self, *_args: Any, **options: Any) -> None:
        require_sqlite()
        with TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            good = _verified(options["file"], copy=Path(folder) / "restored.sqlite3")
            if options["only_try"]:
                good_to_go = _("%(file)s can be restored: its books agree. Nothing was changed.")
                self.stdout.write(good_to_go % {"file": options["file"]})
                return
            if database_file().exists():
                self._keep(says_yes=options["yes"])
            if database_file().exists():
                copy_into(source=good, target=database_file())
            else:
                copy_sqlite(source=good, target=database_file())
        if backups().exists():
            pass_over_copies(folder=backups())
        self.stdout.write(_("The books are those of %(file)s.") % {"file": options["file"]})

    def _keep(self, *, says_yes: bool) -> None:
        if not says_yes:
            raise CommandError(
                _(
                    "There are books at %(file)s; nothing was changed. "
                    "With --yes they are kept as a backup and replaced."
                )
                % {"file": database_file()}
            )
        kept = backup_path(name="before-restore")
        if problem_of_books(file=database_file()):
            for ending in ("", *JOURNALS):  # as it is: a damaged file cannot be copied as a whole
                with suppress(FileNotFoundError):
                    database_file().with_name(f"{database_file().name}{ending}").rename(f"{kept}{ending}")
        else:
            copy_sqlite(source=database_file(), target=kept)
        self.stdout.write(_("The books that were here are kept at %(file)s.") % {"file": kept})


def _verified(file: Path, *, copy: Path) -> Path:
    """Return a checked copy of a backup, brought to this version. Raises CommandError."""
    if not file.is_file():
        raise CommandError(_("There is no file %(file)s.") % {"file": file})
    if problem := problem_of_books(file=file):
        unusable = _("%(file)s cannot be used: %(problem)s. Nothing was changed.")
        raise CommandError(unusable % {"file": file, "problem": problem})
    copy_sqlite(source=file, target=copy)
    with on_file(copy):
        try:
            migrate()
        except DatabaseError as error:
            message = _("%(file)s cannot be brought to this version: %(error)s. Nothing was changed.")
            raise CommandError(message % {"file": file, "error": error}) from error
        report = check_books()
    if report.damage:
        differs = _("The books of %(file)s do not agree; nothing was changed.") % {"file": file}
        raise CommandError(f"{differs}\n{report.told}")
    return copy
