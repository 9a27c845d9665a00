"""Rule sets and their files; house rules that begin with what a table agreed on before."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import number_words
from scoring.forms.base import KeyedForm, file_fields, told, told_lazy, unseen, uploaded, words
from scoring.forms.house_rules import RULE_PREFIX, HouseRulesForm, rule_values
from scoring.games import GAMES
from scoring.games.base import AnyGame, Data, ImpossibleError
from scoring.models import SavedRules, Session
from scoring.models.clubs import LONGEST_RULES_NAME
from scoring.money import Currency
from scoring.operations.table.nights import HIGHEST_STAKES, WantedTerms
from scoring.queries.rule_sets import RuleSet, differences, rule_sets, saved_as
from scoring.texts import say
from scoring.texts.strict_json import read_json

LARGEST_BYTES = 20_000
_TOO_LARGE = told_lazy(say("file.too_large", kilobytes=LARGEST_BYTES // 1000))
_LIMITS: dict[str, Any] = {"most": LARGEST_BYTES, "too_large": _TOO_LARGE}
_NO_RULE_SET = gettext_lazy("This is not a rule set from Cuajo. Choose the file again or paste its whole text.")
HIGHEST_REVISION = 100_000  # in a file: far below the highest there is, so that what was imported can be changed
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


class UnreadableFileError(ValidationError):
    """The file is no rule set; it says all that is wrong at once."""


def written(*, saved: SavedRules) -> str:
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
    if len(text.encode(errors="replace")) > LARGEST_BYTES:
        raise UnreadableFileError(_TOO_LARGE, code="too_large")
    try:
        content = read_json(text, pairs=_once)
    except (RecursionError, ValueError) as error:
        raise UnreadableFileError(_NO_RULE_SET, code="no_rule_set") from error
    if not isinstance(content, dict) or "cuajo_rule_set" not in content:
        raise UnreadableFileError(_NO_RULE_SET, code="no_rule_set")
    if problems := list(_problems(content)):
        raise UnreadableFileError(problems)
    return RuleSetFile(**{each.name: content[each.name] for each in fields(RuleSetFile)})


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _value in pairs]
    twice = dict.fromkeys(name for name in names if names.count(name) > 1)
    if twice:
        raise UnreadableFileError([_problem("twice", _("%(name)s is given twice."), name[:40]) for name in twice])
    return dict(pairs)


def _problem(code: str, message: str, name: str = "") -> ValidationError:
    return ValidationError(message, code=code, params={"name": name} if name else None)


def _problems(content: Mapping[str, Any]) -> Iterator[ValidationError]:
    for name in content:
        if name not in _KEYS:
            yield _problem("unknown_part", _("A rule set has no part called %(name)s."), name[:40])
    for name in _KEYS:
        if name not in content:
            yield _problem("missing_part", _("%(name)s is missing."), name)
    if content["cuajo_rule_set"] != FORMAT:
        yield _problem("newer_format", _("A newer version wrote this file. Update Cuajo, then import it."))
    if not isinstance(content.get("name", ""), str):
        yield _problem("wrong_name", _("The name must be a text."))
    revision = content.get("revision", 1)
    if not isinstance(revision, int) or isinstance(revision, bool) or not 1 <= revision <= HIGHEST_REVISION:
        message = _("The revision must be a whole number from 1 to %(highest)s.")
        yield _problem("wrong_revision", message % {"highest": number_words(HIGHEST_REVISION)})
    yield from _rule_problems(content)


def _rule_problems(content: Mapping[str, Any]) -> Iterator[ValidationError]:
    game = next((game for game in GAMES if game.id == content.get("game")), None)
    rules = content.get("rules")
    if game is None:
        if "game" in content:
            yield _problem("unknown_game", _("The file is for a game that is not played here."))
    elif not isinstance(rules, dict) or "preset" not in rules:
        if "rules" in content:
            yield _problem("no_preset", _("The rules must name their preset."))
    else:
        for name in _NOT_COPIED:
            if name in rules:
                yield _problem("unknown_part", _("The rules have no part called %(name)s."), name)
        try:
            game.read_rules(value={name: value for name, value in rules.items() if name not in _NOT_COPIED})
        except ImpossibleError as error:
            yield from (_problem(str(problem.code), told(problem.text)) for problem in error.problems)


class RuleSetForm(HouseRulesForm):
    """A name, and what is changed in the preset of the set, at its `expected_revision` (0 if new)."""

    expected_revision = forms.IntegerField(min_value=0, initial=0, widget=forms.HiddenInput)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_RULES_NAME,
        error_messages={"required": told_lazy(say("rule_set_name.missing"))},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(self, *args: Any, game: AnyGame, preset: str, at: tuple[Currency, int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.at = at
        self.ask_rules(game=game, presets=(preset,))
        del self.fields["preset"]

    def played_for(self) -> tuple[Currency, int]:
        return self.at

    def rules_data(self) -> Data:
        """Return the preset and its changes: what is valid on the form so far, or what it was opened with."""
        values = self.cleaned_data if self.is_bound and self.errors is not None else self.initial
        return {"preset": self.presets[0], **self.changes(values)}


class RuleSetFileForm(forms.Form):
    """A rule set from a file or pasted; where its name is taken, another name, or `replace` the one `replaced`."""

    file, text = file_fields(gettext_lazy("File"), accept=".json,application/json", **_LIMITS)
    name = forms.CharField(label=gettext_lazy("Other name"), max_length=LONGEST_RULES_NAME, required=False)
    replace = forms.BooleanField(required=False, widget=forms.HiddenInput)
    replaced = forms.CharField(required=False, widget=forms.HiddenInput)
    expected_revision = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    content: RuleSetFile | None = None

    def clean(self) -> dict[str, Any]:
        """Read the file, or else the text, and say everything that is wrong in it."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            if cleaned["file"] is None and not cleaned["text"].strip():
                raise ValidationError(_("Choose a file or paste its text."), code="nothing")
            sent = uploaded(cleaned["file"], **_LIMITS, code="no_rule_set", unread=_NO_RULE_SET)
            cleaned["text"] = sent or str(cleaned["text"])
            self.content = read_file(text=cleaned["text"])
        except ValidationError as error:
            self.add_error(None, error)
        return cleaned

    def wanted_name(self) -> str:
        """Return under which name this valid form keeps the set: that of the one it replaces, another, the file's."""
        assert self.content, "a valid form has read its file"
        chosen = self.cleaned_data["replaced" if self.cleaned_data["replace"] else "name"]
        return chosen or self.content.name


