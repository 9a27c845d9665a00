"""What is recorded, said or switched at the table beside a won hand."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import HIGHEST_ENTRY_NUMBER, KeyedForm, entry_number
from scoring.forms.notation import CardField
from scoring.games.offers import Tapped
from scoring.models import Ruling
from scoring.queries.table.companion import Tap

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

    `hand_line` is the number of a hand's line: where newer lines follow, it needs a reason.
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
    ruling = forms.TypedChoiceField(coerce=Ruling, choices=[(ruling.value, ruling.value) for ruling in Ruling])


UNDO = "undo"


class TapForm(forms.Form):
    """What was tapped for which seat, or undo; made for a hand and a version of the companion."""

    hand = forms.IntegerField(min_value=1)
    seen = forms.CharField(max_length=16)
    what = forms.ChoiceField(choices=[(UNDO, UNDO), *((each.value, each.value) for each in Tapped)])
    seat = forms.IntegerField(min_value=1, max_value=8, required=False)

    def clean(self) -> dict[str, Any]:
        """Ask for a seat except for undo."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("what") != UNDO and not cleaned.get("seat"):
            raise forms.ValidationError("seat", code="required")
        return cleaned

    @property
    def tap(self) -> Tap | None:
        """Return the tap of the valid form, None for undo."""
        if self.cleaned_data["what"] == UNDO:
            return None
        return Tap(what=Tapped(self.cleaned_data["what"]), seat=self.cleaned_data["seat"])


class SwitchesForm(forms.Form):
    """Whether the night counts, and who may enter a hand."""

    is_practice = forms.BooleanField(
        label=_("Practice night"),
        required=False,
        help_text=_("It stays in the history with a badge and counts in no totals."),
    )
    players_may_propose = forms.BooleanField(
        label=_("Players may propose hands"),
        required=False,
        help_text=_("A player enters a hand on their own phone; the scorekeeper looks at it and records it."),
    )
