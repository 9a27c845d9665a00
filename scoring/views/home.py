"""The first page."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.forms.base import fresh
from scoring.forms.sessions import AgainForm
from scoring.queries.access import Action, may
from scoring.queries.home import home_of
from scoring.views.access import requires
from scoring.views.device import ClubRequest


@require_safe
@requires(Action.SEE)
def home(request: ClubRequest) -> HttpResponse:
    """Show the night to go on with, how to start another, and the latest ones.

    A phone that was let into one night only is led there.
    """
    if request.access.session:
        return redirect("table", public_id=request.access.session.public_id)
    found = home_of(club=request.club)
    context = {
        "club": request.club,
        "home": found,
        "may_record": may(role=request.role, action=Action.START),
        "again": AgainForm(initial=fresh() | {"like": found.last.session.public_id}) if found.last else None,
    }
    return render(request, "home/home.html", context)
