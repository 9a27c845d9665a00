"""What each game asks, its house rules and presets, and the questions its judge answers."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import OpenView
from scoring.api.parsing import AnyObject, Input
from scoring.api.schema import asks, reads
from scoring.api.shapes import Shape, words
from scoring.games import GAMES
from scoring.games.asking import Field, FieldKind
from scoring.games.base import ActKind, Game


class ChoiceShape(Shape):
    """One of several: the value as it is sent, and as a person reads it."""

    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # what programs read


class FieldShape(Shape):
    """Something asked: its name in an act or in house rules, how it is entered, within which limits."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # what programs read
    kind = serializers.ChoiceField(choices=words(*FieldKind))
    choices = ChoiceShape(many=True)
    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    is_required = serializers.BooleanField()
    for_each_seat = serializers.BooleanField()
    rule = serializers.CharField(allow_blank=True)


class QuestionShape(Shape):
    """A question to the judge of the game."""

    id = serializers.CharField()
    title = serializers.CharField()
    asks = FieldShape(many=True)


class GameShape(Shape):
    """A game: who can play it, by which rules, what its acts say and what its judge answers."""

    id = serializers.CharField()
    name = serializers.CharField()
    engine_version = serializers.CharField()
    seat_counts = serializers.ListField(child=serializers.IntegerField())
    presets = serializers.DictField(child=serializers.DictField())
    house_rules = FieldShape(many=True)
    acts = serializers.DictField(child=FieldShape(many=True))
    questions = QuestionShape(many=True)


class GamesShape(Shape):
    """The games of the house."""

    items = GameShape(many=True)


class Asked(Input):
    """What a question asks, and the house rules: a preset and changes."""

    values = AnyObject()
    rules = AnyObject(default=dict)


class AnswerLineShape(Shape):
    """One line of an answer."""

    what = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    count = serializers.IntegerField(allow_null=True)


class AnswerShape(Shape):
    """The answer to a question, with its reasons line by line."""

    headline = serializers.CharField()
    lines = AnswerLineShape(many=True)
    is_yes = serializers.BooleanField(allow_null=True)


class Games(OpenView):
    """The games."""

    @reads(GamesShape, is_open=True)
    def get(self, _request: Request) -> Response:
        """List the games with their house rules, presets, acts and questions."""
        return Response(GamesShape({"items": [_described(game) for game in GAMES]}).data)


class GameQuestion(OpenView):
    """A question to the judge of a game."""

    @asks(Asked, AnswerShape, is_open=True)
    def post(self, _request: Request, game_id: str, question_id: str) -> Response:
        """Answer a question that a game says its judge can answer."""
        asked = self.read(Asked)
        for game in GAMES:
            for question in game.questions:
                if (game.id, question.id) == (game_id, question_id):
                    rules = game.complete_rules(rules={"preset": game.presets[0], **asked["rules"]})
                    return Response(AnswerShape(question.answer(asked["values"], rules)).data)
        raise Http404


def _described(game: Game) -> Mapping[str, Any]:
    presets = {name: game.complete_rules(rules=name) for name in game.presets}
    normal = presets[game.presets[0]]
    return {
        "id": game.id,
        "name": game.name,
        "engine_version": game.engine_version,
        "seat_counts": game.seat_counts,
        "presets": presets,
        "house_rules": _fields(game.house_rules),
        "acts": {
            kind.value: _fields(fields) for kind in ActKind if (fields := game.asks(kind=kind, rules=normal))
        },
        "questions": [
            {"id": each.id, "title": each.title, "asks": _fields(each.fields)} for each in game.questions
        ],
    }


def _fields(fields: tuple[Field, ...]) -> list[Mapping[str, Any]]:
    return [asdict(field) for field in fields]
