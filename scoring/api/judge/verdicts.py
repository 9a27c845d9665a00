"""Answers of the judge that were kept, to be shown to others or to stand beside a declared hand."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from pydantic import field_validator

from scoring.api.judge.judging import QUESTIONS, judged_by
from scoring.api.judge.shapes import AboutWin
from scoring.api.rules.acts import GameRules
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import CREATED, EntryView, OpenView
from scoring.api.web.errors import FieldsError, TooManyError
from scoring.api.web.operations import reads, writes
from scoring.api.web.parsing import AnyObject, Choice, Input, words
from scoring.games.base import Feature
from scoring.models import KeptVerdict
from scoring.operations.judge.verdicts import keep_verdict
from scoring.operations.table.posting import Stamp
from scoring.operations.web import throttle
from scoring.operations.web.throttle import KEPT_VERDICTS
from scoring.queries.people.access import Action
from scoring.queries.table.state import features_of
from scoring.texts import say


class KeptShape(Shape):
    """A question with its answer; `address` is the page that shows it to whoever knows it."""

    id: UUID = at("public_id")
    address: str = at("public_id")
    game: str
    question: dict[str, Any] = at("claim")
    rules: GameRules
    answer: dict[str, Any]
    engine_version: str
    kept_at: datetime

    @field_validator("address", mode="before")
    @classmethod
    def _page(cls, public_id: UUID) -> str:
        return reverse("verdict", args=[public_id])


class NewVerdict(Input):
    """A question of a kind, with the fields that `verify/` takes for it."""

    kind = Choice(choices=words(*QUESTIONS))
    question = AnyObject()


class Verdicts(OpenView):
    @writes(NewVerdict, KeptShape, status=CREATED)
    def post(self, wanted: dict[str, Any], stamp: Stamp) -> KeptVerdict:
        """Keep the answer to a question under the key of the request, which becomes its id."""
        parsed = QUESTIONS[wanted["kind"]](data=wanted["question"])
        parsed.is_valid(raise_exception=True)
        judged = judged_by(kind=wanted["kind"], asked=parsed.validated_data)
        require_few(self)
        return keep_verdict(judged=judged, stamp=stamp)


class OneVerdict(OpenView):
    kept: KeptVerdict

    def find(self) -> None:
        """Find the kept answer."""
        self.kept = get_object_or_404(KeptVerdict, public_id=self.part("public_id"))

    @reads(KeptShape)
    def get(self) -> KeptVerdict:
        """Read a kept answer; it never changes."""
        return self.kept


class HandVerdicts(EntryView):
    @writes(AboutWin, KeptShape, right=Action.RECORD, status=CREATED)
    def post(self, asked: dict[str, Any], stamp: Stamp) -> KeptVerdict:
        """Judge a declared hand by its cards under the rules of its session, and keep that with the hand."""
        entry = self.entry
        has_cards = Feature.CARD_ENTRY in features_of(session=entry.session)
        if not has_cards or not entry.act.get("declared"):
            raise Http404
        if "rules" in asked:
            raise FieldsError(rules=say("api.rules_of_session"))
        judged = judged_by(kind="win", asked={**asked, "rules": entry.session.house_rules})
        return keep_verdict(judged=judged, stamp=stamp, entry=entry)


def require_few(view: OpenView) -> None:
    """Count a verdict that is kept; raises TooManyError when those of a minute are used up."""
    if not throttle.count(limit=KEPT_VERDICTS, who=view.limit()[1]):
        raise TooManyError(limit=KEPT_VERDICTS)
