"""The club's name and clock, and how it is protected: the host's passcode, and who may write new names."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.operations.people.clubs import LONGEST_NAME


class ClubForm(forms.Form):
    """The club's name and the time zone of its pages."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Write the nearest large city and choose from the list."),
    )


SHORTEST_PASSCODE = 4


class ProtectionForm(forms.Form):
    """Whether joiners may write new names; another passcode, or none any more."""

    takes_new_names = forms.BooleanField(
        label=_("Whoever joins may write a name that is not on the list"), required=False
    )
    passcode = forms.CharField(
        label=_("New passcode"),
        min_length=SHORTEST_PASSCODE,
        max_length=128,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Pages for the host ask it after ten minutes without use. Left empty, it stays as it is."),
    )
    ends_passcode = forms.BooleanField(label=_("Ask no passcode any more"), required=False)

    def wanted_passcode(self) -> str | None:
        """Return the passcode of this valid form, empty to ask none any more, None to leave it as it is."""
        return "" if self.cleaned_data["ends_passcode"] else self.cleaned_data["passcode"] or None
