"""Questions about a hand that somebody shows."""

from typing import Any

import pytest

from scoring.games.base import ImpossibleError
from scoring.games.cuajo import answer_claim
from scoring.games.cuajo.judging.win import grounds_of, win_answer
from scoring.games.cuajo.rules import PRESETS
from tests.games.cuajo.claims import EXAMPLE


def test_a_laid_secret_of_the_sowees_kind_has_three_cards_in_the_hand() -> None:
    """C10."""
    asked = {
        "hand": "3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 5O 5C 5E 12C",
        "bounit": "5E",
        "source": "discard",
        "sowee": "3O",
        "secrets": "3O",
        "extra": "",
    }
    assert win_answer(asked, PRESETS["pagat"]).asked["secrets"] == ["3O"]


def test_c28_a_condition_that_is_met_says_by_which_cards() -> None:
    asked = {
        "hand": "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B",
        "bounit": "5B",
        "source": "discard",
        "sowee": "4O",
    }
    told = win_answer(asked, PRESETS["family"]).told
    assert (told["conditions"], told["met"]) == ({"bounit": False, "sowee": True}, {"sowee": ["4O", "3O", "5O"]})


def test_c10_a_win_by_the_undeclared_three_of_the_sowee_says_so() -> None:
    hand = "3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 5O 5C 5E 12C"
    asked = {"hand": hand, "bounit": "5E", "source": "discard", "sowee": "3O"}
    assert win_answer(asked, PRESETS["pagat"]).told["uses_sowee_three"]
    assert not win_answer({**asked, "secrets": "3O"}, PRESETS["pagat"]).told["uses_sowee_three"]


def test_c8_cards_that_never_win_are_answered_before_anything_else_is_told() -> None:
    stray = {"hand": "1O 1C 1E 3O 4O 5O 10O 11O 12O 3E 4E 5E 12O 3C 4C 10B"}
    told: Any = win_answer(stray, PRESETS["pagat"]).told
    assert (told["valid"], told["near_miss"]["strays"]) == (False, ["5O", "5E", "10B"])
    assert {each["preset"]: each["why"] for each in told["presets"]} == {
        "pagat": "",
        "family": "",
        "gamerules": "",
        "pricelist": "Say how the last card came.",
    }


def test_c10_three_alike_wait_for_the_sowee_that_would_make_them_a_meld() -> None:
    three = {"hand": "3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 5O 5C 5E 12C"}
    with pytest.raises(ImpossibleError) as refused:
        win_answer(three, PRESETS["pagat"])
    assert [problem.code for problem in refused.value.problems] == ["missing_field"]


def test_a_kept_win_says_by_which_cards_it_met_the_conditions_c28_and_c10() -> None:
    three = {"hand": "3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 5O 5C 5E 12C", "bounit": "5E", "sowee": "3O"}
    by_both = {"hand": EXAMPLE, "bounit": "5B", "sowee": "4O", "extra": "3B"}
    kept = [{"game": "cuajo", "source": "claimed", "secrets": "", **act} for act in (three, by_both)]
    met_by = {"bounit": ["3B", "4B"], "sowee": ["4O", "3O", "5O"]}
    assert [grounds_of(act, answer_claim(data=act)) for act in kept] == [{"three": ["3O"] * 3}, met_by]
    assert grounds_of(kept[0] | {"secrets": "3O"}, answer_claim(data=kept[0])) == {}
    assert grounds_of({"game": "cuajo", "source": "claimed", "declared": True}, {}) == {}


def test_three_alike_are_a_pong_and_no_secret_by_a_price_list() -> None:
    """L2."""
    act = {"game": "cuajo", "rules": "pricelist", "source": "self_drawn", "bounit": "5B", "sowee": "3O"}
    act["hand"] = "3O 3O 3O 1O 1C 1E 10O 11O 12O 4C 4E 4B 5O 5C 5E 5B"
    assert grounds_of(act, answer_claim(data=act)) == {}
