"""Qing khanhoo: rules Q1 to Q6 of `docs/rules/khanhoo_qing.md`."""

from scoring.games.khanhoo.qing.cards import Card, read_cards
from scoring.games.khanhoo.qing.game import KhanhooQing
from scoring.games.khanhoo.qing.melds import Meld, MeldKind, SixthEye
from scoring.games.khanhoo.qing.near_miss import Change, Verdict, judge_hand
from scoring.games.khanhoo.qing.rules import PRESETS, QingRules
from scoring.games.khanhoo.qing.splits import Reading, Split, best_split

__all__ = [
    "PRESETS",
    "Card",
    "Change",
    "KhanhooQing",
    "Meld",
    "MeldKind",
    "QingRules",
    "Reading",
    "SixthEye",
    "Split",
    "Verdict",
    "best_split",
    "judge_hand",
    "read_cards",
]
