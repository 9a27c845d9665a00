"""The judge without a session: a win, fifteen cards, how far a hand is, extra cards, whose card it is."""

from collections.abc import Mapping
from typing import Any

from django.http import JsonResponse

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
from scoring.api.web.base import OpenView
from scoring.api.web.errors import INVALID
from scoring.api.web.examples import CLAIMS, DISTANCES, EXTRAS, RULINGS, WAITS
from scoring.api.web.operations import asks
from scoring.api.web.parsing import Input
from scoring.games import CARDS, FIRST
from scoring.games.base import Data, HouseRules
from scoring.queries.judge.answers import Judged, judged, question_of
from scoring.queries.judge.setting import PlayedFor, RulesChoice

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
        answer = CARDS.answer(claim)
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
        known: Data = CARDS.live(rules_of(asked), asked).data()
        return known


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
        CARDS.check({**entered, "game": FIRST.id, "rules": rules})
    choice = RulesChoice(value="", label="", rules=rules, played=PlayedFor())
    question = question_of(game=FIRST, question_id=kind)
    assert question is not None, "the kinds of the API are questions of the first game"
    return judged(game=FIRST, question=question, entered=entered, choice=choice)
