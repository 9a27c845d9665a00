"""This phone: how it joins by a link or a code, who holds it, how it moves to another address and is worked."""

import plistlib
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.csp import CSP
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.forms.base import problem, told
from scoring.forms.people import ROLE_WORDS, CodeForm, ComfortForm, HolderForm
from scoring.models import Role
from scoring.operations import throttle
from scoring.operations.errors import PlayerError
from scoring.operations.people import devices, joining
from scoring.queries.people import phones
from scoring.queries.people.access import Action, access_in, accesses_of
from scoring.web.access import access_to, reads, requires
from scoring.web.addresses import AUTHORITY_FILE, https_folder, other_addresses, qr_code, served, shared_address
from scoring.web.device import (
    ClubRequest,
    Comfort,
    DeviceRequest,
    client_address,
    device_token,
    form_token,
    give_cookie,
    label_of,
    new_device,
    on_its_way,
    way_along,
)
from scoring.web.pages import FormView
from scoring.web.shared import INVALID, NOTHING_NEW, TOO_MANY, way_back


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
    if way and request.method != "POST":
        return render(request, "people/phones/take_along.html", {"new_device": new_device(request)})
    own = form_token(request)
    if way and own and devices.take_along(public_id=way[0], was=way[1], token=own):
        return go_on("home", token=own)
    message = _("This link was used, or is too old.")
    return _refusal(request, message=message, code="link_used", status=410, needs_new_link=True)


def go_on(to: str, *, token: str) -> HttpResponse:
    """Lead to a page, and have the browser keep the device's token."""
    response = redirect(to)
    give_cookie(response, token=token)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: DeviceRequest) -> HttpResponse:
    """Ask whether this phone is to be forgotten; post to do it, again where the answer was lost."""
    if request.method == "POST" and not access_to(request):
        return render(request, "people/phones/forgotten.html")
    return _forget(request)


@requires(Action.SEE)
def _forget(request: ClubRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "people/phones/forget.html")
    try:
        devices.revoke(device=request.device, club=request.club, now=timezone.now(), by_host=False)
    except devices.LastHostError:
        return redirect("revoke-phone", public_id=request.device.public_id)
    return render(request, "people/phones/forgotten.html")


# The page looks for itself whether the phone trusts the other address already.
_CSP: dict[str, Any] = {**settings.SECURE_CSP, "connect-src": [CSP.SELF, "https:"]}


@require_safe
@csp_override(_CSP)
def full_member(request: HttpRequest) -> HttpResponse:
    """Show step by step what to do on a phone, and turn green once it is done."""
    port = served().https
    if port is None:
        raise Http404
    host, _port = split_domain_port(request.get_host())
    here = shared_address(request, path=request.path).text
    context = {"secure": f"https://{host}:{port}", "here": here, "code": qr_code(here), "alive": reverse("healthz")}
    return render(request, "people/phones/secure.html", context)


@require_safe
def authority(request: HttpRequest) -> HttpResponse:
    """Hand out the certificate of this installation's authority, which is no secret.

    Phones of Apple take it in a profile: of a bare one some save a page.
    """
    if served().https is None:
        raise Http404
    content, name, kind = (https_folder() / AUTHORITY_FILE).read_bytes(), "cuajo.crt", "application/x-x509-ca-cert"
    if "Mac OS X" in request.headers.get("User-Agent", ""):
        content, name, kind = _profile(content), "cuajo.mobileconfig", "application/x-apple-aspen-config"
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
        Comfort(reach=form.cleaned_data["reach"], has_shortcuts=form.cleaned_data["shortcuts"]).keep(response)
        messages.success(request, _("Kept on this phone."))
        return response
    status = INVALID if request.method == "POST" else 200
    context = {"form": form, "typed": TYPED, "checked_on": CHECKED_ON, "back": way_back(request)}
    return render(request, "people/accessibility.html", context, status=status)


