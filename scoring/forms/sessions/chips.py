"""Chips: who takes them from the bank, who hands them back, what everybody counts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import AmountField
from scoring.forms.base import KeyedForm, SeatField, SeatsField, one_of
from scoring.forms.sessions.settle import AmountForm
from scoring.models import Session

LATER, NOW = "later", "now"


class ChipsForm(AmountForm):
    """Chips between players and the bank, and whether cash changes hands with them."""

    paid = one_of(
        _("When is the money handed over?"),
        ((LATER, _("When the night is settled")), (NOW, _("In cash, now"))),
        lacking=_("Choose when the money is handed over."),
        initial=LATER,
    )

    def said(self) -> dict[str, Any]:
        said = super().said()
        is_paid = said.pop("paid") == NOW
        return {**said, "is_paid": is_paid}


class BuyChipsForm(ChipsForm):
    """Who takes chips worth how much from the bank."""

    amount = AmountField(label=_("Worth how much for each?"))
    seats = SeatsField(_("Who takes chips?"), lacking=_("Choose who takes chips."))
    bank = SeatField(_("Who is the bank?"), lacking=_("Choose who hands the chips out."))
    field_order = ("key", "expected_entry", "seats", "amount", "bank", "paid")


class ReturnChipsForm(ChipsForm):
    """Who hands back chips worth how much."""

    amount = AmountField(label=_("Worth how much?"))
    seat = SeatField(_("Who hands chips back?"), lacking=_("Choose who hands chips back."))
    field_order = ("key", "expected_entry", "seat", "amount", "paid")


class BankForm(KeyedForm):
    """Who takes over the bank."""

    bank = SeatField(_("Who is the bank from now on?"), lacking=_("Choose who hands the chips out."))


class CountChipsForm(KeyedForm):
    """What everybody counts, and whether that decides what everybody has."""

    decides = one_of(
        _("If somebody has more or less than was recorded"),
        (("lines", _("What was recorded decides")), ("chips", _("The chips decide"))),
        lacking=_("Choose what decides."),
        initial="lines",
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

    def said(self) -> dict[str, Any]:
        """Return what everybody has, and whether the chips decide."""
        said = self.cleaned_data
        counted = {seat: said[field] for seat, field in self.seats.items()}
        return {"counted": counted, "decides": said["decides"] == "chips", "expected_entry": said["expected_entry"]}
