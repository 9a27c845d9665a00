"""The club: its name, clock and passcode; the clubs of this phone; accounts, where there are any (`CUAJO_ACCOUNTS`)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from uuid import UUID
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.base import problem
from scoring.forms.history import DaysForm
from scoring.forms.people import ClubForm, NewClubForm, NewPasswordForm, ProtectionForm, SignInForm, SignUpForm
from scoring.models import Club
from scoring.operations.errors import ShownChangedError
from scoring.operations.people.clubs import (
    ClubError,
    NameTakenError,
    bring_device,
    change_club,
    change_deck,
    change_password,
    found_club,
    make_account,
    protect_club,
    take_device,
)
from scoring.operations.people.devices import enter_club, renewed_device
from scoring.queries.books.nightly import last_nightly
from scoring.queries.money import open_debts
from scoring.queries.people.access import Action, accesses_of, protection_version
from scoring.texts.decks import Deck
from scoring.views.books import books_sent, downloads
from scoring.views.people.this_phone import CHANGED_FORM
from scoring.web.access import PAGE, ask_the_host, asks, posts, reads
from scoring.web.device import (
    ClubRequest,
    DeviceRequest,
    count_account_try,
    form_token,
    give_cookie,
    label_of,
    new_device,
    tries_accounts_too_often,
)
from scoring.web.pages import FormView
from scoring.web.shared import CONFLICT, INVALID, TOO_MANY

TOO_MANY_TRIES = gettext_lazy("Too many tries. Wait some minutes and try again.")

type AccountView[**P] = Callable[P, HttpResponse]


def where_accounts_are[**P](view: AccountView[P]) -> AccountView[P]:
    """Answer 404 where the installation has no accounts."""

    @wraps(view)
    def found(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.ACCOUNTS:
            raise Http404
        return view(*args, **kwargs)

    return found


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_accounts_are
def sign_up(request: DeviceRequest) -> HttpResponse:
    """Make an account, and this phone its own."""
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if refused := _refused(request, form=form):
        return refused
    count_account_try(request, name="")
    try:
        user = make_account(name=form.cleaned_data["name"], password=form.cleaned_data["password"])
    except NameTakenError as error:
        form.add_error("name", problem(error))
        return _account_page(request, form=form, status=INVALID)
    return _enter(request, user=user)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_accounts_are
def sign_in(request: DeviceRequest) -> HttpResponse:
    """Make this phone the host of the clubs of an account."""
    form = SignInForm(request.POST if request.method == "POST" else None)
    if refused := _refused(request, form=form):
        return refused
    name = form.cleaned_data["name"]
    user = authenticate(request, username=name, password=form.cleaned_data["password"])
    if not isinstance(user, User):
        count_account_try(request, name=name)
        message = _("This name and password do not belong together.")
        form.add_error(None, ValidationError(message, code="wrong_password"))
        return _account_page(request, form=form, status=INVALID)
    return _enter(request, user=user)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@where_accounts_are
def new_password(request: DeviceRequest) -> HttpResponse:
    """Change the password of the account that signed in; whoever else has it signed in is signed out."""
    if not isinstance(request.user, User):
        return redirect("sign-in")
    name = request.user.username
    form = NewPasswordForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_bound and tries_accounts_too_often(request, name=name):
        form.add_error(None, ValidationError(TOO_MANY_TRIES, code="too_many_tries"))
        return render(request, "people/accounts/password.html", {"form": form}, status=TOO_MANY)
    if not form.is_valid():
        if form.has_error("old_password"):
            count_account_try(request, name=name)
        status = INVALID if form.is_bound else 200
        return render(request, "people/accounts/password.html", {"form": form}, status=status)
    change_password(user=request.user, password=form.cleaned_data["new_password1"])
    update_session_auth_hash(request, request.user)
    messages.success(request, _("The password is changed."))
    return redirect("clubs")


@require_POST
@where_accounts_are
def sign_out(request: DeviceRequest) -> HttpResponse:
    """Sign out, and take the clubs of the account from this phone."""
    if isinstance(request.user, User) and request.device:
        take_device(owner=request.user, device=request.device, now=timezone.now())
    logout(request)
    return redirect("home")


def _refused(request: DeviceRequest, *, form: SignInForm) -> HttpResponse | None:
    """Return the page with the form where it cannot be tried, None where it can."""
    if not form.is_bound:
        return _account_page(request, form=form)
    if tries_accounts_too_often(request, name=request.POST.get("name", "")):
        form.add_error(None, ValidationError(TOO_MANY_TRIES, code="too_many_tries"))
        return _account_page(request, form=form, status=TOO_MANY)
    if form_token(request) is None:
        form.add_error(None, ValidationError(CHANGED_FORM, code="form_changed"))
    return None if form.is_valid() else _account_page(request, form=form, status=INVALID)


def _enter(request: DeviceRequest, *, user: User) -> HttpResponse:
    token = form_token(request)
    assert token is not None
    now = timezone.now()
    _leave_other_account(request, user=user, now=now)
    device = renewed_device(device=request.device, token=token, label=label_of(request), now=now)
    bring_device(owner=user, device=device, now=now)
    login(request, user)
    response = redirect("clubs")
    give_cookie(response, token=token)
    return response


def _leave_other_account(request: DeviceRequest, *, user: User, now: datetime) -> None:
    """Take the clubs of another account, which was left signed in here, from this phone."""
    if isinstance(request.user, User) and request.user != user and request.device:
        take_device(owner=request.user, device=request.device, now=now)


def _account_page(request: DeviceRequest, *, form: SignInForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "is_new": isinstance(form, SignUpForm), "new_device": new_device(request)}
    return render(request, "people/accounts/sign.html", context, status=status)


@asks(Action.MANAGE)
def club(request: ClubRequest) -> HttpResponse:
    """Change the name of the club and the time zone of its pages."""
    if request.method != "POST":
        return _club_page(request, form=ClubForm(initial=_initial(request.club)))
    form = ClubForm(request.POST)
    if form.is_valid():
        try:
            name, time_zone = form.cleaned_data["name"], form.cleaned_data["time_zone"]
            change_club(club=request.club, name=name, time_zone=time_zone, expected=form.expected())
        except ShownChangedError as error:
            form.data = request.POST.dict() | _seen(request.club)
            form.add_error("name", problem(error))
            return _club_page(request, form=form, status=CONFLICT)
        except ClubError as error:
            form.add_error(error.field, problem(error))
        else:
            messages.success(request, _("The club was changed."))
            return redirect("club")
    return _club_page(request, form=form, status=INVALID)


@reads(Action.MANAGE)
def export(request: ClubRequest, form: str) -> HttpResponseBase:
    """Send everything the club has recorded as a file, or the nights of some days."""
    days = DaysForm(request.GET)
    if not days.is_valid():
        return _club_page(request, form=ClubForm(initial=_initial(request.club)), days=days, status=INVALID)
    return books_sent(club=request.club, form=form, period=days.period, currency=request.GET.get("currency", ""))


@posts(Action.MANAGE)
def deck(request: ClubRequest) -> HttpResponse:
    """Draw the cards of another deck from now on."""
    wanted = request.POST.get("deck")
    if wanted not in set(Deck):
        return _club_page(request, form=ClubForm(initial=_initial(request.club)), status=INVALID)
    change_deck(club=request.club, deck=Deck(wanted))
    messages.success(request, _("The club was changed."))
    return redirect("club")


def _initial(club: Club) -> dict[str, str]:
    return {"name": club.name, "time_zone": club.time_zone} | _seen(club)


def _seen(club: Club) -> dict[str, str]:
    return {"expected_name": club.name, "expected_time_zone": club.time_zone}


def _club_page(
    request: ClubRequest, *, form: ClubForm, days: DaysForm | None = None, status: int = 200
) -> HttpResponse:
    owed = (debt.session.currency for debt in open_debts(club=request.club))
    zones = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    context = {
        "form": form,
        "zones": zones,
        "now": timezone.now(),
        "downloads": downloads(currencies=tuple(dict.fromkeys(owed))),
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

    def initial(self) -> Mapping[str, object]:
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
