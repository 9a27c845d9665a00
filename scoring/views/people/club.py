"""The club: its name, clock and passcode; the clubs this phone belongs to."""

from typing import Any
from uuid import UUID
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.base import problem
from scoring.forms.history import DaysForm
from scoring.forms.people.people import ClubForm, NewClubForm, ProtectionForm
from scoring.models import Club
from scoring.operations.errors import ShownChangedError
from scoring.operations.people.clubs import ClubError, change_club, change_deck, found_club, protect_club
from scoring.operations.people.devices import enter_club
from scoring.queries.books.nightly import last_nightly
from scoring.queries.people.access import Action, accesses_of, protection_version
from scoring.queries.sessions.debts import open_debts
from scoring.texts.decks import Deck
from scoring.views.books.books import books_sent, downloads
from scoring.views.people.accounts import where_accounts_are
from scoring.web.access import PAGE, ask_the_host, asks, posts, reads
from scoring.web.device import ClubRequest, DeviceRequest
from scoring.web.pages import FormView
from scoring.web.shared import CONFLICT, INVALID


@asks(Action.MANAGE)
def club(request: ClubRequest) -> HttpResponse:
    """Change the name of the club and the time zone of its pages."""
    if request.method != "POST":
        return _page(request, form=ClubForm(initial=_initial(request.club)))
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            name, time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
            change_club(club=request.club, name=name, time_zone=time_zone, expected=form.expected())
        except ShownChangedError as error:
            form.data = request.POST.dict() | _seen(request.club)
            form.add_error("name", problem(error))
            return _page(request, form=form, status=CONFLICT)
        except ClubError as error:
            form.add_error(error.field, problem(error))
        else:
            messages.success(request, _("The club was changed."))
            return redirect("club")
    return _page(request, form=form, status=INVALID)


@reads(Action.MANAGE)
def export(request: ClubRequest, form: str) -> HttpResponseBase:
    """Send everything the club has recorded as a file, or the nights of some days."""
    days = DaysForm(request.GET)
    if not days.is_valid():
        return _page(request, form=ClubForm(initial=_initial(request.club)), days=days, status=INVALID)
    return books_sent(club=request.club, form=form, period=days.period, currency=request.GET.get("currency", ""))


@posts(Action.MANAGE)
def deck(request: ClubRequest) -> HttpResponse:
    """Draw the cards of another deck from now on."""
    wanted = request.POST.get("deck")
    if wanted not in set(Deck):
        return _page(request, form=ClubForm(initial=_initial(request.club)), status=INVALID)
    change_deck(club=request.club, deck=Deck(wanted))
    messages.success(request, _("The club was changed."))
    return redirect("club")


def _owed(club: Club) -> tuple[str, ...]:
    return tuple(dict.fromkeys(debt.session.currency for debt in open_debts(club=club)))


def _initial(club: Club) -> dict[str, str]:
    return {"name": club.name, "time_zone": club.time_zone} | _seen(club)


def _seen(club: Club) -> dict[str, str]:
    return {"expected_name": club.name, "expected_time_zone": club.time_zone}


def _page(request: ClubRequest, *, form: ClubForm, days: DaysForm | None = None, status: int = 200) -> HttpResponse:
    zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    context = {
        "form": form,
        "zones": zones,
        "now": timezone.now(),
        "downloads": downloads(currencies=_owed(request.club)),
    }
    context["days"] = days or DaysForm()
    context |= {"is_french": request.club.deck == Deck.FRENCH, "deck_shown": ("12O", "11C", "10E", "1B")}
    context["version"] = settings.VERSION
    context["nightly"] = last_nightly(folder=settings.DATA_DIR)
    return render(request, "people/club/club.html", context, status=status)


class Protection(FormView[ProtectionForm]):
    """Set or end the host's passcode, and say whether joiners may write new names."""

    action = Action.INVITE
    template = "people/phones/protection.html"
    then_page = "phones"
    form_class = ProtectionForm
    done = gettext_lazy("Saved.")

    def initial(self) -> dict[str, Any]:
        club = self.request.club
        return {"takes_new_names": club.takes_new_names, "expected": protection_version(club=club)}

    def write(self, form: ProtectionForm) -> object:
        names, seen = form.cleaned_data["takes_new_names"], self.request.POST.get("expected")
        passcode = form.wanted_passcode()
        return protect_club(club=self.request.club, passcode=passcode, takes_new_names=names, expected_version=seen)


@posts(Action.INVITE)
def passcode(request: ClubRequest) -> HttpResponse:
    """Open the page that asked the passcode, which was checked before this."""
    page = request.POST.get(PAGE, "")
    return redirect(page if url_has_allowed_host_and_scheme(page, allowed_hosts=None) else "home")


@require_safe
def clubs(request: DeviceRequest) -> HttpResponse:
    """List the clubs of this phone, the one it is in first."""
    return _clubs_page(request, form=NewClubForm())


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
    form = NewClubForm(request.POST)
    if form.is_valid():
        try:
            found_club(owner=request.user, device=request.device, now=timezone.now(), **form.cleaned_data)
        except ClubError as error:
            form.add_error(error.field, problem(error))
        else:
            return redirect("home")
    return _clubs_page(request, form=form, status=INVALID)


def _clubs_page(request: DeviceRequest, *, form: NewClubForm, status: int = 200) -> HttpResponse:
    user = getattr(request, "user", None)  # there is none without accounts
    mine = accesses_of(device=request.device) if request.device else ()
    request.access = next(iter(mine), None)
    if request.access is None and not isinstance(user, User):
        return ask_the_host(request, access=None)
    account = user if isinstance(user, User) else None
    context = {"clubs": mine, "account": account, "form": form}
    return render(request, "people/accounts/clubs.html", context, status=status)
