"""Pages of the club, its exports and accounts."""

from collections.abc import Callable, Mapping
from uuid import UUID
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.base import problem
from scoring.forms.history import DaysForm
from scoring.forms.people import ClubForm, NewClubForm, NewPasswordForm, SignInForm, SignUpForm
from scoring.operations.books import import_books, is_empty, read_books
from scoring.operations.errors import ShownChangedError
from scoring.operations.machine import last_nightly
from scoring.operations.people import clubs as operations
from scoring.operations.people.devices import enter_club, renewed_device
from scoring.queries.books.files import Form
from scoring.queries.money import open_debts
from scoring.queries.people.access import Action, accesses_of, lets
from scoring.queries.people.phones import people_of, waiting_requests
from scoring.views.books import books_sent, downloads
from scoring.views.people.this_phone import CHANGED_FORM, TOO_MANY_TRIES, redirect_with_cookie
from scoring.web import device as phone
from scoring.web.access import FORM_METHODS, PAGE, ask_the_host, posts, reads
from scoring.web.pages import Fold, FoldedPage, FormView
from scoring.web.shared import INVALID, TOO_MANY


def _require_accounts() -> None:
    if not settings.ACCOUNTS:
        raise Http404


def account_page[**P](view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    # Passwords must stay out of caches and of error reports.
    return sensitive_post_parameters()(never_cache(require_http_methods(FORM_METHODS)(view)))


@account_page
def sign(request: phone.DeviceRequest, *, is_new: bool = False) -> HttpResponse:
    """Sign in and make this phone a host."""
    _require_accounts()
    form = (SignUpForm if is_new else SignInForm)(request.POST if request.method == "POST" else None)
    token, now = phone.form_token(request), timezone.now()
    is_tried = form.is_bound and _may_try(request, form=form, name=request.POST.get("name", ""))
    if is_tried and token is None:
        form.add_error(None, ValidationError(CHANGED_FORM, code="form_changed"))
    user = _user(request, form=form) if is_tried and form.is_valid() else None
    if user is None or token is None:
        title = _("Sign up") if is_new else _("Sign in")
        context = {"title": title, "form": form, "is_new": is_new, "new_device": phone.new_device(request)}
        return render(request, "people/account.html", context, status=_status(form))
    if isinstance(request.user, User) and request.user != user and request.device:
        # The other account was left signed in on this phone. Its clubs must not stay open here.
        operations.take_device(owner=request.user, device=request.device, now=now)
    device = renewed_device(device=request.device, token=token, label=phone.label_of(request), now=now)
    operations.bring_device(owner=user, device=device, now=now)
    login(request, user)
    return redirect_with_cookie("clubs", token=token)


def _user(request: phone.DeviceRequest, *, form: SignInForm) -> User | None:
    name, password = form.cleaned_data["name"], form.cleaned_data["password"]
    if isinstance(form, SignUpForm):
        phone.count_account_try(request, name="")
        try:
            return operations.make_account(name=name, password=password)
        except operations.NameTakenError as error:
            form.add_error("name", problem(error))
            return None
    user = authenticate(request, username=name, password=password)
    if isinstance(user, User):
        return user
    phone.count_account_try(request, name=name)
    form.add_error(None, ValidationError(_("Wrong name or password."), code="wrong_password"))
    return None


def _may_try(request: phone.DeviceRequest, *, form: forms.Form, name: str) -> bool:
    if phone.tries_accounts_too_often(request, name=name):
        form.add_error(None, ValidationError(TOO_MANY_TRIES, code="too_many_tries"))
        return False
    return True


def _status(form: forms.Form) -> int:
    return 200 if not form.is_bound else TOO_MANY if form.has_error(NON_FIELD_ERRORS, "too_many_tries") else INVALID


@account_page
def new_password(request: phone.DeviceRequest) -> HttpResponse:
    """Change the password and end the other sign-ins."""
    _require_accounts()
    if not isinstance(request.user, User):
        return redirect("sign-in")
    name = request.user.username
    form = NewPasswordForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_bound and _may_try(request, form=form, name=name):
        if form.is_valid():
            operations.change_password(user=request.user, password=form.cleaned_data["new_password1"])
            # A new password ends every session of the account. This keeps the present one.
            update_session_auth_hash(request, request.user)
            messages.success(request, _("Saved."))
            return redirect("clubs")
        if form.has_error("old_password"):
            phone.count_account_try(request, name=name)
    context = {"title": _("Change the password"), "form": form, "is_change": True}
    return render(request, "people/account.html", context, status=_status(form))


@require_POST
def sign_out(request: phone.DeviceRequest) -> HttpResponse:
    _require_accounts()
    if isinstance(request.user, User) and request.device:
        operations.take_device(owner=request.user, device=request.device, now=timezone.now())
    logout(request)
    return redirect("home")


class ChangeClub(Fold, FormView[ClubForm]):
    fold = "settings"
    then_page = "club"
    error_fields = {ShownChangedError: "name"}

    def initial(self) -> Mapping[str, object]:
        club = self.request.club
        seen = {"expected_name": club.name, "expected_time_zone": club.time_zone}
        return {"name": str(club), "time_zone": club.time_zone, "deck": club.deck, **seen}

    def write(self, form: ClubForm) -> None:
        values, club = form.cleaned_data, self.request.club
        operations.change_club(club=club, name=values["name"], time_zone=values["time_zone"], expected=form.expected())
        if values["deck"]:
            operations.change_deck(club=club, deck=values["deck"])


class ClubPage(FoldedPage):
    action = Action.SEE
    template = "people/club.html"
    is_locked = True
    folds = (ChangeClub,)

    def stated(self) -> Mapping[str, object]:
        club, people = self.request.club, people_of(club=self.request.club)
        is_host = lets(access=self.request.access, action=Action.MANAGE)
        return {
            "people": len([each for each in people if each.player]),
            "phones": sum(len(each.phones) for each in people),
            "waiting": waiting_requests(club=club, now=timezone.now()) if is_host else (),
            "last": club.sessions.order_by("-pk").first(),
            "zones": sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")),
            "has_clubs": settings.ACCOUNTS or len(accesses_of(device=self.request.device)) > 1,
        }


# Two classes at one address: members see the page, hosts change the club.
@require_http_methods(FORM_METHODS)
def club(request: HttpRequest) -> HttpResponse:
    return (ChangeClub if request.method == "POST" else ClubPage).as_view()(request)


@reads(Action.MANAGE)
def save(request: phone.ClubRequest) -> HttpResponse:
    return _save_page(request, days=DaysForm())


def _save_page(request: phone.ClubRequest, *, days: DaysForm, status: int = 200) -> HttpResponse:
    owed = (debt.session.currency for debt in open_debts(club=request.club))
    _copy, *files = downloads(currencies=tuple(dict.fromkeys(owed)))
    context = {
        "files": files,
        "days": days,
        "nights": request.club.sessions.filter(is_practice=False).count(),
        "is_empty": is_empty(club=request.club),
        "copied": phone.last_copy(request),
        "nightly": last_nightly(folder=settings.DATA_DIR),
    }
    return render(request, "people/save.html", context, status=status)


@reads(Action.MANAGE)
def export(request: phone.ClubRequest, form: str) -> HttpResponseBase:
    days = DaysForm(request.GET)
    if not days.is_valid():
        return _save_page(request, days=days, status=INVALID)
    sent = books_sent(club=request.club, form=form, period=days.period, currency=request.GET.get("currency", ""))
    # Only a full copy can be restored, so only that is dated on the page.
    if form == Form.JSON:
        phone.note_copy(sent, at=timezone.now())
    return sent


@posts(Action.MANAGE)
def import_file(request: phone.ClubRequest) -> HttpResponse:
    """Import the books of a file into an empty club."""
    books = request.FILES.get("books")
    if not isinstance(books, UploadedFile):
        return redirect("save")
    imported = import_books(books=read_books(text=books.read().decode(errors="replace")))
    words = _("Imported %(club)s. Fingerprints and balances agree with the file.")
    messages.success(request, words % {"club": imported.club})
    return redirect("home")


@posts(Action.INVITE)
def passcode(request: phone.ClubRequest) -> HttpResponse:
    # The access check of this view has read the passcode already.
    page = request.POST.get(PAGE, "")
    # The form names the page, so it could name another site.
    return redirect(page if url_has_allowed_host_and_scheme(page, allowed_hosts=None) else "home")


@require_safe
def clubs(request: phone.DeviceRequest) -> HttpResponse:
    return _clubs_page(request, form=NewClubForm())


@require_POST
def enter(request: phone.DeviceRequest, public_id: UUID) -> HttpResponse:
    mine = accesses_of(device=request.device) if request.device else ()
    access = next((one for one in mine if one.club.public_id == public_id), None)
    if access is None or request.device is None:
        raise Http404
    enter_club(device=request.device, club=access.club, now=timezone.now())
    return redirect("home")


@require_POST
def new_club(request: phone.DeviceRequest) -> HttpResponse:
    _require_accounts()
    if not isinstance(request.user, User) or request.device is None:
        return ask_the_host(request, access=None)
    form = NewClubForm(request.POST)
    if form.is_valid():
        try:
            operations.found_club(owner=request.user, device=request.device, now=timezone.now(), **form.cleaned_data)
        except operations.ClubError as error:
            form.add_error(error.field, problem(error))
        else:
            return redirect("home")
    return _clubs_page(request, form=form, status=INVALID)


def _clubs_page(request: phone.DeviceRequest, *, form: NewClubForm, status: int = 200) -> HttpResponse:
    # Without accounts no middleware sets a user.
    user = getattr(request, "user", None)
    account = user if isinstance(user, User) else None
    mine = accesses_of(device=request.device) if request.device else ()
    # No decorator of access here: a phone may have lost all its clubs.
    request.access = next(iter(mine), None)
    if request.access is None and account is None:
        return ask_the_host(request, access=None)
    return render(request, "people/clubs.html", {"clubs": mine, "account": account, "form": form}, status=status)
