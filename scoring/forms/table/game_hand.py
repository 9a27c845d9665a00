"""The forms in which hands are entered: those of a game with card entry, or what its game says itself."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.forms.base import KeyedForm, fresh
from scoring.forms.fields import AskedForm, initial_of
from scoring.forms.table.hands import FORMS, CardsForm, DrawnCorrectionForm, HandForm, QuickForm, first_form
from scoring.games.base import ActKind, Data, Feature, ImpossibleError
from scoring.models import Session
from scoring.queries.table.state import TableState


class GameHandForm(AskedForm, HandForm):
    """A hand as its game asks for it."""

    mode = "game"

    def __init__(self, data: Mapping[str, object] | None = None, *, state: TableState, **options: Any) -> None:
        super().__init__(data, state=state, **options)
        session = state.session
        asked = session.played.asks(kind=ActKind.HAND, rules=session.house_rules)
        self.ask(asked=asked, players={seat.number: seat.player for seat in state.seats})

    def act(self) -> Data:
        """Return the valid form as the game reads it."""
        return self.entered()

    def add_problems(self, error: ImpossibleError) -> None:
        """Show every problem the game found at the box it concerns."""
        AskedForm.add_problems(self, error)

    def first_problem(self) -> str:
        """Return what is missing or wrong first, empty if nothing is."""
        for box in self:
            for message in box.errors:
                return f"{box.label}: {message}"
        return " ".join(map(str, self.non_field_errors()))


def first_game_form(*, state: TableState, known: Data | None = None) -> GameHandForm:
    """Return the form as it opens: as is normal for a new hand, filled from the entry for a correction.

    `known` is a hand that was entered elsewhere.
    """
    empty = GameHandForm(state=state)
    act = known or (state.replaces.act if state.replaces else {"dealer": state.dealer.number})
    values = initial_of(asked=empty.asked_fields, act=act, names=empty.players)
    opened = {"expected_after": state.after, **fresh(expected_entry=state.last_entry)}
    return GameHandForm(state=state, initial=values | opened)


class PenaltyForm(AskedForm, KeyedForm):
    """A penalty as its game asks for it."""

    def __init__(self, *args: Any, session: Session, names: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        asked = session.played.asks(kind=ActKind.PENALTY, rules=session.house_rules)
        self.ask(asked=asked, players=names)


def modes_of(*, state: TableState) -> Mapping[str, type[HandForm]]:
    """Return the forms for the hand of a state by their modes; that nobody won only corrects."""
    if Feature.CARD_ENTRY not in state.features:
        return {GameHandForm.mode: GameHandForm}
    return {mode: form for mode, form in FORMS.items() if state.replaces or form is not DrawnCorrectionForm}


def usual_mode(*, state: TableState) -> str:
    """Return the mode in which a hand is entered, or in which it was entered."""
    if Feature.CARD_ENTRY not in state.features:
        return GameHandForm.mode
    declared = state.replaces is not None and state.replaces.act.get("declared")
    return QuickForm.mode if declared else CardsForm.mode


def opened_form(*, state: TableState, mode: str, known: Data | None = None) -> HandForm:
    """Return the form as it opens; `known` as in `first_form`."""
    if mode == GameHandForm.mode:
        return first_game_form(state=state, known=known)
    return first_form(state=state, mode=mode, known=known)


def form_of(*, state: TableState, act: Data) -> HandForm:
    """Return the form of a hand that was entered elsewhere; what the table noted does not add to it."""
    is_quick = Feature.CARD_ENTRY in state.features and act.get("declared")
    mode = QuickForm.mode if is_quick else usual_mode(state=state)
    return opened_form(state=replace(state, sowee=""), mode=mode, known=act)


def sent_fields(*, form: HandForm) -> dict[str, str]:
    """Return what a browser would send for a form as it opened."""
    values = {name: form[name].value() for name in form.fields}
    filled = {name: value for name, value in values.items() if value is not False and value not in (None, "")}
    return {name: "on" if value is True else str(value) for name, value in filled.items()}
