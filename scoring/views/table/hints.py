"""Three hints for the first hand at a table; each phone remembers by a cookie which it has read."""

from collections.abc import Collection
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.queries.people.access import Action
from scoring.queries.table.state import TableState
from scoring.web.access import posts
from scoring.web.device import ClubRequest
from scoring.web.shared import A_YEAR_SECONDS, find_session

HINTS = 3
_NUMBERS = ("1", "2", "3")
COOKIE = f"{settings.COOKIE_PREFIX}cuajo_hints"


def hint_of(request: ClubRequest, *, state: TableState, features: Collection[str], can_write: bool) -> int:
    """Return which hint the table shows, 0 for none: in practice, and on the first hand of a club's first night.

    Each is over once what it says was done: the sowee set, a secret paid, a hand recorded. Whoever asks for one by
    its number gets it at any time.
    """
    asked = request.GET.get("hint")
    if asked in _NUMBERS and can_write and "sowee" in features:
        return int(asked)
    read = request.COOKIES.get(COOKIE, "0")
    if not can_write or "sowee" not in features or read not in {"0", "1", "2"}:
        return 0
    session = state.session
    is_first = state.hand_number == 1 and not session.club.sessions.exclude(pk=session.pk).exists()
    if state.hand_number > 1 or not (session.is_practice or is_first):
        return 0
    done = 2 if any(state.secrets_by_seat.values()) else int(bool(state.sowee))
    return max(int(read), done) + 1


@posts(Action.RECORD)
def read_hint(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Remember on this phone up to which hint it has read."""
    session = find_session(request, public_id=public_id)
    read = request.POST.get("read", "")
    table = reverse("table", args=[session.public_id])
    goes_on = "asked" in request.POST and read in _NUMBERS[:-1]
    response = redirect(f"{table}?hint={int(read) + 1}" if goes_on else table)
    response.set_cookie(
        COOKIE,
        read if read in {"1", "2"} else str(HINTS),
        max_age=A_YEAR_SECONDS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response
