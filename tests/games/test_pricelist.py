"""The price list, rule by rule; every price here was added up by hand (L1 to L8)."""

from typing import Any

import pytest

from scoring.games.cuajo.answer import answer_claim

UNIT = 100
PLAIN = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10O 10C 10E 12O 12O 12C 12B"
"""Two runs 3-4-5, three aces, a set of jacks; two kings of coins, one of cups, one of batons."""


def judged(hand: str, **changes: Any) -> dict[str, Any]:
    """Return the answer for a hand drawn to completion under the price list."""
    claim = {"game": "cuajo", "rules": "pricelist", "source": "self_drawn", "sowee": "11B", "secrets": []}
    return answer_claim(
        data={**claim, "hand": hand, "bounit": hand.split(maxsplit=1)[0], "extra": "", **changes}
    )


def units(hand: str, **changes: Any) -> int | None:
    """Return the price of a hand in units, None for one that is no win."""
    answer = judged(hand, **changes)
    assert "error" not in answer, answer
    return answer["per_opponent"] // UNIT if answer["valid"] else None


def codes(hand: str, **changes: Any) -> list[str]:
    """Return what is wrong with a claim."""
    return [problem["code"] for problem in judged(hand, **changes)["error"]["problems"]]


def test_plain_hand_pays_two_hundred_its_kings_runs_and_aces_l5_l6() -> None:
    assert units(PLAIN) == 200 + 4 * 5 + 2 * 5 + 5


def test_prices_are_whole_units_of_a_hundred_l8() -> None:
    assert judged(PLAIN)["per_opponent"] == 235 * UNIT


def test_lines_name_the_rules_of_the_price_list_and_add_up_l6() -> None:
    answer = judged(PLAIN)
    assert {line["rule"] for line in answer["lines"]} == {"L5", "L6"}
    assert sum(line["cents"] for line in answer["lines"]) == answer["per_opponent"]


def test_discard_never_wins_l1() -> None:
    assert codes(PLAIN, source="discard") == ["discard_win_not_allowed"]


def test_extra_cards_are_not_turned_l1() -> None:
    assert codes(PLAIN, source="claimed", extra="3B") == ["too_many_extra_cards"]


def test_claimed_card_pays_like_a_drawn_one_without_conditions_l1() -> None:
    answer = judged(PLAIN, source="claimed")
    assert answer["per_opponent"] == 235 * UNIT
    assert "conditions" not in answer


def test_dealt_hand_wins_l1() -> None:
    assert units(PLAIN, source="dealt", bounit=None) == 235


def test_pong_is_a_meld_and_pays_twenty_l2_l6() -> None:
    hand = "3O 4O 5O 4C 4C 4C 1O 1C 1E 10O 10C 10E 12O 12O 12C 12B"
    assert units(hand) == 200 + 4 * 5 + 5 + 20 + 5


def test_four_identical_cards_are_a_pong_too_l2() -> None:
    hand = "4C 4C 4C 4C 1O 1C 1E 10O 10C 10E 11O 11C 11E 12O 12O 12B"
    assert units(hand) == 200 + 3 * 5 + 20 + 5


def test_pong_of_aces_pays_as_pong_and_as_aces_l6() -> None:
    hand = "1C 1C 1C 3O 4O 5O 4E 4C 4B 10O 10C 10E 12O 12O 12C 12B"
    assert units(hand) == 200 + 4 * 5 + 5 + 20 + 5


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("3C 3E 3B 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B", False),
        ("1O 1C 1E 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B", True),
        ("3C 3C 3C 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B", True),
        ("3C 4C 5C 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B", True),
        ("3C 3E 3B 4O 4C 4E 10O 10C 10E 11O 11C 11B 5O 5C 5E 5B", True),
    ],
    ids=["no baksyo", "aces", "pong", "run", "no king"],
)
def test_baksyo_l3(hand: str, wins: bool) -> None:
    assert (units(hand) is not None) is wins


def test_missing_baksyo_is_named_with_its_rule_l3() -> None:
    answer = judged("3C 3E 3B 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12C 12B")
    assert (answer["valid"], answer["rule"]) == (False, "L3")


