"""What a night is called, where it is played, and a note."""

from dataclasses import asdict

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.forms.base import unseen
from scoring.models import Session
from scoring.models.sessions import LONGEST_NAME, LONGEST_NOTE
from scoring.operations.sessions.sessions import About, about_of


class AboutFields(forms.Form):
    """The three texts; none has to be written."""

    name = forms.CharField(label=_("Name of the night"), required=False, max_length=LONGEST_NAME)
    place = forms.CharField(
        label=_("Place"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"list": "known-places", "autocomplete": "off"}),
    )
    note = forms.CharField(
        label=_("Note"), required=False, max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 3})
    )

    def about(self) -> About:
        """Return what the valid form says."""
        return About(**{name: self.cleaned_data[name] for name in asdict(About())})


class AboutForm(AboutFields):
    """The same of a night there is, with what its page showed."""

    seen_name, seen_place, seen_note = unseen(), unseen(), unseen()

    def expected(self) -> About:
        """Return what the page of the valid form showed."""
        return About(**{name: self.cleaned_data[f"seen_{name}"] for name in asdict(About())})


def described(*, session: Session) -> dict[str, str]:
    """Return the initial values of the form of a night."""
    now = asdict(about_of(session=session))
    return now | {f"seen_{name}": text for name, text in now.items()}
