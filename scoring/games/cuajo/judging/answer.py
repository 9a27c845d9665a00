"""The verify contract: one JSON claim in, one JSON answer out; the same objects as the API uses."""

import json
from collections.abc import Iterable

from scoring.games.base import ImpossibleError, Problem
from scoring.games.cuajo.claim.claim import read_claim
from scoring.games.cuajo.hand.melds import Meld
from scoring.games.cuajo.hand.near_miss import NearMiss
from scoring.games.cuajo.pack.cards import Card
from scoring.games.cuajo.payout.account import Account, NotAWin, Verdict, Win, is_flat
from scoring.games.cuajo.payout.conditions import Conditions
from scoring.games.cuajo.payout.verdict import judge_claim
from scoring.games.cuajo.rules import HouseRules
from scoring.texts import say

type Answer = dict[str, object]


def answer_claim(*, data: object) -> Answer:
    """Answer a claim given as any JSON value; never raises, what is impossible is answered with `error`."""
    try:
        result = judge_claim(claim=read_claim(data=data))
    except ImpossibleError as error:
        return error_data(problems=error.problems)
    return verdict_data(verdict=result) if isinstance(result, Verdict) else not_a_win_data(result=result)


def answer_line(*, line: str) -> str:
    """Answer one line of a stream of claims with one line; what is no JSON is answered with `bad_json`."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return json.dumps(error_data(problems=[Problem(text=say("bad_json.line"))]))
    return json.dumps(answer_claim(data=data))


def error_data(*, problems: Iterable[Problem]) -> Answer:
    """Return all problems as JSON data; code and message on top are those of the first."""
    items = [problem_data(problem=problem) for problem in problems]
    return {"error": {"code": items[0]["code"], "message": items[0]["message"], "problems": items}}


def problem_data(*, problem: Problem) -> Answer:
    """Return a problem as JSON data."""
    return {"code": str(problem.code), "message": problem.message, "cards": list(problem.cards)}


def verdict_data(*, verdict: Verdict) -> Answer:
    """Return a verdict as JSON data; conditions, extra cards and a king win only where they belong to it."""
    turned: Answer = {}
    if verdict.turned is not None:
        turned = {"conditions": _conditions(verdict.turned.conditions), "extra_used": verdict.turned.used}
    return {
        "valid": True,
        **_account(verdict.account),
        "porbis": verdict.porbis,
        "arrangement": melds_data(melds=verdict.arrangement),
        **turned,
        **_king_win(verdict),
        "rules_revision": verdict.rules_revision,
    }


def declared_data(*, win: Win, account: Account, rules: HouseRules) -> Answer:
    """Return the verdict on a win declared without its cards: the same keys, no arrangement."""
    told: Answer = {}
    if win.conditions is not None:
        flat = is_flat(porbis=win.porbis, rules=rules)
        told = {} if flat else {"conditions": _conditions(win.conditions)}
    return {
        "valid": True,
        **_account(account),
        "porbis": win.porbis,
        "arrangement": [],
        **told,
        "rules_revision": rules.identity,
    }


def not_a_win_data(*, result: NotAWin) -> Answer:
    """Return a hand that is no win as JSON data: the rule it breaks and the near miss."""
    return {"valid": False, "rule": result.rule, "near_miss": near_miss_data(near_miss=result.near_miss)}


def near_miss_data(*, near_miss: NearMiss) -> Answer:
    """Return a near miss as JSON data."""
    return {
        "melded": near_miss.melded,
        "melds": melds_data(melds=near_miss.melds),
        "strays": cards_data(cards=near_miss.strays),
        "changes": [{"out": str(change.out), "into": str(change.into)} for change in near_miss.changes],
        "distance": near_miss.distance,
    }


def melds_data(*, melds: Iterable[Meld]) -> list[list[str]]:
    """Return melds as lists of cards in notation."""
    return [cards_data(cards=meld.cards) for meld in melds]


def cards_data(*, cards: Iterable[Card]) -> list[str]:
    """Return cards in notation."""
    return [card.notation for card in cards]


def _account(account: Account) -> Answer:
    return {
        "per_opponent": account.per_opponent_cents,
        "king_cents": account.king_cents,
        "lines": [{"what": line.what, "rule": line.rule, "cents": line.cents} for line in account.lines],
    }


def _king_win(verdict: Verdict) -> Answer:
    if verdict.king_win is None:
        return {}
    return {"king_win": verdict.king_win.value, "left_over": cards_data(cards=verdict.left_over)}


def _conditions(conditions: Conditions) -> dict[str, bool]:
    return {"bounit": conditions.bounit, "sowee": conditions.sowee}
