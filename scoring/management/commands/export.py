"""Write the books of a club or night to a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from scoring.management.database import BooksCommand, new_file, read_only
from scoring.models import Club, Session
from scoring.queries.books.files import File, Form, bill_currencies, books_file
from scoring.queries.history.scope import Period, read_period


class Command(BooksCommand):
    help = "Write the books as JSON for import, as .xlsx or CSV, or as a journal for hledger or Beancount."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", type=UUID, help="the id of one of several clubs")
        parser.add_argument("--session", type=UUID, help="the id of one night")
        parser.add_argument("--form", type=Form, choices=list(Form), default=Form.JSON, help="the format (json)")
        parser.add_argument("--period", default="", help="2026, 2026-11 or 2026-01-01..2026-03-31 (all nights)")
        parser.add_argument("--currency", default="", help="bills of this currency, such as PHP")
        parser.add_argument("--output", type=Path, help="a new file (standard output)")

    @read_only()
    def handle(self, *_args: Any, **options: Any) -> None:
        output: Path | None = options["output"]
        session = _session(options["session"])
        club = session.club if session else _club(options["club"])
        period = read_period(word=options["period"])
        files = _files(club, options["form"], session=session, period=period, currency=options["currency"])
        first, *others = files
        if output is None:
            if options["form"] is Form.XLSX:
                raise CommandError("Name a file for the spreadsheet with --output.")
            self.stdout.write(files[first].content.decode(), ending="")
            for currency in others:
                self.stderr.write(f"Bills in {currency} are a separate file: --currency {currency}")
            return
        for currency, file in files.items():
            path = output.with_stem(f"{output.stem}-{currency}") if others else output
            with new_file(path) as draft, draft.open("wb") as target:
                target.writelines(file.parts)


def _files(club: Club, form: Form, *, session: Session | None, period: Period, currency: str) -> dict[str, File]:
    several = () if form is not Form.BILLS or session or currency else bill_currencies(club=club, period=period)
    return {
        code: books_file(club=club, form=form, session=session, period=period, currency=code)
        for code in several or (currency,)
    }


def _session(public_id: UUID | None) -> Session | None:
    if public_id is None:
        return None
    session = Session.objects.select_related("club").filter(public_id=public_id).first()
    if session is None:
        raise CommandError(f"No night has the id {public_id}. See the address of its page.")
    return session


def _club(named: UUID | None) -> Club:
    clubs = tuple(Club.objects.filter(public_id=named) if named else Club.objects.order_by("pk"))
    if not clubs:
        raise CommandError(f"There is no club {named}." if named else "There is no club yet.")
    if len(clubs) > 1:
        names = "".join(f"\n  {club.public_id} {club}" for club in clubs)
        raise CommandError(f"There are several clubs. Choose one with --club:{names}")
    return clubs[0]
