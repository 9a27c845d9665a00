"""The tong: what is taken and who keeps it, and what it was spent on."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.amounts import AmountField, typed_amount
from scoring.forms.base import SeatField, missing, one_of, words
from scoring.forms.sessions.settle import AmountForm, coins_of
from scoring.ledger.tong import HIGHEST_PERCENT, Every
from scoring.models import Session
from scoring.money import Currency
from scoring.queries.table.tong import Tong

WAYS = (
    ("win", _("A fixed amount of each win")),
    ("percent", _("Per cent of each win")),
    ("hand", _("From everybody, each hand")),
    ("none", _("No tong")),
)


class TongForm(AmountForm):
    """What is taken from the next hand on, and who keeps it."""

    amount = AmountField(label=_("Amount"), required=False)
    way = one_of(_("What is taken?"), WAYS, lacking=_("Choose what is taken."))
    percent = forms.IntegerField(
        label=_("Per cent"),
        required=False,
        min_value=1,
        max_value=HIGHEST_PERCENT,
        error_messages=missing(_("Write how many per cent are taken.")),
    )
    coin = one_of(_("Rounded down to"), lacking=_("Choose what it is rounded down to."), coerce=int)
    holder = SeatField(
        _("Who keeps it?"),
        lacking=_("Choose who keeps it."),
        help_text=_("Somebody else takes over what is left; whoever kept it before gets back what they spent."),
    )
    field_order = ("key", "expected_entry", "way", "amount", "percent", "coin", "holder")

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, session=session, **options)
        self.fields["coin"].choices = coins_of(currency=session.money)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Ask for the amount or the per cent that the choice needs."""
        cleaned = super().clean() or self.cleaned_data
        way = cleaned.get("way")
        needed = {"win": "amount", "hand": "amount", "percent": "percent"}.get(way or "", "way")
        if not cleaned.get(needed) and needed not in self.errors:
            self.add_error(needed, forms.ValidationError(_LACKING[needed], code="required"))
        return cleaned

    def said(self) -> dict[str, Any]:
        """Return what the valid form agrees on."""
        said = super().said()
        way, amount_cents, coin_cents = (said.pop(name) for name in ("way", "amount_cents", "coin"))
        percent = said["percent"] if way == "percent" else 0
        cents = amount_cents if way in ("win", "hand") else 0
        every = Every.HAND if way == "hand" else Every.WIN
        return {**said, "every": every, "cents": cents, "percent": percent, "coin_cents": coin_cents}


_LACKING = {"amount": _("Write how much is taken."), "percent": _("Write how many per cent are taken.")}


def agreed_tong(*, tong: Tong, currency: Currency) -> dict[str, object]:
    """Return the initial values of the form: what is agreed on now, who keeps it though nothing is taken any more."""
    rule = tong.rule
    if rule is None:
        return {"way": "win", "coin": 1, "holder": tong.holder or ""}
    fixed = "hand" if rule.every == Every.HAND else "win"
    return {
        "way": "percent" if rule.percent else fixed,
        "amount": typed_amount(cents=rule.cents, currency=currency) if rule.cents else "",
        "percent": rule.percent or "",
        "coin": rule.coin_cents,
        "holder": rule.holder,
    }


class SpendTongForm(AmountForm):
    """What some of the tong was spent on."""

    reason = words(_("What on?"), lacking=_("Say in a word what it was spent on."))
    field_order = ("key", "expected_entry", "amount", "reason")
