"""What a page of a session asks about once a second: nothing new, or its parts as they are now."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.queries.access import Action
from scoring.queries.live import live_of
from scoring.queries.tables import last_entry_number
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.shared import find_session, page_number
from scoring.views.table import table_context

NOTHING_NEW = 204


@never_cache
@require_safe
@requires(Action.SEE)
def live(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Answer 204 while the version in the address is the newest, otherwise the parts that may have changed.

    A page that has another shape now, because the role changed or the night was closed, is loaded anew.
    """
    session = find_session(request, public_id=public_id)
    newest = last_entry_number(session=session)
    now = live_of(session=session, newest=newest, device=request.device, now=timezone.now())
    shape = request.GET.get("shape", "")
    if request.GET.get("v") == now.version and shape.startswith(f"{request.role}-"):
        return HttpResponse(status=NOTHING_NEW)
    context = table_context(request, session=session, page=page_number(request))
    if shape != context["shape"]:
        return HttpResponseClientRefresh()
    folder = "watch" if request.GET.get("at") == "watch" else "table"
    return render(request, f"{folder}/live.html", context | {"is_live": True})


@require_safe
@requires(Action.SEE)
def watch(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the results large, for a tablet or a television that nobody touches."""
    session = find_session(request, public_id=public_id)
    context = table_context(request, session=session, page=1)
    return render(request, "watch/watch.html", context)
