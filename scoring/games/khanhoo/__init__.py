"""Khanhoo in three versions, E, Q and M, each with its document in `docs/rules`; a library without I/O."""

from scoring.games.khanhoo.english import KhanhooEnglish
from scoring.games.khanhoo.ming import KhanhooMing
from scoring.games.khanhoo.qing import KhanhooQing

__all__ = ["KhanhooEnglish", "KhanhooMing", "KhanhooQing"]
