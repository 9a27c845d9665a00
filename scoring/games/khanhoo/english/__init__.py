"""English khanhoo (Wilkinson, 1891): rules E1 to E13 of `docs/rules/khanhoo.md`."""

from scoring.games.khanhoo.english.game import KhanhooEnglish

__all__ = ["KhanhooEnglish"]
