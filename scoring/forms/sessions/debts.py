"""What is owed over nights: pay all of it or a part, forgive it, carry it into a night, take it back."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import AmountField
from scoring.forms.base import OnceForm, one_of, words
from scoring.models import UtangWay
from scoring.models.sessions import LONGEST_CURRENCY
from scoring.money import HIGHEST_AMOUNT_CENTS
from scoring.queries.sessions.debts import Pair


class ActForm(OnceForm):
    """A form over nights, with the amount in minor units that its page showed."""

    shown = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=HIGHEST_AMOUNT_CENTS)


class PayDebtForm(ActForm):
    """How much of what one owes another is paid or forgiven, of which nights, and why it is forgiven.

    Whoever may not forgive it is not asked whether it was.
    """

    way = one_of(
        _("What happened?"),
        ((UtangWay.PAID.value, _("Paid")), (UtangWay.FORGIVEN.value, _("Forgiven"))),
        lacking=_("Choose what happened."),
    )
    amount = AmountField(label=_("Amount"))
    nights = forms.TypedMultipleChoiceField(
        label=_("Of which nights?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Of all, the oldest first, unless you choose."),
    )
    reason = words(_("Why it is forgiven"))

    def __init__(
        self, *args: Any, pair: Pair, nights: list[tuple[str, str]], may_forgive: bool, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.pair, self.may_forgive = pair, may_forgive
        self.fields["nights"].choices = nights  # type: ignore[attr-defined]
        self.fields["amount"].currency = pair.currency  # type: ignore[attr-defined]
        if not may_forgive:
            self.fields["way"].widget = forms.HiddenInput()
        if len(nights) == 1:
            del self.fields["nights"]

    def clean(self) -> dict[str, Any]:
        """Ask for a reason where something is forgiven, and who may do that."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("way") == UtangWay.FORGIVEN and not self.may_forgive:
            why = _("Only whoever is owed it, or the scorekeeper, forgives it.")
            self.add_error("way", forms.ValidationError(why, code="not_yours"))
        if cleaned.get("way") == UtangWay.FORGIVEN and not cleaned.get("reason"):
            message = _("Say in a word why it is forgiven.")
            self.add_error("reason", forms.ValidationError(message, code="reason_missing"))
        return cleaned


class NettedForm(OnceForm):
    """Payments of the proposal: payer, payee and minor units of each, as the page showed them."""

    currency = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_CURRENCY)
    payments = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4_000)


class TakeBackDebtsForm(OnceForm):
    """An act over nights that was none."""

    act = forms.UUIDField(widget=forms.HiddenInput)


class CarryForm(ActForm):
    """Carry what is owed between those at the table into the night."""
