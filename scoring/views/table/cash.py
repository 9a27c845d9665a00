"""Cash that changes hands while the night is still played."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.sessions.settle import CashForm
from scoring.models import Session
from scoring.money import format_amount
from scoring.operations.errors import RefusedError, WrongAmountError
from scoring.operations.sessions.closing import hand_over_early
from scoring.operations.table.posting import Stamp
from scoring.queries.people.access import Action
from scoring.queries.sessions.settlements import owed_now
from scoring.queries.table import tables
from scoring.texts import say
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import INVALID, find_session, leave, may_mark_cash, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.MARK_OWN)
def cash(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask who handed how much to whom; post to record it. Players record their own payments only."""
    session = find_session(request, public_id=public_id)
    if tables.is_closed(session=session):
        return leave(request, "settle", public_id=public_id)
    if session.money.is_points:
        error = WrongAmountError(say("wrong_amount.points_only"))
        return refused(request, error=error, back=reverse("table", args=[public_id]))
    names = {seat.number: seat.player for seat in tables.results(session=session)}
    if request.method == "POST":
        return _answer(request, session=session, names=names)
    given = {name: request.GET.get(name, "") for name in ("payer", "payee", "amount")}
    form = CashForm(session=session, names=names, initial={**given, "key": uuid4()})
    return _page(request, session=session, form=form)


def _answer(request: ClubRequest, *, session: Session, names: dict[int, str]) -> HttpResponse:
    form = CashForm(request.POST, session=session, names=names)
    if form.is_valid() and not may_mark_cash(request, session=session, seats=form.seats()):
        form.add_error(None, _("Record your own payments only: choose yourself as one of the two."))
    if not form.is_valid():
        return _page(request, session=session, form=form, status=INVALID)
    (payer, payee), amount_cents = form.seats(), form.cleaned_data["amount"]
    stamp = Stamp(device=request.device, at=timezone.now(), key=form.cleaned_data["key"])
    try:
        hand_over_early(session=session, payer=payer, payee=payee, amount_cents=amount_cents, stamp=stamp)
    except RefusedError as error:
        return refused(request, error=error, back=reverse("cash", args=[session.public_id]))
    amount = format_amount(cents=amount_cents, currency=session.money)
    said = {"payer": names[payer], "payee": names[payee], "amount": amount}
    messages.success(request, _("Recorded: %(payer)s handed %(payee)s %(amount)s.") % said)
    return redirect("table", public_id=session.public_id)


def _page(request: ClubRequest, *, session: Session, form: CashForm, status: int = 200) -> HttpResponse:
    owed = tuple(
        transfer
        for transfer in owed_now(session=session)
        if may_mark_cash(request, session=session, seats=(transfer.payer_seat, transfer.payee_seat))
    )
    context = {"session": session, "form": form, "owed": owed}
    return render(request, "sessions/settle/cash.html", context, status=status)
