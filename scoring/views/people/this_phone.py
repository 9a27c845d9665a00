"""Pages of this phone: joining, its holder, its settings."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.forms.base import problem, told
from scoring.forms.notation import read_typed
from scoring.forms.people import ROLE_ACTS, CodeForm, ComfortForm, HolderForm
from scoring.models import JoinLink, Role
from scoring.operations import throttle
from scoring.operations.errors import PlayerError, RefusedError
from scoring.operations.people import devices, joining
from scoring.queries.people import phones
from scoring.queries.people.access import Access, Action, access_in, access_of, accesses_of
from scoring.queries.table.nights import open_sessions
from scoring.web import device as here
from scoring.web.access import FORM_METHODS, access_to, reads
from scoring.web.addresses import other_addresses, served
from scoring.web.pages import FormView
from scoring.web.shared import INVALID, NOTHING_NEW, TOO_MANY

JOIN, THIS_PHONE = "people/join.html", "people/this_phone.html"


@never_cache
@require_http_methods(FORM_METHODS)
def arrive(request: here.DeviceRequest, token: str) -> HttpResponse:
    """Move the place of this phone to this address."""
    if access_to(request):
        return redirect("home")
    moved = here.read_moving_link(token)
    # Chats open every link for a preview, so only a button may use it up.
    if moved and request.method != "POST":
        return render(request, JOIN, {"step": "along", "new_device": here.new_device(request)})
    own = here.form_token(request)
    if moved and own and devices.renew_token(public_id=moved[0], was=moved[1], token=own):
        return redirect_with_cookie("home", token=own)
    return _refusal(request, message=_("This link no longer works."), code="link_used", status=410, needs_new_link=True)


def redirect_with_cookie(to: str, *, token: str) -> HttpResponse:
    response = redirect(to)
    here.keep_cookie(response, here.DEVICE_COOKIE, token)
    return response


@never_cache
@require_POST
def forget(request: here.DeviceRequest) -> HttpResponse:
    access, device = access_to(request), request.device
    # Idempotent: the answer may be lost and the phone asks again.
    if access and device:
        try:
            devices.revoke(device=device, club=access.club, now=timezone.now(), by_host=False)
        except devices.LastHostError:
            return redirect(reverse("phone", args=[device], query={"open": f"{device.pk}-away"}))
    return render(request, "message.html", {"kind": "forgotten", "title": _("This phone is forgotten")})


TYPED_MELDS = ("3oce", "345b", "1oooo", "3oce345b12o")
CHECKED_ON = date(2026, 11, 23)
"""Date of the last check. docs/accessibility.md has its findings."""


@require_http_methods(FORM_METHODS)
def accessibility(request: here.DeviceRequest) -> HttpResponse:
    """Show and save the settings of this phone."""
    worked = _settings(request)
    form = worked["comfort_form"]
    if form.is_valid():
        response = redirect("accessibility")
        here.Comfort(reach=form.cleaned_data["reach"], has_shortcuts=form.cleaned_data["shortcuts"]).keep(response)
        messages.success(request, _("Saved."))
        return response
    # The bar of the page needs the access of this phone.
    access_to(request)
    return render(request, THIS_PHONE, {**worked, "opened": "keys"}, status=INVALID if form.is_bound else 200)


def _settings(request: HttpRequest) -> dict[str, Any]:
    now = here.Comfort.of(request)
    form = ComfortForm(request.POST or None, initial={"reach": now.reach, "shortcuts": now.has_shortcuts})
    typed = [(each, read_typed(each).cards) for each in TYPED_MELDS]
    return {"comfort_form": form, "typed": typed, "checked_on": CHECKED_ON}


TOO_MANY_TRIES = gettext_lazy("Too many tries. Wait some minutes and try again.")
CHANGED_FORM = gettext_lazy("This form can no longer be sent. Open it again.")


@never_cache
@require_http_methods(FORM_METHODS)
def join_link(request: here.DeviceRequest, token: str) -> HttpResponse:
    # Chats open every link for a preview, so only the button may use it up.
    devices.end_expired(now=timezone.now())
    own = here.device_token(request) if request.method == "POST" else None
    if request.method == "POST" and own is None:
        return _refusal(request, message=CHANGED_FORM, code="form_changed", status=400)
    link = phones.find_link(token=token)
    if link is None:
        return _explain(request, why=phones.LinkProblem.UNKNOWN)
    return _join(request, link=link, token=token, own=own) if own else _link_page(request, link=link)


def _link_page(request: here.DeviceRequest, *, link: JoinLink, form: HolderForm | None = None) -> HttpResponse:
    # A page asks for the names by script. A preview of the link must not show who plays.
    device = request.device
    had = access_in(device=device, club=link.club) if device else None
    is_enough = bool(device and phones.changes_nothing(link=link, device=device, access=had))
    why = phones.link_problem(link=link, now=timezone.now(), device=device)
    if why and not is_enough:
        return _explain(request, why=why)
    is_host = link.role == Role.HOST
    asks_who = not (is_host or link.for_device or is_enough or (had and had.player))
    status = INVALID if form else 200
    if form is None and asks_who and "who" in request.GET:
        form = HolderForm(club=link.club, session=link.session)
    shows_who = bool(form and asks_who)
    context = {
        "step": "who" if shows_who else "link",
        "link": link,
        "form": form,
        "asks_who": asks_who,
        "is_first": is_host and not link.for_device and had is None,
        "had": had,
        "is_enough": is_enough,
        "new_device": here.new_device(request),
    }
    with timezone.override(link.club.clock):
        return render(request, f"{JOIN}#who" if request.htmx and shows_who else JOIN, context, status=status)


def _join(request: here.DeviceRequest, *, link: JoinLink, token: str, own: str) -> HttpResponse:
    says_who = "player" in request.POST or "name" in request.POST
    phone: dict[str, Any] = {"device_token": own, "label": here.label_of(request), "now": timezone.now()}
    form = HolderForm(request.POST, club=link.club, session=link.session)
    if says_who and not form.is_valid():
        return _link_page(request, link=link, form=form)
    try:
        if says_who:
            device = joining.join_as(token=token, holder=form.holder, **phone)
        else:
            device = joining.join(token=token, **phone)
    except joining.LinkError as error:
        return _explain(request, why=error.problem)
    except RefusedError as error:
        form.add_error("name" if isinstance(error, PlayerError) else None, problem(error))
        return _link_page(request, link=link, form=form)
    if not says_who:
        return redirect_with_cookie("who" if phones.needs_name(device=device) else "home", token=own)
    return redirect_with_cookie(_first_page(request, access_of(device=device)), token=own)


def _first_page(request: HttpRequest, access: Access | None) -> str:
    messages.success(request, _("You are in."))
    played = open_sessions(club=access.club, most=2) if access and not access.session else ()
    night = played[0] if len(played) == 1 else access and access.session
    return reverse("table", args=[night]) if night else reverse("home")


def _explain(request: here.DeviceRequest, *, why: phones.LinkProblem) -> HttpResponse:
    is_unknown = why is phones.LinkProblem.UNKNOWN
    # Only unknown links count, because a family behind one address may open many valid ones.
    if is_unknown and not throttle.count(limit=throttle.WRONG_TOKENS, who=here.client_address(request)):
        return _refusal(request, message=TOO_MANY_TRIES, code="too_many_links", status=TOO_MANY)
    status, text = 404 if is_unknown else 410, joining.LinkError(why).text
    return _refusal(request, message=told(text), code=text.key, status=status, needs_new_link=True)


def _refusal(
    request: HttpRequest, *, message: Promise | str, code: str, status: int, needs_new_link: bool = False
) -> HttpResponse:
    context = {"kind": "link" if needs_new_link else "", "title": message, "code": code}
    return render(request, "message.html", {**context, "has_accounts": settings.ACCOUNTS}, status=status)


@never_cache
@require_http_methods(FORM_METHODS)
def enter_code(request: here.DeviceRequest) -> HttpResponse:
    devices.end_expired(now=timezone.now())
    form = CodeForm(request.POST if request.method == "POST" else None)
    token, status = here.device_token(request), INVALID if form.is_bound else 200
    # A program could try all codes of six letters.
    if form.is_bound and throttle.is_used_up(limit=throttle.WRONG_CODES, who=here.client_address(request)):
        form.add_error("code", ValidationError(TOO_MANY_TRIES, code="too_many_codes"))
        status = TOO_MANY
    elif form.is_bound and token is None:
        form.add_error(None, ValidationError(CHANGED_FORM, code="form_changed"))
    elif token and form.is_valid():
        try:
            joining.ask(**form.cleaned_data, token=token, label=here.label_of(request), now=timezone.now())
        except joining.CodeError as error:
            throttle.count(limit=throttle.WRONG_CODES, who=here.client_address(request))
            form.add_error("code", problem(error))
        except joining.TooManyAskError as error:
            form.add_error(None, problem(error))
            status = TOO_MANY
        else:
            return redirect_with_cookie("asked", token=token)
    return render(request, JOIN, {"step": "code", "form": form, "new_device": here.new_device(request)}, status=status)


@never_cache
@require_safe
def asked(request: here.DeviceRequest) -> HttpResponse:
    """Show the answer of the host, 204 if unchanged."""
    waiting = phones.latest_request(device=request.device) if request.device else None
    if waiting is None:
        return redirect("enter-code")
    state = phones.state_of(request=waiting, now=timezone.now())
    if "v" in request.GET:
        is_same = request.GET["v"] == state
        return HttpResponse(status=NOTHING_NEW) if is_same else HttpResponseClientRefresh()
    if state is phones.JoinState.LET_IN:
        if phones.asks_as_another(request=waiting):
            return redirect(reverse("who", query={"asked": 1}))
        return redirect("who" if phones.needs_name(device=waiting.device) else "home")
    context = {"step": "asked", "waiting": waiting, "state": state.value, "new_device": here.new_device(request)}
    return render(request, JOIN, context)


class HolderPage(FormView[HolderForm]):
    action = Action.SEE
    template = JOIN
    error_fields = {PlayerError: "name", devices.HolderKnownError: None}

    def make(self, data: Mapping[str, Any] | None = None, **_options: Any) -> HolderForm:
        return super().make(data, initial=self.initial())

    def given(self) -> Mapping[str, object]:
        access = self.request.access
        return {"club": access.club, "session": access.session, "known": access.player}

    def stated(self) -> Mapping[str, object]:
        return {"step": "who"}

    def initial(self) -> Mapping[str, object]:
        """Return the name given at joining, or the holder, also where the phone asked under another name."""
        holder = self.request.access.player
        held = {"player": str(holder.public_id), "expected_holder": str(holder.public_id)} if holder else {}
        asked = phones.latest_request(device=self.request.device)
        if (held and "asked" not in self.request.GET) or asked is None or asked.code.club != self.request.club:
            return held
        players = phones.possible_holders(**self.given())  # type: ignore[arg-type]
        known = next((each for each in players if each.name.casefold() == asked.name.casefold()), None)
        return held | ({"player": str(known.public_id)} if known else {"name": asked.name})

    def write(self, form: HolderForm) -> object:
        seen = self.request.POST.get("expected_holder")
        device, club = self.request.device, self.request.club
        return devices.hold(device=device, club=club, holder=form.holder, now=timezone.now(), expected_holder=seen)

    def again(self, form: HolderForm) -> HolderForm:
        request = self.request
        request.access = access_in(device=request.device, club=request.club) or request.access
        return super().again(form)

    def then(self, written: object) -> str:  # noqa: ARG002
        return _first_page(self.request, access_in(device=self.request.device, club=self.request.club))


@never_cache
@reads(Action.SEE)
def me(request: here.ClubRequest) -> HttpResponse:
    context = {
        "role": request.role,
        "under": ROLE_ACTS[request.role],
        "has_clubs": settings.ACCOUNTS or len(accesses_of(device=request.device)) > 1,
        "has_https": served().https is not None,
        "path": reverse("take-along", args=[here.moving_link(request.device)]),
        "addresses": other_addresses(request) if request.GET.get("open") == "elsewhere" else None,
        **_settings(request),
    }
    return render(request, THIS_PHONE, context)
