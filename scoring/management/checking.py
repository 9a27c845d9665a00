"""Check the books of a whole database, and see that it guards them."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from scoring.models import Session, guard
from scoring.operations.books.alarms import raise_alarm
from scoring.queries.books.checking import check_session


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


def restore_lost_guards(*, now: datetime) -> str | None:
    """Restore what guards the database has lost and check all books; return what to say, None if all stand.

    A kill at the end of an upgrade leaves a database with every migration applied and no guard at all, and
    whoever meddles with the books takes the guards away first. So this comes before anything writes.
    """
    lost = guard.missing(connection)
    if not lost:
        return None
    guard.restore(connection)
    report = check_books()
    raise_alarm(lost_guards=lost, wrong=report.wrong, at=now)
    told = "\n".join((*report.lines, report.summary))
    restored = f"The database had lost {len(lost)} guards of the books. They stand again; all books were checked."
    return f"{restored}\n{told}"
