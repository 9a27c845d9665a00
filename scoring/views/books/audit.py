"""Who did what in a session."""

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.ledger.fingerprint import short
from scoring.queries.books.ledger import Event, audit_page
from scoring.queries.people.access import Action
from scoring.queries.sessions.settlements import fingerprint_of
from scoring.queries.table import tables
from scoring.views.table.words import words_of
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session, page_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An event with its sentence."""

    event: Event
    words: str


@require_safe
@requires(Action.SEE)
def audit(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show every line with the phone it came from and when, and what was said about it, newest first."""
    session = find_session(request, public_id=public_id)
    names = {seat.number: seat.player for seat in tables.results(session=session)}
    page = audit_page(session=session, number=page_number(request))
    events = (Said(event=event, words=words_of(line=event.line, names=names)) for event in page.events)
    context = {
        "session": session,
        "page": page,
        "events": tuple(events),
        "fingerprint": short(fingerprint=fingerprint_of(session=session)),
    }
    return render(request, "books/audit/audit.html", context)
