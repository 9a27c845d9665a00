"""What is recorded at the table beside a won hand."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import HIGHEST_ENTRY_NUMBER, KeyedForm, entry_number
from scoring.forms.notation import CardField

LONGEST_REASON = 200
TYPED_SOWEE = "typed-sowee"
"""The form of the typed card; in the form of the keys the Enter key would press the first one."""

ENDS = (("on", _("Play goes on")), ("void", _("The hand is void")))


class SoweeForm(forms.Form):
    """The card under the stock, for the hand it was turned up in; empty takes it off again."""

    hand = forms.IntegerField(min_value=1, max_value=HIGHEST_ENTRY_NUMBER, widget=forms.HiddenInput)
    sowee = CardField(label=_("Or type it"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["sowee"].widget.attrs["form"] = TYPED_SOWEE


class DrawnHandForm(KeyedForm):
    """The hand being played ended without a winner (C33)."""

    expected_after = entry_number()


class FalseWinForm(KeyedForm):
    """Who claimed a win that was none, and whether play goes on (C35)."""

    seat = forms.TypedChoiceField(
        label=_("Who claimed the win?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who claimed the win.")},
    )
    end = forms.ChoiceField(
        label=_("And then?"),
        choices=ENDS,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose whether play goes on.")},
    )

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = list(names.items())  # type: ignore[attr-defined]

    @property
    def hand_is_void(self) -> bool:
        """Tell whether the valid form ends the hand."""
        return bool(self.cleaned_data["end"] == "void")


class ReasonForm(KeyedForm):
    """Take a line back, with a reason if there is one.

    `hand_line` is the number of a hand's line: where the form was made after newer lines, it needs a reason.
    """

    reason = forms.CharField(
        label=_("Reason, if you like"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Everybody sees it in the ledger."),
    )

    def __init__(self, *args: Any, hand_line: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hand_line = hand_line
        if self.is_older_hand:
            self.fields["reason"].label = _("Reason")

    @property
    def is_older_hand(self) -> bool:
        """Tell whether newer lines stood in the ledger when the form was made."""
        seen = str(self["expected_entry"].value() or 0)
        return self.hand_line is not None and seen.isdecimal() and int(seen) > self.hand_line

    def clean_reason(self) -> str:
        """Return the reason, asked for where an older hand is taken back."""
        reason: str = self.cleaned_data["reason"]
        if self.is_older_hand and not reason:
            raise forms.ValidationError(_("Say why this older hand is taken back."), code="required")
        return reason
