"""A tap on the companion of a table."""

from typing import Any

from django import forms

from scoring.queries.companion import Tap, Tapped

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
