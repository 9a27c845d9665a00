"""Cards as they are sent: as text, as a list, or as what no card is."""

import pytest

from scoring.games.base import ActKind, ImpossibleError
from scoring.games.fields import Answer
from scoring.games.khanhoo import KhanhooQing
from scoring.games.reading import LONGEST_CARDS
from tests.games.judged import judged

QING = KhanhooQing()
RULES = QING.read_rules(value=None)
SEATS = QING.sides(rules=RULES, seat_count=3)


def words_for_no_card(hand: object) -> tuple[str, list[str]]:
    with pytest.raises(ImpossibleError) as refused:
        judged(QING, kind=ActKind.HAND, act={"winner": 1, "hand": hand}, rules=RULES, seats=SEATS)
    problem = refused.value.problems[0]
    return problem.code, list(problem.cards)


def test_cards_that_are_no_text_are_named_as_they_came() -> None:
    assert words_for_no_card([7, ["XX"]]) == ("unknown_card", ["7", "XX"])
    assert words_for_no_card({"AH": 1})[0] == "unknown_card"


def test_more_text_than_any_hand_takes_is_not_read() -> None:
    assert words_for_no_card("A" * (LONGEST_CARDS + 1)) == ("too_long", [])


def test_an_answer_is_kept_as_it_was_entered() -> None:
    assert Answer(text=QING.sentence(kind=ActKind.HAND, act={"void": "misdeal"}), is_yes=True).asked == {}
