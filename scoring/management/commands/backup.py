"""`manage.py backup`: copy the database while the table plays on, and check the copy."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.forms.base import told
from scoring.management.checking import check_books
from scoring.management.database import (
    BooksCommand,
    backup_path,
    copy_sqlite,
    database_file,
    on_file,
    problem_of_books,
    require_books,
    require_sqlite,
)


class Command(BooksCommand):
    help = gettext_noop("Copy the database as it is at one moment, while the app runs, and verify the copy.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, help=_("a file that does not exist yet (backups/...)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        require_sqlite()
        require_books()
        target = options["output"] or backup_path(name="backup")
        copy_sqlite(source=database_file(), target=target)
        if problem := problem_of_books(file=target):
            unusable = _("The copy %(file)s cannot be used, and perhaps the database: %(problem)s.")
            raise CommandError(unusable % {"file": target, "problem": problem})
        with on_file(target):
            report = check_books()
        if report.damage:
            differs = _("The copy %(file)s is complete, but its books do not agree:") % {"file": target}
            raise CommandError(f"{differs}\n{report.told}")
        self.stdout.write(f"{target}\n{told(report.total)}")
