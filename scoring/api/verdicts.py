"""Answers of the judge that were kept, to be shown to others or to stand beside a declared hand."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import CREATED, ClubView, OpenView
from scoring.api.errors import FieldsError
from scoring.api.judge_shapes import AboutWin
from scoring.api.judging import QUESTIONS, question_of, rules_of
from scoring.api.parsing import AnyObject, Choice, Input
from scoring.api.schema import reads, writes
from scoring.api.shapes import Shape, words
from scoring.games.base import Data
from scoring.games.cuajo.entry import GAME_ID
from scoring.games.cuajo.rules import HouseRules, read_rules, rules_data
from scoring.models import Entry, KeptVerdict
from scoring.operations import throttle
from scoring.operations.posting import Stamp
from scoring.operations.throttle import KEPT_VERDICTS
from scoring.operations.verdicts import Judged, keep_verdict
from scoring.queries.access import Action
from scoring.queries.judge_answers import Kind, answer_to


class KeptShape(Shape):
    """A question with its answer; `address` is the page that shows it to whoever knows it."""

    id = serializers.UUIDField(source="public_id")
    address = serializers.SerializerMethodField()
    game = serializers.CharField()
    question = serializers.DictField(source="claim")
    rules = serializers.DictField()
    answer = serializers.DictField()
    engine_version = serializers.CharField()
    kept_at = serializers.DateTimeField()

    def get_address(self, kept: KeptVerdict) -> str:
        """Return the path of the page."""
        return reverse("verdict", args=[kept.public_id])


class NewVerdict(Input):
    """A question of a kind, with the fields that `verify/` takes for it."""

    kind = Choice(choices=words(*Kind))
    question = AnyObject()


class Verdicts(OpenView):
    """Kept answers."""

    @writes(NewVerdict, KeptShape, status=CREATED, is_open=True)
    def post(self, _request: Request) -> HttpResponse:
        """Keep the answer to a question under the key of the request, which becomes its id."""
        wanted = self.read(NewVerdict)
        kind = Kind(wanted["kind"])
        parsed = QUESTIONS[kind](data=wanted["question"])
        parsed.is_valid(raise_exception=True)
        question = question_of(kind=kind, asked=parsed.validated_data)
        rules = rules_of(parsed.validated_data)
        require_few(self)
        return self.once(
            lambda stamp: _kept(kind=kind, question=question, rules=rules, stamp=stamp), status=CREATED
        )


class OneVerdict(OpenView):
    """A kept answer."""

    @reads(KeptShape, is_open=True)
    def get(self, _request: Request, public_id: UUID) -> Response:
        """Read a kept answer; it never changes."""
        kept = KeptVerdict.objects.filter(public_id=public_id).first()
        if kept is None:
            raise Http404
        return Response(KeptShape(kept).data)


class HandVerdicts(ClubView):
    """Verdicts on a declared hand."""

    rights = {"POST": Action.RECORD}

    @writes(AboutWin, KeptShape, status=CREATED)
    def post(self, _request: Request, public_id: UUID, number: int) -> HttpResponse:
        """Judge a declared hand by its cards under the rules of its session, and keep that with the hand."""
        entry, asked = self.entry(public_id, number), self.read(AboutWin)
        if entry.session.game != GAME_ID or not entry.act.get("declared"):
            raise Http404
        if "rules" in asked:
            raise FieldsError(rules="A hand of a session is judged by the rules of that session.")
        question, rules = question_of(kind=Kind.WIN, asked=asked), read_rules(value=entry.session.rules)
        return self.once(
            lambda stamp: _kept(kind=Kind.WIN, question=question, rules=rules, stamp=stamp, entry=entry),
            status=CREATED,
        )


def require_few(view: OpenView) -> None:
    """Count a verdict that is kept; raises Throttled when those of a minute are used up."""
    if not throttle.count(limit=KEPT_VERDICTS, who=view.limit()[1]):
        raise exceptions.Throttled(wait=KEPT_VERDICTS.seconds)


def _kept(
    *, kind: Kind, question: Data, rules: HouseRules, stamp: Stamp, entry: Entry | None = None
) -> dict[str, Any]:
    judged = Judged(
        game=GAME_ID,
        claim=question,
        rules=rules_data(rules=rules),
        answer=answer_to(kind=kind, rules=rules, question=question),
    )
    return KeptShape(keep_verdict(judged=judged, stamp=stamp, entry=entry)).data
