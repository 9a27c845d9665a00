"""Cuajo as a library without I/O (C1 to C38, L1 to L8)."""

from scoring.games.cuajo.claim import read_claim
from scoring.games.cuajo.judge_answer import answer_claim
from scoring.games.cuajo.rules import HOUSE_RULES, PRESETS, HouseRules, read_rules
from scoring.games.cuajo.verdict import NotAWin, cents_of, judge
from scoring.games.cuajo.wins import Verdict

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "HouseRules",
    "NotAWin",
    "Verdict",
    "answer_claim",
    "cents_of",
    "judge",
    "read_claim",
    "read_rules",
]


def __dir__() -> list[str]:
    return __all__
