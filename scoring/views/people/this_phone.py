"""This phone: it takes its place along or gives it up, trusts the app by https, and is worked as its owner chose."""

import plistlib
from datetime import date
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.people.people import ComfortForm, Reach
from scoring.operations.people.devices import LastHostError, revoke, take_along
from scoring.queries.people.access import Action
from scoring.web.access import access_to, reads, requires
from scoring.web.addresses import AUTHORITY_FILE, https_folder, https_port, other_addresses, qr_code, shared_address
from scoring.web.device import (
    ClubRequest,
    Comfort,
    DeviceRequest,
    form_token,
    give_cookie,
    new_device,
    on_its_way,
    way_along,
)
from scoring.web.shared import INVALID, way_back

_GONE = 410


@never_cache
@reads(Action.SEE)
def elsewhere(request: ClubRequest) -> HttpResponse:
    """Offer the other addresses of the app, each by a link that takes this phone's place along once."""
    path = reverse("take-along", args=[way_along(request.device)])
    context = {"path": path, "addresses": other_addresses(request)}
    return render(request, "people/phones/other_addresses.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: DeviceRequest, token: str) -> HttpResponse:
    """Show a button that takes the place along, because a preview of the link must not; post to do it."""
    if access_to(request):
        return redirect("home")
    way = on_its_way(token)
    if way is None:
        return _gone(request)
    if request.method != "POST":
        return render(request, "people/phones/take_along.html", {"new_device": new_device(request)})
    own = form_token(request)
    public_id, was = way
    if own is None or not take_along(public_id=public_id, was=was, token=own):
        return _gone(request)
    response = redirect("home")
    give_cookie(response, token=own)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: DeviceRequest) -> HttpResponse:
    """Ask whether this phone is to be forgotten; post to do it, and have it delete what it keeps.

    Sent again because the answer was lost, it is answered as before.
    """
    if request.method == "POST" and not access_to(request):
        return render(request, "people/phones/forgotten.html")
    return _forget(request)


@requires(Action.SEE)
def _forget(request: ClubRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "people/phones/forget.html")
    try:
        revoke(device=request.device, club=request.club, now=timezone.now(), by_host=False)
    except LastHostError:
        return redirect("revoke-phone", public_id=request.device.public_id)
    return render(request, "people/phones/forgotten.html")


def _gone(request: HttpRequest) -> HttpResponse:
    message = _("This link was used, or is too old.")
    context = {"message": message, "code": "link_used", "needs_new_link": True}
    return render(request, "people/join/refused.html", context, status=_GONE)


# The page looks for itself whether the phone trusts the other address already.
_CSP: dict[str, Any] = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, "https:"]}


@require_safe
@csp_override(_CSP)
def full_member(request: HttpRequest) -> HttpResponse:
    """Show step by step what to do on a phone, and turn green once it is done."""
    port = https_port()
    if port is None:
        raise Http404
    host, _port = split_domain_port(request.get_host())
    here = shared_address(request, path=request.path).text
    context = {"secure": f"https://{host}:{port}", "here": here, "code": qr_code(here), "alive": reverse("healthz")}
    return render(request, "people/phones/secure.html", context)


@require_safe
def authority(request: HttpRequest) -> HttpResponse:
    """Hand out the certificate of this installation's authority; it is no secret.

    Phones of Apple take it in a profile: of a bare one some save a page.
    """
    if https_port() is None:
        raise Http404
    certificate = (https_folder() / AUTHORITY_FILE).read_bytes()
    if "Mac OS X" in request.headers.get("User-Agent", ""):
        return _file(_profile(certificate), name="cuajo.mobileconfig", kind="application/x-apple-aspen-config")
    return _file(certificate, name="cuajo.crt", kind="application/x-x509-ca-cert")


def _file(content: bytes, *, name: str, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _profile(certificate: bytes) -> bytes:
    """Return a profile that installs the certificate; the same one again replaces it."""
    digest = sha256(certificate).digest()
    root = {
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": "cuajo.authority.certificate",
        "PayloadUUID": str(UUID(bytes=digest[:16])),
        "PayloadVersion": 1,
        "PayloadCertificateFileName": "cuajo.crt",
        "PayloadContent": certificate,
    }
    outer = {
        "PayloadType": "Configuration",
        "PayloadIdentifier": "cuajo.authority",
        "PayloadUUID": str(UUID(bytes=digest[16:])),
        "PayloadVersion": 1,
        "PayloadDisplayName": "Cuajo",
        "PayloadContent": [root],
    }
    return plistlib.dumps(outer)


TYPED = (("3oce", "3O 3C 3E"), ("345b", "3B 4B 5B"), ("1oooo", "1O 1O 1O 1O"), ("3oce345b12o", "3O 3C 3E 3B 4B 5B 12O"))
"""Melds as they may be typed in one word, and their cards."""
CHECKED_ON = date(2026, 11, 23)
"""When all criteria were gone through last; what was found stands in docs/accessibility.md."""


@require_http_methods(["GET", "HEAD", "POST"])
def accessibility(request: DeviceRequest) -> HttpResponse:
    """Show keys and statement to anybody; post how this phone is held and worked."""
    now = Comfort.of(request)
    form = ComfortForm(request.POST or None, initial={"reach": now.reach, "shortcuts": now.has_shortcuts})
    if form.is_valid():
        response = redirect("accessibility")
        chosen = Comfort(reach=Reach(form.cleaned_data["reach"]), has_shortcuts=form.cleaned_data["shortcuts"])
        chosen.keep(response)
        messages.success(request, _("Kept on this phone."))
        return response
    status = INVALID if request.method == "POST" else 200
    context = {"form": form, "typed": TYPED, "checked_on": CHECKED_ON, "back": way_back(request)}
    return render(request, "people/accessibility.html", context, status=status)
