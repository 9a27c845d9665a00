"""What the host switches during a night."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.switches import SwitchesForm
from scoring.operations.sessions import change_switches
from scoring.queries.access import Action
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.shared import find_session


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def switches(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show whether the night counts and whether players may propose hands; post to change it."""
    session = find_session(request, public_id=public_id)
    if request.method != "POST":
        now = {"is_practice": session.is_practice, "players_may_propose": session.players_may_propose}
        form = SwitchesForm(initial=now, label_suffix="")
        return render(request, "sessions/switches.html", {"session": session, "form": form})
    form = SwitchesForm(request.POST)
    form.full_clean()
    change_switches(session=session, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("table", public_id=public_id)
