"""House rules of a game as a table chooses them, and what they come to in money."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from scoring.forms.amounts import amount_words, factor_words
from scoring.forms.base import told
from scoring.forms.fields import AskedForm, Names
from scoring.games.base import AnyGame, Data, HouseRules, ImpossibleError
from scoring.games.fields import Choice, Field, FieldKind
from scoring.games.house_rules import idle_rules, profile_data, unit_of
from scoring.money import Currency, written_together
from scoring.queries.rule_sets import RuleSet, compared_presets, copied_rules, rules_known_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """An amount of the rules at some stakes; `written` is the same at stakes × 1, in words."""

    label: str
    written: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWorth:
    """A house rule that is an amount, as played and as in the rules chosen; None where those do not know it."""

    name: str
    cents: int | None
    chosen_cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What is played for; `each_pays` where opponents pay just what `worth` says, else its last is of a usual hand."""

    currency: Currency
    factor: int
    worth: tuple[Worth, ...]
    each_pays: bool
    rules: tuple[RuleWorth, ...]


def stakes_of(*, game: AnyGame, rules: HouseRules, chosen: HouseRules, currency: Currency, factor: int) -> Stakes:
    """Return what house rules come to; `chosen` are those they were made from, before anything was changed."""
    own, before = (_amounts(game, each, factor=factor) for each in (rules, chosen))
    usual = tuple((told(line.text), line.cents * factor) for line in game.typical(rules=rules))
    about = {each.name: each for each in game.house_rules if each.name in own}
    said = (*((_(about[name].label), own[name]) for name in game.stakes_shown if name in own), *usual)
    shown = (*own.values(), *before.values(), *(cents for _label, cents in usual))
    in_rules = written_together(currency=currency, amounts=tuple(cents // factor for cents in shown))
    return Stakes(
        currency=written_together(currency=currency, amounts=shown),
        factor=factor,
        worth=tuple(
            Worth(label=label, written=amount_words(cents=cents // factor, currency=in_rules), cents=cents)
            for label, cents in said
        ),
        each_pays=not usual,
        rules=tuple(
            RuleWorth(name=each.name, cents=own.get(each.name), chosen_cents=before.get(each.name))
            for each in game.house_rules
            if each.kind is FieldKind.AMOUNT
        ),
    )


def _amounts(game: AnyGame, rules: HouseRules, *, factor: int) -> dict[str, int]:
    data = profile_data(profile=rules)
    known = (each.name for each in rules_known_in(game=game, preset=rules.preset) if each.kind is FieldKind.AMOUNT)
    return {name: int(str(data[name])) * unit_of(rules=data) * factor for name in known}


RULE_PREFIX = "rule_"
_WORTH = ("preset", "currency", "stake_factor")  # what decides beside the house rules themselves what they come to
_IN_WORDS = (FieldKind.SWITCH, FieldKind.CHOICE)
_AS_PRESET = Choice(value="", label=gettext_noop("unchanged"))
_YES_OR_NO = (Choice(value="yes", label=gettext_noop("yes")), Choice(value="no", label=gettext_noop("no")))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """House rules of which one chapter of the rules speaks; `is_open` where one of them is changed or refused."""

    heading: str
    boxes: tuple[forms.BoundField, ...]

    @property
    def is_open(self) -> bool:
        return any(box.errors or box.value() not in (None, "") for box in self.boxes)


class HouseRulesForm(AskedForm):
    """A part of a form: a preset or a rule set, and a box for every house rule, empty where unchanged."""

    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect, required=False)

    def ask_rules(
        self,
        *,
        game: AnyGame,
        presets: tuple[str, ...] = (),
        rule_sets: Iterable[RuleSet] = (),
        beside: tuple[Field, ...] = (),
        players: Names | None = None,
        currency: Currency | None = None,
    ) -> None:
        """Ask for the rules of a game, from some of its presets or all; amounts in the currency, if known."""
        self.game, self.presets = game, presets or game.presets
        self.rule_sets = {str(each.saved.public_id): each for each in rule_sets}
        named, sets = _("%(name)s, revision %(revision)s"), self.rule_sets.items()
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [
            *((name, _(game.preset_labels[name])) for name in self.presets),
            *((value, named % {"name": each.saved.name, "revision": each.saved.revision}) for value, each in sets),
        ]
        preset.initial = self.presets[0]
        self.known = tuple(
            about for about in game.house_rules if any(about.is_known_in(preset=preset) for preset in self.presets)
        )
        self.ask(asked=(*beside, *(rule_box(about) for about in self.known)), players=players or {})
        digits = currency.minor_digits if currency else 2
        normal = {name: profile_data(profile=game.read_rules(value=name, minor_digits=digits)) for name in self.presets}
        for about in self.known:
            field = self.fields[RULE_PREFIX + about.name]
            field.help_text = _help(about, game, normal, currency)
            if about.kind is FieldKind.AMOUNT and currency and currency.minor_digits:
                words = self._whole_words(about, normal, currency)
                field.error_messages |= dict.fromkeys(("invalid", "min_value", "max_value"), words)
            if isinstance(field, forms.ChoiceField):
                field.widget = forms.Select()
                field.choices = [(each.value, _(each.label)) for each in rule_box(about).choices]

    def _whole_words(self, about: Field, normal: Mapping[str, Data], currency: Currency) -> str:
        """Return what an amount is written as, with what one of the currency is by the rules chosen."""
        unit = unit_of(rules=normal[self._chosen_preset(self["preset"].value())])
        one = max(unit, 10**currency.minor_digits)
        said = {
            "least": factor_words(about.minimum),
            "most": factor_words(about.maximum),
            "example": factor_words(one // unit),
            "amount": amount_words(cents=one, currency=currency),
        }
        return _("Write a whole number from %(least)s to %(most)s; %(example)s is %(amount)s before the stakes.") % said

    def _chosen_preset(self, chosen: object) -> str:
        """Return the preset that was chosen or that the chosen rule set was made from, else the first."""
        preset = self.rule_sets[str(chosen)].preset if chosen in self.rule_sets else chosen
        return str(preset) if preset in self.presets else self.presets[0]

    @property
    def amount_boxes(self) -> tuple[forms.BoundField, ...]:
        return tuple(self[RULE_PREFIX + about.name] for about in self.known if about.kind is FieldKind.AMOUNT)

    @property
    def chosen_rules(self) -> str:
        chosen = self["preset"].value() or self.presets[0]
        return next((str(each.choice_label) for each in self["preset"] if each.data["value"] == chosen), "")

    @property
    def changes_told(self) -> str:
        """Return the house rules that differ from the preset, by name, without those that are refused."""
        boxes = {about.name: self[RULE_PREFIX + about.name] for about in self.known}
        changed = {name: box.value() for name, box in boxes.items() if not box.errors and box.value() not in (None, "")}
        stakes = self.stakes() if changed else None
        for each in stakes.rules if stakes else ():
            if stakes and each.name in changed and each.cents is not None:
                changed[each.name] = amount_words(cents=each.cents, currency=stakes.currency)
        return ", ".join(self.change_words(name, value) for name, value in changed.items())

    def change_words(self, name: str, value: object) -> str:
        about = next(about for about in self.known if about.name == name)
        if about.kind in _IN_WORDS:
            return f"{_(about.label)}: {value_words(about=about, value=rule_value(value))}"
        return f"{_(about.label)} {value}"

    @property
    def has_refused_rules(self) -> bool:
        """Tell whether something is wrong with the house rules or with what they are played for."""
        return any(name in _WORTH or name.startswith(RULE_PREFIX) for name in self.errors)

    def preset_lines(self) -> Iterator[tuple[object, str]]:
        """Yield every choice of rules as its button, and what it says in one line."""
        lines = [preset_line(game=self.game, preset=name) for name in self.presets]
        for each in self.rule_sets.values():
            named = _("As %(preset)s") % {"preset": _(each.game.preset_labels[each.preset])}
            lines.append(" · ".join((named, *(_said(rule.about, rule.own) for rule in each.differences))))
        yield from zip(self["preset"], lines, strict=True)

    def rule_groups(self, *, headings: Mapping[str, str]) -> tuple[RuleGroup, ...]:
        """Return the boxes by the headings that rules stand under, in their order; first those of no chapter."""
        order = {rule: place for place, rule in enumerate(headings, start=1)}
        known = sorted(self.known, key=lambda about: order.get(about.rule, 0))
        return tuple(
            RuleGroup(heading=heading, boxes=tuple(self[RULE_PREFIX + about.name] for about in group))
            for heading, group in groupby(known, key=lambda about: headings.get(about.rule, ""))
        )

    def beside(self) -> Data:
        return {name: value for name, value in self.entered().items() if not name.startswith(RULE_PREFIX)}

    def house_rules(self, *, minor_digits: int = 2, unchanged: bool = False) -> HouseRules:
        """Return the valid rules of the form so far in a currency, `unchanged` as chosen. Raises ImpossibleError."""
        chosen = self.cleaned_data.get("preset") or self.presets[0]
        changes = {} if unchanged else self.changes(self.cleaned_data)
        if each := self.rule_sets.get(chosen):
            return copied_rules(saved=each.saved, changes=changes, minor_digits=minor_digits)
        rules: HouseRules = self.game.read_rules(value={"preset": chosen, **changes}, minor_digits=minor_digits)
        return rules

    def changes(self, values: Data) -> dict[str, object]:
        given = {name: value for name, value in values.items() if value not in (None, "")}
        return {
            name.removeprefix(RULE_PREFIX): rule_value(given[name]) for name in given if name.startswith(RULE_PREFIX)
        }

    @abstractmethod
    def played_for(self) -> tuple[Currency, int] | None:
        """Return the currency and the stakes for which amounts are shown, None where the form does not say."""

    def stakes(self) -> Stakes | None:
        """Return what the house rules come to with the form as it stands, None where it does not say."""
        if not self.is_bound or self.errors is None:
            self.cleaned_data = {}
            for name in (each for each in self.fields if each in _WORTH or each.startswith(RULE_PREFIX)):
                with suppress(forms.ValidationError):  # an imported night may hold more than the form takes
                    self.cleaned_data[name] = self.fields[name].clean(self[name].value())
        if (played_for := self.played_for()) is None:
            return None
        currency, factor = played_for
        digits = currency.minor_digits
        try:
            rules, chosen = (self.house_rules(minor_digits=digits, unchanged=each) for each in (False, True))
        except ImpossibleError:
            return None
        return stakes_of(game=self.game, rules=rules, chosen=chosen, currency=currency, factor=factor)

    def refuse_idle_rules(self) -> None:
        """Refuse a changed house rule that the chosen way of paying does not know."""
        preset = self._chosen_preset(self.cleaned_data.get("preset"))
        for problem in idle_rules(game=self.game, value={"preset": preset, **self.changes(self.cleaned_data)}):
            self.add_error(RULE_PREFIX + problem.field, forms.ValidationError(told(problem.text), code=problem.code))


def rule_box(field: Field) -> Field:
    """Return a house rule as a box that is left empty where nothing is changed."""
    box = replace(field, name=RULE_PREFIX + field.name, is_required=False, normal=None, folded_under="")
    if field.kind is FieldKind.SWITCH:
        return replace(box, kind=FieldKind.CHOICE, choices=(_AS_PRESET, *_YES_OR_NO))
    if field.kind is FieldKind.CHOICE:
        return replace(box, choices=(_AS_PRESET, *field.choices))
    return box


def rule_value(value: object) -> object:
    """Return what stands in the box of a house rule as the game reads it."""
    return {"yes": True, "no": False}.get(str(value), value)


def rule_values(*, changes: Data) -> dict[str, Any]:
    return {
        RULE_PREFIX + name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        for name, value in changes.items()
    }


def value_words(*, about: Field, value: object) -> str:
    """Return the value of a house rule as a person reads it.

    >>> value_words(about=Field(name="secret", label="Secret", kind=FieldKind.AMOUNT), value=50)
    '50'
    """
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return next((_(each.label) for each in about.choices if each.value == value), str(value))


def unpriced_words(*, about: Field, value: object, unit: int, currency: Currency | None = None) -> str:
    """Return the value of a house rule before any stakes; an amount says what it comes to.

    >>> unpriced_words(about=Field(name="secret", label="Secret", kind=FieldKind.AMOUNT), value=50, unit=1)
    '50 cents'
    >>> unpriced_words(about=Field(name="limit", label="Limit", kind=FieldKind.AMOUNT), value=1000, unit=100)
    '1,000 whole units'
    """
    if about.kind is not FieldKind.AMOUNT:
        return value_words(about=about, value=value)
    amount = int(str(value)) * unit
    if currency:
        return amount_words(cents=amount, currency=written_together(currency=currency, amounts=(amount,)))
    if unit % 100:
        return ngettext("%(amount)s cent", "%(amount)s cents", amount) % {"amount": factor_words(amount)}
    amount //= 100
    return ngettext("%(amount)s whole unit", "%(amount)s whole units", amount) % {"amount": factor_words(amount)}


def preset_line(*, game: AnyGame, preset: str) -> str:
    """Return in one line where a preset comes from and what sets it apart; a switch that is off says nothing."""
    own, first = (profile_data(profile=game.read_rules(value=name)) for name in (preset, game.presets[0]))
    table = next(each for each in compared_presets(game=game) if preset in each.presets)
    beside = table.presets[0]
    if len(table.presets) == 1:  # it knows other rules than the first: compare only words and switches
        known = rules_known_in(game=game, preset=preset)
        apart = [about for about in known if about.kind in _IN_WORDS and own[about.name] != first[about.name]]
    elif preset != beside and all(rule.values[preset] == rule.values[beside] for rule in table.rules):
        same = _("The same amounts as %(preset)s") % {"preset": _(game.preset_labels[beside])}
        return " · ".join((_(str(own["source"])), same))
    else:
        differing = (rule.about for rule in table.rules if not rule.is_same_everywhere)
        apart = [about for about in differing if own[about.name] is not False]
    return " · ".join((_(str(own["source"])), *(_said(about, own[about.name]) for about in apart)))


def _said(about: Field, value: object) -> str:
    label = _(about.label)
    return label if value is True else f"{label}: {value_words(about=about, value=value)}"


def _help(about: Field, game: AnyGame, normal: dict[str, dict[str, object]], currency: Currency | None) -> str:
    values, is_money = {}, about.kind is FieldKind.AMOUNT and currency is not None and currency.minor_digits
    for name, data in normal.items():
        if about.is_known_in(preset=name):
            value = data[about.name]
            said = unpriced_words(about=about, value=value, unit=unit_of(rules=data), currency=currency)
            values[name] = f"{value} = {said}" if is_money else said
    words = set(values.values())
    if about.kind is FieldKind.AMOUNT and not any(normal[name][about.name] for name in values):
        words = {"0"}  # of whatever unit
    if len(words) == 1:
        return _("Preset: %(value)s (%(rule)s)") % {"value": words.pop(), "rule": about.rule}
    each = ", ".join(f"{_(game.preset_labels[name])} {value}" for name, value in values.items())
    return f"{each} ({about.rule})"
