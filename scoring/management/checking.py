"""Check the books of a database, and restore its guards."""

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from datetime import datetime
from itertools import batched
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model, OuterRef, QuerySet, Subquery

from scoring.forms.base import told
from scoring.frozen import Frozen
from scoring.management.database import backups, copies_in
from scoring.models import Club, Entry, Seal, Session, guard
from scoring.operations.books import raise_alarm
from scoring.queries.books.checking import Finding, check_club, check_nights, place_of
from scoring.queries.books.seals import TOTAL, totals
from scoring.texts import Text, say

# Nights are read together, because a query for each would take longer than the check.
TOGETHER = 20


class Report(Frozen):
    """The findings of a check, with counts."""

    findings: tuple[Text, ...]
    wrong: int
    damage: int
    total: Text

    @property
    def text(self) -> str:
        """Return the findings and the total, one per line."""
        return "\n".join(told(text) for text in (*self.findings, self.total))


def check_books(*, only_news: bool = False, copies: Path | None = None) -> Report:
    """Check guards, nights and copies. `only_news` skips nights as sealed, unless a guard is lost."""
    findings = [say("finding.lost_guard", name=name) for name in guard.missing(connection)]
    wrong = damage = len(findings)
    nights = tuple(Session.objects.order_by("pk").values_list("pk", flat=True))
    sealed = _sealed_nights() if only_news and not findings else frozenset()
    found = _findings(tuple(pk for pk in nights if pk not in sealed))
    for finding in (*found, *(_differing_from_copies(copies) if copies else ())):
        findings.append(finding.text)
        wrong += finding.wrong
        damage += finding.wrong and finding.damage
    if damage:
        findings.append(say("finding.remedy"))
    counts: dict[str, Any] = {"lines": Entry.objects.count(), "nights": len(nights)}
    total = say("finding.differs", wrong=wrong, **counts) if wrong else say("finding.agrees", **counts)
    return Report(findings=tuple(findings), wrong=wrong, damage=damage, total=total)


def _findings(nights: tuple[int, ...]) -> Iterator[Finding]:
    for club in (yield from _read(Club.objects.all(), [*Club.objects.values_list("pk", flat=True)])):
        yield from check_club(club=club)
    for part in batched(nights, TOGETHER):
        yield from check_nights(nights=(yield from _read(Session.objects.select_related("club"), part)))


def _read[Row: Model](rows: QuerySet[Row], pks: Sequence[int]) -> Generator[Finding, None, list[Row]]:
    with suppress(Exception):
        if len(found := rows.order_by("pk").in_bulk(pks)) == len(pks):
            return [*found.values()]
    read = []
    for pk in pks:
        try:
            read.append(rows.get(pk=pk))
        # One unreadable row must not hide the others.
        except Exception as error:
            place = say("finding.row", table=rows.model.__name__, id=pk)
            yield Finding(place=place, what=say("finding.unread_row", why=repr(error)))
    return read


def _sealed_nights() -> frozenset[int]:
    # An unreadable seal proves nothing, so those nights are derived line by line.
    with suppress(Exception):
        newest = Seal.objects.filter(chain=OuterRef("public_id")).order_by("-number")
        nights = Session.objects.annotate(
            sealed=Subquery(newest.values("kind")[:1]), digest=Subquery(newest.values("digest")[:1])
        )
        digests = dict(nights.filter(sealed=TOTAL).order_by().values_list("pk", "digest"))
        now = totals(nights=digests)
        return frozenset(pk for pk, digest in digests.items() if now[pk].digest == digest)
    return frozenset()


def _differing_from_copies(copies: Path) -> Iterator[Finding]:
    last = Entry.objects.filter(session=OuterRef("pk")).order_by("-number")
    nights = Session.objects.annotate(
        last=Subquery(last.values("number")[:1]), newest=Subquery(last.values("fingerprint")[:1])
    )
    here = {row[0]: row[1:] for row in nights.order_by().values_list("public_id", "last", "newest")}
    for copy in copies_in(folder=copies):
        for public_id, number, fingerprint in _last_lines(copy):
            if here.get(public_id) == (number, fingerprint):
                continue
            lines = Entry.objects.filter(session__public_id=public_id, number=number)
            found = lines.values_list("fingerprint", flat=True).first()
            if found != fingerprint:
                session = Session.objects.filter(public_id=public_id).first()
                place = place_of(session=session) if session else say("finding.unknown_night", id=str(public_id))
                what = say("finding.cut_off" if found is None else "finding.another_in_copy", copy=str(copy))
                yield Finding(place=place, line=number, what=what)


def _last_lines(copy: Path) -> list[tuple[UUID, int, str]]:
    where = f"{copy.absolute().as_uri()}?mode=ro"
    with suppress(sqlite3.Error, ValueError), closing(sqlite3.connect(where, uri=True)) as file:
        rows = file.execute(
            "SELECT public_id, MAX(number), fingerprint FROM scoring_entry JOIN scoring_session"
            " ON scoring_session.id = session_id GROUP BY session_id"
        )
        return [(UUID(str(public_id)), number, fingerprint) for public_id, number, fingerprint in rows]
    return []


def restore_lost_guards(*, now: datetime) -> str | None:
    """Restore lost guards, and return a report about them."""
    # A kill during an upgrade leaves no guards, and a cheat removes them first. So this runs before anything writes.
    lost = guard.missing(connection)
    if not lost:
        return None
    guard.restore(connection)
    report = check_books(copies=backups())
    raise_alarm(lost_guards=lost, wrong=report.wrong, at=now)
    return f"Restored guards of the database: {len(lost)}.\n{report.text}"
