"""With which forms the hands of a game are entered: cuajo has its own, other games say what to ask."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.forms.game_hand import GameHandForm, first_game_form
from scoring.forms.hands import (
    FORMS,
    CardsForm,
    DrawnCorrectionForm,
    HandForm,
    QuickForm,
    first_form,
)
from scoring.games.base import Data
from scoring.games.cuajo import Cuajo
from scoring.queries.desks import Desk


def modes_of(*, desk: Desk) -> Mapping[str, type[HandForm]]:
    """Return the forms for the hand of a desk by their modes; that nobody won only corrects."""
    if desk.session.game != Cuajo.id:
        return {GameHandForm.mode: GameHandForm}
    return {mode: form for mode, form in FORMS.items() if desk.replaces or form is not DrawnCorrectionForm}


def usual_mode(*, desk: Desk) -> str:
    """Return the mode in which a hand is entered, or in which it was entered."""
    if desk.session.game != Cuajo.id:
        return GameHandForm.mode
    declared = desk.replaces is not None and desk.replaces.act.get("declared")
    return QuickForm.mode if declared else CardsForm.mode


def opened_form(*, desk: Desk, mode: str, known: Data | None = None) -> HandForm:
    """Return the form as it opens; `known` as in `first_form`."""
    if mode == GameHandForm.mode:
        return first_game_form(desk=desk, known=known)
    return first_form(desk=desk, mode=mode, known=known)


def form_of(*, desk: Desk, act: Data) -> HandForm:
    """Return the form of a hand that was entered elsewhere; what the table noted does not add to it."""
    is_quick = desk.session.game == Cuajo.id and act.get("declared")
    mode = QuickForm.mode if is_quick else usual_mode(desk=desk)
    return opened_form(desk=replace(desk, sowee=""), mode=mode, known=act)


def sent_fields(*, form: HandForm) -> dict[str, str]:
    """Return what a browser would send for a form as it opened."""
    values = {name: form[name].value() for name in form.fields}
    filled = {name: value for name, value in values.items() if value is not False and value not in (None, "")}
    return {name: "on" if value is True else str(value) for name, value in filled.items()}
