"""What the table's pages ask about once a second, and the large screen that nobody touches."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRefresh

from scoring.charts import Line
from scoring.ledger.night import SeatResult
from scoring.models import Session
from scoring.operations.table.companion import live_of
from scoring.queries.people.access import Action, may
from scoring.queries.table.tables import last_entry_number, seat_of
from scoring.texts.decks import lying_deck
from scoring.views.table.companion import Shown
from scoring.views.table.drawn import DRAWN_LINES, lines_by_seat
from scoring.views.table.table import SUMMED, table_context
from scoring.web.access import reads
from scoring.web.addresses import Reach, qr_code, shared_address
from scoring.web.device import ClubRequest
from scoring.web.shared import NOTHING_NEW, find_session, page_number

SHARED_FOR_SECONDS = 20


@never_cache
@reads(Action.SEE)
def live(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Answer 204 while the version in the address is the newest, otherwise the parts that may have changed.

    A page that has another shape now is loaded anew: the role changed, the night was closed, or players may propose.
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
    own = seat_of(session=session, player=request.access.player)
    reader = f"{request.role} {get_language()} {lying_deck()} {own and own.pk}"
    wanted = f"{session.public_id} {reader} {version} {shape} {_folder(request)}"
    key = f"news:{sha256(wanted.encode()).hexdigest()}"
    if shared := cache.get(key):
        return HttpResponse(shared)
    response = _news(request, session=session, shape=shape)
    if response.content:
        cache.set(key, response.content, timeout=SHARED_FOR_SECONDS)
    return response


def _news(request: ClubRequest, *, session: Session, shape: str) -> HttpResponse:
    if _is_watched(request):
        context = _watch_context(request, session=session)
    else:
        context = table_context(request, session=session, page=page_number(request))
    if shape != context["shape"]:
        return HttpResponseClientRefresh()
    return render(request, f"{_folder(request)}/live.html", context | {"is_live": True})


def _folder(request: ClubRequest) -> str:
    return "table/watch" if _is_watched(request) else "table"


def _is_watched(request: ClubRequest) -> bool:
    return request.GET.get("at") == "watch"


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedSeat:
    """A seat on the large screen; `line` is how it came to stand so, drawn with the mark beside its name."""

    seat: SeatResult
    line: Line
    sits_out: bool
    says_purro: bool


@reads(Action.SEE)
def watch(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the results large, for a tablet or a television that nobody touches."""
    session = find_session(request, public_id=public_id)
    address = shared_address(request, path=reverse("table", args=[session.public_id]))
    context = _watch_context(request, session=session)
    context["code"] = "" if address.reach is Reach.ONLY_HERE else qr_code(address.text)
    return render(request, "table/watch/watch.html", context)


def _watch_context(request: ClubRequest, *, session: Session) -> dict[str, Any]:
    """Return what the large screen shows: the table, its last hand, and how everybody came to stand so."""
    context = table_context(request, session=session, page=1, size=DRAWN_LINES)
    state, lines = context["state"], context["lines"]
    purro = _saying_purro(context["companion"])
    drawn = lines_by_seat(state, chart=context["chart"])
    context["last"] = next(
        (line for line in lines if line.line.entry.kind in SUMMED and not line.line.reversed_by), None
    )
    context["seats"] = tuple(
        WatchedSeat(seat=seat, line=drawn[seat.number], sits_out=not seat.place, says_purro=seat.number in purro)
        for seat in context["results"]
    )
    return context


def _saying_purro(companion: Shown | None) -> frozenset[int]:
    seats = companion.seats if companion else ()
    return frozenset(each.seat.number for each in seats if each.player.purro)
