"""Games are apart: another is added by its registration alone, and nothing asks which game it has."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.games import GAMES
from scoring.games.base import AnyGame

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".html", ".js", ".css"}
FIRST, *FURTHER = GAMES
OWN_PLACES = ("scoring/games", "scoring/texts")
NAMES_THE_FIRST = re.compile(
    rf"scoring\.games\.{FIRST.id}|\b{type(FIRST).__name__}\.[a-z]|\bGAME_ID\b"
    rf"|(?:==|!=|\bin|game\"?|game_id|default|here)[=:( ]*[\"']{FIRST.id}[\"']"
)
STILL_NAMING = {"scoring/api/judge/shapes.py"}
"""What still works with values of the first game; a file that is cleared leaves the list, none joins it."""


def sources() -> Iterator[tuple[str, str]]:
    for folder in ("cuajo_site", "scoring", "static", "templates"):
        for path in (ROOT / folder).rglob("*"):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix in SUFFIXES and not place.startswith(OWN_PLACES):
                yield place, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", FURTHER, ids=lambda game: game.id)
def test_nothing_outside_the_games_names_a_further_game(game: AnyGame) -> None:
    named = re.compile(rf"\b({game.id}|{type(game).__name__})\b")
    assert [place for place, text in sources() if named.search(text)] == []


def test_nothing_outside_the_games_asks_whether_a_game_is_the_first() -> None:
    asked = re.compile(rf"(?:==|!=) *(?:[\"']{FIRST.id}[\"']|GAME_ID|{type(FIRST).__name__}\.id)")
    assert [place for place, text in sources() if asked.search(text)] == []


def test_nothing_further_outside_the_games_names_the_first_game() -> None:
    naming = {place for place, text in sources() if NAMES_THE_FIRST.search(text)}
    assert naming - STILL_NAMING == set()
