"""What people owe each other over nights: see it, pay, forgive, net, carry into a night, take back."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import amount_words, typed_amount
from scoring.forms.base import OnceForm, told
from scoring.forms.money import CarryForm, NettedForm, PayDebtForm, TakeBackDebtsForm
from scoring.models import Player, UtangWay
from scoring.money import written_together
from scoring.operations.errors import RefusedError
from scoring.operations.money import debts as acts
from scoring.queries import money
from scoring.queries.people.access import Action, may
from scoring.web.access import posts, reads
from scoring.web.device import ClubRequest
from scoring.web.pages import FormView, SessionView
from scoring.web.shared import CONFLICT, INVALID


@reads(Action.BROWSE)
def debts(request: ClubRequest) -> HttpResponse:
    """Show who owes whom since which night, and the fewest payments that settle all."""
    return _page(request)


def _page(request: ClubRequest, *, message: str = "", code: str = "", status: int = 200) -> HttpResponse:
    context = {
        "groups": tuple(
            {
                "owed": owed,
                "pairs": tuple(
                    (pair, _may(request, pair.debtor, pair.creditor), _may(request, pair.creditor))
                    for pair in owed.pairs
                ),
                "netted": tuple((line, _written((line,))) for line in owed.netted),
                "all": _written(owed.netted),
                "together": len(owed.netted) > 1 or not all(line.alone for line in owed.netted) or not owed.netted,
            }
            for owed in money.owed_in(club=request.club)
        ),
        "acts": tuple(
            (act, all(_may(request, part.payer, part.payee) for part in act.parts))
            for act in money.settled_acts(club=request.club)
        ),
        "can_record": may(role=request.role, action=Action.RECORD),
        "message": message,
        "code": code,
    }
    return render(request, "money/debts/debts.html", context, status=status)


def _written(payments: tuple[money.NettedPayment, ...]) -> str:
    return ";".join(f"{each.payer.public_id} {each.payee.public_id} {each.cents}" for each in payments)


def _may(request: ClubRequest, *people: Player) -> bool:
    return money.may_settle(access=request.access, people=people)


class PayDebt(FormView[PayDebtForm]):
    """Ask how much of a debt is paid, or with `?way=forgiven` forgiven, of which nights; post to record it."""

    action = Action.SETTLE
    template = "money/debts/pay.html"
    keeps_typed = True
    then_page = "debts"
    form_class = PayDebtForm
    asks_again = (RefusedError,)

    def __init__(self, request: ClubRequest, debtor: UUID, creditor: UUID, currency: str) -> None:
        super().__init__(request)
        pairs = (pair for owed in money.owed_in(club=request.club) for pair in owed.pairs)
        asked = {(pair.debtor.public_id, pair.creditor.public_id, pair.currency.code): pair for pair in pairs}
        if (debtor, creditor, currency) not in asked:
            raise Http404
        self.pair = asked[debtor, creditor, currency]
        if not _may(request, self.pair.debtor, self.pair.creditor):
            raise PermissionDenied
        self.may_forgive = _may(request, self.pair.creditor)

    def given(self) -> Mapping[str, object]:
        pair, nights = self.pair, []
        for each in pair.debts:
            amount = amount_words(cents=each.cents, currency=pair.currency)
            nights.append((str(each.session.public_id), f"{date_format(each.session.day, 'DATE_FORMAT')} · {amount}"))
        return {"pair": pair, "nights": nights, "may_forgive": self.may_forgive}

    def initial(self) -> Mapping[str, object]:
        forgives = self.may_forgive and self.request.GET.get("way") == UtangWay.FORGIVEN
        return {
            "key": uuid4(),
            "shown": self.pair.cents,
            "way": UtangWay.FORGIVEN if forgives else UtangWay.PAID,
            "amount": typed_amount(cents=self.pair.cents, currency=self.pair.currency) if forgives else "",
        }

    def stated(self) -> Mapping[str, object]:
        return {"pair": self.pair}

    def write(self, form: PayDebtForm) -> object:
        values, pair = form.cleaned_data, self.pair
        currency = written_together(currency=pair.currency, amounts=(values["amount"],))
        said = {
            "debtor": pair.debtor.name,
            "creditor": pair.creditor.name,
            "amount": amount_words(cents=values["amount"], currency=currency),
        }
        act: dict[str, Any] = {
            "shown": acts.Shown(
                debtor=pair.debtor, creditor=pair.creditor, currency=pair.currency.code, cents=values["shown"]
            ),
            "amount_cents": values["amount"],
            "nights": tuple(UUID(night) for night in values.get("nights", ())),
            "stamp": self.stamp(form),
        }
        if values["way"] == UtangWay.FORGIVEN:
            self.done = _("%(creditor)s forgave %(debtor)s %(amount)s. It stands in the books of each night.") % said
            return acts.forgive_debt(**act, reason=values["reason"])
        self.done = _("%(debtor)s paid %(creditor)s %(amount)s. It stands in the books of each night.") % said
        return acts.pay_debt(**act)


@posts(Action.SETTLE)
def netted(request: ClubRequest) -> HttpResponse:
    form, payments = _proposed(request)
    if len(payments) != 1:
        return _unchosen(request)
    ((payer, payee, cents),) = payments
    if not _may(request, payer, payee):
        raise PermissionDenied
    act = {"payer": payer, "payee": payee, "amount_cents": cents, "currency": form.cleaned_data["currency"]}
    return _recorded(request, form, partial(acts.pay_netted, **act), done=_("Recorded in the books of each night."))


@posts(Action.SETTLE)
def settle_everything(request: ClubRequest) -> HttpResponse:
    if not may(role=request.role, action=Action.RECORD):
        raise PermissionDenied
    form, payments = _proposed(request)
    if not form.is_valid():
        return _unchosen(request)
    act = {"club": request.club, "currency": form.cleaned_data["currency"], "expected": payments}
    return _recorded(request, form, partial(acts.settle_all, **act), done=_("Recorded in the books of each night."))


def _proposed(request: ClubRequest) -> tuple[NettedForm, tuple[tuple[Player, Player, int], ...]]:
    """Read payments as the page wrote them; people of another club are left out."""
    form = NettedForm(request.POST)
    people = {str(player.public_id): player for player in request.club.players.all()}
    written = form.cleaned_data["payments"] if form.is_valid() else ""
    rows = (row.split() for row in written.split(";"))
    return form, tuple(
        (people[row[0]], people[row[1]], int(row[2]))
        for row in rows
        if len(row) == 3 and row[0] in people and row[1] in people and row[2].isdecimal() and len(row[2]) < 16
    )


@posts(Action.SETTLE)
def take_back(request: ClubRequest) -> HttpResponse:
    form = TakeBackDebtsForm(request.POST)
    if not form.is_valid():
        return _unchosen(request)
    act = form.cleaned_data["act"]
    if not _may(request, *money.people_of_act(club=request.club, act=act)):
        raise PermissionDenied
    return _recorded(
        request, form, partial(acts.take_back_debts, club=request.club, act=act), done=_("Taken back in every night.")
    )


def _unchosen(request: ClubRequest) -> HttpResponse:
    return _page(request, message=_("Choose a payment of this list."), code="no_payment", status=INVALID)


def _recorded(request: ClubRequest, form: OnceForm, write: Callable[..., object], *, done: str) -> HttpResponse:
    """Write what a valid form says and lead back, or show the page with why not."""
    try:
        write(stamp=form.stamp(device=request.device, at=timezone.now()))
    except RefusedError as error:
        return _page(request, message=told(error.text), code=error.code, status=CONFLICT)
    messages.success(request, done)
    return redirect("debts")


class CarryDebts(SessionView[CarryForm]):
    """Show what those at the table owe each other from earlier nights; post to carry it into this one."""

    template = "money/debts/carry.html"
    then_page = "table"
    form_class = CarryForm
    asks_again = (RefusedError,)
    done = gettext_lazy("Carried into this night.")

    def answer(self) -> HttpResponse:
        if self.night.is_closed:
            return redirect("settle", public_id=self.session.public_id)
        return super().answer()

    @cached_property
    def debts(self) -> tuple[money.OpenDebt, ...]:
        return money.debts_to_carry(session=self.session)

    def initial(self) -> Mapping[str, object]:
        return {"key": uuid4(), "shown": sum(each.cents for each in self.debts)}

    def stated(self) -> Mapping[str, object]:
        return {"debts": self.debts}

    def write(self, form: CarryForm) -> object:
        return acts.carry_debts(session=self.session, expected_cents=form.cleaned_data["shown"], stamp=self.stamp(form))
