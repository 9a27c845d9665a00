"""The house rules of the relatives: presets read back unchanged, everything wrong refused at once."""

import pytest

from scoring.games.base import Game, ImpossibleError
from scoring.games.cau_robat import CauRobat
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing

GAMES: tuple[Game, ...] = (KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat())
PRESETS = [(game, preset) for game in GAMES for preset in game.presets]


def codes(game: Game, rules: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        game.complete_rules(rules=rules)
    return [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[preset for _, preset in PRESETS])
def test_preset_is_complete_and_read_back_unchanged(game: Game, preset: str) -> None:
    rules = game.complete_rules(rules=preset)
    assert rules["preset"] == preset
    assert {field.name for field in game.house_rules} == set(rules) - {"preset", "revision", "source"}
    assert game.complete_rules(rules=rules) == rules


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_nothing_means_the_first_preset_with_its_normal_values(game: Game) -> None:
    rules = game.complete_rules(rules=None)
    assert rules == game.complete_rules(rules={}) == game.complete_rules(rules=game.presets[0])
    assert {field.name: field.normal for field in game.house_rules} == {
        field.name: rules[field.name] for field in game.house_rules
    }


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
@pytest.mark.parametrize("value", ["manila", 5, ["x"], {"preset": "manila"}, {"preset": None}])
def test_rules_nobody_knows_are_refused(game: Game, value: object) -> None:
    assert codes(game, value) == ["unknown_rules"]


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_wrong_name_and_value_is_refused_at_once(game: Game) -> None:
    wrong = {field.name: "nonsense" for field in game.house_rules}
    assert codes(game, {**wrong, "porbis": 1, "revision": 0}) == ["unknown_house_rule"] * (len(wrong) + 2)


def test_numbers_keep_their_limits() -> None:
    """E1, E8, R9."""
    assert codes(KhanhooEnglish(), {"packs": 5, "jokers": 0, "target": 0}) == ["unknown_house_rule"] * 3
    assert codes(CauRobat(), {"target": 0, "point": -1, "piles_taken": 1}) == ["unknown_house_rule"] * 3
