"""What is paid at the table beside the game."""

from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.sessions.settle import FreePaymentForm
from scoring.forms.table.tong import SpendTongForm, TongForm, agreed_tong
from scoring.operations.errors import WrongAmountError
from scoring.operations.table.payments import pay_free, set_tong, spend_tong
from scoring.queries.people.access import Action
from scoring.queries.table import tables
from scoring.queries.table.tong import tong_of
from scoring.texts import say
from scoring.web.access import requires
from scoring.web.confirming import Question, confirm
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def free_payment(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask who pays whom how much and what for; post to record it."""
    session = find_session(request, public_id=public_id)
    if session.money.is_points:
        error = WrongAmountError(say("wrong_amount.points_only"))
        return refused(request, error=error, back=reverse("table", args=[public_id]))
    names = tables.names_of(session=session)
    question = Question(
        session=session,
        template="table/free_payment.html",
        make_form=lambda *data, **options: FreePaymentForm(*data, session=session, names=names, **options),
        write=lambda form, stamp: pay_free(
            session=session,
            payer=form.cleaned_data["payer"],
            payees=tuple(form.cleaned_data["payees"]),
            amount_cents=form.cleaned_data["amount"],
            reason=form.cleaned_data["reason"],
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("Payment recorded."),
        context=dict,
    )
    return confirm(request, question=question)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def tong(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the tong of a night and ask what is taken from the next hand on; post to agree on it."""
    session = find_session(request, public_id=public_id)
    names = tables.names_of(session=session)
    state = tong_of(session=session)
    question = Question(
        session=session,
        template="table/tong.html",
        make_form=lambda *data, **options: TongForm(*data, session=session, names=names, **options),
        write=lambda form, stamp: set_tong(
            session=session, **form.rule(), expected_entry=form.cleaned_data["expected_entry"], stamp=stamp
        ),
        done=_("The tong is agreed."),
        context=lambda: {
            "tong": state,
            "holder": names.get(state.holder),
            "spent": [(each, names[each.seat] if each.seat not in (0, state.holder) else "") for each in state.spent],
        },
        initial=agreed_tong(tong=state, currency=session.money),
    )
    return confirm(request, question=question)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def spend(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask what some of the tong was spent on; post to record it."""
    session = find_session(request, public_id=public_id)
    question = Question(
        session=session,
        template="table/spend_tong.html",
        make_form=lambda *data, **options: SpendTongForm(*data, session=session, **options),
        write=lambda form, stamp: spend_tong(
            session=session,
            amount_cents=form.cleaned_data["amount"],
            reason=form.cleaned_data["reason"],
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("Recorded what the tong was spent on."),
        context=lambda: {"tong": tong_of(session=session)},
    )
    return confirm(request, question=question)
