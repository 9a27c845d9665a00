"""The money page of a night."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from scoring.forms import money as forms
from scoring.forms.amounts import amount_words, typed_amount
from scoring.forms.base import KeyedForm, listed
from scoring.forms.table.words import words_of
from scoring.ledger.chips import ChipMove
from scoring.ledger.reckoning import Closing
from scoring.models import Entry, EntryKind, Session
from scoring.operations.errors import RefusedError, WrongAmountError
from scoring.operations.money import payments
from scoring.operations.money.debts import carry_debts
from scoring.queries.books.ledger import LedgerLine, whole_ledger, writers_of
from scoring.queries.money import debts_to_carry, pairs_of
from scoring.queries.people.access import Action
from scoring.queries.table.night import only_cash_of
from scoring.texts import say
from scoring.web.device import ClubRequest
from scoring.web.pages import ConfirmView, Fold, NightPage, Refusal, SessionView
from scoring.web.shared import paged

FOLDS = {
    EntryKind.HANDOVER: "cash",
    EntryKind.FREE: "beside",
    EntryKind.TONG: "tong",
    EntryKind.CHIPS: "chips",
    EntryKind.UTANG: "debts",
}


class MoneyFold(Fold):
    session: Session

    def then(self, written: object) -> str:
        page = reverse("money", args=[self.session])
        if not isinstance(written, Entry):
            return page
        return f"{page}?open={FOLDS[EntryKind(written.kind)]}#line-{written.number}"


class Pay(MoneyFold, ConfirmView[forms.PaymentForm]):
    action = Action.MARK_OWN
    fold = "pay"

    def answer(self) -> HttpResponse:
        # The night may be closed by now. Then cash is marked in its plan.
        if self.night.is_closed and self.request.POST.get("what") == forms.CASH:
            return redirect("settle", public_id=self.session.public_id)
        return super().answer()

    @cached_property
    def only_seat(self) -> int | None:
        return only_cash_of(access=self.request.access, session=self.session)

    def given(self) -> Mapping[str, object]:
        return {**super().given(), "keeper": self.night.tong.holder, "only_seat": self.only_seat}

    def initial(self) -> Mapping[str, object]:
        """Return the tapped payment, or a usual one."""
        asked = self.request.GET.get("cash", "")
        line = next((each for each in Closing(night=self.night).plan if f"{each.payer}-{each.payee}" == asked), None)
        if line is None:
            return {"payer": self.request.GET.get("payer"), "what": "bet" if self.only_seat is None else forms.CASH}
        amount = typed_amount(cents=line.cents, currency=self.session.money)
        values = {"payer": line.payer, "payees": [str(line.payee)], "amount": amount}
        return {**values, "sum": forms.OTHER, "what": forms.CASH}

    def stated(self) -> Mapping[str, object]:
        return {"writers": partial(writers_of, session=self.session)}

    def refuse(self, form: forms.PaymentForm, error: Refusal) -> HttpResponse:
        if isinstance(error, RefusedError) and getattr(error, "field", "") == "payee":
            error.field = "payees"
        return super().refuse(form, error)

    def write(self, form: forms.PaymentForm) -> object:
        values = form.cleaned_data
        names = {"payer": self.names[values["payer"]], "payees": listed(self.names[seat] for seat in values["to"])}
        names["amount"] = amount_words(cents=values["amount"], currency=self.session.written)
        base = {"session": self.session, "stamp": self.stamp(form), "expected_entry": values["expected_entry"]}
        act: dict[str, Any] = {**base, "amount_cents": values["amount"]}
        if values["is_cash"]:
            self.done = gettext("{payer} paid {payees} {amount}").format(**names)
            return payments.hand_over(payer=values["payer"], payee=values["to"][0], **act)
        if form.is_from_tong:
            return payments.spend_tong(reason=form.why, **act)
        each = gettext("{payer} pays {payees} {amount} each")
        self.done = (each if len(values["to"]) > 1 else gettext("{payer} pays {payees} {amount}")).format(**names)
        return payments.pay_free(payer=values["payer"], payees=values["to"], reason=form.why, **act)


class SetTong(MoneyFold, ConfirmView[forms.TongForm]):
    fold, part = "tong", "set-tong"
    operation = payments.set_tong

    def initial(self) -> Mapping[str, object]:
        return forms.agreed_tong(tong=self.night.tong, currency=self.session.money)


class SpendTong(MoneyFold, ConfirmView[forms.SpendTongForm]):
    fold, part = "tong", "spend-tong"
    operation = payments.spend_tong


class ChipsFold[F: KeyedForm](MoneyFold, ConfirmView[F]):
    fold = "chips"


class BuyChips(ChipsFold[forms.BuyChipsForm]):
    part = "buy-chips"
    operation = payments.buy_chips

    def initial(self) -> Mapping[str, object]:
        last = next((stack for stack in reversed(self.night.chips.stacks) if stack.what is ChipMove.BOUGHT), None)
        return {
            "seats": () if last else tuple(self.names),
            "amount": last and last.cents,
            "bank": self.night.chips.bank,
            "is_paid": "now" if last and last.is_paid else "later",
        }


class ReturnChips(ChipsFold[forms.ReturnChipsForm]):
    part = "chips-back"
    operation = payments.return_chips


class CountChips(ChipsFold[forms.CountChipsForm]):
    part = "count-chips"
    operation = payments.count_chips

    def initial(self) -> Mapping[str, object]:
        chips = self.night.chips
        return {f"seat_{each.seat}": each.counted_cents for each in chips.holders if not chips.is_over}


class TakeBankOver(ChipsFold[forms.BankForm]):
    part = "chips-bank"
    operation = payments.take_over_bank

    def given(self) -> Mapping[str, object]:
        return {"names": {seat: name for seat, name in self.names.items() if seat != self.night.chips.bank}}


class CarryDebts(MoneyFold, SessionView[forms.CarryForm]):
    fold, part = "debts", "carry"
    operation = carry_debts
    asks_again = (RefusedError,)

    def initial(self) -> Mapping[str, object]:
        return {"expected_cents": sum(each.cents for each in debts_to_carry(session=self.session))}

    def then(self, written: object) -> str:
        closes = self.request.POST.get("then") == "close"
        return reverse("close", args=[self.session]) if closes else super().then(written)


class Money(NightPage):
    action = Action.SEE
    template = "money/money.html"
    folds = (Pay, SetTong, SpendTong, BuyChips, ReturnChips, CountChips, TakeBankOver, CarryDebts)

    def __init__(self, request: ClubRequest, public_id: UUID) -> None:
        super().__init__(request, public_id=public_id)
        if self.session.money.is_points:
            raise WrongAmountError(say("wrong_amount.points_only"))

    def get(self) -> HttpResponse:
        if self.night.is_closed:
            return redirect("settle", public_id=self.session.public_id)
        return super().get()

    def stated(self) -> Mapping[str, object]:
        session, night = self.session, self.night
        numbers = {fold: [line.number for line in night.of(kind)][::-1] for kind, fold in FOLDS.items()}
        shown = paged(self.request, **numbers)
        lines: defaultdict[str, list[tuple[LedgerLine, str, int]]] = defaultdict(list)
        asked = set().union(*(shown[fold] for fold in numbers))
        for line in whole_ledger(session=session, night=night, number__in=asked):
            cents = sum(change.cents for change in line.changes if change.cents > 0)
            lines[FOLDS[EntryKind(line.entry.kind)]].append((line, words_of(line=line), cents))
        closing, debts = Closing(night=night), tuple(pairs_of(debts_to_carry(session=session)))
        own = only_cash_of(access=self.request.access, session=session)
        return {
            **super().stated(),
            "closing": closing,
            "tappable": [each for each in closing.plan if own in (None, each.payer, each.payee)],
            "lines": dict(lines),
            "page": shown["page"],
            "states": self._states(owed_cents=sum(debt.cents for debt in debts)),
            "bank_moves_cents": abs(night.chips.held_cents),
            "debts": debts,
        }

    def _states(self, *, owed_cents: int) -> dict[str, str]:
        tong, chips, none = self.night.tong, self.night.chips, gettext("none")
        sums = {"debts": owed_cents}
        for kind in (EntryKind.HANDOVER, EntryKind.FREE):
            sums[FOLDS[kind]] = sum(paid.cents for line in self.night.of(kind) for paid in line.payments)
        in_box = gettext("%(amount)s in the box") % {"amount": self._amount(tong.left_cents)}
        return {
            **{name: self._amount(cents) if cents else none for name, cents in sums.items()},
            "tong": in_box if tong.rule or tong.pot_cents else none,
            "chips": gettext("%(amount)s out") % {"amount": self._amount(chips.out_cents)} if chips.bank else none,
        }

    def _amount(self, cents: int) -> str:
        return amount_words(cents=cents, currency=self.session.written)
