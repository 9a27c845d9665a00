"""A session's full ledger, for the screen and for paper."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.ledger import fingerprint
from scoring.queries.books.statements import books
from scoring.queries.people.access import Action
from scoring.queries.table.state import features_of
from scoring.views.books.exports import downloads
from scoring.views.table.words import words_of
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session


@require_safe
@requires(Action.SEE)
def statement(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show everything that was recorded in a session, oldest first, with running totals."""
    session = find_session(request, public_id=public_id)
    printed = books(session=session)
    names = {seat.number: seat.player for seat in printed.seats}
    context = {
        "session": session,
        "downloads": downloads(session=session),
        "books": printed,
        "rows": tuple((words_of(line=row.line, names=names), row) for row in printed.lines),
        "currency": session.money,
        "features": features_of(session=session),
        "short_fingerprint": printed.fingerprint and fingerprint.short(fingerprint=printed.fingerprint),
    }
    return render(request, "books/statement/statement.html", context)
