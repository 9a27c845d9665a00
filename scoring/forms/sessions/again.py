"""A session like an earlier one: started once more as it was, or as what fills the form."""

from uuid import UUID

from django import forms

from scoring.forms.base import KeyedForm, fresh
from scoring.forms.rules.house_rules import rule_values
from scoring.forms.sessions.sessions import NewSessionForm, newest_field
from scoring.operations.sessions.sessions import Terms
from scoring.operations.table.turns import Turns
from scoring.queries.rules.rule_sets import differences, saved_as
from scoring.queries.sessions.nights import NO_NIGHT, LastTime


class AgainForm(KeyedForm):
    """Start once more what was agreed on in an earlier session; `newest` is the newest one the page knew."""

    like = forms.UUIDField(widget=forms.HiddenInput)
    newest = newest_field()


def again_form(*, last: LastTime, newest: UUID) -> AgainForm:
    """Return the button that starts a session once more, beside the newest there is."""
    return AgainForm(initial=fresh() | {"like": last.session.public_id, "newest": newest})


def newest_shown(form: NewSessionForm | AgainForm) -> UUID:
    """Return the newest session that the page of a valid form knew."""
    return form.cleaned_data["newest"] or NO_NIGHT


def like_last_time(*, last: LastTime) -> dict[str, object]:
    """Return the initial values of a form filled as last time."""
    return {
        **{f"seat_{seat}": name for seat, name in enumerate(last.names, start=1)},
        **agreed_last_time(last=last),
        "first_dealer": str(last.dealer),
        "turns": turns_of(last=last).value,
    }


def agreed_last_time(*, last: LastTime) -> dict[str, object]:
    """Return the initial rules and stakes of a form as they were agreed last time.

    A rule set that was changed since is no longer chosen; its values of then stand beside its preset.
    """
    session = last.agreed
    saved = saved_as(club=session.club, rules=session.house_rules, minor_digits=session.money.minor_digits)
    changes = {each.about.name: each.own for each in differences(session=session)}
    rules = (
        {"preset": str(saved.public_id)}
        if saved
        else {"preset": session.house_rules.preset, **rule_values(changes=changes)}
    )
    return {**rules, "currency": session.currency, "stake_factor": session.stakes}


def turns_of(*, last: LastTime) -> Turns:
    """Return how people took turns last time."""
    if not last.takes_turns:
        return Turns.NONE
    return Turns.EACH_HAND if last.each_hand else Turns.TAP


def terms_of(*, last: LastTime) -> Terms:
    """Return the terms of an earlier session; the next hand of that session decides who deals first."""
    return Terms(
        game=last.session.game,
        rules=last.agreed.house_rules,
        names=last.names,
        currency=last.session.currency,
        stake_factor=last.session.stake_factor,
        first_dealer=last.dealer,
        turns=turns_of(last=last),
    )
