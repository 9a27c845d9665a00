"""The list of all games."""

from scoring.games.base import AnyGame, ImpossibleError
from scoring.games.cau_robat import CauRobat
from scoring.games.cuajo import Cuajo
from scoring.games.khanhoo.english import KhanhooEnglish
from scoring.games.khanhoo.ming import KhanhooMing
from scoring.games.khanhoo.qing import KhanhooQing

GAMES: tuple[AnyGame, ...] = (Cuajo(), KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat())

# Old links and files name no game: there was only one.
FIRST = GAMES[0]

__all__ = ["FIRST", "GAMES", "ImpossibleError", "UnknownGameError", "game_by_id"]


def __dir__() -> list[str]:
    return __all__


class UnknownGameError(LookupError):
    def __str__(self) -> str:
        return f"No game is called {self.args[0]!r}; known are {', '.join(game.id for game in GAMES)}."


def game_by_id(*, game_id: str) -> AnyGame:
    """Return a game.

    Raises UnknownGameError.

    >>> game_by_id(game_id="cuajo").name
    'Cuajo'
    """
    for game in GAMES:
        if game.id == game_id:
            return game
    raise UnknownGameError(game_id)
