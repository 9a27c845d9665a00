"""The documents of the relatives number every rule in order, and explain every house rule and amount."""

import re
from pathlib import Path

import pytest

from scoring.games.base import AnyGame
from scoring.games.cau_robat import CauRobat
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing
from scoring.games.khanhoo.english.melds import MeldKind
from scoring.games.khanhoo.ming.plays import Bonus

DOCS = Path(__file__).parents[3] / "docs" / "rules"
GAMES: tuple[tuple[AnyGame, str, int], ...] = (
    (KhanhooEnglish(), "E", 13),
    (KhanhooQing(), "Q", 7),
    (KhanhooMing(), "M", 7),
    (CauRobat(), "R", 11),
)


def paragraphs(game: AnyGame) -> dict[str, str]:
    """Return the text of every rule of a game by its number, on one line."""
    text = (DOCS / f"{game.rules_document}.md").read_text()
    found = re.findall(r"^- \*\*([A-Z]\d+)\*\* (.*?)(?=^[-#]|\Z)", text, re.MULTILINE | re.DOTALL)
    return {number: " ".join(body.split()) for number, body in found}


@pytest.mark.parametrize(("game", "letter", "rules"), GAMES)
def test_all_rules_are_numbered_in_order(game: AnyGame, letter: str, rules: int) -> None:
    assert list(paragraphs(game)) == [f"{letter}{number}" for number in range(1, rules + 1)]


@pytest.mark.parametrize(("game", "letter", "rules"), GAMES)
def test_house_rules_are_explained_under_their_own_rule(game: AnyGame, letter: str, rules: int) -> None:
    told = paragraphs(game)
    for field in game.house_rules:
        assert f"`{field.name}`" in told[field.rule]


def test_every_meld_of_english_khanhoo_stands_with_its_points() -> None:
    """E4 to E6."""
    told = paragraphs(KhanhooEnglish())
    for kind in MeldKind:
        assert re.search(rf"\*{kind.label}\*[^;]*? {kind.points}\b", told[kind.rule]), kind


def test_every_bonus_of_ming_khanhoo_stands_with_its_points() -> None:
    """M5."""
    told = paragraphs(KhanhooMing())["M5"]
    for bonus in list(Bonus)[list(Bonus).index(Bonus.PANGOLIN) :]:
        assert re.search(rf"{bonus.label}[^,]*? {bonus.points}\b", told), bonus
