"""Only cuajo has pages of its own: every other game is added by its registration alone."""

import re
from pathlib import Path

import pytest

from scoring.games import GAMES
from scoring.games.base import Game
from scoring.games.cuajo import Cuajo

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".html", ".js", ".css"}
ELSEWHERE = ("cuajo_site", "scoring", "static", "templates")


@pytest.mark.parametrize("game", [game for game in GAMES if game.id != Cuajo.id], ids=lambda game: game.id)
def test_nothing_outside_the_games_names_a_further_game(game: Game) -> None:
    named = re.compile(rf"\b({game.id}|{type(game).__name__})\b")
    sources = (path for folder in ELSEWHERE for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES)
    files = (path for path in sources if not path.is_relative_to(ROOT / "scoring" / "games"))
    assert [path.name for path in files if named.search(path.read_text(encoding="utf-8"))] == []
