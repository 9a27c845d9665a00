"""Khanhoo in three versions: rules E, Q and M of `docs/rules/khanhoo.md`, as a library without I/O."""

from scoring.games.khanhoo.english import KhanhooEnglish
from scoring.games.khanhoo.ming import KhanhooMing
from scoring.games.khanhoo.qing import KhanhooQing

__all__ = ["KhanhooEnglish", "KhanhooMing", "KhanhooQing"]
