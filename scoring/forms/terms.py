"""Forms of terms: a price, and all house rules."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.amounts import AmountField, amount_words, read_amount, typed_amount
from scoring.forms.base import KeyedForm, one_line, unseen, words
from scoring.forms.house_rules import RULE_PREFIX, HouseRulesForm, preset_line, rule_values
from scoring.frozen import Frozen
from scoring.games.base import AnyGame, Data, HouseRules, ImpossibleError
from scoring.games.fields import FieldKind
from scoring.games.house_rules import profile_data, unit_of
from scoring.models import Session
from scoring.money import POINTS, Currency, written_together
from scoring.operations.table.nights import HIGHEST_STAKES, TermsChange
from scoring.queries.rule_sets import differences, rule_sets, saved_as

UNIT = "unit"
OTHER = "other"
_STEPS = (1, 2, 4, 10, 20)


class PriceScale(Frozen):
    """The factors of an amount: unit, then stakes."""

    unit: int
    factor: int

    @property
    def scale(self) -> int:
        return self.unit * self.factor


def asked_amount(*, game: AnyGame, rules: HouseRules) -> int:
    """Return the amount of the rules with a price."""
    return int(str(profile_data(profile=rules).get(game.price_asked(rules=rules)[0], 0))) or 1


def chips_of(*, game: AnyGame, step: int, currency: Currency) -> tuple[int, ...]:
    """Return the offered prices in minor units."""
    usual = tuple(each * 10**currency.minor_digits for each in game.usual_prices)
    # Usual prices that do not divide by the amount would need parts of a cent.
    if currency.is_points or any(cents % step for cents in usual):
        return tuple(each * step for each in _STEPS)
    return usual


def chip_value(cents: int, currency: Currency) -> str:
    whole, rest = divmod(cents, 10**currency.minor_digits)
    return typed_amount(cents=cents, currency=currency) if rest else str(whole)


def _equals_preset(rules: HouseRules, first: HouseRules) -> bool:
    own, other = profile_data(profile=rules), profile_data(profile=first)
    return rules.preset != first.preset and all(own[name] == other[name] for name in own.keys() - {"preset", "source"})


class _RuleAmount(AmountField):
    """The amount of a house rule, None if unchanged."""

    def clean(self, value: Any) -> int | None:  # type: ignore[override]
        return super().clean(value) if value else None


class PricedRulesForm(HouseRulesForm):
    """A price, and a preset with changes, in amounts as the table pays them."""

    price = forms.CharField(required=False, max_length=20)
    price_other = one_line(gettext_lazy("Another amount"), most=20, inputmode="decimal", autocomplete="off")
    made_from = unseen()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.reset_rules = ""
        self.initial["made_from"] = self.initial.get("preset", "")

    def full_clean(self) -> None:
        before, preset = self.data.get("made_from", ""), self.data.get("preset") or self.presets[0]
        # Without a script the browser sends the changes of the old preset. Drop them and say which.
        if self.is_bound and not self.reset_rules and before not in ("", preset):
            stale = [name for name in self.fields if name.startswith(RULE_PREFIX) and self.data.get(name)]
            changes = (self.change_words(name.removeprefix(RULE_PREFIX), self.data[name]) for name in stale)
            self.reset_rules, data = ", ".join(changes), cast(QueryDict, self.data).copy()
            data.update(dict.fromkeys(stale, "") | {"made_from": preset})
            self.data = data
        super().full_clean()

    def ask_price(self, *, currency: Currency, for_points: bool = False) -> None:
        self.offered, self.money = currency, POINTS if for_points else currency
        self.fields.pop(RULE_PREFIX + UNIT, None)
        self.known = tuple(about for about in self.known if about.name != UNIT)
        for about in self.known:
            if about.kind is FieldKind.AMOUNT:
                label = self.fields[RULE_PREFIX + about.name].label
                field = _RuleAmount(label=label, required=False, help_text=f"({about.rule})")
                field.currency = self.money
                self.fields[RULE_PREFIX + about.name] = field
        if not self.initial.get("price") and (chosen := self._chosen(self.initial.get("preset", ""))):
            step = asked_amount(game=self.game, rules=chosen)
            self.initial["price"] = chip_value(chips_of(game=self.game, step=step, currency=currency)[0], currency)

    def clean(self) -> None:
        super().clean()
        cleaned = self.cleaned_data
        if self.reset_rules:
            message = _("The other rules dropped these changes: %(changes)s. Make them again or go on.")
            self.add_error("preset", forms.ValidationError(message % {"changes": self.reset_rules}, code="rules_reset"))
        self.refuse_idle_rules()
        agreed = None
        try:
            agreed = self.agreed()
        except forms.ValidationError as error:
            self.add_error("price", error)
        for about in self.known if agreed else ():
            name = RULE_PREFIX + about.name
            if about.kind is FieldKind.AMOUNT and agreed and (cleaned.get(name) or 0) % agreed.scale:
                self.add_error(name, self._nearest(cleaned[name], step=agreed.scale))

    def agreed(self) -> PriceScale | None:
        """Return the price as factors. Raises ValidationError."""
        self.read_so_far()
        chosen = self._chosen(self.cleaned_data.get("preset", ""))
        if chosen is None:
            return None
        asked, unit = asked_amount(game=self.game, rules=chosen), unit_of(rules=profile_data(profile=chosen))
        price = self.cleaned_data.get("price", "")
        text = self.cleaned_data.get("price_other", "") if price in (OTHER, "") else price
        cents = asked if self.is_for_points else read_amount(text, currency=self.money)
        if not cents or cents % asked or cents // asked > HIGHEST_STAKES * unit:
            raise self._nearest(cents, step=asked, most=HIGHEST_STAKES * asked * unit)
        count = cents // asked
        return PriceScale(unit=unit, factor=count // unit) if count % unit == 0 else PriceScale(unit=1, factor=count)

    def _nearest(self, cents: int, *, step: int, most: int = 0) -> forms.ValidationError:
        below = cents // step * step
        near = [each for each in (below, below + step) if each and (not most or each <= most)] or [most]
        written = written_together(currency=self.money, amounts=tuple(near))
        amounts = [amount_words(cents=each, currency=written) for each in near]
        message = _("Choose %(below)s or %(above)s.") if len(amounts) > 1 else _("Choose %(below)s.")
        return forms.ValidationError(message % {"below": amounts[0], "above": amounts[-1]}, code="price")

    def _chosen(self, preset: object) -> HouseRules | None:
        with suppress(ImpossibleError):
            return self.chosen_house_rules(preset)
        return None

    def changes(self, values: Data) -> dict[str, object]:
        """Return the changes in units of the rules."""
        found, agreed = super().changes(values), self.agreed_so_far()
        chosen = self._chosen(self.cleaned_data.get("preset", ""))
        for about in self.known:
            if about.kind is FieldKind.AMOUNT and about.name in found:
                cents = int(str(found.pop(about.name)))
                if agreed:
                    found[about.name] = cents // agreed.scale
        if agreed and chosen and agreed.unit != unit_of(rules=profile_data(profile=chosen)):
            found[UNIT] = agreed.unit
        return found

    def factor(self) -> int | None:
        agreed = self.agreed_so_far()
        return agreed.factor if agreed else None

    def agreed_so_far(self) -> PriceScale | None:
        with suppress(forms.ValidationError):
            return self.agreed()
        return None

    @property
    def whole_currency(self) -> Currency:
        return replace(self.offered, drops_cents=True)

    @property
    def is_for_points(self) -> bool:
        return self.money != self.offered

    @property
    def has_refused_boxes(self) -> bool:
        return any(name.startswith(RULE_PREFIX) for name in self.errors)

    @property
    def has_boxes(self) -> bool:
        """Tell whether single rules are sent or changed."""
        changed = (name for name, value in self.initial.items() if value not in (None, ""))
        return any(name.startswith(RULE_PREFIX) for name in (self.data if self.is_bound else changed))

    @property
    def price_question(self) -> str:
        chosen = self._chosen(self["preset"].value() or "")
        return _(self.game.price_asked(rules=chosen)[1]) if chosen else ""

    def price_chips(self) -> Iterator[tuple[str, int, bool]]:
        """Yield offered prices: value, minor units, is chosen."""
        chosen = self._chosen(self["preset"].value() or "")
        step = asked_amount(game=self.game, rules=chosen) if chosen else 1
        for cents in chips_of(game=self.game, step=step, currency=self.offered):
            value = chip_value(cents, self.offered)
            yield value, cents, self["price"].value() == value

    @property
    def is_other_price(self) -> bool:
        return not (self.is_for_points or any(is_chosen for _value, _cents, is_chosen in self.price_chips()))

    @property
    def offers_price(self) -> bool:
        """Tell whether these rules can have the price."""
        return not self.is_other_price or (self["price"].value() == OTHER and self.factor() is not None)

    def price_says(self) -> str:
        """Return the effect of the price as a sentence."""
        stakes = self.stakes()
        if stakes is None or self.is_for_points:
            return ""
        rules = self.house_rules()
        if sentence := self.game.price_says(rules=rules):
            return self._with_amounts(sentence, rules)
        amounts = ((label, amount_words(cents=cents, currency=stakes.currency)) for label, cents in stakes.worth)
        return " · ".join(f"{label}: {amount}" for label, amount in amounts)

    def preset_cards(self) -> Iterator[tuple[object, str, str]]:
        """Yield each preset: button, effect, source."""
        for radio in self["preset"]:
            value = str(radio.data["value"])
            each = self.rule_sets.get(value)
            preset = each.preset if each else value
            rules = self.game.read_rules(value=preset, minor_digits=self.money.minor_digits)
            if each:
                known = {about.name for about in self.known if about.kind is FieldKind.AMOUNT}
                changes = {rule.about.name: rule.own for rule in each.differences if rule.about.name != UNIT}
                changes |= self._amounts(self.chosen_house_rules(value), names=tuple(known & changes.keys()))
                line = " · ".join(self.change_words(name, own_value) for name, own_value in changes.items())
                yield radio, line, _("As %(preset)s") % {"preset": _(self.game.preset_labels[preset])}
            elif value == self["preset"].value() or not _equals_preset(rules, self.game.read_rules(value=None)):
                sentence = self.game.preset_says.get(preset)
                line = self._with_amounts(sentence, rules) if sentence else preset_line(game=self.game, preset=preset)
                yield radio, line, _(str(profile_data(profile=rules)["source"]))

    def _with_amounts(self, sentence: str, rules: HouseRules) -> str:
        return _(sentence) % self._amounts(rules, names=tuple(re.findall(r"%\((\w+)\)s", sentence)))

    def _amounts(self, rules: HouseRules, *, names: tuple[str, ...]) -> Mapping[str, str]:
        data, agreed = profile_data(profile=rules), self.agreed_so_far()
        scale = agreed.scale if agreed else unit_of(rules=data)
        cents = {name: int(str(data[name])) * scale for name in names}
        currency = written_together(currency=self.money, amounts=tuple(cents.values()))
        return {name: amount_words(cents=each, currency=currency) for name, each in cents.items()}


class TermsForm(PricedRulesForm, KeyedForm):
    reason = words(gettext_lazy("Reason"))

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, session=session, **options)
        self.session, game = session, session.played
        self.ask_rules(game=game, rule_sets=rule_sets(club=session.club, game=game))
        self.ask_price(currency=session.money)

    def wanted(self) -> TermsChange:
        """Return the wanted terms. Raises ImpossibleError."""
        rules = self.house_rules()
        agreed, own, now = self.agreed(), self.session.house_rules, self.session.stakes
        assert agreed, "a valid form knows its price"
        unit = unit_of(rules=profile_data(profile=own))
        # The same amounts with another unit are the same rules.
        if agreed.scale == unit * now and rules != own and agreed.unit != unit:
            changes: dict[str, Any] = {UNIT: unit}
            agreed, rules = PriceScale(unit=unit, factor=now), replace(rules, **changes)
        return TermsChange(stakes=agreed.factor, rules=None if rules == own else rules)


def terms_in_force(*, session: Session) -> dict[str, object]:
    """Return rules and price of a night as initials."""
    game, currency, rules = session.played, session.money, session.house_rules
    scale = unit_of(rules=profile_data(profile=rules)) * session.stakes
    # A rule set may have changed since. Then show its values of that night as changes.
    saved = saved_as(club=session.club, rules=rules, minor_digits=currency.minor_digits)
    chosen = rules if saved else game.read_rules(value=rules.preset, minor_digits=currency.minor_digits)
    step = asked_amount(game=game, rules=chosen)
    price = {"price": OTHER, "price_other": typed_amount(cents=step * scale, currency=currency)}
    if step * scale in chips_of(game=game, step=step, currency=currency):
        price = {"price": chip_value(step * scale, currency)}
    if saved:
        return {"preset": str(saved.public_id), **price}
    changes = {
        each.about.name: typed_amount(cents=int(str(each.own)) * scale, currency=currency)
        if each.about.kind is FieldKind.AMOUNT
        else each.own
        for each in differences(session=session)
    }
    return {"preset": rules.preset, **rule_values(changes=changes), **price}
