"""Who recorded what of a session, from which phone and when, with everything that was said about it."""

from dataclasses import dataclass

from scoring.models import Membership, Session
from scoring.queries.books.ledger import LedgerLine, ledger_page
from scoring.queries.table import tables
from scoring.queries.table.disputes import Objection, objections_of

EVENTS_PER_PAGE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A line of the ledger with the phone it came from, who holds that phone, and the objections to it."""

    line: LedgerLine
    device: str
    person: str
    objections: tuple[Objection, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """A page of what was recorded; `number` counts from 1, the newest events stand on page 1."""

    events: tuple[Event, ...]
    number: int
    page_count: int


def audit_page(*, session: Session, number: int = 1) -> AuditPage:
    """Return one page of the events of a session; a number out of range gives the nearest page."""
    last_entry = tables.last_entry_number(session=session)
    page = ledger_page(session=session, last_entry=last_entry, number=number, size=EVENTS_PER_PAGE)
    holders = _holders(session)
    objections = objections_of(session=session)
    return AuditPage(
        events=tuple(
            Event(
                line=line,
                device=str(line.entry.device or ""),
                person=holders.get(line.entry.device_id or 0, ""),
                objections=tuple(each for each in objections if each.line == line.entry.number),
            )
            for line in page.lines
        ),
        number=page.number,
        page_count=page.page_count,
    )


def _holders(session: Session) -> dict[int, str]:
    """Return who holds each phone of the club, the latest holder where it changed hands."""
    held = Membership.objects.filter(club=session.club_id, player__isnull=False)
    related = held.select_related("player__merged_into").order_by("created_at", "pk")
    return {each.device_id: each.player.known_as for each in related if each.player}
