"""Share helpers of views."""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from scoring.forms.base import told
from scoring.ledger.kinds import UNDOABLE
from scoring.models import Club, Entry, Player, Session
from scoring.operations.errors import KeyReusedError, RefusedError
from scoring.queries.history.scope import unreadable
from scoring.queries.table.night import last_entry_number, recorded_under, session_of
from scoring.queries.table.nights import clock_doubt
from scoring.web.device import ClubRequest, DeviceRequest

CONFLICT = 409
INVALID = 422
LINES_PER_PAGE = 100
NOTHING_NEW = 204
TOO_MANY = 429
# Chat apps show no SVG.
PICTURE = "png" if find_spec("resvg_py") else "svg"
_UNDER_WAY = ("/sessions/", "/judge/", "/games/")
_FACE_ENDS = 0x250
_BEYOND = frozenset("₱€−–…’×→·")


def find_session(request: ClubRequest, *, public_id: UUID, feature: str = "") -> Session:
    """Return a visible session, with a `feature` if given. Raises Http404."""
    _refuse_others(request, public_id=public_id)
    session = session_of(club=request.club, public_id=public_id)
    if session is None or (feature and feature not in session.features):
        raise Http404
    return session


def find_player(request: ClubRequest, *, public_id: UUID) -> Player:
    """Return a player of the club. Raises Http404."""
    players = Player.objects.select_related("merged_into", "club")
    return get_object_or_404(players, club=request.club, public_id=public_id)


def find_entry(request: ClubRequest, *, public_id: UUID, number: int) -> Entry:
    """Return an entry of a visible session. Raises Http404."""
    _refuse_others(request, public_id=public_id)
    entries = Entry.objects.select_related("session__club", "device").filter(session__club=request.club)
    return get_object_or_404(entries, session__public_id=public_id, number=number)


def _refuse_others(request: ClubRequest, *, public_id: UUID) -> None:
    only = request.access.session
    if only is not None and only.public_id != public_id:
        raise Http404


def page_number(request: HttpRequest) -> int:
    """Return the page number. Raises FilterError."""
    asked = request.GET.get("page", "") or "1"
    if not re.fullmatch("[0-9]{1,9}", asked):
        raise unreadable(field="page", value=asked)
    return max(int(asked), 1)


def paged(request: HttpRequest, **lists: Sequence[Any]) -> dict[str, Any]:
    """Return a page of lists, all cut at the same places."""
    count = -(-max(map(len, lists.values())) // LINES_PER_PAGE) or 1
    number = min(page_number(request), count)
    cut = slice(LINES_PER_PAGE * (number - 1), LINES_PER_PAGE * number)
    return {"page": {"number": number, "page_count": count}, **{name: found[cut] for name, found in lists.items()}}


def clock_context(*, club: Club) -> dict[str, object]:
    doubt = clock_doubt(club=club, at=timezone.now())
    return {"clock_code": doubt.key, "clock_words": told(doubt)} if doubt else {}


def answered_before(request: HttpRequest, *, error: RefusedError | None = None) -> HttpResponse | None:
    """Answer a repeated form, None for a new one."""
    club = getattr(request, "club", None)
    with suppress(ValueError):
        key = UUID(request.POST.get("key", ""))
        before = club and recorded_under(club=club, key=key)
        if before and not isinstance(error, KeyReusedError):
            return redirect(landing(before.session, before))
    return None


def landing(session: Session, written: object) -> str:
    """Return the address of the table after an act."""
    table = reverse("table", args=[session])
    return f"{table}?recorded={written.number}" if isinstance(written, Entry) and written.kind in UNDOABLE else table


def way_back(request: DeviceRequest) -> str:
    """Return the night or game page before this one."""
    came_from = request.META.get("HTTP_REFERER", "")
    path = urlsplit(came_from).path
    is_ours = url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()})
    return path if is_ours and path.startswith(_UNDER_WAY) and path != request.path else ""


def version_of(request: ClubRequest, *, session: Session, newest: int | None = None) -> str:
    newest = last_entry_number(session=session) if newest is None else newest
    return f"{request.role}.{newest}.{session.revision}"


def is_followed(request: ClubRequest) -> bool:
    return bool(request.htmx) and "v" in request.GET


def nothing_new(request: ClubRequest, *, session: Session) -> HttpResponse | None:
    """Answer a poll without news (204)."""
    if not is_followed(request) or request.GET["v"] != version_of(request, session=session):
        return None
    return HttpResponse(status=NOTHING_NEW, headers={"Cache-Control": "no-store"})


def followed_page(
    request: ClubRequest,
    *,
    session: Session,
    template: str,
    part: str,
    context: dict[str, object],
    status: int = 200,
    newest: int | None = None,
) -> HttpResponse:
    """Render a page, or its part for a poll."""
    is_live = is_followed(request)
    live = {"is_live": is_live, "version": version_of(request, session=session, newest=newest)}
    name = f"{template}#{part}" if is_live else template
    return render(request, name, context | live, status=status)


@lru_cache(maxsize=8)
def png(svg: str) -> bytes:
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - an extra

    is_latin = all(ord(letter) < _FACE_ENDS or letter in _BEYOND for letter in svg)
    faces = [str(path) for path in sorted(Path(settings.FILES_DIR, "static/fonts").glob("*.ttf"))]
    return bytes(
        svg_to_bytes(svg_string=svg, font_files=faces, font_family="Piazzolla", width=900, skip_system_fonts=is_latin)
    )
