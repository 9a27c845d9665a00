"""Pages of debts over nights."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import amount_words
from scoring.forms.base import OnceForm
from scoring.forms.money import NettedForm, PayDebtForm, TakeBackDebtsForm
from scoring.models import Player, UtangWay
from scoring.money import written_together
from scoring.operations.errors import DebtsChangedError, RefusedError
from scoring.operations.money import debts as acts
from scoring.queries import money
from scoring.queries.people.access import Action, may
from scoring.web.device import ClubRequest
from scoring.web.pages import Fold, FoldedPage, FormView
from scoring.web.shared import paged


class PayDebt(Fold, FormView[PayDebtForm]):
    """Pay or forgive a debt, all or part."""

    action = Action.SETTLE
    fold = "pay"
    keeps_typed = True
    then_page = "debts"
    asks_again = (RefusedError,)

    def __init__(self, request: ClubRequest, debtor: UUID, creditor: UUID, currency: str) -> None:
        super().__init__(request)
        pairs = (pair for owed in money.owed_in(club=request.club) for pair in owed.pairs)
        asked = {(pair.debtor.public_id, pair.creditor.public_id, pair.currency.code): pair for pair in pairs}
        # A debt that is settled by now has no page.
        if (debtor, creditor, currency) not in asked:
            raise Http404
        self.pair = asked[debtor, creditor, currency]
        if not _may(request, self.pair.debtor, self.pair.creditor):
            raise PermissionDenied

    def given(self) -> Mapping[str, object]:
        return {"pair": self.pair, "may_forgive": _may(self.request, self.pair.creditor)}

    def initial(self) -> Mapping[str, object]:
        return {"expected_cents": self.pair.cents}

    def write(self, form: PayDebtForm) -> object:
        values, pair = form.cleaned_data, self.pair
        currency = written_together(currency=pair.currency, amounts=(values["amount"],))
        amount = amount_words(cents=values["amount"], currency=currency)
        self.done = _ACTS[values["way"]].format(payer=pair.debtor.name, payees=pair.creditor.name, amount=amount)
        shown = acts.PairTotal(
            debtor=pair.debtor, creditor=pair.creditor, currency=pair.currency.code, cents=values["expected_cents"]
        )
        nights = tuple(UUID(night) for night in values.get("nights", ()))
        act: dict[str, Any] = {"shown": shown, "amount_cents": values["amount"], "nights": nights}
        if values["way"] == UtangWay.FORGIVEN:
            return acts.forgive_debt(**act, reason=values["reason"], stamp=self.stamp(form))
        return acts.pay_debt(**act, stamp=self.stamp(form))


class DebtListAct[F: OnceForm](Fold, FormView[F]):
    action = Action.SETTLE
    fold = "list"
    has_errors_above = True
    then_page = "debts"
    asks_again = (RefusedError,)


class PayNetted(DebtListAct[NettedForm]):
    def proposed(self, form: NettedForm) -> tuple[tuple[Player, Player, int], ...]:
        # Only people of this club: a forged request may name others.
        people = {str(player.public_id): player for player in self.request.club.players.all()}
        rows = (row.split() for row in form.cleaned_data["payments"].split(";"))
        return tuple(
            (people[row[0]], people[row[1]], int(row[2]))
            for row in rows
            if len(row) == 3 and row[0] in people and row[1] in people and row[2].isdecimal() and len(row[2]) < 16
        )

    def write(self, form: NettedForm) -> object:
        for payer, payee, cents in self.proposed(form)[:1]:
            if not _may(self.request, payer, payee):
                raise PermissionDenied
            act = {"currency": form.cleaned_data["currency"], "stamp": self.stamp(form)}
            return acts.pay_netted(payer=payer, payee=payee, amount_cents=cents, **act)
        raise DebtsChangedError


class SettleAll(PayNetted):
    def post(self) -> HttpResponse:
        if not may(role=self.request.role, action=Action.RECORD):
            raise PermissionDenied
        return super().post()

    def write(self, form: NettedForm) -> object:
        act = {"currency": form.cleaned_data["currency"], "stamp": self.stamp(form)}
        return acts.settle_all(club=self.request.club, expected=self.proposed(form), **act)


class UndoDebtAct(DebtListAct[TakeBackDebtsForm]):
    done = gettext_lazy("Undone.")

    def write(self, form: TakeBackDebtsForm) -> object:
        club, act = self.request.club, form.cleaned_data["act"]
        if not _may(self.request, *money.people_of_act(club=club, act=act)):
            raise PermissionDenied
        return acts.take_back_debts(club=club, act=act, stamp=self.stamp(form))


class Debts(FoldedPage):
    """Open debts, the fewest payments, and settled ones."""

    action = Action.BROWSE
    template = "money/debts.html"
    of_rows = (PayDebt, PayNetted, SettleAll, UndoDebtAct)

    def stated(self) -> Mapping[str, object]:
        request, whole = self.request, {owed.currency: owed for owed in money.owed_in(club=self.request.club)}
        shown = paged(request, places=range(sum(owed.night_count for owed in whole.values())))
        return {
            "page": shown["page"],
            "groups": tuple(
                {
                    "owed": (owed := whole[part.currency]),
                    "pairs": tuple((pair, self._form(pair), _may(request, pair.creditor)) for pair in part.pairs),
                    "netted": tuple((line, _written((line,))) for line in part.netted),
                    "all": _written(owed.netted),
                    "together": [line.alone for line in owed.netted] != [True],
                    "is_last": owed.pairs[-1].debts[-1] in part.pairs[-1].debts,
                }
                for part in money.part_of(tuple(whole.values()), cut=shown["places"])
            ),
            "acts": tuple(
                (act, _act_words(act), all(_may(request, part.payer, part.payee) for part in act.parts))
                for act in money.settled_acts(club=request.club)
            ),
        }

    def _form(self, pair: money.Pair) -> PayDebtForm | None:
        if not _may(self.request, pair.debtor, pair.creditor):
            return None
        mark = f"{pair.debtor.public_id}-{pair.creditor.public_id}-{pair.currency.code}-%s"
        return PayDebtForm(auto_id=mark, pair=pair, may_forgive=_may(self.request, pair.creditor))


_ACTS = {
    UtangWay.PAID: gettext_lazy("{payer} paid {payees} {amount}"),
    UtangWay.FORGIVEN: gettext_lazy("{payees} forgave {payer} {amount}"),
    UtangWay.CARRIED: gettext_lazy("Carried over: {payer} owes {payees} {amount}"),
}


def _act_words(act: money.SettledAct) -> list[str]:
    amounts = [amount_words(cents=part.cents, currency=act.written) for part in act.parts]
    sentences = [
        _ACTS[act.way].format(payer=part.payer, payees=part.payee, amount=amount)
        for part, amount in zip(act.parts, amounts, strict=True)
    ]
    return sentences or [_("Debts set off")]


def _written(payments: tuple[money.NettedPayment, ...]) -> str:
    return ";".join(f"{each.payer.public_id} {each.payee.public_id} {each.cents}" for each in payments)


def _may(request: ClubRequest, *people: Player) -> bool:
    return money.may_settle(access=request.access, people=people)
