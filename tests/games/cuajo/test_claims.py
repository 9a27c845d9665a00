"""Claims rule by rule: what is a winning hand, what it pays, and what cannot be (C2 to C37, L1 to L8)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.cuajo import HouseRules, answer_claim, judge_claim, live_verdict, read_claim
from scoring.games.cuajo.claim.claim import Code
from scoring.games.cuajo.judging.answer import answer_line, claim_in_words
from scoring.games.cuajo.pack.cards import read_cards
from scoring.games.cuajo.payout.conditions import Condition, companions, turn_extra
from scoring.games.cuajo.payout.verdict import verdicts
from tests.games.asking import stored
from tests.games.cuajo.claims import EXAMPLE, ask, problems, told
from tests.games.cuajo.hands import SCALE

FOLDER = Path(__file__).parents[2] / "cases"
FILES = ("cuajo.jsonl", "pricelist_kings.jsonl", "claims.jsonl")
CASES = [json.loads(line) for name in FILES for line in (FOLDER / name).read_text().splitlines()]
BOTH_WAYS = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
"""The king may stand in a run with ten and eleven of coins, or alone beside two sets of four."""


@pytest.mark.parametrize("case", CASES, ids=[case.get("name", number) for number, case in enumerate(CASES, start=1)])
def test_claim_is_judged(case: Any) -> None:
    answer, expected = answer_claim(data=case["claim"]), case["expect"]
    assert told(answer, expected) == expected
    valid, words = claim_in_words(case["claim"])
    assert (valid, bool(words)) == (answer.get("valid"), True)


@stored("best_first")
def test_c11_best_split_comes_before_those_that_pay_another_amount(claim: dict[str, object], paid: list[int]) -> None:
    read = read_claim(data={"game": "cuajo", "hand": BOTH_WAYS, "bounit": "5O", "source": "self_drawn", **claim})
    found = verdicts(claim=read)
    assert judge_claim(claim=read) == found[0]
    assert [one.per_opponent_cents for one in found] == paid


def names(cards: object) -> str:
    assert isinstance(cards, tuple)
    return " ".join(str(card) for card in cards)


@pytest.mark.parametrize(
    ("card", "others"), [("1C", "1O 1E 1B"), ("3O", "4O 5O"), ("4E", "3E 5E"), ("10B", "11B 12B"), ("12C", "10C 11C")]
)
def test_c29_run_cards_go_with_a_card_and_aces_with_an_ace(card: str, others: str) -> None:
    assert names(companions(card=read_cards(text=card).cards[0])) == others


@pytest.mark.parametrize(
    ("held", "met"), [("1O 1C", True), ("1O 1C 1E", True), ("1O 1O", False), ("1B 1O", False), ("3O 5O", False)]
)
def test_c29_two_aces_of_two_further_suits_go_with_an_ace(held: str, met: bool) -> None:
    bounit, sowee = read_cards(text="1B 12O").cards
    needs = turn_extra(hand=read_cards(text=held).cards, bounit=bounit, sowee=sowee).needs
    assert (Condition.BOUNIT not in {need.condition for need in needs}) is met


@stored("needed")
def test_c31_what_is_still_needed_is_told_card_by_card(
    hand: str, bounit_and_sowee: str, extra: str, needs: list[list[object]]
) -> None:
    held, (bounit, sowee), turned = (read_cards(text=text).cards for text in (hand, bounit_and_sowee, extra))
    found = turn_extra(hand=held, bounit=bounit, sowee=sowee, extra=turned).needs
    assert [[need.condition, need.number, names(need.cards)] for need in found] == needs


@pytest.mark.parametrize("field", ["hand", "bounit", "sowee", "secrets", "extra"])
@pytest.mark.parametrize("value", ["13B", 7, True, {"a": 1}, [None], [[]], 1.5])
def test_c2_unknown_card_is_reported_with_its_field(field: str, value: object) -> None:
    found = [each for each in ask(**{field: value})["error"]["problems"] if each["code"] == "unknown_card"]
    assert [problem["field"] for problem in found] == [field]


@pytest.mark.parametrize(("field", "code"), [("source", "unknown_source"), ("extras", "unknown_key")])
def test_what_a_claim_cannot_say_is_told_at_its_field(field: str, code: str) -> None:
    (problem,) = ask(**{field: "stolen"})["error"]["problems"]
    assert (problem["code"], problem["field"], problem["cards"]) == (code, field, [])


@pytest.mark.parametrize("data", [None, 5, "x", [], [{}], True])
def test_claim_that_is_no_object_is_bad_json(data: object) -> None:
    assert problems(answer_claim(data=data)) == {"bad_json": []}


@pytest.mark.parametrize("line", ["", "{", "nonsense", "[" * 100_000, "9" * 5000, '{"a": 1', "[]", "\x00"])
def test_line_that_is_no_json_object_is_answered(line: str) -> None:
    assert problems(json.loads(answer_line(line=line))) == {"bad_json": []}


def test_everything_wrong_is_reported_at_once_in_a_stable_order() -> None:
    hand, rules = EXAMPLE + " 12B 12B 12B 12B 99Z", {"preset": "pagat", "discard_win": False}
    answer = ask(hand=hand, bounit="12O", secrets=["3O"], extra="1O " * 16, rules=rules)
    assert " ".join(problems(answer)) == (
        "unknown_card wrong_card_count too_many_copies bounit_not_in_hand king_from_discards secret_not_in_hand "
        "too_many_extra_cards discard_win_not_allowed"
    )
    error = answer["error"]
    assert (error["code"], error["message"]) == ("unknown_card", error["problems"][0]["message"])


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NOTATION = st.lists(st.sampled_from(EXAMPLE.split()), max_size=18).map(" ".join)
FIELD = ANY_JSON | NOTATION | st.sampled_from(["pagat", "discard", "claimed", "dealt", "cuajo", "4O"])
CLAIM = st.dictionaries(
    st.sampled_from(["game", "rules", "hand", "bounit", "source", "sowee", "secrets", "extra"]), FIELD
)


@pytest.mark.no_cover
@given(data=ANY_JSON | CLAIM)
@settings(max_examples=int(60 * SCALE))
def test_no_json_whatsoever_raises(data: object) -> None:
    answer = answer_claim(data=data)
    assert json.loads(json.dumps(answer)).keys() & {"error", "valid"}
    assert "valid" in answer or set(problems(answer)) <= {code.value for code in Code}


@pytest.mark.no_cover
@given(entry=CLAIM)
@settings(max_examples=int(60 * SCALE))
def test_no_entry_whatsoever_stops_the_live_verdict(entry: Mapping[str, object]) -> None:
    live = live_verdict(rules=HouseRules(), entry=entry)
    assert (live.count >= 0, live.melded <= 16) == (True, True)
