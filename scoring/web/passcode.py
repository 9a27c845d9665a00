"""The passcode that pages for the host ask again when nobody used them for a while.

The host's phone lies in the middle of the table: whoever picks it up may record a hand, but not change the
club.
"""

from hashlib import sha256
from time import time

from django.contrib.auth.hashers import check_password
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from scoring.operations.web import throttle
from scoring.operations.web.throttle import WRONG_PASSCODES
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID, TOO_MANY

ASKED_AFTER_SECONDS = 10 * 60
PASSCODE = "club_passcode"
PAGE = "page"
_POLL = "v"


def locked(request: ClubRequest) -> HttpResponse | None:
    """Return the page that asks for the passcode, or None where the phone may go on.

    A form that was sent meanwhile waits on that page with all it holds, and is sent on with the passcode.
    What a page asks by itself is told to open the page anew.
    """
    if not request.club.passcode or _is_open(request):
        return None
    if request.htmx and _POLL in request.GET:
        return HttpResponseClientRefresh()
    return _check(request) if PASSCODE in request.POST else _ask(request, status=403)


def _is_open(request: ClubRequest) -> bool:
    """Return whether the passcode was given a short while ago; what a page asks by itself is no use of it.

    A clock that was put back asks it again.
    """
    used = cache.get(_key(request))
    if used is None or not 0 <= time() - used < ASKED_AFTER_SECONDS:
        return False
    if _POLL not in request.GET:
        _note_use(request)
    return True


def _note_use(request: ClubRequest) -> None:
    cache.set(_key(request), time(), ASKED_AFTER_SECONDS)


def _check(request: ClubRequest) -> HttpResponse | None:
    who = f"device-{request.device.pk}"
    if throttle.is_used_up(limit=WRONG_PASSCODES, who=who):
        problem = _("Too many wrong passcodes. Wait a minute and try again.")
        return _ask(request, status=TOO_MANY, problem=problem, code="too_many_passcodes")
    if not check_password(request.POST[PASSCODE], request.club.passcode):
        throttle.count(limit=WRONG_PASSCODES, who=who)
        problem = _("This is not the passcode.")
        return _ask(request, status=INVALID, problem=problem, code="wrong_passcode")
    _note_use(request)
    return None if _held(request) else redirect(request.get_full_path())


def _ask(request: ClubRequest, *, status: int, problem: str = "", code: str = "") -> HttpResponse:
    here = reverse("passcode")
    is_form = request.method == "POST" and request.path != here
    context = {
        "problem": problem,
        "code": code,
        "address": request.get_full_path() if is_form else here,
        "held": _held(request) if request.method == "POST" else [(PAGE, request.get_full_path())],
        "is_form": is_form,
        "name": PASSCODE,
    }
    response = render(request, "people/host/passcode.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _held(request: ClubRequest) -> list[tuple[str, object]]:
    """Return the fields of the form that was sent, without the passcode and the token of the page."""
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, value) for name, value in fields if name not in (PASSCODE, "csrfmiddlewaretoken")]


def _key(request: ClubRequest) -> str:
    of_passcode = sha256(request.club.passcode.encode()).hexdigest()[:16]
    return f"open:{request.device.pk}:{request.club.pk}:{of_passcode}"
