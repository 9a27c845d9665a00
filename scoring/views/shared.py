"""What the views share: find a session of the club, answer a refusal."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from scoring.models import Entry, Session
from scoring.operations.errors import RefusedError
from scoring.views.device import ClubRequest

CONFLICT = 409
INVALID = 422


def find_session(request: ClubRequest, *, public_id: UUID) -> Session:
    """Return a session the device was let into, or answer 404."""
    _refuse_others(request, public_id=public_id)
    return get_object_or_404(Session.objects.select_related("club"), club=request.club, public_id=public_id)


def find_entry(request: ClubRequest, *, public_id: UUID, number: int) -> Entry:
    """Return an entry of a session the device was let into, or answer 404."""
    _refuse_others(request, public_id=public_id)
    return get_object_or_404(
        Entry.objects.select_related("session__club", "device"),
        session__club=request.club,
        session__public_id=public_id,
        number=number,
    )


def _refuse_others(request: ClubRequest, *, public_id: UUID) -> None:
    only = request.access.session
    if only is not None and only.public_id != public_id:
        raise Http404


def page_number(request: HttpRequest) -> int:
    """Return the page asked for in the address, the first where it is no number."""
    asked = request.GET.get("page", "")
    return int(asked) if asked.isdecimal() and len(asked) < 10 else 1


def leave(request: ClubRequest, url_name: str, **arguments: object) -> HttpResponse:
    """Send the browser to another page, also where htmx asked for a part of this one."""
    url = reverse(url_name, kwargs=arguments)
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def refused(request: HttpRequest, *, error: RefusedError, back: str) -> HttpResponse:
    """Answer that nothing was written, why, and where to go on (409)."""
    return render(request, "refused.html", {"error": error, "back": back}, status=CONFLICT)
