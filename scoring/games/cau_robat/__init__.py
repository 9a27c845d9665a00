"""Cau robat: rules R1 to R10 of `docs/rules/cau_robat.md`, as a library without I/O."""

from scoring.games.cau_robat.calls import Call, Due, call_of, dues_of
from scoring.games.cau_robat.capture import Capture, Taken, capture
from scoring.games.cau_robat.game import CauRobat
from scoring.games.cau_robat.rules import PRESETS, CauRules, Scoring
from scoring.games.cau_robat.table import Captured, Paid, TurnState, begin, finish, play

__all__ = [
    "PRESETS",
    "Call",
    "Capture",
    "Captured",
    "CauRobat",
    "CauRules",
    "Due",
    "Paid",
    "Scoring",
    "Taken",
    "TurnState",
    "begin",
    "call_of",
    "capture",
    "dues_of",
    "finish",
    "play",
]
