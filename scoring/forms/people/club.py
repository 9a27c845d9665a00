"""How a club is protected: the host's passcode, and who may write new names."""

from django import forms
from django.utils.translation import gettext_lazy as _

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
        help_text=_(
            "Pages for the host ask it after ten minutes without use. Left empty, it stays as it is."
        ),
    )
    ends_passcode = forms.BooleanField(label=_("Ask no passcode any more"), required=False)

    def wanted_passcode(self) -> str | None:
        """Return the passcode of this valid form, empty to ask none any more, None to leave it as it is."""
        return "" if self.cleaned_data["ends_passcode"] else self.cleaned_data["passcode"] or None
