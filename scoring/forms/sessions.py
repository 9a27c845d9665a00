"""What a table agrees on before the first hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import KeyedForm
from scoring.forms.house_rules import PREFIX, PRESET_NAMES, changed_values, preset_line, rule_field, set_line
from scoring.forms.seating import SeatingForm
from scoring.games import game_by_id
from scoring.games.base import Data
from scoring.games.cuajo import PRESETS, Cuajo
from scoring.games.cuajo.rules import DEFAULT_PRESET, Scheme, house_rules_of, in_whole_units
from scoring.models import Club
from scoring.money import Currency, currency_for
from scoring.operations.sessions import Terms
from scoring.queries.home import LastTime
from scoring.queries.rule_sets import RuleSet, changed_copy, rule_sets, saved_as
from scoring.queries.terms import compared_rules, rules_in

_STAKES = ("preset", "currency", "stake_factor")
PARTNERS = 4

_ALONE = gettext_lazy(
    "Are you two, three, five or six? Then everybody plays alone: choose the price list under Rules, "
    "or No at “%(rule)s” under House rules."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What is paid by each opponent at some stakes: for a plain win (drawn from the stock), and for a secret.

    `win` is the amount as the rules write it, `win_cents` what it comes to.
    """

    currency: Currency
    stake_factor: int
    win: int
    win_cents: int
    secret_cents: int


class NewSessionForm(SeatingForm):
    """A session of cuajo; every house rule has a field of its own.

    Names left empty are not seated where everybody plays alone; partners sit down as four (C12, C16).
    """

    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect, initial=DEFAULT_PRESET)

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, club=club, game=game_by_id(game_id=Cuajo.id), **options)
        self.rule_sets = {str(each.saved.public_id): each for each in rule_sets(club=club)}
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            *((name, PRESET_NAMES.get(name, name)) for name in PRESETS),
            *((value, _set_name(each)) for value, each in self.rule_sets.items()),
        ]
        self.fields |= {PREFIX + rule.about.name: rule_field(rule=rule) for rule in compared_rules()}

    def rule_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the house rules but the prices."""
        return (self[PREFIX + about.name] for about in house_rules_of(scheme=Scheme.CONDITIONS))

    def price_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the house rules that only a price list knows (L5, L6)."""
        for about in house_rules_of(scheme=Scheme.PRICELIST):
            if Scheme.CONDITIONS not in about.schemes:
                yield self[PREFIX + about.name]

    def rule_lines(self) -> Iterator[str]:
        """Yield what each choice of rules differs in, in the order of the choices."""
        yield from (preset_line(preset=name) for name in PRESETS)
        yield from (set_line(rule_set=each) for each in self.rule_sets.values())

    @property
    def has_own_rules(self) -> bool:
        """Tell whether a house rule is changed or refused, so that the page shows them."""
        return any(field.value() not in (None, "") for field in self.rule_fields())

    @property
    def has_own_prices(self) -> bool:
        """Tell whether a price is changed or refused, so that the page shows them."""
        return any(field.value() not in (None, "") for field in self.price_fields())

    def clean(self) -> dict[str, Any]:
        """Check the seats against each other and against the rules."""
        cleaned = super().clean()
        self._refuse_idle_rules()
        return cleaned

    def require_seats(self) -> None:
        """Refuse a table that its rules do not seat."""
        if self.rules()["partnerships"]:
            self._require_partners()
        else:
            super().require_seats()

    def rules(self) -> Data:
        """Return the complete house rules of what is valid on the form so far."""
        return self._rules(self.cleaned_data)

    def worth(self) -> Worth | None:
        """Return what the stakes come to with the form as it stands, None where it does not say."""
        values = self.cleaned_data if self.is_bound and self.errors is not None else self._initial_values()
        if not {"currency", "stake_factor"} <= values.keys():
            return None
        rules = self._rules(values)
        win = rules["start_plain" if rules["scheme"] == Scheme.PRICELIST else "self_drawn"]
        factor = values["stake_factor"] * rules["unit"]
        return Worth(
            currency=currency_for(code=values["currency"]),
            stake_factor=values["stake_factor"],
            win=win,
            win_cents=win * factor,
            secret_cents=rules["secret"] * factor,
        )

    def _rules(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return complete rules: a preset or a copy of a rule set, and what the form changes in it."""
        chosen = values.get("preset", DEFAULT_PRESET)
        changes = {
            name.removeprefix(PREFIX): value
            for name, value in values.items()
            if name.startswith(PREFIX) and value is not None
        }
        if each := self.rule_sets.get(chosen):
            rules = changed_copy(rules=each.saved.rules, changes=changes)
        else:
            rules = self.game.complete_rules(rules={"preset": chosen} | changes)
        if "unit" in changes or "currency" not in values:
            return dict(rules)
        currency = currency_for(code=values["currency"])
        return dict(in_whole_units(rules=rules, minor_digits=currency.minor_digits))

    def _initial_values(self) -> dict[str, Any]:
        asked = [name for name in self.fields if name in _STAKES or name.startswith(PREFIX)]
        return {name: self.fields[name].clean(self[name].value()) for name in asked}

    def _refuse_idle_rules(self) -> None:
        """Refuse a changed house rule that the chosen way of paying does not know."""
        known = {about.name for about in rules_in(preset=str(self.rules()["preset"]))}
        for name, value in tuple(self.cleaned_data.items()):
            rule = name.removeprefix(PREFIX)
            if name.startswith(PREFIX) and value is not None and rule not in known:
                words = {"rule": self.fields[name].label}
                self.add_error(name, _("%(rule)s: the rules chosen above do not know this.") % words)

    def _require_partners(self) -> None:
        wrong = [
            seat
            for seat, name in self.names.items()
            if bool(name) != (seat <= PARTNERS) and f"seat_{seat}" not in self.errors
        ]
        for seat in wrong:
            if self.names[seat]:
                self.refuse_seat(seat, _("Seat %(seat)s must stay empty: partners play as four."))
            else:
                self.refuse_seat(seat, _("Seat %(seat)s needs a name: partners play as four."))
        if wrong:
            self.add_error(None, _ALONE % {"rule": self.fields[f"{PREFIX}partnerships"].label})


class AgainForm(KeyedForm):
    """Start once more what was agreed on in an earlier session."""

    like = forms.UUIDField(widget=forms.HiddenInput)


def like_last_time(*, last: LastTime) -> dict[str, object]:
    """Return the initial values of a form filled as last time.

    A rule set that was changed since is no longer chosen; its values of then stand beside its preset.
    """
    saved = saved_as(club=last.session.club, rules=last.session.rules)
    rules = (
        {"preset": str(saved.public_id)}
        if saved
        else {"preset": last.session.rules["preset"], **changed_values(rules=last.session.rules)}
    )
    return {
        **{f"seat_{seat}": name for seat, name in enumerate(last.names, start=1)},
        **rules,
        "currency": last.session.currency,
        "stake_factor": last.session.stake_factor,
        "first_dealer": str(last.dealer),
    }


def terms_of(*, last: LastTime) -> Terms:
    """Return the terms of an earlier session; the next hand of that session decides who deals first."""
    return Terms(
        game=last.session.game,
        rules=last.session.rules,
        names=last.names,
        currency=last.session.currency,
        stake_factor=last.session.stake_factor,
        first_dealer=last.dealer,
    )


def _set_name(each: RuleSet) -> str:
    said = {"name": each.saved.name, "revision": each.saved.revision}
    return _("%(name)s, revision %(revision)s") % said
