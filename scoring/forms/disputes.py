"""Object to a line of the ledger, and say what is to become of it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import KeyedForm
from scoring.forms.table import LONGEST_REASON
from scoring.models import Ruling


class DisputeForm(KeyedForm):
    """Who objects, and a word why; a player's own phone is not asked who."""

    seat = forms.TypedChoiceField(
        label=_("Who objects?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who objects.")},
    )
    why = forms.CharField(
        label=_("What is wrong?"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody at the table sees it."),
        error_messages={"required": _("Say in a word what is wrong.")},
    )

    def __init__(self, *args: Any, names: Mapping[int, str], own_seat: int | None, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        if own_seat:
            field.choices = [(own_seat, names[own_seat])]
            field.initial = own_seat
            field.widget = forms.HiddenInput()
        else:
            field.choices = list(names.items())


class RulingForm(forms.Form):
    """What is to become of a disputed line."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    ruling = forms.TypedChoiceField(
        coerce=Ruling, choices=[(ruling.value, ruling.value) for ruling in Ruling]
    )
