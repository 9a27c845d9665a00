"""Check the books of a whole database."""

from dataclasses import dataclass

from django.db import connection

from scoring.models import Session, guard
from scoring.queries.checking import check_session


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found, a line each, and how many of the lines mean that something is wrong."""

    lines: tuple[str, ...]
    wrong: int
    summary: str


def check_books() -> Report:
    """Derive every night again and return every difference; also a guard that the database has lost."""
    told = [f"The database has lost its guard {name}." for name in guard.missing(connection)]
    wrong, nights, entries = len(told), 0, 0
    for session in Session.objects.order_by("pk").iterator():
        for finding in check_session(session=session):
            note = "" if finding.wrong else " (by another version of the engine; the books stand)"
            told.append(f"{finding}{note}")
            wrong += finding.wrong
        nights, entries = nights + 1, entries + session.entries.count()
    checked = f"{entries} lines of {nights} nights"
    summary = f"{wrong} differences in {checked}." if wrong else f"{checked}: everything agrees."
    return Report(lines=tuple(told), wrong=wrong, summary=summary)
