"""What is paid beside the game: free payments, the tong, chips."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.forms import money as forms
from scoring.forms.amounts import amount_words
from scoring.forms.base import KeyedForm
from scoring.ledger.chips import Chips, What
from scoring.operations.money import chips, payments, tong
from scoring.web.pages import ConfirmView


class FreePayment(ConfirmView[forms.FreePaymentForm]):
    """Ask who pays whom how much and what for; post to record it."""

    heading = _("Payment beside the game")
    about = _("It is settled with the night and counts in nobody's winnings.")
    does = _("Record payment")
    done = _("Payment recorded.")
    form_class = forms.FreePaymentForm
    operation = payments.pay_free
    only_for_money = True


class SetTong(ConfirmView[forms.TongForm]):
    """Show the tong of a night and ask what is taken from the next hand on; post to agree on it."""

    template = "money/tong.html"
    heading = _("Tong")
    about = _(
        "A share for the house or the snacks. It is taken when the night is closed and counts in nobody's winnings."
    )
    does = _("From the next hand on")
    done = _("The tong is agreed.")
    form_class = forms.TongForm
    operation = tong.set_tong
    only_for_money = True

    def initial(self) -> Mapping[str, object]:
        return forms.agreed_tong(tong=self.night.tong, currency=self.session.money)

    def stated(self) -> Mapping[str, object]:
        tong, others = self.night.tong, {**self.names, self.night.tong.holder: ""}
        spent = [(each, others.get(each.seat, "")) for each in tong.spent]
        return {"tong": tong, "holder": self.names.get(tong.holder), "spent": spent}


class SpendTong(ConfirmView[forms.SpendTongForm]):
    """Ask what some of the tong was spent on; post to record it."""

    heading = _("Spend the tong")
    does = _("Record")
    done = _("Recorded what the tong was spent on.")
    form_class = forms.SpendTongForm
    operation = tong.spend_tong
    only_for_money = True
    back_page = "tong"

    def stated(self) -> Mapping[str, object]:
        amount = amount_words(cents=self.night.tong.left_cents, currency=self.session.written)
        return {"about": _("%(amount)s is left in it.") % {"amount": amount}}


class ChipsView[F: KeyedForm](ConfirmView[F]):
    done = _("The chips are written down.")
    then_page = back_page = "chips"
    only_for_money = True

    @property
    def chips(self) -> Chips:
        return self.night.chips

    def stated(self) -> Mapping[str, object]:
        return {"chips": self.chips, "bank": self.names.get(self.chips.bank)}


class BuyChips(ChipsView[forms.BuyChipsForm]):
    """Show the chips of a night and ask who takes some from the bank; post to record it."""

    template = "money/chips/chips.html"
    heading = _("Chips")
    about = _(
        "Whoever plays with chips takes them from the bank. They change nobody's result: at the end everybody counts, "
        "and the app compares that with the lines."
    )
    does = _("Take chips")
    form_class = forms.BuyChipsForm
    operation = chips.buy_chips
    then_page, back_page = "", "table"

    def initial(self) -> Mapping[str, object]:
        last = next((stack for stack in reversed(self.chips.stacks) if stack.what is What.BOUGHT), None)
        return {
            "seats": () if last else tuple(self.names),
            "amount": last and last.cents,
            "bank": self.chips.bank,
            "is_paid": "now" if last and last.is_paid else "later",
        }


class ReturnChips(ChipsView[forms.ReturnChipsForm]):
    """Ask who hands back how many chips; post to record it."""

    template = "money/chips/hand_back.html"
    heading = does = _("Hand chips back")
    about = _("For somebody who leaves early. In cash, the bank keeps what these chips were not paid for yet.")
    form_class = forms.ReturnChipsForm
    operation = chips.return_chips


class CountChips(ChipsView[forms.CountChipsForm]):
    """Ask what chips everybody has; post to compare them with the lines and record it."""

    template = "money/chips/count.html"
    heading = _("Count the chips")
    does = _("Compare")
    done = _("The chips are counted.")
    form_class = forms.CountChipsForm
    operation = chips.count_chips

    def stated(self) -> Mapping[str, object]:
        said = {"amount": amount_words(cents=self.chips.out_cents, currency=self.session.written)}
        about = _("Together it must be %(amount)s. Whoever keeps the tong counts it too.") % said
        return {**super().stated(), "about": about}

    def initial(self) -> Mapping[str, object]:
        holders = () if self.chips.is_over else self.chips.holders
        return {f"seat_{each.seat}": each.counted_cents for each in holders}


class TakeBankOver(ChipsView[forms.BankForm]):
    """Ask who takes over the bank; post to record it."""

    template = "money/chips/bank.html"
    heading = does = _("Change the bank")
    about = _(
        "Whoever takes over the bank gives money for all chips that are out, and gets the cash that was paid for them."
    )
    done = _("The bank is in other hands.")
    form_class = forms.BankForm
    operation = chips.take_over_bank

    def given(self) -> Mapping[str, object]:
        return {"names": {seat: name for seat, name in self.names.items() if seat != self.chips.bank}}

    def stated(self) -> Mapping[str, object]:
        return {**super().stated(), "moved_cents": abs(self.chips.held_cents)}
