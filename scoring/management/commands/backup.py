"""`manage.py backup`: copy the database while the table plays on, and check the copy."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.forms.base import told
from scoring.management import database
from scoring.management.checking import check_books


class Command(database.BooksCommand):
    help = gettext_noop("Copy the database as it is at one moment, while the app runs, and verify the copy.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, help=_("a file that does not exist yet (backups/...)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        database.require_sqlite()
        database.require_books()
        target = options["output"] or database.backup_path(name="backup")
        database.copy_sqlite(source=database.database_file(), target=target)
        if problem := database.problem_of_books(file=target):
            unusable = _("The copy %(file)s cannot be used, and perhaps the database: %(problem)s.")
            raise CommandError(unusable % {"file": target, "problem": problem})
        with database.on_file(target):
            report = check_books()
        if report.damage:
            differs = _("The copy %(file)s is complete, but its books do not agree:") % {"file": target}
            raise CommandError(f"{differs}\n{report.told}")
        self.stdout.write(f"{target}\n{told(report.total)}")
