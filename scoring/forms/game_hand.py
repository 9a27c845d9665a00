"""A hand of a game that says itself what its form asks; a penalty of such a game."""

from collections.abc import Mapping
from typing import Any

from scoring.forms.asked import AskedForm, initial_of
from scoring.forms.base import KeyedForm, fresh
from scoring.forms.hands import HandForm
from scoring.games import game_by_id
from scoring.games.base import ActKind, Data, ImpossibleError
from scoring.models import Session
from scoring.queries.desks import Desk


class GameHandForm(AskedForm, HandForm):
    """A hand as its game asks for it."""

    mode = "game"

    def __init__(self, data: Mapping[str, object] | None = None, *, desk: Desk, **options: Any) -> None:
        super().__init__(data, desk=desk, **options)
        game = game_by_id(game_id=desk.session.game)
        asked = game.asks(kind=ActKind.HAND, rules=desk.rules)
        self.ask(asked=asked, players={seat.number: seat.player for seat in desk.seats})

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


def first_game_form(*, desk: Desk, known: Data | None = None) -> GameHandForm:
    """Return the form as it opens: as is normal for a new hand, filled from the entry for a correction.

    `known` is a hand that was entered elsewhere.
    """
    empty = GameHandForm(desk=desk)
    act = known or (desk.replaces.act if desk.replaces else {})
    values = initial_of(asked=empty.asked_fields, act=act, names=empty.players)
    opened = {"expected_after": desk.after, **fresh(expected_entry=desk.last_entry)}
    return GameHandForm(desk=desk, initial=values | opened)


class PenaltyForm(AskedForm, KeyedForm):
    """A penalty as its game asks for it."""

    def __init__(self, *args: Any, session: Session, names: Mapping[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        asked = game_by_id(game_id=session.game).asks(kind=ActKind.PENALTY, rules=session.rules)
        self.ask(asked=asked, players=names)
