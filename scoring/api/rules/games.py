"""What each game asks, its house rules and presets, and the questions its judge answers."""

from typing import Any

from django.http import Http404, JsonResponse

from scoring.api.rules.acts import GameRules, SentRules
from scoring.api.web.answers import Items, Shape, at
from scoring.api.web.base import OpenView
from scoring.api.web.operations import asks, reads
from scoring.api.web.parsing import AnyObject, Input
from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame
from scoring.games.fields import Answer, Choice, FieldKind
from scoring.games.house_rules import profile_data


class FieldShape(Shape):
    """Something asked: its name in an act or in house rules, how it is entered, within which limits."""

    name: str
    label: str
    kind: FieldKind
    choices: tuple[Choice, ...]
    minimum: int
    maximum: int
    is_required: bool
    for_each_seat: bool
    rule: str


class QuestionShape(Shape):
    """A question to the judge of the game."""

    id: str
    title: str
    asks: tuple[FieldShape, ...] = at("fields")


class GameShape(Shape):
    """A game: who can play it, by which rules, what its acts say and what its judge answers."""

    id: str
    name: str
    engine_version: str
    seat_counts: tuple[int, ...]
    presets: dict[str, GameRules]
    house_rules: tuple[FieldShape, ...]
    acts: dict[ActKind, tuple[FieldShape, ...]]
    questions: tuple[QuestionShape, ...]


class AnswerLineShape(Shape):
    """One line of an answer."""

    what: str
    rule: str
    count: int | None


class AnswerShape(Shape):
    """The answer to a question, with its reasons line by line."""

    headline: str
    lines: tuple[AnswerLineShape, ...]
    is_yes: bool | None


class Asked(Input):
    """What a question asks, and the house rules: a preset and changes."""

    values = AnyObject()
    rules = SentRules(default=dict)


class Games(OpenView):
    @reads(Items[GameShape])
    def get(self) -> Any:
        """List the games with their house rules, presets, acts and questions."""
        return {"items": tuple(_described(game) for game in GAMES)}


class GameQuestion(OpenView):
    @asks(Asked, AnswerShape)
    def post(self, asked: dict[str, Any]) -> Answer | JsonResponse:
        """Answer a question that a game says its judge can answer.

        The questions of cuajo are answered in the shapes of `verify/` and `verify/.../`.
        """
        wanted = self.part("game_id"), self.part("question_id")
        for game in GAMES:
            for question in game.questions:
                if (game.id, question.id) == wanted:
                    rules = game.read_rules(value={"preset": game.presets[0], **asked["rules"]})
                    answer = question.answer(asked["values"], rules)
                    return answer if isinstance(answer, Answer) else JsonResponse(answer.data())
        raise Http404


def _described(game: AnyGame) -> Any:
    presets = {name: game.read_rules(value=name) for name in game.presets}
    normal = presets[game.presets[0]]
    acts = {kind: game.asks(kind=kind, rules=normal) for kind in ActKind}
    return {
        "id": game.id,
        "name": game.name,
        "engine_version": game.engine_version,
        "seat_counts": game.seat_counts,
        "presets": {name: profile_data(profile=rules) for name, rules in presets.items()},
        "house_rules": game.house_rules,
        "acts": {kind: fields for kind, fields in acts.items() if fields},
        "questions": game.questions,
    }
