"""The house rules of the relatives: presets read back unchanged, everything wrong refused at once."""

import pytest

from scoring.games.base import AnyGame, ImpossibleError
from scoring.games.cau_robat import CauRobat
from scoring.games.house_rules import profile_data
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing

GAMES: tuple[AnyGame, ...] = (KhanhooEnglish(), KhanhooQing(), KhanhooMing(), CauRobat())
PRESETS = [(game, preset) for game in GAMES for preset in game.presets]


def codes(game: AnyGame, rules: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        game.read_rules(value=rules)
    return [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[preset for _, preset in PRESETS])
def test_preset_is_complete_and_read_back_unchanged(game: AnyGame, preset: str) -> None:
    rules = game.read_rules(value=preset)
    data = profile_data(profile=rules)
    assert rules.preset == preset
    assert {field.name for field in game.house_rules} == set(data) - {"preset", "revision", "source"}
    assert game.read_rules(value=data) == rules


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_nothing_means_the_first_preset_with_its_normal_values(game: AnyGame) -> None:
    rules = game.read_rules(value=None)
    assert rules == game.read_rules(value={}) == game.read_rules(value=game.presets[0])
    assert {field.name: field.normal for field in game.house_rules} == {
        name: value
        for name, value in profile_data(profile=rules).items()
        if name not in {"preset", "revision", "source"}
    }


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
@pytest.mark.parametrize("value", ["manila", 5, ["x"], {"preset": "manila"}, {"preset": None}])
def test_rules_nobody_knows_are_refused(game: AnyGame, value: object) -> None:
    assert codes(game, value) == ["unknown_rules"]


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_wrong_name_and_value_is_refused_at_once(game: AnyGame) -> None:
    wrong = {field.name: "nonsense" for field in game.house_rules}
    assert codes(game, {**wrong, "porbis": 1, "revision": 0}) == ["unknown_house_rule"] * (len(wrong) + 2)


def test_numbers_keep_their_limits() -> None:
    """E1, E8, R9."""
    assert codes(KhanhooEnglish(), {"packs": 5, "jokers": 6, "target": 0}) == ["unknown_house_rule"] * 3
    assert codes(CauRobat(), {"target": 0, "point": -1, "piles_taken": 1}) == ["unknown_house_rule"] * 3


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_rules_that_were_read_are_returned_as_they_are(game: AnyGame) -> None:
    rules = game.read_rules(value=None)
    assert game.read_rules(value=rules) is rules
