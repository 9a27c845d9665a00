"""What is recorded at the table beside a won hand."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import KeyedForm
from scoring.games.cards import KINDS

LONGEST_REASON = 200
ENDS = (("on", _("Play goes on")), ("void", _("The hand is void")))


class SoweeForm(forms.Form):
    """The card under the stock, for the hand it was turned up in; empty takes it off again."""

    hand = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    sowee = forms.ChoiceField(
        choices=[("", ""), *((kind.notation, kind.name) for kind in KINDS)], required=False
    )


class DrawnForm(KeyedForm):
    """The hand being played ended without a winner (C33)."""

    hand = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


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
    """Take a line back; older hands need a reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Everybody sees it in the ledger."),
        error_messages={"required": _("Say why this older hand is taken back.")},
    )

    def __init__(self, *args: Any, reason_required: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = reason_required
