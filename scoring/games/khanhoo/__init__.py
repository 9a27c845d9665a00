"""Khanhoo in three versions: rules E, Q and M of `docs/rules/khanhoo.md`, as a library without I/O."""

from scoring.games.khanhoo.english import KhanhooEnglish

__all__ = ["KhanhooEnglish"]
