"""The list of all games."""

import sys

from scoring.games.base import AnyGame, ImpossibleError

GAMES: tuple[AnyGame, ...]

# Old links and files name no game: there was only one.
FIRST: AnyGame

__all__ = ["FIRST", "GAMES", "ImpossibleError", "UnknownGameError", "game_by_id"]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    # A program that needs one game does not wait for the others.
    if name not in ("FIRST", "GAMES"):
        raise AttributeError(name)
    from scoring.games.every import GAMES as games  # noqa: N811, PLC0415

    globals().update(GAMES=games, FIRST=games[0])
    return globals()[name]


class UnknownGameError(LookupError): ...


def game_by_id(*, game_id: str) -> AnyGame:
    """Return a game. Raises UnknownGameError.

    >>> game_by_id(game_id="cuajo").name
    'Cuajo'
    """
    games: dict[str, AnyGame] = {game.id: game for game in sys.modules[__name__].GAMES}
    if game_id not in games:
        raise UnknownGameError(f"No game is called {game_id!r}; known are {', '.join(games)}.")
    return games[game_id]
