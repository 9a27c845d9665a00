"""Other stakes or house rules from the next hand on."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.forms.base import KeyedForm, words
from scoring.forms.rules.carried import CarriedRulesForm
from scoring.forms.rules.house_rules import rule_values
from scoring.forms.sessions.sessions import stakes_field
from scoring.models import Session
from scoring.money import Currency
from scoring.operations.table.terms import WantedTerms
from scoring.queries.rules.rule_sets import differences, rule_sets, saved_as


class TermsForm(CarriedRulesForm, KeyedForm):
    """The stakes and every house rule, as they are in force until something else is said."""

    stake_factor = stakes_field()
    reason = words(_("Reason"), help_text=_("Such as: the last round counts double."))

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, session=session, **options)
        self.session = session
        self.ask_rules(
            game=session.played, rule_sets=rule_sets(club=session.club, game=session.played), currency=session.money
        )

    def clean(self) -> dict[str, Any]:
        """Refuse house rules that the chosen preset does not know."""
        cleaned = super().clean() or self.cleaned_data
        self.refuse_idle_rules()
        return cleaned

    def played_for(self) -> tuple[Currency, int] | None:
        """Return the currency of the night, and the stakes that are typed."""
        factor = self.cleaned_data.get("stake_factor")
        return (self.session.money, factor) if factor else None

    def wanted(self) -> WantedTerms:
        """Return what the valid form says; raises ImpossibleError."""
        rules = self.house_rules(minor_digits=self.session.money.minor_digits)
        is_same = rules == self.session.house_rules
        return WantedTerms(stakes=self.cleaned_data["stake_factor"], rules=None if is_same else rules)


def terms_in_force(*, session: Session) -> dict[str, object]:
    """Return the initial values of the form: what is played now."""
    saved = saved_as(club=session.club, rules=session.house_rules, minor_digits=session.money.minor_digits)
    changes = {each.about.name: each.own for each in differences(session=session)}
    preset = {"preset": str(saved.public_id)} if saved else {"preset": session.house_rules.preset}
    return {**preset, **({} if saved else rule_values(changes=changes)), "stake_factor": session.stakes}
