"""Who may open a page."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, cast
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from scoring.queries.people.access import Access, Action, access_of, lets
from scoring.queries.people.joining import stranger_of
from scoring.texts.decks import Deck, lay
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.passcode import locked

type ClubView[**P, R] = Callable[Concatenate[ClubRequest, P], R]
type View[**P, R] = Callable[Concatenate[HttpRequest, P], R]

_HOST_ONLY = (Action.INVITE, Action.MANAGE)


def requires[**P, R: HttpResponseBase](action: Action) -> Callable[[ClubView[P, R]], View[P, R | HttpResponse]]:
    """Open the decorated view only to devices with the right; others see "ask the host" (403).

    The view finds its device's `access`, `club` and `role` on the request, and shows times by the club's
    clock. Pages for the host ask the club's passcode.
    """

    def guard(view: ClubView[P, R]) -> View[P, R | HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R | HttpResponse:
            access = access_to(cast(DeviceRequest, request))
            if access is None or not lets(access=access, action=action):
                return ask_the_host(cast(DeviceRequest, request), access=access)
            club_request = cast(ClubRequest, request)
            club_request.club, club_request.role = access.club, access.role
            if action in _HOST_ONLY and (answer := locked(club_request)):
                return answer
            with timezone.override(ZoneInfo(access.club.time_zone)):
                return view(club_request, *args, **kwargs)

        return guarded

    return guard


def access_to(request: DeviceRequest) -> Access | None:
    """Return what the device behind a request may do, None for strangers; templates find it there too.

    From then on cards are written by the deck of its club.
    """
    request.access = access_of(device=request.device) if request.device else None
    if request.access:
        lay(Deck(request.access.club.deck))
    return request.access


def ask_the_host(request: DeviceRequest, *, access: Access | None) -> HttpResponse:
    """Answer that the phone has no right to this, and who could give it (403)."""
    context = {
        "access": access,
        "stranger": None if access else stranger_of(device=request.device, now=timezone.now()),
        "has_accounts": settings.ACCOUNTS,
    }
    response = render(request, "people/host/ask.html", context, status=403)
    response["Cache-Control"] = "no-store"
    return response
