"""Ming khanhoo (Pan Zhiheng, 1613): rules M1 to M6 of `docs/rules/khanhoo_ming.md`."""

from scoring.games.khanhoo.ming.cards import CARDS, Card, read_cards
from scoring.games.khanhoo.ming.game import KhanhooMing
from scoring.games.khanhoo.ming.plays import Bonus, Play, PlayKind, beats
from scoring.games.khanhoo.ming.tricks import Trick, judge_trick

__all__ = ["CARDS", "Bonus", "Card", "KhanhooMing", "Play", "PlayKind", "Trick", "beats", "judge_trick", "read_cards"]
