"""The club: its name and clock, its passcode, and who may write new names."""

from zoneinfo import available_timezones

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.people.club import ClubForm, ProtectionForm
from scoring.forms.wording import told
from scoring.operations.people.clubs import ClubError, change_club, protect_club
from scoring.queries.people.access import Action
from scoring.views.books.exports import downloads
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.passcode import PAGE
from scoring.web.shared import INVALID


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
            form.add_error(error.field, told(error.text))
        else:
            messages.success(request, _("The club was changed."))
            return redirect("club")
    return _page(request, form=form, status=INVALID)


def _page(request: ClubRequest, *, form: ClubForm, status: int = 200) -> HttpResponse:
    zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    context = {"form": form, "zones": zones, "now": timezone.now(), "downloads": downloads()}
    return render(request, "people/club/club.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.INVITE)
def protection(request: ClubRequest) -> HttpResponse:
    """Set or end the host's passcode, and say whether joiners may write new names."""
    initial = {"takes_new_names": request.club.takes_new_names}
    form = ProtectionForm(request.POST if request.method == "POST" else None, initial=initial, label_suffix="")
    if not form.is_valid():
        return render(
            request, "people/phones/protection.html", {"form": form}, status=INVALID if form.is_bound else 200
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
