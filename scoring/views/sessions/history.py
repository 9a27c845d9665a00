"""The nights of the club."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.queries.people.access import Action
from scoring.queries.sessions.nights import history_page
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import page_number


@require_safe
@requires(Action.BROWSE)
def history(request: ClubRequest) -> HttpResponse:
    """List the sessions, newest first, a page at a time."""
    page = history_page(club=request.club, number=page_number(request))
    return render(request, "sessions/history/history.html", {"page": page})
