"""Forms of rule sets and their files."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import number_words
from scoring.forms.base import HIGHEST_ENTRY_NUMBER, file_fields, one_line, told, told_lazy, uploaded
from scoring.forms.house_rules import HouseRulesForm, rule_values
from scoring.games import GAMES
from scoring.games.base import AnyGame, Data, ImpossibleError
from scoring.models import LONGEST_RULES_NAME, SavedRules
from scoring.money import Currency
from scoring.queries.rule_sets import RuleSet
from scoring.texts import say
from scoring.texts.strict_json import read_json

LARGEST_BYTES = 20_000
_TOO_LARGE = told_lazy(say("file.too_large", kilobytes=LARGEST_BYTES // 1000))
_LIMITS: dict[str, Any] = {"most": LARGEST_BYTES, "too_large": _TOO_LARGE}
_NO_RULE_SET = gettext_lazy("This is not a rule set from Cuajo. Choose another file.")
HIGHEST_REVISION = 100_000  # in a file, far below the highest stored one, so that an imported set can still change
FORMAT = 1
_KEYS = ("cuajo_rule_set", "game", "name", "revision", "rules")
_NOT_COPIED = ("revision", "source")


class UnreadableFileError(ValidationError):
    """A file without a rule set, with all problems."""


def written(*, saved: SavedRules) -> str:
    content = {
        "cuajo_rule_set": FORMAT,
        "game": saved.game,
        "name": saved.name,
        "revision": saved.revision,
        "rules": {name: value for name, value in saved.rules.items() if name not in _NOT_COPIED},
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def read_file(*, text: str) -> dict[str, Any]:
    """Read a rule set file. Raises UnreadableFileError."""
    # The form counts letters, so measure the bytes of a pasted text before parsing.
    if len(text.encode(errors="replace")) > LARGEST_BYTES:
        raise UnreadableFileError(_TOO_LARGE, code="too_large")
    try:
        content = read_json(text, pairs=_once)
    except ValueError as error:
        raise UnreadableFileError(_NO_RULE_SET, code="no_rule_set") from error
    if not isinstance(content, dict) or "cuajo_rule_set" not in content:
        raise UnreadableFileError(_NO_RULE_SET, code="no_rule_set")
    if problems := list(_problems(content)):
        raise UnreadableFileError(problems)
    return {name: content[name] for name in ("game", "name", "revision", "rules")}


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _value in pairs]
    # JSON allows a name twice and keeps the last. That would hide a typing error.
    twice = dict.fromkeys(name for name in names if names.count(name) > 1)
    if twice:
        raise UnreadableFileError([_problem("twice", _("%(name)s is given twice."), name[:40]) for name in twice])
    return dict(pairs)


def _problem(code: str, message: str, name: str = "") -> ValidationError:
    return ValidationError(message, code=code, params={"name": name} if name else None)


def _problems(content: Mapping[str, Any]) -> Iterator[ValidationError]:
    yield from (_problem("unknown_part", _("%(name)s is unknown."), name[:40]) for name in content if name not in _KEYS)
    yield from (_problem("missing_part", _("%(name)s is missing."), name) for name in _KEYS if name not in content)
    if content["cuajo_rule_set"] != FORMAT:
        yield _problem("newer_format", _("Update Cuajo to read this file."))
    if not isinstance(content.get("name", ""), str):
        yield _problem("wrong_name", _("The name must be a text."))
    revision = content.get("revision", 1)
    if not isinstance(revision, int) or isinstance(revision, bool) or not 1 <= revision <= HIGHEST_REVISION:
        message = _("The revision must be a whole number from 1 to %(highest)s.")
        yield _problem("wrong_revision", message % {"highest": number_words(HIGHEST_REVISION)})
    game = next((game for game in GAMES if game.id == content.get("game")), None)
    rules = content.get("rules")
    if game is None:
        if "game" in content:
            yield _problem("unknown_game", _("Cuajo does not know this game."))
    elif not isinstance(rules, dict) or "preset" not in rules:
        if "rules" in content:
            yield _problem("no_preset", _("%(name)s is missing."), "preset")
    else:
        yield from (_problem("unknown_part", _("%(name)s is unknown."), name) for name in _NOT_COPIED if name in rules)
        try:
            game.read_rules(value={name: value for name, value in rules.items() if name not in _NOT_COPIED})
        except ImpossibleError as error:
            yield from (_problem(str(problem.code), told(problem.text)) for problem in error.problems)


class RuleSetForm(HouseRulesForm):
    expected_revision = forms.IntegerField(min_value=0, initial=0, widget=forms.HiddenInput)
    name = one_line(
        gettext_lazy("Name"),
        most=LONGEST_RULES_NAME,
        lacking=told_lazy(say("rule_set_name.missing")),
        **{"autocomplete": "off", "autocapitalize": "words"},
    )

    def __init__(self, *args: Any, game: AnyGame, preset: str, at: tuple[Currency, int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.money, self.at_stakes = at
        self.ask_rules(game=game, presets=(preset,))
        del self.fields["preset"]

    def factor(self) -> int:
        return self.at_stakes

    def rules_data(self) -> Data:
        values = self.cleaned_data if self.is_bound and self.errors is not None else self.initial
        return {"preset": self.presets[0], **self.changes(values)}


class RemovedForm(forms.Form):
    expected_revision = forms.IntegerField(required=False, min_value=0, max_value=HIGHEST_ENTRY_NUMBER)


class RuleSetFileForm(forms.Form):
    file, text = file_fields(gettext_lazy("File"), accept=".json,application/json", **_LIMITS)
    name = one_line(gettext_lazy("Other name"), most=LONGEST_RULES_NAME)
    replace = forms.BooleanField(required=False, widget=forms.HiddenInput)
    replaced = forms.CharField(required=False, widget=forms.HiddenInput)
    expected_revision = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    content: dict[str, Any] | None = None

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if self.errors:
            return
        try:
            if cleaned["file"] is None and not cleaned["text"].strip():
                raise ValidationError(_("Choose a file or paste its text."), code="nothing")
            sent = uploaded(cleaned["file"], **_LIMITS, code="no_rule_set", unread=_NO_RULE_SET)
            cleaned["text"] = sent or str(cleaned["text"])
            self.content = read_file(text=cleaned["text"])
        except ValidationError as error:
            self.add_error(None, error)

    def chosen_name(self) -> str:
        assert self.content, "a valid form has read its file"
        chosen = self.cleaned_data["replaced" if self.cleaned_data["replace"] else "name"]
        return chosen or str(self.content["name"])


def values_of_saved(*, saved: RuleSet) -> Mapping[str, object]:
    return {
        **rule_values(changes={each.about.name: each.own for each in saved.differences}),
        "name": saved.saved.name,
        "expected_revision": saved.saved.revision,
    }
