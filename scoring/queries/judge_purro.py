"""The judge's answer about fifteen cards, as plain data that can be kept (C19)."""

from scoring.games.base import Data
from scoring.games.cards import find_card
from scoring.games.cuajo.answer import cards_data, melds_data
from scoring.games.cuajo.entry import Code
from scoring.games.cuajo.purro import PurroVerdict, Wait, Way, judge_purro
from scoring.games.cuajo.rules import HouseRules
from scoring.games.notation import read_words
from scoring.queries.judge import Question


def purro_answer(*, rules: HouseRules, claim: Question) -> Data:
    """Judge fifteen cards; raises ImpossibleError for cards that cannot be."""
    verdict = judge_purro(
        rules=rules,
        hand=read_words(text=claim["hand"]).cards,
        sowee=find_card(text=claim["sowee"] or ""),
        secrets=read_words(text=" ".join(claim["secrets"])).cards,
        seen=read_words(text=claim["extra"]).cards,
    )
    return {
        "purro": verdict.is_purro,
        "unseen": verdict.unseen,
        "away": verdict.away,
        "waits": [_wait_data(wait) for wait in verdict.waits],
        "reasons": _reasons(verdict),
        "melds": melds_data(melds=verdict.melds),
        "strays": cards_data(cards=verdict.strays),
        "scheme": rules.scheme.value,
        "rules_revision": rules.identity,
    }


def _wait_data(wait: Wait) -> Data:
    return {
        "card": wait.card.notation,
        "unseen": wait.unseen,
        "ways": [_way_data(way) for way in wait.ways],
    }


def _way_data(way: Way) -> Data:
    return {
        "source": way.source.value,
        "per_opponent": None if way.verdict is None else way.verdict.per_opponent_cents,
        "best": None if way.best is None else way.best.per_opponent_cents,
        "lay_first": "" if way.lay_first is None else way.lay_first.notation,
    }


def _reasons(verdict: PurroVerdict) -> list[str]:
    """Return why some cards cannot come some way, one sentence for each reason.

    A missing sowee is said apart.
    """
    first = {
        problem.code: problem.message
        for wait in reversed(verdict.waits)
        for way in wait.ways
        for problem in way.problems
        if problem.code != Code.SOWEE_MISSING
    }
    return list(first.values())
