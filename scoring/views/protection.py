"""How the club is protected."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.protection import ProtectionForm
from scoring.operations.clubs import protect_club
from scoring.queries.access import Action
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.passcode import PAGE
from scoring.views.shared import INVALID


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.INVITE)
def protection(request: ClubRequest) -> HttpResponse:
    """Set or end the host's passcode, and say whether joiners may write new names."""
    initial = {"takes_new_names": request.club.takes_new_names}
    form = ProtectionForm(
        request.POST if request.method == "POST" else None, initial=initial, label_suffix=""
    )
    if not form.is_valid():
        return render(
            request, "phones/protection.html", {"form": form}, status=INVALID if form.is_bound else 200
        )
    names = form.cleaned_data["takes_new_names"]
    protect_club(club=request.club, passcode=form.wanted_passcode(), takes_new_names=names)
    messages.success(request, _("Saved."))
    return redirect("phones")


@require_POST
@requires(Action.INVITE)
def passcode(request: ClubRequest) -> HttpResponse:
    """Open the page that asked the passcode, which was checked before this."""
    page = request.POST.get(PAGE, "")
    return redirect(page if url_has_allowed_host_and_scheme(page, allowed_hosts=None) else "home")
