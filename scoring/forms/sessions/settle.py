"""Close a session, hand cash over, take it back, reopen."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import AmountField, amount_words
from scoring.forms.base import KeyedForm, OnceForm, told_lazy
from scoring.models import Session
from scoring.models.entries import LONGEST_REASON
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

    def __init__(self, *args: Any, session: Session, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self["disputed"].value():
            del self.fields["over_disputes"]
        self.fields["coin"].choices = coins_of(currency=session.money)  # type: ignore[attr-defined]

    def clean_disputed(self) -> tuple[int, ...]:
        numbers = self.cleaned_data["disputed"].split()
        return tuple(int(number) for number in numbers if number.isdecimal() and len(number) < 10)


class AmountForm(KeyedForm):
    """An amount in the currency of the session, between players whose `names` are the choices of the `of_seats`."""

    of_seats: ClassVar[tuple[str, ...]] = ()

    amount = AmountField(label=_("Amount"))

    def __init__(self, *args: Any, session: Session, names: Mapping[int, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].currency = session.money  # type: ignore[attr-defined]
        for name in self.of_seats:
            self.fields[name].choices = list((names or {}).items())  # type: ignore[attr-defined]


class HandOverForm(AmountForm):
    """Cash of one line of the plan: all that is left, or the amount written."""

    payer = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    payee = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    field_order = ("key", "expected_entry", "payer", "payee")

    def is_about(self, *, payer: int, payee: int) -> bool:
        """Tell whether this form, valid or not, was sent for that line of the plan."""
        return (self.data.get("payer"), self.data.get("payee")) == (str(payer), str(payee))


class CashForm(AmountForm):
    """Cash that changed hands while the night is still played."""

    of_seats = ("payer", "payee")

    payer = forms.TypedChoiceField(
        label=_("Who handed it over?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who handed it over.")},
    )
    payee = forms.TypedChoiceField(
        label=_("To whom?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who received it.")},
    )

    def clean_amount(self) -> int:
        if not self.cleaned_data["amount"]:
            raise forms.ValidationError(_("Write how much was handed over."), code="nothing")
        return int(self.cleaned_data["amount"])

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


class FreePaymentForm(AmountForm):
    """What somebody pays for something else than play."""

    of_seats = ("payer", "payees")

    amount = AmountField(label=_("How much to each?"))

    payer = forms.TypedChoiceField(
        label=_("Who pays?"), coerce=int, widget=forms.RadioSelect, error_messages={"required": _("Choose who pays.")}
    )
    payees = forms.TypedMultipleChoiceField(
        label=_("Who is paid?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose who is paid.")},
    )
    reason = forms.CharField(
        label=_("What for?"),
        max_length=LONGEST_REASON,
        help_text=_("A side bet, a fine, a tip. Everybody sees it in the ledger."),
        error_messages={"required": _("Say in a word what it is for.")},
    )
    field_order = ("key", "expected_entry", "payer", "payees", "amount", "reason")

    def clean_amount(self) -> int:
        if not self.cleaned_data["amount"]:
            raise forms.ValidationError(_("Write how much is paid."), code="nothing")
        return int(self.cleaned_data["amount"])

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

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("A word is needed. Everybody at the table sees it."),
        error_messages={"required": told_lazy(say("reason_missing"))},
    )
