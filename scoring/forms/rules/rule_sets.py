"""Edit a rule set, and bring one in from a file."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.house_rules import PREFIX, editor_field, text_of
from scoring.forms.rule_set_files import LARGEST_BYTES, RuleSetFile, UnreadableFileError, read_file
from scoring.games.base import Data
from scoring.games.cuajo import PRESETS, read_rules, rules_data
from scoring.models import SavedRules
from scoring.operations.rule_sets import LONGEST_NAME
from scoring.queries.terms import rules_in


class RuleSetForm(forms.Form):
    """A name and a value for every house rule that the preset's way of paying knows.

    `expected_revision` is the revision the form was made for, 0 for a new set.
    """

    expected_revision = forms.IntegerField(min_value=0, initial=0, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        error_messages={"required": gettext_lazy("The rule set needs a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, preset: str, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        self.base = PRESETS[preset]
        normal = rules_data(rules=self.base)
        self.fields |= {
            PREFIX + about.name: editor_field(about=about, normal=normal[about.name])
            for about in rules_in(preset=preset)
        }

    def amounts(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the house rules that are amounts, counts or words."""
        return (field for field in self._rule_fields() if field.widget_type != "checkbox")

    def switches(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the house rules that are on or off."""
        return (field for field in self._rule_fields() if field.widget_type == "checkbox")

    def _rule_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if name.startswith(PREFIX))

    def rules(self) -> dict[str, object]:
        """Return the preset with the values that are valid on the form so far."""
        return self._with_preset(self.cleaned_data)

    def initial_rules(self) -> dict[str, object]:
        """Return the preset with the values the form was opened with."""
        values = {
            name: self.fields[name].clean(value)
            for name, value in self.initial.items()
            if name in self.fields
        }
        return self._with_preset(values)

    def _with_preset(self, values: Mapping[str, object]) -> dict[str, object]:
        own = {name.removeprefix(PREFIX): value for name, value in values.items() if name.startswith(PREFIX)}
        return {"preset": self.base.preset, **own}


class RuleSetFileForm(forms.Form):
    """A rule set from a file or pasted; where its name is taken, another name or `replace`."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste what it says"),
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
                raise UnreadableFileError((_("Choose a file or paste what it says."),))
            return text
        if (upload.size or 0) > LARGEST_BYTES:
            raise UnreadableFileError((_("This is too large for a rule set."),))
        try:
            return str(upload.read(), "utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadableFileError((_("This is no rule set: the file is no text."),)) from error


def values_of(*, rules: Data) -> dict[str, object]:
    """Return the initial values of the editor for complete rules."""
    complete = rules_data(rules=read_rules(value=rules))
    preset = str(complete["preset"])
    return {PREFIX + about.name: _initial(complete[about.name]) for about in rules_in(preset=preset)}


def values_of_saved(*, saved: SavedRules) -> Mapping[str, object]:
    """Return the initial values of the editor for a saved rule set."""
    return {
        **values_of(rules=saved.rules),
        "name": saved.name,
        "expected_revision": saved.revision,
    }


def _initial(value: object) -> object:
    return value if isinstance(value, bool) else text_of(value=value)
