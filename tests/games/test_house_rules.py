"""House rules of every game: presets, changes, rules stored before, and every wrong name or value refused."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scoring.games import GAMES
from scoring.games.base import AnyGame
from scoring.games.cuajo import HOUSE_RULES, PRESETS, read_rules, rules_data
from scoring.games.house_rules import comes_to_whole, profile_data
from tests.games.asking import codes_of, each, problems_of, stored
from tests.games.cuajo.claims import ask

ABOUT_RULES = {"preset", "revision", "source"}
BY_ID = {game.id: game for game in GAMES}
each_game = pytest.mark.parametrize("game", GAMES, ids=list(BY_ID))
PRESETS_OF_ALL = {preset: (game, preset) for game in GAMES for preset in game.presets}


@each(("game", "preset"), PRESETS_OF_ALL)
def test_preset_is_complete_and_read_back_unchanged(game: AnyGame, preset: str) -> None:
    rules = game.read_rules(value=preset)
    assert (rules.preset, rules.revision) == (preset, 1)
    assert {field.name for field in game.house_rules} == set(profile_data(profile=rules)) - ABOUT_RULES - {"scheme"}
    assert game.read_rules(value=profile_data(profile=rules)) == rules
    assert game.read_rules(value=rules) is rules


@each_game
def test_nothing_means_the_first_preset_with_its_normal_values(game: AnyGame) -> None:
    rules = game.read_rules(value=None)
    assert rules == game.read_rules(value={}) == game.read_rules(value=game.presets[0])
    normal = {field.name: field.normal for field in game.house_rules}
    assert normal == {name: value for name, value in profile_data(profile=rules).items() if name in normal}


@each_game
@pytest.mark.parametrize("value", ["manila", "", 5, True, ["pagat"], {"preset": "manila"}, {"preset": None}])
def test_rules_nobody_knows_are_refused(game: AnyGame, value: object) -> None:
    assert codes_of(lambda: game.read_rules(value=value)) == ["unknown_rules"]


@each_game
def test_every_wrong_name_and_value_is_refused_at_once(game: AnyGame) -> None:
    wrong: dict[object, object] = dict.fromkeys([*(field.name for field in game.house_rules), "wild", 3], "nonsense")
    wrong["revision"] = 0
    refused = codes_of(lambda: game.read_rules(value=wrong))
    assert refused == ["unknown_house_rule"] * len(wrong)


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        *product(["cuajo"], ["extra_cards"], ["ten", -1, 81, 10.0, True]),
        *product(["cuajo"], ["porbis"], [None, -5]),
        *product(["cuajo"], ["porbis_adds"], ["everything", 1, []]),
        *product(["cuajo"], ["partnerships"], [1, "yes"]),
        *[("cuajo", "unit", 0), ("cuajo", "source", 5), ("cuajo", "scheme", "pricelist")],
        *[("khanhoo", "packs", 5), ("khanhoo", "jokers", 6), ("khanhoo", "target", 0)],
        *[("cau_robat", "target", 0), ("cau_robat", "point", -1), ("cau_robat", "piles_taken", 1)],
    ],
)
def test_values_keep_their_kind_and_limits(game: str, name: str, value: object) -> None:
    assert codes_of(lambda: BY_ID[game].read_rules(value={name: value})) == ["unknown_house_rule"]


def test_the_scheme_of_a_preset_stays_and_other_wrong_rules_are_told_with_it() -> None:
    wrong = {"preset": "pagat", "scheme": "pricelist", "partnerships": "maybe"}
    keys = [problem.text.key for problem in problems_of(lambda: read_rules(value=wrong))]
    assert (keys[0], len(keys)) == ("unknown_house_rule.scheme", 2)


@each(
    ("preset", "changed"),
    {
        "family": (
            "family",
            {"extra_cards": 0, "porbis_adds": "all", "secrets_shown": True, "partners_share": True}
            | {"penalty_draw_claimable": False},
        ),
        "gamerules": ("gamerules", {}),
    },
)
def test_presets_of_cuajo_differ_as_section_7_says(preset: str, changed: dict[str, object]) -> None:
    own, pagat = rules_data(rules=PRESETS[preset]), rules_data(rules=PRESETS["pagat"])
    differing = {name: value for name, value in own.items() if value != pagat[name] and name not in ABOUT_RULES}
    assert differing == changed
    assert ask(rules=preset)["rules_revision"] == f"{preset}/1"


def test_defaults_of_cuajo_are_those_of_the_rules() -> None:
    """C10, C16, C18, C23 to C25, C31, C32, C34, C35."""
    expected = {"partnerships": True, "partners_share": False, "secrets_shown": False, "extra_cards": 15}
    expected |= {"false_secret_penalty": 0, "false_win_penalty": 0, "purro_required": False}
    expected |= {"penalty_draw_claimable": True, "sowee_three_must_be_laid": False}
    own: dict[str, object] = {**expected, "dealt_win": "none", "porbis_adds": "nothing"}
    assert {name: rules_data(rules=PRESETS["pagat"])[name] for name in own} == own


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("newer", [*(about.name for about in HOUSE_RULES), "scheme"])
def test_rules_stored_before_a_house_rule_existed_read_as_it_was_played_then(preset: str, newer: str) -> None:
    stored = rules_data(rules=replace(PRESETS[preset], revision=3, source="Our table"))
    del stored[newer]
    before: dict[str, Any] = {about.name: about.before for about in HOUSE_RULES if about.name == newer}
    changed = {name: value for name, value in before.items() if value is not None}
    assert read_rules(value=stored) == replace(PRESETS[preset], revision=3, source="Our table", **changed)


@stored("whole_units")
def test_whether_every_amount_is_a_number_of_whole_units(rules: object, factor: int, unit: int, is_whole: bool) -> None:
    assert comes_to_whole(profile=read_rules(value=rules), factor=factor, unit=unit) is is_whole
