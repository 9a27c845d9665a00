"""What is paid beside the game: free payments, the tong, chips."""

from collections.abc import Mapping
from functools import cached_property

from django.utils.translation import gettext_lazy as _

from scoring.forms.base import KeyedForm
from scoring.forms.money import (
    LATER,
    NOW,
    BankForm,
    BuyChipsForm,
    CountChipsForm,
    FreePaymentForm,
    ReturnChipsForm,
    SpendTongForm,
    TongForm,
    agreed_tong,
)
from scoring.ledger.chips import What
from scoring.operations.sessions.chips import buy_chips, count_chips, return_chips, take_over_bank
from scoring.operations.table.payments import pay_free, set_tong, spend_tong
from scoring.queries.sessions.chips import Chips, chips_of
from scoring.queries.table.tong import Tong, tong_of
from scoring.web.pages import ConfirmView


class FreePayment(ConfirmView[FreePaymentForm]):
    """Ask who pays whom how much and what for; post to record it."""

    template = "table/free_payment.html"
    form_class = FreePaymentForm
    done = _("Payment recorded.")
    only_for_money = True

    def write(self, form: FreePaymentForm) -> object:
        return pay_free(session=self.session, **self.said(form))


class SetTong(ConfirmView[TongForm]):
    """Show the tong of a night and ask what is taken from the next hand on; post to agree on it."""

    template = "table/tong.html"
    form_class = TongForm
    done = _("The tong is agreed.")

    @cached_property
    def tong(self) -> Tong:
        return tong_of(session=self.session)

    def initial(self) -> Mapping[str, object]:
        return agreed_tong(tong=self.tong, currency=self.session.money)

    def stated(self) -> Mapping[str, object]:
        names, tong = self.names, self.tong
        spent = [(each, names[each.seat] if each.seat not in (0, tong.holder) else "") for each in tong.spent]
        return {"tong": tong, "holder": names.get(tong.holder), "spent": spent}

    def write(self, form: TongForm) -> object:
        return set_tong(session=self.session, **self.said(form))


class SpendTong(ConfirmView[SpendTongForm]):
    """Ask what some of the tong was spent on; post to record it."""

    template = "table/spend_tong.html"
    form_class = SpendTongForm
    done = _("Recorded what the tong was spent on.")

    def stated(self) -> Mapping[str, object]:
        return {"tong": tong_of(session=self.session)}

    def write(self, form: SpendTongForm) -> object:
        return spend_tong(session=self.session, **self.said(form))


class ChipsView[F: KeyedForm](ConfirmView[F]):
    """A page about the chips of a night."""

    done = _("The chips are written down.")
    then_page = "chips"

    @cached_property
    def chips(self) -> Chips:
        return chips_of(session=self.session)

    def stated(self) -> Mapping[str, object]:
        return {"chips": self.chips}


class BuyChips(ChipsView[BuyChipsForm]):
    """Show the chips of a night and ask who takes some from the bank; post to record it."""

    template = "sessions/chips/chips.html"
    form_class = BuyChipsForm
    only_for_money = True
    then_page = ""

    def initial(self) -> Mapping[str, object]:
        last = next((stack for stack in reversed(self.chips.stacks) if stack.what is What.BOUGHT), None)
        return {
            "seats": () if last else tuple(self.names),
            "amount": last and last.cents,
            "bank": self.chips.bank,
            "paid": NOW if last and last.is_paid else LATER,
        }

    def stated(self) -> Mapping[str, object]:
        return {"chips": self.chips, "bank": self.names.get(self.chips.bank)}

    def write(self, form: BuyChipsForm) -> object:
        return buy_chips(session=self.session, **self.said(form))


class ReturnChips(ChipsView[ReturnChipsForm]):
    """Ask who hands back how many chips; post to record it."""

    template = "sessions/chips/hand_back.html"
    form_class = ReturnChipsForm

    def write(self, form: ReturnChipsForm) -> object:
        return return_chips(session=self.session, **self.said(form))


class CountChips(ChipsView[CountChipsForm]):
    """Ask what chips everybody has; post to compare them with the lines and record it."""

    template = "sessions/chips/count.html"
    form_class = CountChipsForm
    done = _("The chips are counted.")

    def initial(self) -> Mapping[str, object]:
        holders = () if self.chips.is_over else self.chips.holders
        return {f"seat_{each.seat}": each.counted_cents for each in holders}

    def write(self, form: CountChipsForm) -> object:
        return count_chips(session=self.session, **self.said(form))


class TakeBankOver(ChipsView[BankForm]):
    """Ask who takes over the bank; post to record it."""

    template = "sessions/chips/bank.html"
    form_class = BankForm
    done = _("The bank is in other hands.")

    def given(self) -> Mapping[str, object]:
        return {"names": {seat: name for seat, name in self.names.items() if seat != self.chips.bank}}

    def stated(self) -> Mapping[str, object]:
        bank = self.names.get(self.chips.bank)
        return {"chips": self.chips, "bank": bank, "moved_cents": abs(self.chips.held_cents)}

    def write(self, form: BankForm) -> object:
        return take_over_bank(session=self.session, **self.said(form))
