"""English khanhoo (Wilkinson, 1891): rules E1 to E10 of `docs/rules/khanhoo.md`."""

from scoring.games.khanhoo.english.bump import BumpRuling, Ground, Wish, who_takes
from scoring.games.khanhoo.english.cards import Card, read_cards
from scoring.games.khanhoo.english.covers import strays
from scoring.games.khanhoo.english.game import KhanhooEnglish
from scoring.games.khanhoo.english.melds import Meld, MeldKind, MeldTable, meld_of
from scoring.games.khanhoo.english.reasons import Reason, Why, reasons_for
from scoring.games.khanhoo.english.rules import PRESETS, EnglishRules, Trios
from scoring.games.khanhoo.english.splits import Split, best_split

__all__ = [
    "PRESETS",
    "BumpRuling",
    "Card",
    "EnglishRules",
    "Ground",
    "KhanhooEnglish",
    "Meld",
    "MeldKind",
    "MeldTable",
    "Reason",
    "Split",
    "Trios",
    "Why",
    "Wish",
    "best_split",
    "meld_of",
    "read_cards",
    "reasons_for",
    "strays",
    "who_takes",
]
