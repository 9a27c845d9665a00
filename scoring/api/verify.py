"""Settle a doubtful hand without a session: the claim of the verify contract in, its answer out."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import OpenView
from scoring.api.errors import INVALID
from scoring.api.examples import CLAIMS
from scoring.api.schema import asks
from scoring.api.shapes import Shape
from scoring.games.cuajo import answer_claim

_CARDS = {
    "oneOf": [
        {"type": "string", "maxLength": 1000},
        {"type": "array", "items": {"type": "string"}, "maxItems": 112},
        {"type": "null"},
    ]
}


@extend_schema_field(_CARDS)
class Cards(serializers.JSONField):
    """Cards in notation: one text, or a list with one text for each."""


class Claim(serializers.Serializer[Any]):
    """A hand that somebody claims to have won with; the engine itself says everything that is wrong in it."""

    game = serializers.CharField(default="cuajo")
    rules = serializers.JSONField(required=False, help_text="A preset, or an object: a preset and changes.")
    hand = Cards(help_text="Sixteen cards, the bounit among them.")
    bounit = Cards(allow_null=True, required=False, help_text="The winning card; null where it was dealt.")
    source = serializers.CharField(  # type: ignore[assignment]  # what programs send
        help_text="self_drawn, claimed, discard or dealt."
    )
    sowee = Cards(allow_null=True, required=False, help_text="The card under the stock.")
    secrets = Cards(required=False, help_text="Kinds of the secrets laid down and paid.")
    extra = Cards(required=False, help_text="Extra cards turned, in order.")


class LineShape(Shape):
    """A line of the account."""

    what = serializers.CharField()
    rule = serializers.CharField()
    cents = serializers.IntegerField()


class NearMissShape(Shape):
    """How far the cards are from a win."""

    melds = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    strays = serializers.ListField(child=serializers.CharField())


class VerdictShape(Shape):
    """The verdict; a hand that is no win has `valid` false and the near miss."""

    valid = serializers.BooleanField()
    per_opponent = serializers.IntegerField(required=False)
    porbis = serializers.BooleanField(required=False)
    king_cents = serializers.IntegerField(required=False)
    arrangement = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), required=False
    )
    lines = LineShape(many=True, required=False)
    conditions = serializers.DictField(child=serializers.BooleanField(), required=False)
    extra_used = serializers.IntegerField(required=False)
    near_miss = NearMissShape(required=False)
    rules_revision = serializers.CharField(required=False)


class Verify(OpenView):
    """A claimed win."""

    @asks(Claim, VerdictShape, examples=CLAIMS, is_open=True)
    def post(self, request: Request) -> Response:
        """Say whether a hand wins, for how much and why; otherwise everything it lacks.

        The objects are those of `manage.py verify`. What cannot be a hand is answered with 422 and every
        problem. Amounts are minor units per opponent, before any stake factor.
        """
        answer = answer_claim(data=request.data)
        return Response(answer, status=INVALID if "error" in answer else 200)
