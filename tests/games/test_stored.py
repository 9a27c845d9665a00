"""A hand is shown as it was stored where all of it can be read, whoever wrote it; new house rules are all used."""

from typing import Any

from scoring.games import game_by_id
from scoring.games.base import ImpossibleError
from scoring.games.house_rules import read_new_rules
from scoring.games.stored import is_answer_readable, is_readable, without_sentences
from tests.games.asking import stored


@stored("readable")
def test_a_stored_hand_is_shown_where_all_of_it_can_be_read(
    game: str, act: Any, verdict: Any, winner: int | None, is_shown: bool
) -> None:
    of = game_by_id(game_id=game)
    hand: Any = {"act": act, "verdict": verdict, "winner": winner, "seats": (1, 2, 3, 4)}
    assert is_readable(game=of, rules=of.read_rules(value=None), **hand) is is_shown


def test_an_answer_is_compared_by_all_but_its_sentences() -> None:
    answer = {"valid": True, "lines": [{"what": "1", "rule": "C26", "cards": ("12O",)}]}
    assert without_sentences(answer) == {"valid": True, "lines": [{"rule": "C26", "cards": ["12O"]}]}
    assert [is_answer_readable(answer=each) for each in (answer, {"valid": True})] == [False, True]


@stored("new_rules")
def test_a_house_rule_that_its_preset_does_not_use_is_no_new_one(game: str, rules: Any, refused: list[str]) -> None:
    of, problems = game_by_id(game_id=game), []
    try:
        assert read_new_rules(game=of, value=rules) == of.read_rules(value=rules)
    except ImpossibleError as error:
        problems = [f"{problem.code} @{problem.field}" for problem in error.problems]
    assert problems == refused
