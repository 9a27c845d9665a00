"""Programs that use the API: let one in, see what there is, revoke."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.people.programs import ROLES, ProgramForm, new_program
from scoring.operations.errors import RefusedError
from scoring.operations.people.devices import make_token, revoke_token
from scoring.queries.people.access import Action
from scoring.queries.people.phones import find_token, possible_speakers, tokens_of
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID, refused


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def programs(request: ClubRequest) -> HttpResponse:
    """List the programs of the club; post to let one in and show its token, this once."""
    players = possible_speakers(maker=request.access)
    if request.method != "POST":
        return _page(request, form=new_program(players=players))
    form = ProgramForm(request.POST, players=players)
    if not form.is_valid():
        return _page(request, form=form, status=INVALID)
    now = timezone.now()
    wanted, stamp = form.wanted(now=now), form.stamp(device=request.device, at=now)
    try:
        token = make_token(club=request.club, maker=request.device, wanted=wanted, stamp=stamp)
    except RefusedError as error:
        return refused(request, error=error, back=reverse("programs"))
    address = request.build_absolute_uri("/api/v1/token/")
    return render(request, "people/programs/token.html", {"token": token, "wanted": wanted, "address": address})


@require_POST
@requires(Action.MANAGE)
def revoke(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Refuse a program from now on."""
    token = find_token(club=request.club, public_id=public_id)
    if token is None:
        raise Http404
    revoke_token(token=token, at=timezone.now())
    messages.success(request, _("%(program)s is let in no more.") % {"program": token})
    return redirect("programs")


def _page(request: ClubRequest, *, form: ProgramForm, status: int = 200) -> HttpResponse:
    shown = tokens_of(club=request.club, now=timezone.now())
    context = {"form": form, "programs": [(each, dict(ROLES)[each.role.value]) for each in shown]}
    return render(request, "people/programs/programs.html", context, status=status)
