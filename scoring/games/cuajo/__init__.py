"""Cuajo: rules C1 to C37 and L1 to L8 of `docs/rules/cuajo.md`, as a library without I/O."""

from scoring.games.cuajo.answer import answer_claim
from scoring.games.cuajo.claim import Claim, read_claim
from scoring.games.cuajo.entry import Source
from scoring.games.cuajo.game import Cuajo
from scoring.games.cuajo.live import Input, LiveVerdict, live_verdict
from scoring.games.cuajo.melds import Meld, MeldKind, all_melds, meld_of, melds_with
from scoring.games.cuajo.rules import (
    HOUSE_RULES,
    PRESETS,
    HouseRule,
    HouseRules,
    RuleKind,
    read_rules,
    rules_data,
)
from scoring.games.cuajo.splits import all_splits, hold
from scoring.games.cuajo.verdict import NotAWin, Verdict, judge_claim

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "Claim",
    "Cuajo",
    "HouseRule",
    "HouseRules",
    "Input",
    "LiveVerdict",
    "Meld",
    "MeldKind",
    "NotAWin",
    "RuleKind",
    "Source",
    "Verdict",
    "all_melds",
    "all_splits",
    "answer_claim",
    "hold",
    "judge_claim",
    "live_verdict",
    "meld_of",
    "melds_with",
    "read_claim",
    "read_rules",
    "rules_data",
]
