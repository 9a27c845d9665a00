"""Ming khanhoo (Pan Zhiheng, 1613): rules M1 to M6 of `docs/rules/khanhoo_ming.md`."""

from scoring.games.khanhoo.ming.game import KhanhooMing

__all__ = ["KhanhooMing"]
