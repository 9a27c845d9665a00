"""The clubs this phone belongs to: go to another, and with an account make one."""

from uuid import UUID

from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.people.accounts import NewClubForm
from scoring.forms.wording import told
from scoring.operations.people.clubs import ClubError, found_club
from scoring.operations.people.devices import enter_club
from scoring.queries.people.access import accesses_of
from scoring.views.people.accounts import where_accounts_are
from scoring.web.access import ask_the_host
from scoring.web.device import DeviceRequest
from scoring.web.shared import INVALID


@require_safe
def clubs(request: DeviceRequest) -> HttpResponse:
    """List the clubs of this phone, the one it is in first."""
    return _page(request, form=NewClubForm(label_suffix=""))


@require_POST
def enter(request: DeviceRequest, public_id: UUID) -> HttpResponse:
    """Have this phone be in another of its clubs."""
    mine = accesses_of(device=request.device) if request.device else ()
    access = next((one for one in mine if one.club.public_id == public_id), None)
    if access is None or request.device is None:
        raise Http404
    enter_club(device=request.device, club=access.club, now=timezone.now())
    return redirect("home")


@require_POST
@where_accounts_are
def new_club(request: DeviceRequest) -> HttpResponse:
    """Make a club of the account that signed in."""
    if not isinstance(request.user, User) or request.device is None:
        return ask_the_host(request, access=None)
    form = NewClubForm(request.POST, label_suffix="")
    if form.is_valid():
        try:
            found_club(owner=request.user, device=request.device, now=timezone.now(), **form.cleaned_data)
        except ClubError as error:
            form.add_error(error.field, told(error.text))
        else:
            return redirect("home")
    return _page(request, form=form, status=INVALID)


def _page(request: DeviceRequest, *, form: NewClubForm, status: int = 200) -> HttpResponse:
    user = getattr(request, "user", None)  # there is none without accounts
    mine = accesses_of(device=request.device) if request.device else ()
    request.access = next(iter(mine), None)
    if request.access is None and not isinstance(user, User):
        return ask_the_host(request, access=None)
    account = user if isinstance(user, User) else None
    context = {"clubs": mine, "account": account, "form": form}
    return render(request, "people/accounts/clubs.html", context, status=status)
