"""Join by a link, whose button uses it, or by a code, which the host answers; say who holds the phone."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring.forms.base import problem, told
from scoring.forms.people.phones import ROLE_WORDS, CodeForm, HolderForm
from scoring.models import JoinLink, Role
from scoring.operations.errors import PlayerError
from scoring.operations.people.devices import HolderKnownError, end_what_is_over, hold, hold_as
from scoring.operations.people.joining import Asker, CodeError, LinkError, TooManyAskError, ask, join, why_not
from scoring.queries.people.access import Action, access_in, accesses_of
from scoring.queries.people.joining import (
    Asked,
    LinkProblem,
    find_link,
    gives_nothing_new,
    latest_request,
    link_problem,
    state_of,
)
from scoring.queries.people.phones import needs_name, possible_holders
from scoring.web.addresses import https_port
from scoring.web.device import (
    ClubRequest,
    DeviceRequest,
    codes_tried_too_often,
    count_wrong_code,
    device_token,
    give_cookie,
    is_wrong_too_often,
    label_of,
    new_device,
)
from scoring.web.pages import FormView
from scoring.web.shared import INVALID, NOTHING_NEW, TOO_MANY

CHANGED_FORM = gettext_lazy("This form was changed. Open the link again.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_link(request: DeviceRequest, token: str) -> HttpResponse:
    """Show what the link gives; only its button uses it, because chats open every link for a preview."""
    end_what_is_over(now=timezone.now())
    if request.method == "POST":
        return _join(request, token=token)
    link = find_link(token=token)
    return _show(request, link=link) if link else _explain(request, why=LinkProblem.UNKNOWN)


def _show(request: DeviceRequest, *, link: JoinLink) -> HttpResponse:
    """Show what the link gives, or why nothing; a phone that has all of it hears of no end of the link."""
    device = request.device
    had = access_in(device=device, club=link.club) if device else None
    is_enough = bool(device and gives_nothing_new(link=link, device=device, access=had))
    why = link_problem(link=link, now=timezone.now(), device=device)
    if why and not is_enough:
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
        device = join(token=token, device_token=own_token, label=label_of(request), now=timezone.now())
    except LinkError as error:
        return _explain(request, why=error.problem)
    response = redirect("me" if needs_name(device=device) else "home")
    give_cookie(response, token=own_token)
    return response


def _explain(request: DeviceRequest, *, why: LinkProblem) -> HttpResponse:
    if why is LinkProblem.UNKNOWN and is_wrong_too_often(request):
        message = _("Too many wrong links. Wait a minute and try again.")
        return _refusal(request, message=message, code="too_many_links", status=TOO_MANY)
    status, text = 404 if why is LinkProblem.UNKNOWN else 410, why_not(why)
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
    end_what_is_over(now=timezone.now())
    if request.method != "POST":
        return _page(request, form=CodeForm())
    form, token = CodeForm(request.POST), device_token(request)
    if codes_tried_too_often(request):
        message = _("Too many wrong codes. Wait a minute and try again.")
        form.add_error("code", ValidationError(message, code="too_many_codes"))
        return _page(request, form=form, status=TOO_MANY)
    if token is None:
        form.add_error(None, ValidationError(CHANGED_FORM, code="form_changed"))
    if token is None or not form.is_valid():
        return _page(request, form=form, status=INVALID)
    asker = Asker(token=token, label=label_of(request), name=form.cleaned_data["name"])
    try:
        ask(text=form.cleaned_data["code"], asker=asker, now=timezone.now())
    except CodeError as error:
        count_wrong_code(request)
        form.add_error("code", problem(error))
        return _page(request, form=form, status=INVALID)
    except TooManyAskError as error:
        form.add_error(None, problem(error))
        return _page(request, form=form, status=TOO_MANY)
    response = redirect("asked")
    give_cookie(response, token=token)
    return response


@never_cache
@require_safe
def asked(request: DeviceRequest) -> HttpResponse:
    """Show what the host says; the page asks with the state it shows and hears nothing until that changes."""
    waiting = latest_request(device=request.device) if request.device else None
    if waiting is None:
        return redirect("enter-code")
    state = state_of(request=waiting, now=timezone.now())
    if "v" in request.GET:
        is_same = request.GET["v"] == state
        return HttpResponse(status=NOTHING_NEW) if is_same else HttpResponseClientRefresh()
    if state is Asked.LET_IN:
        return redirect("me" if needs_name(device=waiting.device) else "home")
    return render(request, "people/join/asked.html", {"waiting": waiting, "state": state.value})


def _page(request: DeviceRequest, *, form: CodeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "new_device": new_device(request)}
    return render(request, "people/join/code.html", context, status=status)


class Me(FormView[HolderForm]):
    """Ask who holds this phone; post a player, a new name, or nobody who just watches."""

    action = Action.SEE
    template = "people/join/me.html"
    then_page = "home"
    form_class = HolderForm
    told_at = {PlayerError: "name", HolderKnownError: None}

    def __init__(self, request: ClubRequest) -> None:
        super().__init__(request)
        self.players = possible_holders(club=request.club, session=request.access.session)

    def make(self, data: Mapping[str, Any] | None = None, **options: Any) -> HolderForm:
        return super().make(data, **{"initial": self.initial(), **options})

    def given(self) -> Mapping[str, object]:
        return {"players": self.players, "takes_new_names": self.request.club.takes_new_names}

    def initial(self) -> Mapping[str, object]:
        """Return who holds the phone now, or the name its owner gave when asking to join."""
        if self.request.access.player:
            holder = str(self.request.access.player.public_id)
            return {"player": holder, "expected_holder": holder}
        asked = latest_request(device=self.request.device)
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
            "has_https": https_port() is not None,
        }

    def write(self, form: HolderForm) -> object:
        seen = self.request.POST.get("expected_holder")
        phone: dict[str, Any] = {"device": self.request.device, "club": self.request.club, "expected_holder": seen}
        if form.new_name:
            return hold_as(name=form.new_name, now=timezone.now(), **phone)
        return hold(player=form.cleaned_data["player"], **phone)

    def again(self, form: HolderForm) -> HolderForm:
        request = self.request
        request.access = access_in(device=request.device, club=request.club) or request.access
        return super().again(form)
