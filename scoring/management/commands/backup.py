"""Copy the database while the app runs, and check the copy."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from scoring.forms.base import told
from scoring.management import database
from scoring.management.checking import check_books


class Command(database.BooksCommand):
    help = "Copy the database while the app runs, and check the copy."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", type=Path, help="a new file (backups/...)")

    def handle(self, *_args: Any, **options: Any) -> None:
        database.require_sqlite()
        database.require_books()
        target = options["output"] or database.backup_path(name="backup")
        database.copy_sqlite(source=database.database_file(), target=target)
        if problem := database.problem_of_books(file=target):
            raise CommandError(f"The copy {target} cannot be used, and perhaps the database: {problem}.")
        with database.on_file(target):
            report = check_books(only_news=True)
        if report.damage:
            raise CommandError(f"The copy {target} is complete, but its books do not agree:\n{report.text}")
        self.stdout.write(f"{target}\n{told(report.total)}")
