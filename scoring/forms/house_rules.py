"""House rules of a table, and their amounts."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any, cast

from django import forms
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from scoring.forms.amounts import amount_words, factor_words
from scoring.forms.base import offer, told
from scoring.forms.fields import GameForm
from scoring.frozen import Frozen
from scoring.games.base import AnyGame, Data, HouseRules, ImpossibleError
from scoring.games.fields import Choice, Field, FieldKind
from scoring.games.house_rules import amounts_of, idle_rules, profile_data, unit_of
from scoring.money import Currency, written_together
from scoring.queries.rule_sets import RuleSet, compared_presets, copied_rules, rules_known_in


class RuleWorth(Frozen):
    """An amount of a house rule, as played and as chosen."""

    name: str
    cents: int | None
    chosen_cents: int | None


class Stakes(Frozen):
    """The price, usual amounts, and all amounts of the rules."""

    currency: Currency
    worth: tuple[tuple[str, int], ...]
    rules: tuple[RuleWorth, ...]


RULE_PREFIX = "rule_"
_WORTH = ("preset", "currency", "price", "price_other")  # fields that change the amounts of the house rules
_IN_WORDS = (FieldKind.SWITCH, FieldKind.CHOICE)
_AS_PRESET = Choice(value="", label=gettext_noop("unchanged"))
_YES_OR_NO = (Choice(value="yes", label=gettext_noop("yes")), Choice(value="no", label=gettext_noop("no")))


class RuleGroup(Frozen):
    """House rules of a chapter, `is_open` after a change or refusal."""

    heading: str
    boxes: tuple[forms.BoundField, ...]

    @property
    def is_open(self) -> bool:
        return any(box.errors or box.value() not in (None, "") for box in self.boxes)


class HouseRulesForm(GameForm):
    """A choice of rules, with boxes for changes."""

    money: Currency

    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect, required=False)

    def ask_rules(self, *, game: AnyGame, presets: tuple[str, ...] = (), rule_sets: Iterable[RuleSet] = ()) -> None:
        """Ask for a game's rules, from `presets` or all."""
        self.game, self.presets = game, presets or game.presets
        self.rule_sets = {str(each.saved.public_id): each for each in rule_sets}
        named, sets = _("%(name)s, revision %(revision)s"), self.rule_sets.items()
        shown = ((value, named % {"name": each.saved.name, "revision": each.saved.revision}) for value, each in sets)
        offer(self, preset=[*((name, _(game.preset_labels[name])) for name in self.presets), *shown])
        self.fields["preset"].initial = self.presets[0]
        self.known = tuple(
            about for about in game.house_rules if any(about.is_known_in(preset=preset) for preset in self.presets)
        )
        self.ask(asked=map(rule_box, self.known), players={})
        # Most pages show no boxes. Their words wait until they do.
        normal: Any = SimpleLazyObject(
            lambda: {name: profile_data(profile=game.read_rules(value=name)) for name in self.presets}
        )
        for about in self.known:
            field = self.fields[RULE_PREFIX + about.name]
            field.help_text = cast(str, SimpleLazyObject(partial(_help, about, game, normal)))
            if isinstance(field, forms.ChoiceField):
                field.widget = forms.Select()
                field.choices = [(each.value, _(each.label)) for each in rule_box(about).choices]

    @property
    def amount_boxes(self) -> tuple[forms.BoundField, ...]:
        return tuple(self[RULE_PREFIX + about.name] for about in self.known if about.kind is FieldKind.AMOUNT)

    @property
    def chosen_rules(self) -> str:
        chosen = self["preset"].value() or self.presets[0]
        return next((str(each.choice_label) for each in self["preset"] if each.data["value"] == chosen), "")

    @property
    def changes_told(self) -> str:
        """Return the valid house rules that differ from the preset."""
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
        return any(name in _WORTH or name.startswith(RULE_PREFIX) for name in self.errors)

    def rule_groups(self, *, headings: Mapping[str, str]) -> tuple[RuleGroup, ...]:
        """Return the boxes by chapter, those without a chapter first."""
        order = {rule: place for place, rule in enumerate(headings, start=1)}
        known = sorted(self.known, key=lambda about: order.get(about.rule, 0))
        return tuple(
            RuleGroup(heading=heading, boxes=tuple(self[RULE_PREFIX + about.name] for about in group))
            for heading, group in groupby(known, key=lambda about: headings.get(about.rule, ""))
        )

    def house_rules(self, *, unchanged: bool = False) -> HouseRules:
        """Return the valid rules of the form. Raises ImpossibleError."""
        changes = self.changes({} if unchanged else self.cleaned_data)
        return self.chosen_house_rules(self.cleaned_data.get("preset"), changes=changes)

    def chosen_house_rules(self, preset: object, *, changes: Data = MappingProxyType({})) -> HouseRules:
        """Return the rules of a preset or rule set. Raises ImpossibleError."""
        chosen, digits = str(preset or self.presets[0]), self.money.minor_digits
        if each := self.rule_sets.get(chosen):
            return copied_rules(saved=each.saved, changes=changes, minor_digits=digits)
        rules: HouseRules = self.game.read_rules(value={"preset": chosen, **changes}, minor_digits=digits)
        return rules

    def changes(self, values: Data) -> dict[str, object]:
        return rule_changes(values)

    @abstractmethod
    def factor(self) -> int | None:
        """Return the stakes of the form, None if unknown."""

    def stakes(self) -> Stakes | None:
        """Return the amounts of the form, None if unknown."""
        self.read_so_far()
        if (factor := self.factor()) is None:
            return None
        try:
            rules, chosen = (self.house_rules(unchanged=each) for each in (False, True))
        except ImpossibleError:
            return None
        own, before = (amounts_of(profile=each, factor=factor) for each in (rules, chosen))
        worth = tuple((told(line.text), line.cents * factor) for line in self.game.typical(rules=rules))
        shown = (*own.values(), *before.values(), *(cents for _label, cents in worth))
        amounts = (each.name for each in self.game.house_rules if each.kind is FieldKind.AMOUNT)
        return Stakes(
            currency=written_together(currency=self.money, amounts=shown),
            worth=worth,
            rules=tuple(RuleWorth(name=each, cents=own.get(each), chosen_cents=before.get(each)) for each in amounts),
        )

    def read_so_far(self) -> None:
        """Read the initial values of a form that was not sent."""
        if (self.is_bound and self.errors is not None) or hasattr(self, "cleaned_data"):
            return
        self.cleaned_data = {}
        for name in (each for each in self.fields if each in _WORTH or each.startswith(RULE_PREFIX)):
            with suppress(forms.ValidationError):  # an imported night may hold more than the form takes
                self.cleaned_data[name] = self.fields[name].clean(self[name].value())

    def refuse_idle_rules(self) -> None:
        """Refuse a changed house rule that this payment scheme lacks."""
        chosen = self.cleaned_data.get("preset") or self.presets[0]
        preset = self.rule_sets[chosen].preset if chosen in self.rule_sets else chosen
        for problem in idle_rules(game=self.game, value={"preset": preset, **self.changes(self.cleaned_data)}):
            self.add_error(RULE_PREFIX + problem.field, forms.ValidationError(told(problem.text), code=problem.code))


