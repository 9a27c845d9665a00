"""Close a session, hand cash over, take it back, reopen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import AmountField, amount_words
from scoring.forms.base import KeyedForm, OnceForm, SeatField, SeatsField, told_lazy, words
from scoring.models import Session
from scoring.money import Currency
from scoring.texts import say


def coins_of(*, currency: Currency) -> tuple[tuple[int, str], ...]:
    """Return the smallest coins a table may round to, as minor units and text; 1 stands for none."""
    return tuple(
        (cents, amount_words(cents=cents, currency=currency) if cents > 1 else str(_("none")))
        for cents in currency.coins
    )


class CloseForm(KeyedForm):
    """Close the session, rounded to a coin; over open disputes only when told so.

    `disputed` are the numbers of the disputed lines that the page showed.
    """

    coin = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)
    disputed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2_000)
    over_disputes = forms.BooleanField(
        label=_("Close all the same; it stays on record."),
        error_messages={"required": _("Settle the objections first, or tick that you close over them.")},
    )

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, session=session, **options)
        if not self["disputed"].value():
            del self.fields["over_disputes"]
        self.fields["coin"].choices = coins_of(currency=session.money)  # type: ignore[attr-defined]

    def clean_disputed(self) -> tuple[int, ...]:
        numbers = self.cleaned_data["disputed"].split()
        return tuple(int(number) for number in numbers if number.isdecimal() and len(number) < 10)


class AmountForm(KeyedForm):
    """An amount in the currency of the night."""

    amount = AmountField(label=_("Amount"))


class HandOverForm(AmountForm):
    """Cash of one line of the plan: all that is left, or the amount written."""

    payer = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    payee = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    field_order = ("key", "expected_entry", "payer", "payee")

    def is_about(self, *, payer: int, payee: int) -> bool:
        """Tell whether this form, valid or not, was sent for that line of the plan."""
        return (self.data.get("payer"), self.data.get("payee")) == (str(payer), str(payee))


class PaymentForm(AmountForm):
    """An amount that somebody pays; nothing is none."""

    amount_lacking = _("Write how much is paid.")

    def clean_amount(self) -> int:
        if not self.cleaned_data["amount"]:
            raise forms.ValidationError(self.amount_lacking, code="nothing")
        return int(self.cleaned_data["amount"])


class CashForm(PaymentForm):
    """Cash that changed hands while the night is still played."""

    payer = SeatField(_("Who handed it over?"), lacking=_("Choose who handed it over."))
    payee = SeatField(_("To whom?"), lacking=_("Choose who received it."))
    amount_lacking = _("Write how much was handed over.")

    def seats(self) -> tuple[int, int]:
        """Return payer and payee of the valid form."""
        return self.cleaned_data["payer"], self.cleaned_data["payee"]

    def clean(self) -> dict[str, Any]:
        """Refuse cash that nobody else received."""
        cleaned = super().clean() or self.cleaned_data
        if "payer" in cleaned and cleaned["payer"] == cleaned.get("payee"):
            problem = _("Choose somebody else: cash goes from one player to another.")
            self.add_error("payee", forms.ValidationError(problem, code="same_player"))
        return cleaned


class FreePaymentForm(PaymentForm):
    """What somebody pays for something else than play."""

    amount = AmountField(label=_("How much to each?"))
    payer = SeatField(_("Who pays?"), lacking=_("Choose who pays."))
    payees = SeatsField(_("Who is paid?"), lacking=_("Choose who is paid."))
    reason = words(
        _("What for?"),
        lacking=_("Say in a word what it is for."),
        help_text=_("A side bet, a fine, a tip. Everybody sees it in the ledger."),
    )
    field_order = ("key", "expected_entry", "payer", "payees", "amount", "reason")

    def clean(self) -> dict[str, Any]:
        """Refuse what somebody would pay themselves."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("payer") in cleaned.get("payees", ()):
            problem = _("Choose others: nobody pays themselves.")
            self.add_error("payees", forms.ValidationError(problem, code="same_player"))
        return cleaned


class TakeBackForm(OnceForm):
    """A payment in cash that was not made after all, by the number of its entry."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class ReopenForm(KeyedForm):
    """Why a closed session is played on or changed."""

    reason = words(
        _("Reason"),
        lacking=told_lazy(say("reason_missing")),
        help_text=_("A word is needed. Everybody at the table sees it."),
    )
