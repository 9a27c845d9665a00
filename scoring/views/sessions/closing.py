"""Close a session: see what it comes to, then settle; reopen it."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.forms.base import KeyedForm, fresh, told
from scoring.forms.sessions.settle import CloseForm, ReopenForm, coins_of
from scoring.models import Session
from scoring.operations.errors import (
    CloseChangedError,
    DisputesOpenError,
    KeyReusedError,
    RefusedError,
    SessionClosedError,
    SessionOpenError,
    TableChangedError,
)
from scoring.operations.sessions.closing import close_session, discard_session
from scoring.operations.table.reversing import reopen_session
from scoring.queries.people.access import Action
from scoring.queries.sessions.chips import chips_of
from scoring.queries.sessions.settlements import closing, coin_before, moved_by_close
from scoring.queries.table import tables
from scoring.queries.table.matches import results_of
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_session, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def close(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show what closing now would do, rounded to the coin asked for; post to close."""
    session = find_session(request, public_id=public_id)
    if request.method == "POST":
        return _close(request, session=session)
    if tables.is_closed(session=session):
        return redirect("settle", public_id=public_id)
    return _preview(request, session=session, coin_cents=_coin_asked_for(request, session=session))


def _close(request: ClubRequest, *, session: Session) -> HttpResponse:
    form = CloseForm(request.POST, session=session)
    if not form.is_valid():
        coin_cents = form.cleaned_data.get("coin", 1)
        return _preview(request, session=session, coin_cents=coin_cents, status=INVALID, refused_form=form)
    coin_cents = form.cleaned_data["coin"]
    try:
        close_session(
            session=session,
            coin_cents=coin_cents,
            expected_entry=form.cleaned_data["expected_entry"],
            disputed=form.cleaned_data["disputed"],
            stamp=form.stamp(device=request.device, at=timezone.now()),
        )
    except SessionClosedError:
        return redirect("settle", public_id=session.public_id)
    except (TableChangedError, DisputesOpenError) as error:
        return _preview(request, session=session, coin_cents=coin_cents, status=CONFLICT, changed=error.code)
    except KeyReusedError as error:
        return refused(request, error=error, back=reverse("close", args=[session.public_id]))
    return redirect("settle", public_id=session.public_id)


def _coin_asked_for(request: ClubRequest, *, session: Session) -> int:
    """Return the coin of the address, else of the close before; none (1) where the table may not round to it."""
    asked = request.GET.get("coin") or str(coin_before(session=session))
    coins = {str(cents): cents for cents, _ in coins_of(currency=session.money)}
    return coins.get(asked, 1)


def _preview(
    request: ClubRequest,
    *,
    session: Session,
    coin_cents: int,
    status: int = 200,
    refused_form: CloseForm | None = None,
    changed: str = "",
) -> HttpResponse:
    closing_now = closing(session=session, coin_cents=coin_cents)
    disputed = " ".join(str(objection.line) for objection in closing_now.objections)
    initial = fresh(expected_entry=closing_now.last_entry) | {"coin": coin_cents, "disputed": disputed}
    context = {
        "session": session,
        "closing": closing_now,
        "may_discard": not closing_now.hand_count and tables.is_untouched(session=session),
        "chips": chips_of(session=session),
        "unsettled": next((match for match in results_of(session=session) if not match.entry), None),
        "is_points": session.money.is_points,
        "coins": coins_of(currency=session.money),
        "coin_cents": coin_cents,
        "form": CloseForm(initial=initial, session=session),
        "refused": refused_form.errors.get("over_disputes") if refused_form else None,
        "changed": changed,
    }
    return render(request, "sessions/settle/close.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def discard(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask whether an empty night was begun by mistake; post to close it as that."""
    session = find_session(request, public_id=public_id)
    form = KeyedForm(request.POST or None, initial=fresh(expected_entry=tables.last_entry_number(session=session)))
    if request.method == "POST" and form.is_valid():
        stamp = form.stamp(device=request.device, at=timezone.now())
        try:
            discard_session(session=session, expected_entry=form.cleaned_data["expected_entry"], stamp=stamp)
        except RefusedError as error:
            return refused(request, error=error, back=reverse("table", args=[public_id]))
        return redirect("table", public_id=public_id)
    if not tables.is_untouched(session=session) or tables.is_closed(session=session):
        return redirect("table", public_id=public_id)
    return render(request, "sessions/settle/discard.html", {"session": session, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.CORRECT)
def reopen(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask for the reason, then take the close back and return to the table."""
    session = find_session(request, public_id=public_id)
    if request.method == "POST":
        return _reopen(request, session=session)
    if not tables.is_closed(session=session):
        return redirect("table", public_id=public_id)
    newest = tables.last_entry_number(session=session)
    return _page(request, session=session, form=ReopenForm(initial=fresh(expected_entry=newest)))


def _reopen(request: ClubRequest, *, session: Session) -> HttpResponse:
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _page(request, session=session, form=form, status=INVALID)
    stamp = form.stamp(device=request.device, at=timezone.now())
    reason, expected_entry = form.cleaned_data["reason"], form.cleaned_data["expected_entry"]
    try:
        reopen_session(session=session, reason=reason, expected_entry=expected_entry, stamp=stamp)
    except CloseChangedError as error:
        form.data = {**request.POST.dict(), "expected_entry": str(tables.last_entry_number(session=session))}
        return _page(request, session=session, form=form, message=told(error.text), status=CONFLICT)
    except SessionOpenError:
        return redirect("table", public_id=session.public_id)
    except KeyReusedError as error:
        return refused(request, error=error, back=reverse("settle", args=[session.public_id]))
    return redirect("table", public_id=session.public_id)


def _page(
    request: ClubRequest, *, session: Session, form: ReopenForm, message: str = "", status: int = 200
) -> HttpResponse:
    moved = moved_by_close(session=session).values()
    undoes = {"shared": any(by.shared_cents for by in moved), "rounding": any(by.coin_cents for by in moved)}
    context = {"session": session, "form": form, "message": message, "undoes": undoes}
    return render(request, "sessions/settle/reopen.html", context, status=status)
