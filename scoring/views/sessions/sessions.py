"""Start a session."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.base import fresh
from scoring.forms.seating import SeatingForm
from scoring.forms.sessions import AgainForm, NewSessionForm, like_last_time, terms_of
from scoring.games.cuajo import Cuajo
from scoring.operations.errors import RefusedError
from scoring.operations.sessions import start_session
from scoring.queries.access import Action, may
from scoring.queries.home import known_names, last_time
from scoring.views.access import requires
from scoring.views.device import ClubRequest
from scoring.views.shared import CONFLICT, INVALID, refused

STAKES = "stakes"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.START)
def new_session(request: ClubRequest) -> HttpResponse:
    """Ask who sits where, by which rules and for how much; post to start.

    `?like=` and the id of a session of cuajo fill the form as it was agreed there. HTMX asks with the form so
    far what the stakes come to.
    """
    if request.htmx.target == STAKES:
        return _stakes(request)
    if request.method == "POST":
        form = NewSessionForm(request.POST, club=request.club)
        return start_from(request, form=form, page=_page)
    before = _as_before(request)
    form = NewSessionForm(initial=fresh() | before, club=request.club)
    return _page(request, form=form, offer_last=not before)


@require_POST
@requires(Action.START)
def start_again(request: ClubRequest) -> HttpResponse:
    """Start the session named once more: same players, seats, rules and stakes."""
    form = AgainForm(request.POST)
    if not form.is_valid():
        messages.warning(request, _("Not started: that button was out of date. Tap it again."))
        return redirect("home")
    last = last_time(club=request.club, like=form.cleaned_data["like"])
    if last is None:
        raise Http404
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        session = start_session(club=request.club, terms=terms_of(last=last), stamp=stamp)
    except RefusedError as error:
        return refused(request, error=error, back=reverse("home"))
    return redirect("table", public_id=session.public_id)


def start_from(request: ClubRequest, *, form: SeatingForm, page: Callable[..., HttpResponse]) -> HttpResponse:
    """Start what a posted form says; a refused one is shown on its page again, with all that was typed."""
    if not form.is_valid():
        return page(request, form=form, status=INVALID)
    terms = form.terms()
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        session = start_session(club=request.club, terms=terms, stamp=stamp)
    except RefusedError as error:
        form.add_error(None, error.message)
        form.data = _with_fresh_key(typed=request.POST)
        return page(request, form=form, status=CONFLICT)
    if form.draws_dealer:
        dealer = terms.names[terms.first_dealer - 1]
        messages.success(request, _("Drawn at random: %(dealer)s deals first.") % {"dealer": dealer})
    return redirect("table", public_id=session.public_id)


def _as_before(request: ClubRequest) -> dict[str, object]:
    """Return the initial values of the session the address names, none without one."""
    try:
        like = UUID(request.GET.get("like", ""))
    except ValueError:
        return {}
    last = last_time(club=request.club, like=like)
    return like_last_time(last=last) if last and last.session.game == Cuajo.id else {}


def _with_fresh_key(*, typed: QueryDict) -> QueryDict:
    """Return what was typed under a new key, so that it can be sent again."""
    again = typed.copy()
    again["key"] = str(fresh()["key"])
    return again


def _page(
    request: ClubRequest, *, form: NewSessionForm, status: int = 200, offer_last: bool = False
) -> HttpResponse:
    last = last_time(club=request.club) if offer_last else None
    context = {
        "form": form,
        "presets": [(radio, line) for radio, line in zip(form["preset"], form.rule_lines(), strict=True)],
        "known_names": known_names(club=request.club),
        "last": last,
        "may_manage": may(role=request.role, action=Action.MANAGE),
        "again": AgainForm(initial=fresh() | {"like": last.session.public_id}) if last else None,
        **_stakes_context(form),
    }
    return render(request, "sessions/new.html", context, status=status)


def _stakes(request: ClubRequest) -> HttpResponse:
    form = NewSessionForm(request.POST, club=request.club)
    return render(request, f"sessions/new.html#{STAKES}", _stakes_context(form))


def _stakes_context(form: NewSessionForm) -> dict[str, object]:
    return {"worth": form.worth()}
