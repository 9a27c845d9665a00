"""`manage.py texts`: the catalogues of the languages, for those who translate."""

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.pofile import PoFileError, read_po
from django.core.management.base import BaseCommand, CommandError

from scoring.management.catalogues import (
    LANGUAGES,
    catalogue,
    found,
    id_of,
    is_translated,
    po_text,
    problem_of,
    save,
    strings_of,
    updated,
)

_AT_ONCE = 150


class Command(BaseCommand):
    """Needs the packages of development."""

    help = "Find every text of the app and keep the catalogues in locale/."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        update = actions.add_parser("update", help="find every text, drop what is gone, compile")
        update.add_argument("languages", nargs="*", metavar="language", help="all unless named")
        following = actions.add_parser("next", help="print entries that are not translated")
        following.add_argument("language", choices=LANGUAGES)
        following.add_argument("--count", type=int, default=_AT_ONCE)
        following.add_argument("--in", dest="where", default="", help="only from files that begin with this")
        take = actions.add_parser("take", help="put translated entries into the catalogue")
        take.add_argument("language", choices=LANGUAGES)
        take.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        match options["action"]:
            case "update":
                self._update(options["languages"] or LANGUAGES)
            case "next":
                self._print_next(options["language"], count=options["count"], where=options["where"])
            case "take":
                self._take(options["language"], file=options["file"])

    def _update(self, languages: Iterable[str]) -> None:
        texts = tuple(found())
        for language in languages:
            save(language, updated(language, texts=texts))
            self._report(language)

    def _report(self, language: str) -> None:
        entries = [entry for entry in catalogue(language) if entry.id]
        done = sum(map(is_translated, entries))
        self.stdout.write(f"{language}: {done} of {len(entries)} are translated.")

    def _print_next(self, language: str, *, count: int, where: str) -> None:
        entries = updated(language, texts=found())
        missing = [
            entry
            for entry in entries
            if entry.id and not is_translated(entry) and any(file.startswith(where) for file, _line in entry.locations)
        ]
        some = Catalog(locale=language)
        for entry in missing[:count]:
            some[entry.id] = entry
        self.stdout.write(po_text(some))
        self.stdout.write(f"# {len(missing)} are left, these {len(some)} among them.")

    def _take(self, language: str, *, file: Path) -> None:
        entries = updated(language, texts=found())
        try:
            given = [entry for entry in read_po(file.open("rb"), locale=language, abort_invalid=True) if entry.id]
        except PoFileError as error:
            raise CommandError(f"{file}: {error}") from error
        problems, taken = [], 0
        for entry in given:
            known = entries.get(entry.id if isinstance(entry.id, str) else entry.id[0], entry.context)
            if not all(strings_of(entry)):
                continue
            if known is None or id_of(known) != id_of(entry):
                problems.append(f"No text is {id_of(entry)!r}.")
            elif problem := problem_of(entry):
                problems.append(problem)
            else:
                known.string = entry.string
                taken += 1
        save(language, entries)
        self.stdout.write(f"{taken} were taken.")
        self._report(language)
        if problems:
            raise CommandError("These were not taken:\n" + "\n".join(problems))