def test_prinsesa_wins_whatever_the_others_are_and_its_king_may_lie_in_a_run_l4_l6() -> None:
    hand = "12O 12C 12E 12B 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11O"
    assert units(hand, sowee="5E") == 500 + 4 * 5 + 10


def test_five_kings_with_one_of_each_suit_are_no_prinsesa_l4() -> None:
    hand = "12O 12O 12C 12E 12B 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E"
    assert units(hand) is None


def test_rub_is_three_kings_of_a_suit_l4() -> None:
    hand = "12C 12C 12C 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E 3E"
    assert units(hand) == 500 + 3 * 5


def test_four_kings_of_a_suit_start_at_a_thousand_l5() -> None:
    hand = "12C 12C 12C 12C 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E"
    assert units(hand) == 1000 + 4 * 5


def test_seven_kings_win_l4() -> None:
    hand = "12O 12O 12C 12C 12E 12E 12B 3C 4E 5B 10O 11C 1E 3B 4O 5C"
    assert units(hand) == 500 + 7 * 5


def test_melds_beside_a_king_win_count_and_the_rest_is_left_over_l6() -> None:
    hand = "12C 12C 12C 3O 4O 5O 5B 10O 11C 1E 3B 4E 5C 10E 11E 3E"
    assert units(hand) == 500 + 3 * 5 + 5


def test_no_king_starts_at_five_hundred_l5() -> None:
    hand = "3O 4O 5O 3E 4E 5E 1O 1C 1E 1B 10O 10C 10E 11O 11C 11B"
    assert units(hand, sowee="12B") == 500 + 2 * 5 + 10


def test_exactly_one_king_starts_at_five_hundred_l5() -> None:
    hand = "3O 4O 5O 3C 4C 5C 1O 1C 1E 10O 10C 10E 11C 11E 11B 12B"
    assert units(hand, sowee="4B") == 500 + 5 + 2 * 5 + 5


def test_singrey_has_every_king_in_a_run_l5() -> None:
    hand = "10O 11O 12O 10C 11C 12C 3O 4O 5O 1O 1C 1E 1B 5C 5E 5B"
    assert units(hand) == 500 + 2 * 5 + 2 * 10 + 5 + 10


def test_bounit_king_that_completes_a_run_starts_at_five_hundred_l5() -> None:
    hand = "12O 10O 11O 12B 3O 4O 5O 1O 1C 1E 1B 5C 5E 5B 12C 12C"
    assert units(hand, bounit="12O") == 500 + 4 * 5 + 10 + 5 + 10
    assert units(hand, bounit="3O") == 200 + 4 * 5 + 10 + 5 + 10


def test_cards_like_the_sowee_pay_twenty_each_l6() -> None:
    assert units(PLAIN, sowee="12O") == 235 + 2 * 20


def test_set_of_four_pays_five_and_four_aces_ten_l6() -> None:
    hand = "5O 5C 5E 5B 1O 1C 1E 1B 10O 11O 12O 4O 4C 4E 12B 12C"
    assert units(hand) == 200 + 3 * 5 + 5 + 10 + 10


def test_laid_secret_pays_nothing_again_but_is_a_baksyo_l3_l7() -> None:
    hand = "3C 3C 3C 3C 4O 4C 4E 10O 10C 10E 11O 11C 11B 12O 12O 12B"
    assert units(hand, secrets=["3C"], bounit="4O", sowee="5B") == 200 + 3 * 5


def test_kings_of_a_laid_secret_count_l4_l7() -> None:
    hand = "12C 12C 12C 12C 1O 3C 4E 5B 10O 11C 1E 3B 4O 5C 10E 11E"
    assert units(hand, secrets=["12C"], bounit="1O") == 1000 + 4 * 5


def test_best_paying_split_is_chosen_l6() -> None:
    hand = "3O 3O 3O 4O 4O 4O 5O 5O 5O 1O 1C 1E 12O 12O 12C 12B"
    assert units(hand) == 200 + 4 * 5 + 3 * 20 + 5
