"""Check rights and the host's passcode."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from time import time
from typing import Concatenate, cast

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.operations import throttle
from scoring.operations.throttle import WRONG_PASSCODES
from scoring.queries.people.access import Access, Action, access_of, lets
from scoring.queries.people.phones import stranger_of
from scoring.texts.decks import Deck, use_deck
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.shared import INVALID, TOO_MANY

ASKED_AFTER_SECONDS = 10 * 60
PASSCODE = "club_passcode"
PAGE = "page"
_POLL = "v"


def locked(request: ClubRequest) -> HttpResponse | None:
    """Ask for the passcode, if the page needs it."""
    if not request.club.passcode or _is_open(request):
        return None
    # A poll cannot show a form, so the page is loaded again.
    if request.htmx and _POLL in request.GET:
        return HttpResponseClientRefresh()
    return _check_passcode(request) if PASSCODE in request.POST else _ask_passcode(request, status=403)


def _is_open(request: ClubRequest) -> bool:
    used = cache.get(_key_of_use(request))
    # The host's phone is on the table. A clock set back must not keep the page open.
    if used is None or not 0 <= time() - used < ASKED_AFTER_SECONDS:
        return False
    # A page polls without a person.
    if _POLL not in request.GET:
        _note_use(request)
    return True


def _note_use(request: ClubRequest) -> None:
    cache.set(_key_of_use(request), time(), ASKED_AFTER_SECONDS)


def _check_passcode(request: ClubRequest) -> HttpResponse | None:
    who = f"device-{request.device.pk}"
    if throttle.is_used_up(limit=WRONG_PASSCODES, who=who):
        problem = _("Too many tries. Try again in a minute.")
        return _ask_passcode(request, status=TOO_MANY, problem=problem, code="too_many_passcodes")
    if not check_password(request.POST[PASSCODE], request.club.passcode):
        throttle.count(limit=WRONG_PASSCODES, who=who)
        problem = _("Wrong passcode.")
        return _ask_passcode(request, status=INVALID, problem=problem, code="wrong_passcode")
    _note_use(request)
    return None if _held(request) else redirect(request.get_full_path())


def _ask_passcode(request: ClubRequest, *, status: int, problem: str = "", code: str = "") -> HttpResponse:
    here = reverse("passcode")
    is_form = request.method == "POST" and request.path != here
    context = {
        "kind": "passcode",
        "title": _("The host's passcode"),
        "problem": problem,
        "why": code,
        "address": request.get_full_path() if is_form else here,
        "held": _held(request) if request.method == "POST" else [(PAGE, request.get_full_path())],
        "name": PASSCODE,
    }
    response = render(request, "message.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _held(request: ClubRequest) -> list[tuple[str, object]]:
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, value) for name, value in fields if name not in (PASSCODE, "csrfmiddlewaretoken")]


def _key_of_use(request: ClubRequest) -> str:
    # A new passcode closes all pages that the old one has opened.
    of_passcode = sha256(request.club.passcode.encode()).hexdigest()[:16]
    return f"open:{request.device.pk}:{request.club.pk}:{of_passcode}"


type ClubView[**P, R] = Callable[Concatenate[ClubRequest, P], R]
type View[**P, R] = Callable[Concatenate[HttpRequest, P], R]

FORM_METHODS = ["GET", "HEAD", "POST"]


def requires[**P, R: HttpResponseBase](action: Action) -> Callable[[ClubView[P, R]], View[P, R | HttpResponse]]:
    """Open a view to devices with a right. Others get the page "Ask the host" (403)."""

    def guard(view: ClubView[P, R]) -> View[P, R | HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R | HttpResponse:
            access = access_to(cast(DeviceRequest, request))
            if access is None or not lets(access=access, action=action):
                return ask_the_host(cast(DeviceRequest, request), access=access)
            club_request = cast(ClubRequest, request)
            club_request.club, club_request.role = access.club, access.role
            if action in (Action.INVITE, Action.MANAGE) and (answer := locked(club_request)):
                return answer
            with timezone.override(access.club.clock):
                return view(club_request, *args, **kwargs)

        return guarded

    return guard


def reads[**P, R: HttpResponseBase](action: Action) -> Callable[[ClubView[P, R]], View[P, R | HttpResponse]]:
    return lambda view: require_safe(requires(action)(view))


def posts[**P, R: HttpResponseBase](action: Action) -> Callable[[ClubView[P, R]], View[P, R | HttpResponse]]:
    return lambda view: require_POST(requires(action)(view))


def asks[**P, R: HttpResponseBase](action: Action) -> Callable[[ClubView[P, R]], View[P, R | HttpResponse]]:
    return lambda view: require_http_methods(FORM_METHODS)(requires(action)(view))


def access_to(request: DeviceRequest) -> Access | None:
    request.access = access_of(device=request.device) if request.device else None
    if request.access:
        use_deck(Deck(request.access.club.deck))
    return request.access


def ask_the_host(request: DeviceRequest, *, access: Access | None) -> HttpResponse:
    """Answer that the phone lacks the right (403)."""
    context = {
        "kind": "host" if access else "stranger",
        "title": _("Ask the host"),
        "access": access,
        "stranger": None if access else stranger_of(device=request.device, now=timezone.now()),
        "has_accounts": settings.ACCOUNTS,
    }
    response = render(request, "message.html", context, status=403)
    response["Cache-Control"] = "no-store"
    return response
