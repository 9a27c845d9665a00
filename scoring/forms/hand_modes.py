"""With which forms the hands of a game are entered: cuajo has its own, other games say what to ask."""

from collections.abc import Mapping

from scoring.forms.game_hand import GameHandForm, first_game_form
from scoring.forms.hands import FORMS, CardsForm, HandForm, QuickForm, first_form
from scoring.games.base import Data
from scoring.games.cuajo import Cuajo
from scoring.queries.desks import Desk


def modes_of(*, game_id: str) -> Mapping[str, type[HandForm]]:
    """Return the forms of a game by their modes, the usual one first."""
    return FORMS if game_id == Cuajo.id else {GameHandForm.mode: GameHandForm}


def usual_mode(*, desk: Desk) -> str:
    """Return the mode in which a hand is entered, or in which it was entered."""
    if desk.session.game != Cuajo.id:
        return GameHandForm.mode
    declared = desk.replaces is not None and desk.replaces.act.get("declared")
    return QuickForm.mode if declared else CardsForm.mode


def opened_form(*, desk: Desk, mode: str, verified: Data | None = None) -> HandForm:
    """Return the form as it opens; `verified` as in `first_form`."""
    if mode == GameHandForm.mode:
        return first_game_form(desk=desk)
    return first_form(desk=desk, mode=mode, verified=verified)
