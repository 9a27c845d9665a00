"""A question to the judge of a game, under the house rules of a preset and what is changed in it."""

from typing import Any

from scoring.forms.game_rules import GameRulesForm
from scoring.games.asking import Question
from scoring.games.base import Game


class QuestionForm(GameRulesForm):
    """What a question asks; seats are numbers in the order of play."""

    def __init__(self, *args: Any, game: Game, question: Question, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        places = range(1, max(game.seat_counts) + 1)
        self.ask_of(game=game, asked=question.fields, players={place: str(place) for place in places})
