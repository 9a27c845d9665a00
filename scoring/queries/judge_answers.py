"""One answer for each kind of question to the judge."""

from enum import StrEnum
from typing import assert_never

from scoring.games.base import Data
from scoring.games.cuajo.rules import HouseRules
from scoring.queries.judge import Question, win_answer
from scoring.queries.judge_claims import claim_answer
from scoring.queries.judge_extra import extra_answer
from scoring.queries.judge_purro import purro_answer


class Kind(StrEnum):
    """What the judge is asked."""

    WIN = "win"
    PURRO = "purro"
    EXTRA = "extra"
    CLAIM = "claim"


def answer_to(*, kind: Kind, rules: HouseRules, question: Question) -> Data:
    """Answer a question; raises ImpossibleError for cards that cannot be."""
    match kind:
        case Kind.WIN:
            return win_answer(rules=rules, claim=question)
        case Kind.PURRO:
            return purro_answer(rules=rules, claim=question)
        case Kind.EXTRA:
            return extra_answer(rules=rules, claim=question)
        case Kind.CLAIM:
            return claim_answer(rules=rules, claim=question)
        case unknown:
            assert_never(unknown)


def kind_of(*, question: Question) -> Kind:
    """Return the kind of a kept question; those kept before there were several kinds are about a win."""
    return Kind(question.get("question", Kind.WIN))
