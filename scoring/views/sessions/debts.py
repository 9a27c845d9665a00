"""What people owe each other over nights: see it, pay, forgive, net, carry into a night, take back."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms.amounts import amount_words, typed_amount
from scoring.forms.base import told
from scoring.forms.sessions.debts import CarryForm, NettedForm, PayDebtForm, TakeBackDebtsForm
from scoring.models import Player, UtangWay
from scoring.money import written_together
from scoring.operations.errors import RefusedError
from scoring.operations.sessions.debts import (
    Shown,
    carry_debts,
    forgive_debt,
    pay_debt,
    pay_netted,
    settle_all,
    take_back_debts,
)
from scoring.queries.people.access import Action, may
from scoring.queries.sessions.debts import (
    NettedPayment,
    Pair,
    debts_to_carry,
    may_settle,
    owed_in,
    people_of_act,
    settled_acts,
)
from scoring.queries.table import tables
from scoring.web.access import requires
from scoring.web.device import ClubRequest
from scoring.web.shared import CONFLICT, INVALID, find_session


@require_safe
@requires(Action.BROWSE)
def debts(request: ClubRequest) -> HttpResponse:
    """Show who owes whom since which night, and the fewest payments that settle all."""
    return _page(request)


def _page(request: ClubRequest, *, message: str = "", code: str = "", status: int = 200) -> HttpResponse:
    can_record = may(role=request.role, action=Action.RECORD)
    context = {
        "groups": tuple(
            {
                "owed": owed,
                "pairs": tuple(
                    (pair, uuid4(), _may(request, pair.debtor, pair.creditor), _may(request, pair.creditor))
                    for pair in owed.pairs
                ),
                "netted": tuple((line, uuid4(), _written((line,))) for line in owed.netted),
                "all": _written(owed.netted),
                "all_key": uuid4(),
                "together": len(owed.netted) > 1 or not all(line.alone for line in owed.netted) or not owed.netted,
            }
            for owed in owed_in(club=request.club)
        ),
        "acts": tuple(
            (act, uuid4(), all(_may(request, part.payer, part.payee) for part in act.parts))
            for act in settled_acts(club=request.club)
        ),
        "can_record": can_record,
        "message": message,
        "code": code,
    }
    return render(request, "sessions/debts/debts.html", context, status=status)


def _written(payments: tuple[NettedPayment, ...]) -> str:
    return ";".join(f"{each.payer.public_id} {each.payee.public_id} {each.cents}" for each in payments)


def _may(request: ClubRequest, *people: Player) -> bool:
    return may_settle(access=request.access, people=people)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.SETTLE)
def pay(request: ClubRequest, debtor: UUID, creditor: UUID, currency: str) -> HttpResponse:
    """Ask how much of a debt is paid, or with `?way=forgiven` forgiven, of which nights; post to record it."""
    pair = _pair(request, debtor=debtor, creditor=creditor, currency=currency)
    nights = [
        (
            str(each.session.public_id),
            f"{date_format(each.session.day, 'DATE_FORMAT')} · "
            f"{amount_words(cents=each.cents, currency=pair.currency)}",
        )
        for each in pair.debts
    ]
    if not _may(request, pair.debtor, pair.creditor):
        raise PermissionDenied
    may_forgive = _may(request, pair.creditor)
    if request.method != "POST":
        forgives = may_forgive and request.GET.get("way") == UtangWay.FORGIVEN
        initial = {
            "key": uuid4(),
            "shown": pair.cents,
            "way": UtangWay.FORGIVEN if forgives else UtangWay.PAID,
            "amount": typed_amount(cents=pair.cents, currency=pair.currency) if forgives else "",
        }
        return _pay_page(request, form=PayDebtForm(pair=pair, nights=nights, may_forgive=may_forgive, initial=initial))
    form = PayDebtForm(request.POST, pair=pair, nights=nights, may_forgive=may_forgive)
    if not form.is_valid():
        return _pay_page(request, form=form, status=INVALID)
    values = form.cleaned_data
    if values["way"] == UtangWay.FORGIVEN and not may_forgive:
        why = _("Only whoever is owed it, or the scorekeeper, forgives it.")
        form.add_error("way", ValidationError(why, code="not_yours"))
        return _pay_page(request, form=form, status=INVALID)
    shown = Shown(debtor=pair.debtor, creditor=pair.creditor, currency=currency, cents=values["shown"])
    chosen = tuple(UUID(night) for night in values.get("nights", ()))
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        if values["way"] == UtangWay.FORGIVEN:
            reason = values["reason"]
            forgive_debt(shown=shown, amount_cents=values["amount"], nights=chosen, reason=reason, stamp=stamp)
        else:
            pay_debt(shown=shown, amount_cents=values["amount"], nights=chosen, stamp=stamp)
    except RefusedError as error:
        form.data = request.POST.copy()
        form.data["shown"] = str(pair.cents)
        return _pay_page(request, form=form, refusal=error, status=CONFLICT)
    _told_settled(request, pair=pair, way=values["way"], cents=values["amount"])
    return redirect("debts")


def _told_settled(request: ClubRequest, *, pair: Pair, way: UtangWay, cents: int) -> None:
    written = written_together(currency=pair.currency, amounts=(cents,))
    said = {
        "debtor": pair.debtor.name,
        "creditor": pair.creditor.name,
        "amount": amount_words(cents=cents, currency=written),
    }
    if way == UtangWay.FORGIVEN:
        told_as = _("%(creditor)s forgave %(debtor)s %(amount)s. It stands in the books of each night.")
    else:
        told_as = _("%(debtor)s paid %(creditor)s %(amount)s. It stands in the books of each night.")
    messages.success(request, told_as % said)


def _pay_page(
    request: ClubRequest, *, form: PayDebtForm, refusal: RefusedError | None = None, status: int = 200
) -> HttpResponse:
    context = {"form": form, "pair": form.pair, "code": refusal and refusal.code}
    context["message"] = refusal and told(refusal.text)
    return render(request, "sessions/debts/pay.html", context, status=status)


def _pair(request: ClubRequest, *, debtor: UUID, creditor: UUID, currency: str) -> Pair:
    """Return what one owes another; nothing where all was paid meanwhile. Answers 404 for people of no club here."""
    people = {
        player.public_id: player
        for player in Player.objects.filter(club=request.club, public_id__in=(debtor, creditor), merged_into=None)
    }
    if debtor == creditor or len(people) < 2:
        raise Http404
    for owed in owed_in(club=request.club):
        for pair in owed.pairs:
            if (pair.debtor.public_id, pair.creditor.public_id, owed.currency.code) == (debtor, creditor, currency):
                return pair
    raise Http404


@require_POST
@requires(Action.SETTLE)
def netted(request: ClubRequest) -> HttpResponse:
    """Record one payment of the proposal."""
    return _record_netted(request, all_at_once=False)


@require_POST
@requires(Action.SETTLE)
def settle_everything(request: ClubRequest) -> HttpResponse:
    """Record all payments of the proposal."""
    if not may(role=request.role, action=Action.RECORD):
        raise PermissionDenied
    return _record_netted(request, all_at_once=True)


def _record_netted(request: ClubRequest, *, all_at_once: bool) -> HttpResponse:
    form = NettedForm(request.POST)
    payments = _payments(request, form.cleaned_data["payments"]) if form.is_valid() else ()
    if not form.is_valid() or (not all_at_once and len(payments) != 1):
        return _page(request, message=_("Choose a payment of this list."), code="no_payment", status=INVALID)
    if not all_at_once and not _may(request, payments[0][0], payments[0][1]):
        raise PermissionDenied
    stamp = form.stamp(device=request.device, at=timezone.now())
    currency = form.cleaned_data["currency"]
    try:
        if all_at_once:
            settle_all(club=request.club, currency=currency, expected=payments, stamp=stamp)
        else:
            payer, payee, cents = payments[0]
            pay_netted(payer=payer, payee=payee, currency=currency, amount_cents=cents, stamp=stamp)
    except RefusedError as error:
        return _page(request, message=told(error.text), code=error.code, status=CONFLICT)
    messages.success(request, _("Recorded in the books of each night."))
    return redirect("debts")


def _payments(request: ClubRequest, written: str) -> tuple[tuple[Player, Player, int], ...]:
    """Read payments as the page wrote them; people of another club are left out."""
    people = {str(player.public_id): player for player in request.club.players.all()}
    rows = (row.split() for row in written.split(";") if row)
    return tuple(
        (people[row[0]], people[row[1]], int(row[2]))
        for row in rows
        if len(row) == 3 and row[0] in people and row[1] in people and row[2].isdecimal() and len(row[2]) < 16
    )


@require_POST
@requires(Action.SETTLE)
def take_back(request: ClubRequest) -> HttpResponse:
    """Take back an act over nights in all of them."""
    form = TakeBackDebtsForm(request.POST)
    if not form.is_valid():
        return _page(request, message=_("Choose a payment of this list."), code="no_payment", status=INVALID)
    act = form.cleaned_data["act"]
    if not _may(request, *people_of_act(club=request.club, act=act)):
        raise PermissionDenied
    stamp = form.stamp(device=request.device, at=timezone.now())
    try:
        take_back_debts(club=request.club, act=act, reason="", stamp=stamp)
    except RefusedError as error:
        return _page(request, message=told(error.text), code=error.code, status=CONFLICT)
    messages.success(request, _("Taken back in every night."))
    return redirect("debts")


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Action.RECORD)
def carry(request: ClubRequest, public_id: UUID) -> HttpResponse:
    """Show what those at the table owe each other from earlier nights; post to carry it into this one."""
    session = find_session(request, public_id=public_id)
    if tables.is_closed(session=session):
        return redirect("settle", public_id=public_id)
    message, code, status = "", "", 200
    if request.method == "POST":
        form = CarryForm(request.POST)
        if form.is_valid():
            stamp = form.stamp(device=request.device, at=timezone.now())
            try:
                carry_debts(session=session, expected_cents=form.cleaned_data["shown"], stamp=stamp)
            except RefusedError as error:
                message, code, status = told(error.text), error.code, CONFLICT
            else:
                messages.success(request, _("Carried into this night."))
                return redirect("table", public_id=public_id)
    found = debts_to_carry(session=session)
    context = {
        "session": session,
        "debts": found,
        "form": CarryForm(initial={"key": uuid4(), "shown": sum(each.cents for each in found)}),
        "message": message,
        "code": code,
    }
    return render(request, "sessions/debts/carry.html", context, status=status)
