"""The one-time link that makes a phone the host."""

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.models.devices import HostLink, Role
from scoring.operations.devices import HostLinkError, become_host, new_token
from scoring.queries.access import HostLinkProblem, find_host_link, host_link_problem, role_of
from scoring.views.device import DEVICE_COOKIE, DeviceRequest, browser_label, give_cookie
from scoring.views.throttle import count_wrong_try, tried_too_often

_signer = Signer(salt="new device")
_REFUSALS = {
    HostLinkProblem.UNKNOWN: (404, _("This link is not known here.")),
    HostLinkProblem.USED: (410, _("This link was already used.")),
    HostLinkProblem.EXPIRED: (410, _("This link is too old.")),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def host_link(request: DeviceRequest, token: str) -> HttpResponse:
    """Show what the link does; only its button uses it up, because chats open every link for a preview."""
    if tried_too_often(request):
        return _refusal(request, message=_("Too many wrong links. Wait a minute and try again."), status=429)
    if request.method == "POST":
        return _use(request, link_token=token)
    link = find_host_link(token=token)
    if link is None:
        return _explain(request, problem=HostLinkProblem.UNKNOWN)
    return _show(request, link=link)


def _show(request: DeviceRequest, *, link: HostLink) -> HttpResponse:
    if problem := host_link_problem(link=link, now=timezone.now()):
        return _explain(request, problem=problem)
    role = role_of(device=request.device, club=link.club) if request.device else None
    context = {
        "club": link.club,
        "is_host_already": role is Role.HOST,
        "new_device": _signer.sign(new_token()),
    }
    return render(request, "host/link.html", context)


def _use(request: DeviceRequest, *, link_token: str) -> HttpResponse:
    device_token = _device_token(request)
    if device_token is None:
        return _refusal(request, message=_("This form was changed. Open the link again."), status=400)
    label = browser_label(user_agent=request.headers.get("User-Agent", ""))
    try:
        become_host(link_token=link_token, device_token=device_token, label=label, now=timezone.now())
    except HostLinkError as error:
        return _explain(request, problem=error.problem)
    response = redirect("home")
    give_cookie(response, token=device_token)
    return response


def _device_token(request: DeviceRequest) -> str | None:
    """Return the token of this device, or the one the form holds for a new device.

    A second tap and a retry send the same form, so they are the same new device.
    """
    if request.device:
        return request.COOKIES[DEVICE_COOKIE]
    try:
        return _signer.unsign(request.POST.get("new_device", ""))
    except BadSignature:
        return None


def _explain(request: HttpRequest, *, problem: HostLinkProblem) -> HttpResponse:
    if problem is HostLinkProblem.UNKNOWN:
        count_wrong_try(request)
    status, message = _REFUSALS[problem]
    return _refusal(request, message=message, status=status, needs_new_link=True)


def _refusal(
    request: HttpRequest, *, message: Promise | str, status: int, needs_new_link: bool = False
) -> HttpResponse:
    context = {"message": message, "needs_new_link": needs_new_link}
    return render(request, "host/refused.html", context, status=status)
