"""What the host may switch during a night; none of it changes an amount."""

from django import forms
from django.utils.translation import gettext_lazy as _


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
