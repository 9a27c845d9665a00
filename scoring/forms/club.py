"""The club's name and clock."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.operations.clubs import LONGEST_NAME


class ClubForm(forms.Form):
    """The club's name and the time zone of its pages."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Write the nearest large city and choose from the list."),
    )
