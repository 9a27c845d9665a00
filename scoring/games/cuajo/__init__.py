"""Cuajo as a library without I/O (C1 to C38, L1 to L8)."""

from typing import Any

from scoring.games.cuajo.claim import read_claim
from scoring.games.cuajo.judge_answer import answer_claim
from scoring.games.cuajo.rules import HOUSE_RULES, PRESETS, HouseRules, read_rules
from scoring.games.cuajo.verdict import NotAWin, cents_of, judge
from scoring.games.cuajo.wins import Verdict

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "Cuajo",
    "HouseRules",
    "NotAWin",
    "Verdict",
    "answer_claim",
    "cents_of",
    "judge",
    "read_claim",
    "read_rules",
]


def __getattr__(name: str) -> Any:
    # Only the app needs the game with its fields and its other judges.
    if name != "Cuajo":
        raise AttributeError(name)
    from scoring.games.cuajo.game import Cuajo  # noqa: PLC0415

    return Cuajo


def __dir__() -> list[str]:
    return __all__
