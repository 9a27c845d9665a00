"""The day of a night, put right."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import OnceForm, day, words


class DayForm(OnceForm):
    """Another day for a night there is, and why; with the day that its page showed."""

    day = day(_("Day of the night"), lacking=_("Choose the day."))
    reason = words(_("Reason, if you like"))
    expected_day = forms.DateField(widget=forms.HiddenInput)
