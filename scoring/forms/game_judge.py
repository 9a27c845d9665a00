"""A question to the judge of a game, under the house rules of a preset and what is changed in it."""

from collections.abc import Mapping
from typing import Any

from scoring.forms.asked import initial_of
from scoring.forms.game_rules import GameRulesForm
from scoring.games.asking import Question
from scoring.games.base import Game


class QuestionForm(GameRulesForm):
    """What a question asks; seats are numbers in the order of play."""

    def __init__(
        self, data: Mapping[str, object] | None = None, *, game: Game, question: Question, **options: Any
    ) -> None:
        places = {place: str(place) for place in range(1, max(game.seat_counts) + 1)}
        normal = {"preset": game.presets[0]}
        if data is not None:
            data = normal | dict(data.items())
        initial = normal | initial_of(asked=question.fields, act={}, names=places)
        super().__init__(data, label_suffix="", initial=initial | options.pop("initial", {}), **options)
        self.ask_of(game=game, asked=question.fields, players=places)
