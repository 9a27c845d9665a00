"""A phone takes its place along to another address of the same app, where no cookie follows it, or gives it up."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.operations.people.devices import LastHostError, revoke, take_along
from scoring.queries.people.access import Action
from scoring.web.access import access_to, reads, requires
from scoring.web.addresses import other_addresses
from scoring.web.device import ClubRequest, DeviceRequest, form_token, give_cookie, new_device, on_its_way, way_along

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
