"""Close a session: see what it comes to, then settle; reopen it."""

from collections.abc import Mapping
from contextlib import suppress
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.forms.base import KeyedForm, fresh
from scoring.forms.money import CloseForm, ReopenForm, coins_of
from scoring.models import Session
from scoring.operations.errors import (
    CloseChangedError,
    DisputesOpenError,
    NightPlayedError,
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
from scoring.web.access import asks
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView
from scoring.web.shared import CONFLICT, INVALID, find_session


@asks(Action.RECORD)
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


class DiscardNight(ConfirmView[KeyedForm]):
    """Ask whether an empty night was begun by mistake; post to close it as that."""

    template = "sessions/settle/discard.html"
    form_class = KeyedForm
    asks_again = ()
    then_page = "table"

    def get(self) -> HttpResponse:
        if not tables.is_untouched(session=self.session):
            raise NightPlayedError
        return super().get()

    def write(self, form: KeyedForm) -> object:
        return discard_session(session=self.session, **self.said(form))


class ReopenNight(ConfirmView[ReopenForm]):
    """Ask for the reason, then take the close back and return to the table."""

    action = Action.CORRECT
    template = "sessions/settle/reopen.html"
    form_class = ReopenForm
    only_open = False
    asks_again = (CloseChangedError,)
    then_page = "table"

    def get(self) -> HttpResponse:
        if not tables.is_closed(session=self.session):
            return redirect("table", public_id=self.session.public_id)
        return super().get()

    def stated(self) -> Mapping[str, object]:
        moved = moved_by_close(session=self.session).values()
        undoes = {"shared": any(by.shared_cents for by in moved), "rounding": any(by.coin_cents for by in moved)}
        return {"undoes": undoes}

    def write(self, form: ReopenForm) -> object:
        with suppress(SessionOpenError):
            return reopen_session(session=self.session, **self.said(form))
        return None
