"""Accounts, where there are any (`CUAJO_ACCOUNTS`): sign up, sign in, change the password, sign out."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.base import problem
from scoring.forms.people.people import NewPasswordForm, SignInForm, SignUpForm
from scoring.operations.people.clubs import NameTakenError, bring_device, change_password, make_account, take_device
from scoring.operations.people.devices import renewed_device
from scoring.views.people.joining import CHANGED_FORM
from scoring.web.device import (
    DeviceRequest,
    count_account_try,
    form_token,
    give_cookie,
    label_of,
    new_device,
    tries_accounts_too_often,
)
from scoring.web.shared import INVALID, TOO_MANY

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
        return _page(request, form=form, status=INVALID)
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
        return _page(request, form=form, status=INVALID)
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
        return _page(request, form=form)
    if tries_accounts_too_often(request, name=request.POST.get("name", "")):
        form.add_error(None, ValidationError(TOO_MANY_TRIES, code="too_many_tries"))
        return _page(request, form=form, status=TOO_MANY)
    if form_token(request) is None:
        form.add_error(None, ValidationError(CHANGED_FORM, code="form_changed"))
    return None if form.is_valid() else _page(request, form=form, status=INVALID)


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


def _page(request: DeviceRequest, *, form: SignInForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "is_new": isinstance(form, SignUpForm), "new_device": new_device(request)}
    return render(request, "people/accounts/sign.html", context, status=status)
