"""Cuajo: rules C1 to C37 and L1 to L8 of `docs/rules/cuajo.md`, as a library without I/O."""

from scoring.games.base import ImpossibleError
from scoring.games.cuajo.claim import Claim, Source, read_claim
from scoring.games.cuajo.game import Cuajo
from scoring.games.cuajo.judge_answer import answer_claim
from scoring.games.cuajo.judge_win import LiveVerdict, live_verdict
from scoring.games.cuajo.rules import HOUSE_RULES, PRESETS, HouseRules, read_rules, rules_data
from scoring.games.cuajo.splits import Meld, MeldKind, all_melds, hold
from scoring.games.cuajo.verdict import NotAWin, cents_of, judge, judge_claim
from scoring.games.cuajo.wins import Verdict

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "Claim",
    "Cuajo",
    "HouseRules",
    "ImpossibleError",
    "LiveVerdict",
    "Meld",
    "MeldKind",
    "NotAWin",
    "Source",
    "Verdict",
    "all_melds",
    "answer_claim",
    "cents_of",
    "hold",
    "judge",
    "judge_claim",
    "live_verdict",
    "read_claim",
    "read_rules",
    "rules_data",
]


def __dir__() -> list[str]:
    return __all__