def values_of_saved(*, saved: RuleSet) -> Mapping[str, object]:
    return {
        **rule_values(changes={each.about.name: each.own for each in saved.differences}),
        "name": saved.saved.name,
        "expected_revision": saved.saved.revision,
    }


def stakes_field() -> forms.IntegerField:
    """Return the field of the factor by which amounts of the rules are multiplied."""
    message = told_lazy(say("terms.stakes", highest=HIGHEST_STAKES))
    return forms.IntegerField(
        label=gettext_lazy("Stakes ×"),
        min_value=1,
        max_value=HIGHEST_STAKES,
        initial=1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), message),
    )


class CarriedRulesForm(HouseRulesForm):
    """A preset with what is changed in it; another preset begins without the changes of the one before.

    A script does that. Without one the form is shown again, and says what was changed: `made_from` and `carried` hold
    the preset and the boxes as the page showed them.
    """

    made_from, carried = unseen(), unseen()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.reset_rules = ""
        changed = {name: str(value) for name, value in self.initial.items() if name.startswith(RULE_PREFIX)}
        self.initial["made_from"] = self.initial.get("preset", "")
        self.initial["carried"] = json.dumps(changed) if changed else ""

    def full_clean(self) -> None:
        """Empty boxes that were filled for another preset before anything is read."""
        before, preset = self.data.get("made_from", ""), self.data.get("preset") or self.presets[0]
        if self.is_bound and not self.reset_rules and before not in ("", preset):
            carried = _carried(self.data.get("carried", ""))
            stale = [name for name, value in carried.items() if name in self.fields and self.data.get(name) == value]
            changes = (self.change_words(name.removeprefix(RULE_PREFIX), carried[name]) for name in stale)
            self.reset_rules, data = ", ".join(changes), cast(QueryDict, self.data).copy()
            data.update(dict.fromkeys(stale, "") | {"made_from": preset, "carried": ""})
            self.data = data
        super().full_clean()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.reset_rules:
            message = _(
                "You chose other rules, so these changes do not count any more: %(changes)s. Make them again or go on."
            )
            said = message % {"changes": self.reset_rules}
            self.add_error("preset", forms.ValidationError(said, code="rules_reset"))
        return cleaned


def _carried(text: str) -> dict[str, str]:
    """Return the boxes that a page showed, none where somebody wrote something else."""
    try:
        read = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return {name: str(value) for name, value in read.items()} if isinstance(read, dict) else {}


class TermsForm(CarriedRulesForm, KeyedForm):
    """The stakes and every house rule, as they are in force until something else is said."""

    stake_factor = stakes_field()
    reason = words(gettext_lazy("Reason"), help_text=gettext_lazy("Such as: the last round counts double."))

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, session=session, **options)
        self.session, game = session, session.played
        self.ask_rules(game=game, rule_sets=rule_sets(club=session.club, game=game), currency=session.money)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.refuse_idle_rules()
        return cleaned

    def played_for(self) -> tuple[Currency, int] | None:
        factor = self.cleaned_data.get("stake_factor")
        return (self.session.money, factor) if factor else None

    def wanted(self) -> WantedTerms:
        """Return what the valid form says; raises ImpossibleError."""
        rules = self.house_rules(minor_digits=self.session.money.minor_digits)
        is_same = rules == self.session.house_rules
        return WantedTerms(stakes=self.cleaned_data["stake_factor"], rules=None if is_same else rules)


def terms_in_force(*, session: Session) -> dict[str, object]:
    """Return the rules and stakes of a night as initial values; of a rule set changed since, its values of then."""
    saved = saved_as(club=session.club, rules=session.house_rules, minor_digits=session.money.minor_digits)
    if saved:
        return {"preset": str(saved.public_id), "stake_factor": session.stakes}
    changes = {each.about.name: each.own for each in differences(session=session)}
    return {"preset": session.house_rules.preset, **rule_values(changes=changes), "stake_factor": session.stakes}
