"""Reopen a closed session."""

from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.forms.settle import ReopenForm
from scoring.models import Session
from scoring.operations.errors import KeyReusedError, SessionOpenError
from scoring.operations.posting import Stamp
from scoring.operations.reversing import reopen_session
from scoring.queries import tables
from scoring.queries.access import Action
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.shared import INVALID, find_session, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CORRECT)
def reopen(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask for the reason, then take the close back and return to the table."""
    session = find_session(request, public_id=public_id)
    if request.method == "POST":
        return _reopen(request, session=session)
    if not tables.is_closed(session=session):
        return redirect("table", public_id=public_id)
    return _page(request, session=session, form=ReopenForm(initial={"key": uuid4()}))


def _reopen(request: ClubRequest, *, session: Session) -> HttpResponse:
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _page(request, session=session, form=form, status=INVALID)
    stamp = Stamp(device=request.device, at=timezone.now(), key=form.cleaned_data["key"])
    try:
        reopen_session(session=session, reason=form.cleaned_data["reason"], stamp=stamp)
    except SessionOpenError:
        return redirect("table", public_id=session.public_id)
    except KeyReusedError as error:
        return refused(request, error=error, back=reverse("settle", args=[session.public_id]))
    return redirect("table", public_id=session.public_id)


def _page(request: ClubRequest, *, session: Session, form: ReopenForm, status: int = 200) -> HttpResponse:
    return render(request, "settle/reopen.html", {"session": session, "form": form}, status=status)
