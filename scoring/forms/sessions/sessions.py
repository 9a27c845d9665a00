"""What a table of any game agrees on before the first hand."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.forms.base import KeyedForm
from scoring.forms.rules.house_rules import HouseRulesForm, rule_values
from scoring.forms.sessions.seating import SeatingForm
from scoring.games.base import AnyGame, HouseRules, ImpossibleError
from scoring.games.house_rules import profile_data
from scoring.models import Club
from scoring.money import Currency, currency_for
from scoring.operations.sessions.sessions import Terms
from scoring.queries.rules.rule_sets import differences, rule_sets, rules_known_in, saved_as
from scoring.queries.sessions.nights import LastTime


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What an amount of the rules comes to at some stakes; `written` as the rules write it."""

    label: str
    written: int
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """What is played for: the amounts that say most, each from every opponent."""

    currency: Currency
    factor: int
    worth: tuple[Worth, ...]


class NewSessionForm(HouseRulesForm, SeatingForm):
    """Names, house rules and stakes of a session of any game; seats without a name stay empty."""

    def __init__(self, *args: Any, club: Club, game: AnyGame, **options: Any) -> None:
        super().__init__(*args, club=club, game=game, **options)
        self.ask_rules(game=game, rule_sets=rule_sets(club=club, game=game))

    def clean(self) -> dict[str, Any]:
        """Check the seats against each other and against the rules."""
        cleaned = super().clean()
        self.refuse_idle_rules()
        return cleaned

    def agreed_rules(self) -> HouseRules:
        """Return the house rules of what is valid so far, in the currency that is played for."""
        code = self.cleaned_data.get("currency")
        return self.house_rules(minor_digits=currency_for(code=code).minor_digits if code else 2)

    def add_problems(self, error: ImpossibleError) -> None:
        """Show every problem the game found at the box it concerns, if there is one."""
        HouseRulesForm.add_problems(self, error)

    def stakes(self) -> Stakes | None:
        """Return what the stakes come to with the form as it stands, None where it does not say."""
        if not self.is_bound or self.errors is None:
            self.cleaned_data = self._opened_with()
        said = self.cleaned_data
        if not {"currency", "stake_factor"} <= said.keys():
            return None
        try:
            rules = self.agreed_rules()
        except ImpossibleError:
            return None
        return Stakes(
            currency=currency_for(code=said["currency"]),
            factor=said["stake_factor"],
            worth=self._worth(rules, factor=said["stake_factor"]),
        )

    def _worth(self, rules: HouseRules, *, factor: int) -> tuple[Worth, ...]:
        data = profile_data(profile=rules)
        unit = int(str(data.get("unit", 1)))
        about = {each.name: each for each in rules_known_in(game=self.game, preset=rules.preset)}
        written = {name: int(str(data[name])) for name in self.game.stakes_shown if name in about}
        return tuple(
            Worth(label=_(about[name].label), written=amount, cents=amount * unit * factor)
            for name, amount in written.items()
        )

    def _opened_with(self) -> dict[str, Any]:
        asked = [name for name in self.fields if not name.startswith(("seat_", "key", "expected"))]
        return {name: self.fields[name].clean(self[name].value()) for name in asked}


class AgainForm(KeyedForm):
    """Start once more what was agreed on in an earlier session."""

    like = forms.UUIDField(widget=forms.HiddenInput)


def like_last_time(*, last: LastTime) -> dict[str, object]:
    """Return the initial values of a form filled as last time.

    A rule set that was changed since is no longer chosen; its values of then stand beside its preset.
    """
    session = last.session
    saved = saved_as(club=session.club, rules=session.house_rules, minor_digits=session.money.minor_digits)
    changes = {each.about.name: each.own for each in differences(session=session)}
    rules = (
        {"preset": str(saved.public_id)}
        if saved
        else {"preset": session.house_rules.preset, **rule_values(changes=changes)}
    )
    return {
        **{f"seat_{seat}": name for seat, name in enumerate(last.names, start=1)},
        **rules,
        "currency": session.currency,
        "stake_factor": session.stake_factor,
        "first_dealer": str(last.dealer),
    }


def terms_of(*, last: LastTime) -> Terms:
    """Return the terms of an earlier session; the next hand of that session decides who deals first."""
    return Terms(
        game=last.session.game,
        rules=last.session.house_rules,
        names=last.names,
        currency=last.session.currency,
        stake_factor=last.session.stake_factor,
        first_dealer=last.dealer,
    )
