"""What a night is called, where it is played, and a note."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.models import Session
from scoring.models.sessions import LONGEST_NAME, LONGEST_NOTE
from scoring.operations.sessions.sessions import About, about_of

_SEEN = "seen_"


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
        return _about(self.cleaned_data)


class AboutForm(AboutFields):
    """The same of a night there is, with what its page showed."""

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        now = asdict(about_of(session=session))
        seen = {f"{_SEEN}{name}": value for name, value in now.items()}
        super().__init__(*args, **{"initial": now | seen, **options})
        self.fields |= {name: forms.CharField(required=False, widget=forms.HiddenInput) for name in seen}

    def expected(self) -> About:
        """Return what the page of the valid form showed."""
        return _about({name: self.cleaned_data[f"{_SEEN}{name}"] for name in asdict(About())})


def _about(said: Mapping[str, str]) -> About:
    return About(name=said["name"], place=said["place"], note=said["note"])
