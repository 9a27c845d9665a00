"""Edit a rule set, and bring one in from a file."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.rules.house_rules import HouseRulesForm, rule_values
from scoring.forms.rules.rule_set_files import LARGEST_BYTES, RuleSetFile, UnreadableFileError, read_file
from scoring.games.base import AnyGame, Data
from scoring.operations.rules.rule_sets import LONGEST_NAME
from scoring.queries.rules.rule_sets import RuleSet


class RuleSetForm(HouseRulesForm):
    """A name, and what is changed in the preset the set is made from.

    `expected_revision` is the revision the form was made for, 0 for a new set.
    """

    expected_revision = forms.IntegerField(min_value=0, initial=0, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        error_messages={"required": gettext_lazy("The rule set needs a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, game: AnyGame, preset: str, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        self.ask_rules(game=game, presets=(preset,))
        del self.fields["preset"]

    def rules_data(self) -> Data:
        """Return the preset and its changes: what is valid on the form so far, or what it was opened with."""
        values = self.cleaned_data if self.is_bound and self.errors is not None else self.initial
        return {"preset": self.presets[0], **self.changes(values)}


class RuleSetFileForm(forms.Form):
    """A rule set from a file or pasted; where its name is taken, another name or `replace`."""

    file = forms.FileField(
        label=gettext_lazy("File"), required=False, widget=forms.FileInput(attrs={"accept": ".json,application/json"})
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        required=False,
        max_length=LARGEST_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    name = forms.CharField(label=gettext_lazy("Other name"), max_length=LONGEST_NAME, required=False)
    replace = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        self.content: RuleSetFile | None = None

    def clean(self) -> dict[str, Any]:
        """Read the file, or else the text, and say everything that is wrong in it."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            cleaned["text"] = self._text()
            self.content = read_file(text=cleaned["text"])
        except UnreadableFileError as error:
            self.add_error(None, list(error.problems))
        return cleaned

    def _text(self) -> str:
        """Return what was sent; an uploaded file comes before what was pasted."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if upload is None:
            text: str = self.cleaned_data["text"]
            if not text.strip():
                raise UnreadableFileError((_("Choose a file or paste its text."),))
            return text
        if (upload.size or 0) > LARGEST_BYTES:
            raise UnreadableFileError((_("This is too large for a rule set."),))
        try:
            return str(upload.read(), "utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadableFileError((_("This is not a rule set: the file is not text."),)) from error


def values_of_saved(*, saved: RuleSet) -> Mapping[str, object]:
    """Return the initial values of the editor for a saved rule set."""
    return {
        **rule_values(changes={each.about.name: each.own for each in saved.differences}),
        "name": saved.saved.name,
        "expected_revision": saved.saved.revision,
    }
