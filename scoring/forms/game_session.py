"""A session of a game that says itself what its house rules are."""

from typing import Any

from scoring.forms.game_rules import GameRulesForm, rule_values
from scoring.forms.seating import SeatingForm
from scoring.games.base import Data, ImpossibleError
from scoring.queries.home import LastTime
from scoring.queries.terms import differences


class GameSessionForm(GameRulesForm, SeatingForm):
    """Names, rules and stakes of a session of any game."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.ask_of(game=self.game, asked=(), players={})

    def rules(self) -> Data:
        """Return the complete house rules of the valid form."""
        return GameRulesForm.rules(self)

    def require_seats(self) -> None:
        """Refuse house rules that do not go together, and a table that they do not seat."""
        super().require_seats()
        if self.errors:
            return
        try:
            self.game.sides(rules=self.rules(), seat_count=len(self.seated()))
        except ImpossibleError as error:
            self.add_problems(error)


def game_like_last_time(*, last: LastTime) -> dict[str, object]:
    """Return the initial values of a form filled as in an earlier session of its game."""
    return {
        **{f"seat_{seat}": name for seat, name in enumerate(last.names, start=1)},
        "preset": last.session.rules["preset"],
        **rule_values(changes={each.about.name: each.own for each in differences(session=last.session)}),
        "currency": last.session.currency,
        "stake_factor": last.session.stake_factor,
        "first_dealer": str(last.dealer),
    }
