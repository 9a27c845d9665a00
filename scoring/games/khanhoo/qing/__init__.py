"""Qing khanhoo: rules Q1 to Q6 of `docs/rules/khanhoo_qing.md`."""

from scoring.games.khanhoo.qing.game import KhanhooQing

__all__ = ["KhanhooQing"]