CHANGED_FORM = gettext_lazy("This form was changed. Open the link again.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_link(request: DeviceRequest, token: str) -> HttpResponse:
    """Show what the link gives; only its button uses it, because chats open every link for a preview."""
    devices.end_what_is_over(now=timezone.now())
    if request.method == "POST":
        return _join(request, token=token)
    link, device = phones.find_link(token=token), request.device
    if link is None:
        return _explain(request, why=phones.LinkProblem.UNKNOWN)
    had = access_in(device=device, club=link.club) if device else None
    is_enough = bool(device and phones.gives_nothing_new(link=link, device=device, access=had))
    why = phones.link_problem(link=link, now=timezone.now(), device=device)
    if why and not is_enough:  # a phone that has all of it hears of no end of the link
        return _explain(request, why=why)
    role = Role(link.role)
    context = {
        "link": link,
        "is_host": role is Role.HOST,
        "role": ROLE_WORDS[role],
        "had": had,
        "had_role": ROLE_WORDS[had.role] if had else None,
        "is_enough": is_enough,
        "is_good": why is None,
        "new_device": new_device(request),
    }
    with timezone.override(ZoneInfo(link.club.time_zone)):
        return render(request, "people/join/link.html", context)


def _join(request: DeviceRequest, *, token: str) -> HttpResponse:
    own_token = device_token(request)
    if own_token is None:
        return _refusal(request, message=CHANGED_FORM, code="form_changed", status=400)
    try:
        device = joining.join(token=token, device_token=own_token, label=label_of(request), now=timezone.now())
    except joining.LinkError as error:
        return _explain(request, why=error.problem)
    return go_on("me" if phones.needs_name(device=device) else "home", token=own_token)


def _explain(request: DeviceRequest, *, why: phones.LinkProblem) -> HttpResponse:
    is_unknown = why is phones.LinkProblem.UNKNOWN
    if is_unknown and not throttle.count(limit=throttle.WRONG_TOKENS, who=client_address(request)):
        message = _("Too many wrong links. Wait a minute and try again.")
        return _refusal(request, message=message, code="too_many_links", status=TOO_MANY)
    status, text = 404 if is_unknown else 410, joining.LinkError(why).text
    return _refusal(request, message=told(text), code=text.key, status=status, needs_new_link=True)


def _refusal(
    request: HttpRequest, *, message: Promise | str, code: str, status: int, needs_new_link: bool = False
) -> HttpResponse:
    context = {"message": message, "code": code, "needs_new_link": needs_new_link, "has_accounts": settings.ACCOUNTS}
    return render(request, "people/join/refused.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: DeviceRequest) -> HttpResponse:
    """Ask for the code on the host's phone; post it to ask the host."""
    devices.end_what_is_over(now=timezone.now())
    form = CodeForm(request.POST if request.method == "POST" else None)
    token, status = device_token(request), INVALID if form.is_bound else 200
    if form.is_bound and throttle.is_used_up(limit=throttle.WRONG_CODES, who=client_address(request)):
        message = _("Too many wrong codes. Wait a minute and try again.")
        form.add_error("code", ValidationError(message, code="too_many_codes"))
        status = TOO_MANY
    elif form.is_bound and token is None:
        form.add_error(None, ValidationError(CHANGED_FORM, code="form_changed"))
    elif token and form.is_valid():
        asker = joining.Asker(token=token, label=label_of(request), name=form.cleaned_data["name"])
        try:
            joining.ask(text=form.cleaned_data["code"], asker=asker, now=timezone.now())
        except joining.CodeError as error:
            throttle.count(limit=throttle.WRONG_CODES, who=client_address(request))
            form.add_error("code", problem(error))
        except joining.TooManyAskError as error:
            form.add_error(None, problem(error))
            status = TOO_MANY
        else:
            return go_on("asked", token=token)
    context = {"form": form, "new_device": new_device(request)}
    return render(request, "people/join/code.html", context, status=status)


@never_cache
@require_safe
def asked(request: DeviceRequest) -> HttpResponse:
    """Show what the host says; the page asks with the state it shows and hears nothing until that changes."""
    waiting = phones.latest_request(device=request.device) if request.device else None
    if waiting is None:
        return redirect("enter-code")
    state = phones.state_of(request=waiting, now=timezone.now())
    if "v" in request.GET:
        is_same = request.GET["v"] == state
        return HttpResponse(status=NOTHING_NEW) if is_same else HttpResponseClientRefresh()
    if state is phones.Asked.LET_IN:
        return redirect("me" if phones.needs_name(device=waiting.device) else "home")
    return render(request, "people/join/asked.html", {"waiting": waiting, "state": state.value})


class Me(FormView[HolderForm]):
    """Ask who holds this phone; post a player, a new name, or nobody who just watches."""

    action = Action.SEE
    template = "people/join/me.html"
    then_page = "home"
    form_class = HolderForm
    told_at = {PlayerError: "name", devices.HolderKnownError: None}

    def __init__(self, request: ClubRequest) -> None:
        super().__init__(request)
        self.players = phones.possible_holders(club=request.club, session=request.access.session)

    def make(self, data: Mapping[str, Any] | None = None, **options: Any) -> HolderForm:
        return super().make(data, **{"initial": self.initial(), **options})

    def given(self) -> Mapping[str, object]:
        return {"players": self.players, "takes_new_names": self.request.club.takes_new_names}

    def initial(self) -> Mapping[str, object]:
        """Return who holds the phone now, or the name its owner gave when asking to join."""
        if self.request.access.player:
            holder = str(self.request.access.player.public_id)
            return {"player": holder, "expected_holder": holder}
        asked = phones.latest_request(device=self.request.device)
        if asked is None or asked.code.club != self.request.club:
            return {}
        known = {player.name.casefold(): str(player.public_id) for player in self.players}
        called = asked.name.casefold()
        return {"player": known[called]} if called in known else {"name": asked.name}

    def stated(self) -> Mapping[str, object]:
        return {
            "role": ROLE_WORDS[self.request.role],
            "has_accounts": settings.ACCOUNTS,
            "clubs": accesses_of(device=self.request.device),
            "has_https": served().https is not None,
        }

    def write(self, form: HolderForm) -> object:
        seen = self.request.POST.get("expected_holder")
        phone: dict[str, Any] = {"device": self.request.device, "club": self.request.club, "expected_holder": seen}
        if form.new_name:
            return devices.hold_as(name=form.new_name, now=timezone.now(), **phone)
        return devices.hold(player=form.cleaned_data["player"], **phone)

    def again(self, form: HolderForm) -> HolderForm:
        request = self.request
        request.access = access_in(device=request.device, club=request.club) or request.access
        return super().again(form)
