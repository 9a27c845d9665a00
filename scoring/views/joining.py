"""Join by a link: see what it gives, and press its button."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.forms.roles import ROLE_WORDS
from scoring.models import JoinLink, Role
from scoring.operations.joining import LINK_PROBLEMS, LinkError, join
from scoring.queries.access import access_in
from scoring.queries.joining import LinkProblem, find_link, gives_nothing_new, link_problem
from scoring.queries.phones import needs_name
from scoring.views.device import DeviceRequest, device_token, give_cookie, label_of, new_device
from scoring.views.throttle import count_wrong_try, tried_too_often

CHANGED_FORM = _("This form was changed. Open the link again.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_link(request: DeviceRequest, token: str) -> HttpResponse:
    """Show what the link gives; only its button uses it, because chats open every link for a preview."""
    if tried_too_often(request):
        return _refusal(request, message=_("Too many wrong links. Wait a minute and try again."), status=429)
    if request.method == "POST":
        return _join(request, token=token)
    link = find_link(token=token)
    return _show(request, link=link) if link else _explain(request, problem=LinkProblem.UNKNOWN)


def _show(request: DeviceRequest, *, link: JoinLink) -> HttpResponse:
    """Show what the link gives, or why nothing; a phone that has all of it hears of no end of the link."""
    device = request.device
    had = access_in(device=device, club=link.club) if device else None
    is_enough = bool(device and gives_nothing_new(link=link, device=device, access=had))
    problem = link_problem(link=link, now=timezone.now(), device=device)
    if problem and not is_enough:
        return _explain(request, problem=problem)
    role = Role(link.role)
    context = {
        "link": link,
        "is_host": role is Role.HOST,
        "role": ROLE_WORDS[role],
        "had": had,
        "had_role": ROLE_WORDS[had.role] if had else None,
        "is_enough": is_enough,
        "is_good": problem is None,
        "new_device": new_device(),
    }
    with timezone.override(ZoneInfo(link.club.time_zone)):
        return render(request, "join/link.html", context)


def _join(request: DeviceRequest, *, token: str) -> HttpResponse:
    own_token = device_token(request)
    if own_token is None:
        return _refusal(request, message=CHANGED_FORM, status=400)
    try:
        device = join(token=token, device_token=own_token, label=label_of(request), now=timezone.now())
    except LinkError as error:
        return _explain(request, problem=error.problem)
    response = redirect("me" if needs_name(device=device) else "home")
    give_cookie(response, token=own_token)
    return response


def _explain(request: HttpRequest, *, problem: LinkProblem) -> HttpResponse:
    if problem is LinkProblem.UNKNOWN:
        count_wrong_try(request)
    status = 404 if problem is LinkProblem.UNKNOWN else 410
    return _refusal(request, message=LINK_PROBLEMS[problem], status=status, needs_new_link=True)


def _refusal(
    request: HttpRequest, *, message: Promise, status: int, needs_new_link: bool = False
) -> HttpResponse:
    context = {"message": message, "needs_new_link": needs_new_link, "has_accounts": settings.ACCOUNTS}
    return render(request, "join/refused.html", context, status=status)
