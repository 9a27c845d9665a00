"""What people owe each other over nights: see it, pay, forgive, net, carry into a night, take back."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import amount_words
from scoring.forms.money import NettedForm, PayDebtForm, TakeBackDebtsForm
from scoring.models import Player, UtangWay
from scoring.money import written_together
from scoring.operations.errors import RefusedError
from scoring.operations.money import debts as acts
from scoring.queries import money
from scoring.queries.people.access import Action, may
from scoring.web.device import ClubRequest
from scoring.web.pages import Fold, FoldedPage, FormView, Refusal
from scoring.web.shared import CONFLICT, INVALID


class PayDebt(Fold, FormView[PayDebtForm]):
    """Record that a debt is paid or forgiven, all or a part, of all nights or of some."""

    action = Action.SETTLE
    fold = "pay"
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

    def given(self) -> Mapping[str, object]:
        return _of_pair(self.request, self.pair)

    def initial(self) -> Mapping[str, object]:
        return {"key": uuid4(), "shown": self.pair.cents, "way": UtangWay.PAID.value}

    def context(self, form: PayDebtForm, error: Refusal | None = None) -> dict[str, object]:
        return {**super().context(form, error), "pair": self.pair}

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


def _of_pair(request: ClubRequest, pair: money.Pair) -> dict[str, Any]:
    """Return what the form about a debt needs to know."""
    nights = []
    for each in pair.debts:
        amount = amount_words(cents=each.cents, currency=pair.currency)
        nights.append((str(each.session.public_id), f"{date_format(each.session.day, 'DATE_FORMAT')} · {amount}"))
    return {"pair": pair, "nights": nights, "may_forgive": _may(request, pair.creditor)}


class Listed(Fold, FormView[Any]):
    """An act on what the page lists, whose form has no field to fill in; whatever is wrong is told above the list."""

    action = Action.SETTLE
    fold = "list"
    then_page = "debts"
    done: str | Promise = gettext_lazy("Recorded in the books of each night.")

    def post(self) -> HttpResponse:
        form = self.make(self.request.POST)
        try:
            write = self.act(form) if form.is_valid() else None
            if write is None:
                form.errors.clear()
                form.add_error(None, ValidationError(_("Choose a payment of this list."), code="no_payment"))
                return self.page(form, status=INVALID)
            return self.go_on(write(stamp=form.stamp(device=self.request.device, at=timezone.now())))
        except RefusedError as error:
            return self.page(form, error=error, status=CONFLICT)

    def act(self, form: Any) -> Callable[..., object] | None:
        """Return the operation with what the form names, None where that is not on the list."""
        raise NotImplementedError

    def proposed(self, form: NettedForm) -> tuple[tuple[Player, Player, int], ...]:
        """Read payments as the page wrote them; people of another club are left out."""
        people = {str(player.public_id): player for player in self.request.club.players.all()}
        rows = (row.split() for row in form.cleaned_data["payments"].split(";"))
        return tuple(
            (people[row[0]], people[row[1]], int(row[2]))
            for row in rows
            if len(row) == 3 and row[0] in people and row[1] in people and row[2].isdecimal() and len(row[2]) < 16
        )


class PayNetted(Listed):
    form_class = NettedForm

    def act(self, form: NettedForm) -> Callable[..., object] | None:
        payments = self.proposed(form)
        if len(payments) != 1:
            return None
        ((payer, payee, cents),) = payments
        if not _may(self.request, payer, payee):
            raise PermissionDenied
        currency = form.cleaned_data["currency"]
        return partial(acts.pay_netted, payer=payer, payee=payee, amount_cents=cents, currency=currency)


class SettleAll(Listed):
    form_class = NettedForm

    def post(self) -> HttpResponse:
        if not may(role=self.request.role, action=Action.RECORD):
            raise PermissionDenied
        return super().post()

    def act(self, form: NettedForm) -> Callable[..., object]:
        said = {"currency": form.cleaned_data["currency"], "expected": self.proposed(form)}
        return partial(acts.settle_all, club=self.request.club, **said)


class TakeBack(Listed):
    form_class = TakeBackDebtsForm
    done = gettext_lazy("Taken back in every night.")

    def act(self, form: TakeBackDebtsForm) -> Callable[..., object]:
        club, act = self.request.club, form.cleaned_data["act"]
        if not _may(self.request, *money.people_of_act(club=club, act=act)):
            raise PermissionDenied
        return partial(acts.take_back_debts, club=club, act=act)


class Debts(FoldedPage):
    """Who owes whom since which night, the fewest payments that settle all, and what was settled lately."""

    action = Action.BROWSE
    template = "money/debts.html"
    of_rows = (PayDebt, PayNetted, SettleAll, TakeBack)

    def stated(self) -> Mapping[str, object]:
        request = self.request
        return {
            "groups": tuple(
                {
                    "owed": owed,
                    "pairs": tuple((pair, self._form(pair), _may(request, pair.creditor)) for pair in owed.pairs),
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
        }

    def answer(self, context: dict[str, Any], *, status: int) -> HttpResponse:
        if (refused := context["refused"]) and "pair" not in refused:
            context["problem"] = next((errors[0] for errors in refused["form"].errors.as_data().values()), None)
        return super().answer(context, status=status)

    def _form(self, pair: money.Pair) -> PayDebtForm | None:
        """Return the form about a debt for whoever may settle it."""
        if not _may(self.request, pair.debtor, pair.creditor):
            return None
        initial = {"key": uuid4(), "shown": pair.cents, "way": UtangWay.PAID.value}
        mark = f"{pair.debtor.public_id}-{pair.creditor.public_id}-{pair.currency.code}-%s"
        return PayDebtForm(initial=initial, auto_id=mark, **_of_pair(self.request, pair))


def _written(payments: tuple[money.NettedPayment, ...]) -> str:
    return ";".join(f"{each.payer.public_id} {each.payee.public_id} {each.cents}" for each in payments)


def _may(request: ClubRequest, *people: Player) -> bool:
    return money.may_settle(access=request.access, people=people)
