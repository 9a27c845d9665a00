"""Chips: who takes them from the bank, who hands them back, what everybody counts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import AmountField
from scoring.forms.base import KeyedForm
from scoring.forms.sessions.settle import AmountForm
from scoring.models import Session

LATER, NOW = "later", "now"


class ChipsForm(AmountForm):
    """Chips between players and the bank, and whether cash changes hands with them."""

    paid = forms.ChoiceField(
        label=_("When is the money handed over?"),
        choices=((LATER, _("When the night is settled")), (NOW, _("In cash, now"))),
        initial=LATER,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose when the money is handed over.")},
    )

    def is_paid(self) -> bool:
        """Tell whether the valid form says that cash changed hands."""
        return bool(self.cleaned_data["paid"] == NOW)


class BuyChipsForm(ChipsForm):
    """Who takes chips worth how much from the bank."""

    of_seats = ("seats", "bank")

    amount = AmountField(label=_("Worth how much for each?"))

    seats = forms.TypedMultipleChoiceField(
        label=_("Who takes chips?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose who takes chips.")},
    )
    bank = forms.TypedChoiceField(
        label=_("Who is the bank?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who hands the chips out.")},
    )
    field_order = ("key", "expected_entry", "seats", "amount", "bank", "paid")


class ReturnChipsForm(ChipsForm):
    """Who hands back chips worth how much."""

    of_seats = ("seat",)

    amount = AmountField(label=_("Worth how much?"))

    seat = forms.TypedChoiceField(
        label=_("Who hands chips back?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who hands chips back.")},
    )
    field_order = ("key", "expected_entry", "seat", "amount", "paid")


class BankForm(KeyedForm):
    """Who takes over the bank."""

    bank = forms.TypedChoiceField(
        label=_("Who is the bank from now on?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who hands the chips out.")},
    )

    def __init__(self, *args: Any, others: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["bank"].choices = list(others.items())  # type: ignore[attr-defined]


class CountChipsForm(KeyedForm):
    """What everybody counts, and whether that decides what everybody has."""

    decides = forms.ChoiceField(
        label=_("If somebody has more or less than was recorded"),
        choices=(("lines", _("What was recorded decides")), ("chips", _("The chips decide"))),
        initial="lines",
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what decides.")},
    )

    def __init__(self, *args: Any, session: Session, names: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = {seat: f"seat_{seat}" for seat in names}
        for seat, field in self.seats.items():
            amount = AmountField(label=names[seat], required=False)
            amount.currency = session.money
            self.fields[field] = amount

    def amounts(self) -> list[forms.BoundField]:
        """Return the fields of the seats."""
        return [self[field] for field in self.seats.values()]

    def counted(self) -> dict[int, int]:
        """Return what the valid form says everybody has."""
        return {seat: self.cleaned_data[field] for seat, field in self.seats.items()}

    def chips_decide(self) -> bool:
        """Tell whether the valid form has the chips decide."""
        return bool(self.cleaned_data["decides"] == "chips")
