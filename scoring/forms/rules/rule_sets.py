"""Edit a rule set, and bring one in from a small file, with everything said that is wrong in it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import number_words
from scoring.forms.base import told, told_lazy
from scoring.forms.rules.house_rules import HouseRulesForm, rule_values
from scoring.games import GAMES
from scoring.games.base import AnyGame, Data, ImpossibleError
from scoring.models import SavedRules
from scoring.models.rules import LONGEST_NAME
from scoring.money import Currency
from scoring.queries.rules.rule_sets import RuleSet
from scoring.texts import say
from scoring.texts.strict_json import read_json

LARGEST_BYTES = 20_000
_TOO_LARGE = told_lazy(say("file.too_large", kilobytes=LARGEST_BYTES // 1000))
_NO_RULE_SET = gettext_lazy("This is not a rule set from Cuajo. Choose the file again or paste its whole text.")
HIGHEST_REVISION = 100_000
"""In a file: far below what a revision may come to, so that what was imported can be changed for ever."""
FORMAT = 1
_KEYS = ("cuajo_rule_set", "game", "name", "revision", "rules")
_NOT_COPIED = ("revision", "source")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetFile:
    """What a file holds: `rules` name a preset and a value for every house rule the file knows."""

    game: str
    name: str
    revision: int
    rules: Data


class UnreadableFileError(ValueError):
    """The file is no rule set; `problems` are sentences with a code each, all at once."""

    def __init__(self, *problems: ValidationError) -> None:
        super().__init__(" ".join(message for problem in problems for message in problem.messages))
        self.problems = problems


def written(*, saved: SavedRules) -> str:
    """Return a rule set as the text of its file."""
    content = {
        "cuajo_rule_set": FORMAT,
        "game": saved.game,
        "name": saved.name,
        "revision": saved.revision,
        "rules": {name: value for name, value in saved.rules.items() if name not in _NOT_COPIED},
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def read_file(*, text: str) -> RuleSetFile:
    """Read the text of a file that `written` made; raises UnreadableFileError."""
    content = _content(text)
    problems = (*_key_problems(content), *_value_problems(content))
    if problems:
        raise UnreadableFileError(*problems)
    return RuleSetFile(
        game=str(content["game"]),
        name=str(content["name"]),
        revision=int(str(content["revision"])),
        rules=_mapping(content["rules"]),
    )


def _content(text: str) -> Mapping[str, object]:
    if len(text.encode(errors="replace")) > LARGEST_BYTES:
        raise UnreadableFileError(ValidationError(_TOO_LARGE, code="too_large"))
    try:
        content = read_json(text, pairs=_once)
    except UnreadableFileError:
        raise
    except (RecursionError, ValueError) as error:
        raise UnreadableFileError(ValidationError(_NO_RULE_SET, code="no_rule_set")) from error
    if not isinstance(content, dict) or "cuajo_rule_set" not in content:
        raise UnreadableFileError(ValidationError(_NO_RULE_SET, code="no_rule_set"))
    return content


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _value in pairs]
    twice = tuple(dict.fromkeys(name for name in names if names.count(name) > 1))
    if twice:
        message = _("%(name)s is given twice.")
        raise UnreadableFileError(*(ValidationError(message % {"name": name[:40]}, code="twice") for name in twice))
    return dict(pairs)


def _key_problems(content: Mapping[str, object]) -> Iterator[ValidationError]:
    for name in content:
        if name not in _KEYS:
            message = _("A rule set has no part called %(name)s.") % {"name": name[:40]}
            yield ValidationError(message, code="unknown_part")
    for name in _KEYS:
        if name not in content:
            yield ValidationError(_("%(name)s is missing.") % {"name": name}, code="missing_part")


def _value_problems(content: Mapping[str, object]) -> Iterator[ValidationError]:
    if content["cuajo_rule_set"] != FORMAT:
        message = _("A newer version wrote this file. Update Cuajo, then import it.")
        yield ValidationError(message, code="newer_format")
    if "name" in content and not isinstance(content["name"], str):
        yield ValidationError(_("The name must be a text."), code="wrong_name")
    if "revision" in content and not _is_revision(content["revision"]):
        message = _("The revision must be a whole number from 1 to %(highest)s.")
        yield ValidationError(message % {"highest": number_words(HIGHEST_REVISION)}, code="wrong_revision")
    yield from _rule_problems(content)


def _is_revision(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= HIGHEST_REVISION


def _rule_problems(content: Mapping[str, object]) -> Iterator[ValidationError]:
    game = next((game for game in GAMES if game.id == content.get("game")), None)
    if game is None:
        if "game" in content:
            yield ValidationError(_("The file is for a game that is not played here."), code="unknown_game")
        return
    rules = content.get("rules")
    if not isinstance(rules, dict) or "preset" not in rules:
        if "rules" in content:
            yield ValidationError(_("The rules must name their preset."), code="no_preset")
        return
    for name in _NOT_COPIED:
        if name in rules:
            message = _("The rules have no part called %(name)s.") % {"name": name}
            yield ValidationError(message, code="unknown_part")
    try:
        game.read_rules(value={name: rules[name] for name in rules if name not in _NOT_COPIED})
    except ImpossibleError as error:
        yield from (ValidationError(told(problem.text), code=problem.code) for problem in error.problems)


def _mapping(value: object) -> Data:
    return value if isinstance(value, dict) else {}


class RuleSetForm(HouseRulesForm):
    """A name, and what is changed in the preset the set is made from.

    Amounts come to what they do `at` some stakes; `expected_revision` is the revision the form was made for, 0 if new.
    """

    expected_revision = forms.IntegerField(min_value=0, initial=0, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        error_messages={"required": told_lazy(say("rule_set_name.missing"))},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, game: AnyGame, preset: str, at: tuple[Currency, int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.at = at
        self.ask_rules(game=game, presets=(preset,))
        del self.fields["preset"]

    def played_for(self) -> tuple[Currency, int]:
        """Return the currency and the stakes that the page names."""
        return self.at

    def rules_data(self) -> Data:
        """Return the preset and its changes: what is valid on the form so far, or what it was opened with."""
        values = self.cleaned_data if self.is_bound and self.errors is not None else self.initial
        return {"preset": self.presets[0], **self.changes(values)}


class RuleSetFileForm(forms.Form):
    """A rule set from a file or pasted; where its name is taken, another name or `replace`.

    `replaced` is the name of the set that the page showed, at the expected revision.
    """

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        help_text=told_lazy(say("file.largest", kilobytes=LARGEST_BYTES // 1000)),
    )
    text = forms.CharField(
        label=gettext_lazy("Or paste its text"),
        required=False,
        max_length=LARGEST_BYTES,
        error_messages={"max_length": _TOO_LARGE},
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    name = forms.CharField(label=gettext_lazy("Other name"), max_length=LONGEST_NAME, required=False)
    replace = forms.BooleanField(required=False, widget=forms.HiddenInput)
    replaced = forms.CharField(required=False, widget=forms.HiddenInput)
    expected_revision = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
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

    def wanted_name(self) -> str:
        """Return under which name this valid form keeps the set: that of the one it replaces, another, the file's."""
        assert self.content is not None, "a valid form has read its file"
        chosen = self.cleaned_data["replaced" if self.cleaned_data["replace"] else "name"]
        return chosen or self.content.name

    def _text(self) -> str:
        """Return what was sent; an uploaded file comes before what was pasted."""
        upload: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if upload is None:
            text: str = self.cleaned_data["text"]
            if not text.strip():
                raise UnreadableFileError(ValidationError(_("Choose a file or paste its text."), code="nothing"))
            return text
        if (upload.size or 0) > LARGEST_BYTES:
            raise UnreadableFileError(ValidationError(_TOO_LARGE, code="too_large"))
        try:
            return str(upload.read(), "utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadableFileError(ValidationError(_NO_RULE_SET, code="no_rule_set")) from error


def values_of_saved(*, saved: RuleSet) -> Mapping[str, object]:
    """Return the initial values of the editor for a saved rule set."""
    return {
        **rule_values(changes={each.about.name: each.own for each in saved.differences}),
        "name": saved.saved.name,
        "expected_revision": saved.saved.revision,
    }
