"""What a night is called, where it is played, and a note."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.base import told
from scoring.forms.sessions.about import AboutForm
from scoring.models import Session
from scoring.operations.errors import ShownChangedError
from scoring.operations.sessions.sessions import describe_session
from scoring.queries.people.access import Action
from scoring.queries.sessions.nights import known_places
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_session


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def about(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show what the night is called, where it is played and its note; post to change them."""
    session = find_session(request, public_id=public_id)
    form = AboutForm(request.POST or None, session=session)
    if request.method != "POST":
        return _page(request, form, session=session)
    if not form.is_valid():
        return _page(request, form, session=session, status=INVALID)
    try:
        describe_session(session=session, about=form.about(), expected=form.expected())
    except ShownChangedError as error:
        session.refresh_from_db()
        form = AboutForm(session=session)
        return _page(request, form, session=session, message=told(error.text), status=CONFLICT)
    messages.success(request, _("Saved."))
    return redirect("table", public_id=public_id)


def _page(
    request: ClubRequest, form: AboutForm, *, session: Session, message: str = "", status: int = 200
) -> HttpResponse:
    context = {"session": session, "form": form, "known_places": known_places(club=request.club), "message": message}
    return render(request, "sessions/about.html", context, status=status)
