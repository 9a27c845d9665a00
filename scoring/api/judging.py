"""The judge without a session: a win, fifteen cards, how far a hand is, extra cards, whose card it is."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.base import OpenView
from scoring.api.errors import INVALID, FieldsError
from scoring.api.examples import CLAIMS, DISTANCES, EXTRAS, RULINGS, WAITS
from scoring.api.judge_shapes import (
    AboutClaim,
    AboutDistance,
    AboutExtra,
    AboutPurro,
    AboutWin,
    Claim,
    DistanceShape,
    ExtraShape,
    PurroShape,
    RulingShape,
    VerdictShape,
)
from scoring.api.parsing import Input
from scoring.api.schema import asks
from scoring.games.base import Data
from scoring.games.cards import find_card, read_cards
from scoring.games.cuajo import answer_claim, live_verdict, read_claim
from scoring.games.cuajo.answer import cards_data, error_data, near_miss_data
from scoring.games.cuajo.entry import GAME_ID
from scoring.games.cuajo.rules import DEFAULT_PRESET, HouseRules, Scheme, read_rules
from scoring.games.cuajo.splits import HAND_SIZE
from scoring.queries.judge_answers import Kind, answer_to

QUESTIONS: Mapping[Kind, type[Input]] = {
    Kind.WIN: AboutWin,
    Kind.PURRO: AboutPurro,
    Kind.EXTRA: AboutExtra,
    Kind.CLAIM: AboutClaim,
}


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


class Waits(OpenView):
    """Fifteen cards."""

    @asks(AboutPurro, PurroShape, examples=WAITS, is_open=True)
    def post(self, _request: Request) -> Response:
        """Say what fifteen cards wait for and what each card would pay, or how far they are."""
        return Response(answered(kind=Kind.PURRO, asked=self.read(AboutPurro)))


class Distance(OpenView):
    """A hand on its way."""

    @asks(AboutDistance, DistanceShape, examples=DISTANCES, is_open=True)
    def post(self, _request: Request) -> Response:
        """Say how far up to sixteen cards are from a win: melds, cards left over, waits, single changes."""
        asked = self.read(AboutDistance)
        live = live_verdict(rules=rules_of(asked), entry=asked)
        problems: Any = error_data(problems=live.problems)["error"] if live.problems else {"problems": []}
        found = {
            "count": live.count,
            "waits": cards_data(cards=live.waits),
            "near_miss": None if live.near_miss is None else near_miss_data(near_miss=live.near_miss),
            "problems": problems["problems"],
        }
        return Response(found)


class ExtraCards(OpenView):
    """Extra cards of a winner."""

    @asks(AboutExtra, ExtraShape, examples=EXTRAS, is_open=True)
    def post(self, _request: Request) -> Response:
        """Say what the conditions still need and the exact chance that it comes."""
        return Response(answered(kind=Kind.EXTRA, asked=self.read(AboutExtra)))


class Rulings(OpenView):
    """A card on the table."""

    @asks(AboutClaim, RulingShape, examples=RULINGS, is_open=True)
    def post(self, _request: Request) -> Response:
        """Rule who may claim a card, and say what each player may do now."""
        return Response(answered(kind=Kind.CLAIM, asked=self.read(AboutClaim)))


def rules_of(asked: Mapping[str, Any]) -> HouseRules:
    """Return the house rules of a question, the normal ones where it names none."""
    rules: HouseRules = asked.get("rules") or read_rules(value=DEFAULT_PRESET)
    return rules


def question_of(*, kind: Kind, asked: Mapping[str, Any]) -> Data:
    """Return a valid question as the judge reads and keeps it; raises FieldsError where it makes no sense.

    Raises ImpossibleError for a win that cannot be.
    """
    question = {"question": kind.value, **{name: asked[name] for name in asked if name != "rules"}}
    match kind:
        case Kind.WIN:
            read_claim(data={**question, "game": GAME_ID, "rules": rules_of(asked)})
        case Kind.EXTRA:
            _require_winner_of_extra(asked)
        case Kind.CLAIM:
            return {**question, "dealer": "", "players": _players(asked)}
    return question


def answered(*, kind: Kind, asked: Mapping[str, Any]) -> Data:
    """Return the answer to a valid question."""
    return answer_to(kind=kind, rules=rules_of(asked), question=question_of(kind=kind, asked=asked))


def _require_winner_of_extra(asked: Mapping[str, Any]) -> None:
    cards = read_cards(text=asked["hand"]).cards
    if rules_of(asked).scheme is Scheme.PRICELIST:
        raise FieldsError(rules="By a price list no extra cards are turned (L1).")
    if len(cards) != HAND_SIZE:
        raise FieldsError(hand=f"{HAND_SIZE} cards are needed here, these are {len(cards)}.")
    if find_card(text=asked["bounit"]) not in cards:
        raise FieldsError(bounit="The bounit is one of the sixteen cards (C8).")


def _players(asked: Mapping[str, Any]) -> list[Data]:
    seats = [player["seat"] for player in asked["players"]]
    if len(set(seats)) < len(seats):
        raise FieldsError(players="Each seat stands once in the order of play.")
    if asked["by"] not in seats:
        raise FieldsError(by="One of the players drew or discarded the card.")
    return [{**player, "who": str(player["seat"])} for player in asked["players"]]
