"""Chips: take them from the bank, hand them back, count them; take the bank over."""

from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.sessions.chips import LATER, NOW, BankForm, BuyChipsForm, CountChipsForm, ReturnChipsForm
from scoring.ledger.chips import What
from scoring.operations.errors import WrongAmountError
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips, take_over_bank
from scoring.queries.people.access import Action
from scoring.queries.sessions.chips import chips_of
from scoring.queries.table import tables
from scoring.texts import say
from scoring.web.access import requires
from scoring.web.confirming import Question, confirm
from scoring.web.device import ClubRequest
from scoring.web.shared import find_session, refused


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def chips(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show the chips of a night and ask who takes some from the bank; post to record it."""
    session = find_session(request, public_id=public_id)
    if session.money.is_points:
        error = WrongAmountError(say("wrong_amount.points_only"))
        return refused(request, error=error, back=reverse("table", args=[public_id]))
    names = tables.names_of(session=session)
    state = chips_of(session=session)
    last = next((stack for stack in reversed(state.stacks) if stack.what is What.BOUGHT), None)
    question = Question(
        session=session,
        template="sessions/chips/chips.html",
        make_form=lambda *data, **options: BuyChipsForm(*data, session=session, names=names, **options),
        write=lambda form, stamp: buy_chips(
            session=session,
            bank=form.cleaned_data["bank"],
            seats=form.cleaned_data["seats"],
            amount_cents=form.cleaned_data["amount"],
            is_paid=form.is_paid(),
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("The chips are written down."),
        context=lambda: {"chips": state, "bank": names.get(state.bank)},
        initial={
            "seats": () if last else tuple(names),
            "amount": last and last.cents,
            "bank": state.bank,
            "paid": NOW if last and last.is_paid else LATER,
        },
    )
    return confirm(request, question=question)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def hand_back(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask who hands back how many chips; post to record it."""
    session = find_session(request, public_id=public_id)
    names = tables.names_of(session=session)
    question = Question(
        session=session,
        template="sessions/chips/hand_back.html",
        make_form=lambda *data, **options: ReturnChipsForm(*data, session=session, names=names, **options),
        write=lambda form, stamp: return_chips(
            session=session,
            seat=form.cleaned_data["seat"],
            amount_cents=form.cleaned_data["amount"],
            is_paid=form.is_paid(),
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("The chips are written down."),
        context=lambda: {"chips": chips_of(session=session)},
        then=reverse("chips", args=[public_id]),
    )
    return confirm(request, question=question)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def count(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask what chips everybody has; post to compare them with the lines and record it."""
    session = find_session(request, public_id=public_id)
    names = tables.names_of(session=session)
    state = chips_of(session=session)
    before = {} if state.is_over else {f"seat_{each.seat}": each.counted_cents for each in state.holders}
    question = Question(
        session=session,
        template="sessions/chips/count.html",
        make_form=lambda *data, **options: CountChipsForm(*data, session=session, names=names, **options),
        write=lambda form, stamp: count_chips(
            session=session,
            counted=form.counted(),
            decides=form.chips_decide(),
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("The chips are counted."),
        context=lambda: {"chips": state},
        initial=before,
        then=reverse("chips", args=[public_id]),
    )
    return confirm(request, question=question)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def bank(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Ask who takes over the bank; post to record it."""
    session = find_session(request, public_id=public_id)
    names = tables.names_of(session=session)
    state = chips_of(session=session)
    others = {seat: name for seat, name in names.items() if seat != state.bank}
    question = Question(
        session=session,
        template="sessions/chips/bank.html",
        make_form=lambda *data, **options: BankForm(*data, others=others, **options),
        write=lambda form, stamp: take_over_bank(
            session=session,
            bank=form.cleaned_data["bank"],
            expected_entry=form.cleaned_data["expected_entry"],
            stamp=stamp,
        ),
        done=_("The bank is in other hands."),
        context=lambda: {"chips": state, "bank": names.get(state.bank), "moved_cents": abs(state.held_cents)},
        then=reverse("chips", args=[public_id]),
    )
    return confirm(request, question=question)
