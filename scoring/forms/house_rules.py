"""House rules as fields of a form and as words, generated from what each rule says of itself."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.games.asking import Field
from scoring.games.cuajo import PRESETS, HouseRule, HouseRules, RuleKind
from scoring.games.cuajo.rules import DealtWin, PorbisAdds, Scheme
from scoring.queries.rule_sets import RuleSet
from scoring.queries.terms import ComparedRule, compared_rules, differences_of, presets_of

PREFIX = "rule_"
PRESET_NAMES: Mapping[str, str | Promise] = {
    "pagat": gettext_lazy("Pagat"),
    "family": gettext_lazy("Family"),
    "gamerules": gettext_lazy("Gamerules"),
    "pricelist": gettext_lazy("Price list"),
}

_WORDS: Mapping[StrEnum, str | Promise] = {
    PorbisAdds.NOTHING: gettext_lazy("nothing"),
    PorbisAdds.KINGS: gettext_lazy("the kings"),
    PorbisAdds.ALL: gettext_lazy("the base and the kings"),
    DealtWin.NONE: gettext_lazy("does not win"),
    DealtWin.AS_SELF_DRAWN: gettext_lazy("wins as if drawn"),
}


def value_words(*, about: HouseRule | Field, value: object) -> str:
    """Return the value of a house rule as a person reads it.

    >>> value_words(about=HouseRule(rule="C17", label="Secret", kind=RuleKind.MONEY), value=50)
    '50'
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(about, Field):
        return next((_(each.label) for each in about.choices if each.value == value), str(value))
    return str(_WORDS[about.choices(str(value))]) if about.choices else str(value)


def preset_line(*, preset: str) -> str:
    """Return in one line what presets differ in, as one preset has it; a switch that is off says nothing."""
    scheme = PRESETS[preset].scheme
    if scheme is Scheme.PRICELIST:
        return _price_line(PRESETS[preset])
    position = presets_of(scheme=scheme).index(preset)
    compared = compared_rules(scheme=scheme)
    if all(rule.values[position] == rule.values[0] for rule in compared) and position:
        return _("The same amounts as Pagat")
    said = [
        _said(rule.about, rule.values[position])
        for rule in compared
        if not rule.is_same_everywhere and rule.values[position] is not False
    ]
    return " · ".join(said)


def _price_line(rules: HouseRules) -> str:
    starts = {
        "plain": rules.start_plain,
        "special": rules.start_special,
        "most": rules.start_four_kings,
    }
    return (
        _(
            "Two to six players, everybody alone · Wins start at %(plain)s, %(special)s or %(most)s · "
            "Kings can win"
        )
        % starts
    )


def set_line(*, rule_set: RuleSet) -> str:
    """Return in one line what a rule set changes in its preset."""
    named = _("As %(preset)s") % {"preset": PRESET_NAMES.get(rule_set.preset, rule_set.preset)}
    changed = [_said(each.about, each.own) for each in rule_set.differences]
    return " · ".join((named, *changed))


def _said(about: HouseRule | Field, value: object) -> str:
    label = _(about.label)
    return label if value is True else f"{label}: {value_words(about=about, value=value)}"


def rule_field(*, rule: ComparedRule) -> forms.Field:
    """Return the field that changes one house rule; left empty, the rule stays as the preset has it."""
    about = rule.about
    common: dict[str, Any] = {"label": _(about.label), "required": False, "help_text": _help(rule)}
    if about.kind in (RuleKind.MONEY, RuleKind.NUMBER):
        return forms.IntegerField(min_value=about.minimum, max_value=about.maximum, **common)
    values = (True, False) if about.choices is None else tuple(choice.value for choice in about.choices)
    named = [(text_of(value=value), value_words(about=about, value=value)) for value in values]
    return forms.TypedChoiceField(
        choices=[("", _("as the preset")), *named], coerce=_value, empty_value=None, **common
    )


def editor_field(*, about: HouseRule, normal: object) -> forms.Field:
    """Return the field that holds the value of one house rule; `normal` is what the preset says."""
    words = value_words(about=about, value=normal)
    common: dict[str, Any] = {
        "label": _(about.label),
        "help_text": _("Preset: %(value)s (%(rule)s)") % {"value": words, "rule": about.rule},
    }
    if about.kind in (RuleKind.MONEY, RuleKind.NUMBER):
        return forms.IntegerField(min_value=about.minimum, max_value=about.maximum, **common)
    if about.choices is None:
        return forms.BooleanField(required=False, **common)
    named = [(choice.value, value_words(about=about, value=choice.value)) for choice in about.choices]
    return forms.ChoiceField(choices=named, **common)


def changed_values(*, rules: Mapping[str, object]) -> dict[str, object]:
    """Return the initial values of the fields for rules that differ from their preset."""
    return {
        PREFIX + changed.about.name: text_of(value=changed.own) for changed in differences_of(rules=rules)
    }


def _help(rule: ComparedRule) -> str:
    words = [value_words(about=rule.about, value=value) for value in rule.values]
    if rule.is_same_everywhere:
        return _("Preset: %(value)s (%(rule)s)") % {"value": words[0], "rule": rule.about.rule}
    each = ", ".join(f"{name} {word}" for name, word in zip(rule.presets, words, strict=True))
    return f"{each} ({rule.about.rule})"


def text_of(*, value: object) -> str:
    """Return the value of a house rule as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> object:
    return {"true": True, "false": False}.get(text, text)
