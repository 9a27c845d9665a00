"""The club's name and clock."""

from zoneinfo import available_timezones

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.club import ClubForm
from scoring.operations.clubs import ClubError, change_club
from scoring.queries.access import Action
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.exports import downloads
from scoring.views.shared import INVALID


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MANAGE)
def club(request: ClubRequest) -> HttpResponse:
    """Change the name of the club and the time zone of its pages."""
    if request.method != "POST":
        initial = {"name": request.club.name, "time_zone": request.club.time_zone}
        return _page(request, form=ClubForm(initial=initial))
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            change_club(club=request.club, **form.cleaned_data)
        except ClubError as error:
            form.add_error(error.field, error.message)
        else:
            messages.success(request, _("The club was changed."))
            return redirect("club")
    return _page(request, form=form, status=INVALID)


def _page(request: ClubRequest, *, form: ClubForm, status: int = 200) -> HttpResponse:
    zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    context = {"form": form, "zones": zones, "now": timezone.now(), "downloads": downloads()}
    return render(request, "club/club.html", context, status=status)
