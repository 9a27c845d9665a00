"""The games of the house; adding one is adding it here."""

from scoring.games.base import Game
from scoring.games.cau_robat import CauRobat
from scoring.games.cuajo import Cuajo
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing

GAMES: tuple[Game, ...] = (
    Cuajo(),
    KhanhooEnglish(),
    KhanhooQing(),
    KhanhooMing(),
    CauRobat(),
)

__all__ = ["GAMES", "UnknownGameError", "game_by_id"]


class UnknownGameError(LookupError):
    """No game has this id."""


def game_by_id(*, game_id: str) -> Game:
    """Return the game with this id; raises UnknownGameError.

    >>> game_by_id(game_id="cuajo").name
    'Cuajo'
    """
    for game in GAMES:
        if game.id == game_id:
            return game
    raise UnknownGameError(game_id)