def rule_box(field: Field) -> Field:
    """Return the box of a house rule, empty if unchanged."""
    box = replace(field, name=RULE_PREFIX + field.name, is_required=False, normal=None, folded_under="")
    if field.kind is FieldKind.SWITCH:
        return replace(box, kind=FieldKind.CHOICE, choices=(_AS_PRESET, *_YES_OR_NO))
    if field.kind is FieldKind.CHOICE:
        return replace(box, choices=(_AS_PRESET, *field.choices))
    return box


def rule_changes(values: Data) -> dict[str, object]:
    """Return the filled boxes of house rules as the game reads them."""
    boxes = {name.removeprefix(RULE_PREFIX): value for name, value in values.items() if name.startswith(RULE_PREFIX)}
    return {name: rule_value(value) for name, value in boxes.items() if value not in (None, "")}


def rule_value(value: object) -> object:
    return {"yes": True, "no": False}.get(str(value), value)


def rule_values(*, changes: Data) -> dict[str, Any]:
    return {
        RULE_PREFIX + name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        for name, value in changes.items()
    }


def value_words(*, about: Field, value: object) -> str:
    """Write the value of a house rule for people."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return next((_(each.label) for each in about.choices if each.value == value), str(value))


def unpriced_words(*, about: Field, value: object, unit: int) -> str:
    """Write the value of a house rule without stakes.

    >>> unpriced_words(about=Field(name="secret", label="Secret", kind=FieldKind.AMOUNT), value=50, unit=1)
    '50 cents'
    >>> unpriced_words(about=Field(name="limit", label="Limit", kind=FieldKind.AMOUNT), value=1000, unit=100)
    '1,000 whole units'
    """
    if about.kind is not FieldKind.AMOUNT:
        return value_words(about=about, value=value)
    amount = int(str(value)) * unit
    if unit % 100:
        return ngettext("%(amount)s cent", "%(amount)s cents", amount) % {"amount": factor_words(amount)}
    amount //= 100
    return ngettext("%(amount)s whole unit", "%(amount)s whole units", amount) % {"amount": factor_words(amount)}


def preset_line(*, game: AnyGame, preset: str) -> str:
    """Describe a preset in one line: source and differences."""
    own, first = (profile_data(profile=game.read_rules(value=name)) for name in (preset, game.presets[0]))
    table = next(each for each in compared_presets(game=game) if preset in each.presets)
    reference = table.presets[0]
    if len(table.presets) == 1:  # its rules differ from those of the first preset
        known = rules_known_in(game=game, preset=preset)
        changed = [about for about in known if about.kind in _IN_WORDS and own[about.name] != first[about.name]]
    elif preset != reference and all(rule.values[preset] == rule.values[reference] for rule in table.rules):
        same = _("The same amounts as %(preset)s") % {"preset": _(game.preset_labels[reference])}
        return " · ".join((_(str(own["source"])), same))
    else:
        differing = (rule.about for rule in table.rules if not rule.is_same_everywhere)
        changed = [about for about in differing if own[about.name] is not False]
    return " · ".join((_(str(own["source"])), *(_rule_words(about, own[about.name]) for about in changed)))


def _rule_words(about: Field, value: object) -> str:
    label = _(about.label)
    return label if value is True else f"{label}: {value_words(about=about, value=value)}"


def _help(about: Field, game: AnyGame, normal: Mapping[str, dict[str, object]]) -> str:
    values = {
        name: unpriced_words(about=about, value=data[about.name], unit=unit_of(rules=data))
        for name, data in normal.items()
        if about.is_known_in(preset=name)
    }
    words = set(values.values())
    if about.kind is FieldKind.AMOUNT and not any(normal[name][about.name] for name in values):
        words = {"0"}  # zero needs no unit
    if len(words) == 1:
        return _("Usual: %(value)s (%(rule)s)") % {"value": words.pop(), "rule": about.rule}
    each = ", ".join(f"{_(game.preset_labels[name])} {value}" for name, value in values.items())
    return f"{each} ({about.rule})"
