"""The judge without a session: a win, fifteen cards, how far a hand is, extra cards, whose card; kept answers."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from pydantic import field_validator

from scoring.api.judge.shapes import (
    AboutClaim,
    AboutDistance,
    AboutExtra,
    AboutPurro,
    AboutWin,
    Claim,
    DistanceShape,
    ExtraShape,
    PurroShape,
    RulingOnCardShape,
    Verdict,
)
from scoring.api.rules.acts import GameRules
from scoring.api.web.answers import Shape, at
from scoring.api.web.base import EntryView, OpenView
from scoring.api.web.errors import INVALID, FieldsError, TooManyError
from scoring.api.web.examples import CLAIMS, DISTANCES, EXTRAS, RULINGS, WAITS
from scoring.api.web.operations import asks, reads, writes
from scoring.api.web.parsing import AnyObject, Choice, Input, words
from scoring.games import FIRST
from scoring.games.base import Data, Feature
from scoring.games.cuajo.claim import read_claim
from scoring.games.cuajo.judge_answer import answer_claim
from scoring.games.cuajo.judge_win import live_verdict
from scoring.games.cuajo.rules import HouseRules
from scoring.models import KeptVerdict
from scoring.operations.judge.verdicts import keep_verdict
from scoring.operations.table.posting import Stamp
from scoring.operations.web import throttle
from scoring.operations.web.throttle import KEPT_VERDICTS
from scoring.queries.judge.answers import Judged, judged, question_of
from scoring.queries.judge.setting import PlayedFor, RulesChoice
from scoring.queries.people.access import Action
from scoring.queries.table.seatings import position_of
from scoring.queries.table.state import features_of
from scoring.texts import say

QUESTIONS: Mapping[str, type[Input]] = {"win": AboutWin, "purro": AboutPurro, "extra": AboutExtra, "claim": AboutClaim}


class Verify(OpenView):
    def read(self, _form: object) -> Any:
        """Return whatever was sent: the engine says itself what is wrong in a claim."""
        return self.request.data

    @asks(Claim, Verdict, examples=CLAIMS)
    def post(self, claim: object) -> Any:
        """Say whether a hand wins, for how much and why; otherwise everything it lacks.

        The objects are those of `manage.py verify`. What cannot be a hand is answered with 422 and every
        problem. Amounts are minor units per opponent, before any stake factor.
        """
        answer = answer_claim(data=claim)
        return JsonResponse(answer, status=INVALID) if "error" in answer else answer


class Waits(OpenView):
    @asks(AboutPurro, PurroShape, examples=WAITS)
    def post(self, asked: dict[str, Any]) -> Data:
        """Say what fifteen cards wait for and what each card would pay, or how far they are."""
        return judged_by(kind="purro", asked=asked).answer


class Distance(OpenView):
    @asks(AboutDistance, DistanceShape, examples=DISTANCES)
    def post(self, asked: dict[str, Any]) -> Data:
        """Say how far up to sixteen cards are from a win: melds, cards left over, waits, single changes."""
        return live_verdict(rules=rules_of(asked), entry=asked).data()


class ExtraCards(OpenView):
    @asks(AboutExtra, ExtraShape, examples=EXTRAS)
    def post(self, asked: dict[str, Any]) -> Data:
        """Say what the conditions still need and the exact chance that it comes."""
        return judged_by(kind="extra", asked=asked).answer


class Rulings(OpenView):
    @asks(AboutClaim, RulingOnCardShape, examples=RULINGS)
    def post(self, asked: dict[str, Any]) -> Data:
        """Rule who may claim a card, and say what each player may do now."""
        return judged_by(kind="claim", asked=asked).answer


def rules_of(asked: Mapping[str, Any]) -> HouseRules:
    """Return the house rules of a question, the normal ones where it names none."""
    rules: HouseRules = asked.get("rules") or FIRST.read_rules(value=None)
    return rules


def judged_by(*, kind: str, asked: Mapping[str, Any]) -> Judged:
    """Return the answer to a question; raises ImpossibleError for one that makes no sense.

    Amounts are those of a table that plays for hundredths, before any stake factor.
    """
    entered = {name: asked[name] for name in asked if name != "rules"}
    rules = rules_of(asked)
    if kind == "win":
        read_claim(data={**entered, "game": FIRST.id, "rules": rules})
    choice = RulesChoice(value="", label="", rules=rules, played=PlayedFor())
    question = question_of(game=FIRST, question_id=kind)
    assert question is not None, "the kinds of the API are questions of the first game"
    return judged(game=FIRST, question=question, entered=entered, choice=choice)


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
    @writes(NewVerdict, KeptShape, made="verdicts/{id}/")
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
        self.kept = get_object_or_404(KeptVerdict, public_id=self.part("public_id"))

    @reads(KeptShape)
    def get(self) -> KeptVerdict:
        """Read a kept answer; it never changes."""
        return self.kept


class HandVerdicts(EntryView):
    @writes(AboutWin, KeptShape, right=Action.RECORD, made="verdicts/{id}/")
    def post(self, asked: dict[str, Any], stamp: Stamp) -> KeptVerdict:
        """Judge a declared hand by its cards under the rules of its session, and keep that with the hand."""
        entry = self.entry
        has_cards = Feature.CARD_ENTRY in features_of(session=entry.session)
        if not has_cards or not entry.act.get("declared"):
            raise Http404
        if "rules" in asked:
            raise FieldsError(rules=say("api.rules_of_session"))
        played = entry.session.as_at(position=position_of(entry=entry))
        judged = judged_by(kind="win", asked={**asked, "rules": played.house_rules})
        return keep_verdict(judged=judged, stamp=stamp, entry=entry)


def require_few(view: OpenView) -> None:
    """Count a verdict that is kept; raises TooManyError when those of a minute are used up."""
    if not throttle.count(limit=KEPT_VERDICTS, who=view.limit()[1]):
        raise TooManyError(limit=KEPT_VERDICTS)
