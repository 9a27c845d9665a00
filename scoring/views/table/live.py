"""What a page of a session asks about once a second: nothing new, or its parts as they are now."""

from hashlib import sha256
from uuid import UUID

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.models import Session
from scoring.operations.table.companion import live_of
from scoring.queries.people.access import Action, may
from scoring.queries.table.tables import last_entry_number
from scoring.views.table.table import table_context
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import NOTHING_NEW, find_session, page_number

SHARED_FOR_SECONDS = 20


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
    if may(role=request.role, action=Action.RECORD) or page_number(request) != 1:
        return _news(request, session=session, shape=shape)
    return _shared_news(request, session=session, shape=shape, version=now.version)


def _shared_news(request: ClubRequest, *, session: Session, shape: str, version: str) -> HttpResponse:
    """Answer with the parts as another phone got them a moment ago, because many ask for the same at once.

    Only for roles that record nothing: their parts hold no form, and so nothing of one phone's own. The key
    holds nothing that a phone may choose freely, so that no phone fills the cache.
    """
    wanted = f"{session.public_id} {request.role} {get_language()} {version} {shape} {_folder(request)}"
    key = f"news:{sha256(wanted.encode()).hexdigest()}"
    if shared := cache.get(key):
        return HttpResponse(shared)
    response = _news(request, session=session, shape=shape)
    if response.content:
        cache.set(key, response.content, timeout=SHARED_FOR_SECONDS)
    return response


def _news(request: ClubRequest, *, session: Session, shape: str) -> HttpResponse:
    context = table_context(request, session=session, page=page_number(request))
    if shape != context["shape"]:
        return HttpResponseClientRefresh()
    return render(request, f"{_folder(request)}/live.html", context | {"is_live": True})


def _folder(request: ClubRequest) -> str:
    return "table/watch" if request.GET.get("at") == "watch" else "table"


@require_safe
@requires(Action.SEE)
def watch(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the results large, for a tablet or a television that nobody touches."""
    session = find_session(request, public_id=public_id)
    context = table_context(request, session=session, page=1)
    return render(request, "table/watch/watch.html", context)
