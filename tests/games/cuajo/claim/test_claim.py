"""Impossible and malformed claims: every problem at once, whatever the JSON."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.cuajo import HouseRules, answer_claim, live_verdict
from scoring.games.cuajo.claim.claim import Code
from scoring.games.cuajo.judging.answer import answer_line
from tests.games.cuajo.claims import EXAMPLE, ask, problems


def test_bounit_must_be_in_the_hand() -> None:
    """C8."""
    assert problems(ask(bounit="11E")) == {"bounit_not_in_hand": ["11E"]}


@pytest.mark.parametrize("bounit", [None, ""])
@pytest.mark.parametrize("source", ["discard", "claimed", "self_drawn"])
def test_bounit_is_required_unless_dealt(source: str, bounit: object) -> None:
    assert problems(ask(source=source, bounit=bounit)) == {"bounit_missing": []}


def test_sowee_is_required_only_where_the_conditions_are_paid() -> None:
    """C28."""
    assert problems(ask(sowee=None)) == {"sowee_missing": []}
    assert problems(ask(sowee=None, source="claimed")) == {"sowee_missing": []}
    assert ask(sowee=None, source="self_drawn")["valid"] is True


def test_bounit_named_for_a_dealt_hand_is_left_out() -> None:
    rules = {"preset": "pagat", "dealt_win": "as_self_drawn"}
    assert ask(source="dealt", bounit="11E", rules=rules)["per_opponent"] == 130


@pytest.mark.parametrize("secrets", [["12B"], ["3E"], ["4O", "4O"], ["4O"]])
def test_laid_secret_must_be_held(secrets: list[str]) -> None:
    """C6, C10: the example hand holds no four and no three of a kind."""
    assert problems(ask(secrets=secrets)) == {"secret_not_in_hand": [secrets[0]]}


def test_the_same_secret_is_laid_only_once() -> None:
    """C9."""
    hand = "3O 3O 3O 3O 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    assert problems(ask(hand=hand, bounit="4C", sowee="5C", secrets=["3O", "3O"])) == {"secret_not_in_hand": ["3O"]}


def test_three_of_a_kind_are_a_laid_secret_only_of_the_sowee() -> None:
    """C10."""
    hand = "3O 3O 3O 12C 4C 4E 4B 1O 1C 1E 10B 11B 12B 12O 12E 12C"
    assert ask(hand=hand, bounit="4C", sowee="3O", secrets=["3O"])["valid"] is True
    assert problems(ask(hand=hand, bounit="4C", sowee="3C", secrets=["3O"])) == {"secret_not_in_hand": ["3O"]}


@pytest.mark.parametrize("field", ["hand", "bounit", "sowee", "secrets", "extra"])
@pytest.mark.parametrize("value", ["13B", 7, True, {"a": 1}, ["5X"], [None], [[]], 1.5])
def test_unknown_card_is_reported_with_its_field(field: str, value: object) -> None:
    """C2."""
    found = problems(ask(**{field: value}))
    assert "unknown_card" in found
    assert len(found["unknown_card"]) == 1


def test_two_cards_are_no_bounit() -> None:
    assert problems(ask(bounit="5B 4B")) == {"unknown_card": ["5B 4B"]}


def test_cards_may_be_lists_and_secrets_text() -> None:
    assert ask(hand=EXAMPLE.split(), extra=["11O", "3B"])["per_opponent"] == 130
    assert problems(ask(secrets="12B 3E"))["secret_not_in_hand"] == ["12B", "3E"]


@pytest.mark.parametrize("source", ["stolen", 5, ["discard"], {}])
def test_unknown_source_is_refused(source: object) -> None:
    assert problems(ask(source=source)) == {"unknown_source": []}


@pytest.mark.parametrize("field", ["game", "hand", "source"])
def test_missing_field_is_named(field: str) -> None:
    assert "missing_field" in problems(ask(**{field: None}))


def test_unknown_game_is_refused() -> None:
    assert problems(ask(game="mahjong")) == {"unknown_game": []}


@pytest.mark.parametrize("data", [None, 5, "x", [], [{}], True])
def test_claim_that_is_no_object_is_bad_json(data: object) -> None:
    assert problems(answer_claim(data=data)) == {"bad_json": []}


@pytest.mark.parametrize("line", ["", "{", "nonsense", "[" * 100_000, "9" * 5000, '{"a": 1', "[]", "\x00"])
def test_line_that_is_no_json_object_is_answered(line: str) -> None:
    assert problems(json.loads(answer_line(line=line))) == {"bad_json": []}


def test_everything_wrong_is_reported_at_once_in_a_stable_order() -> None:
    answer = ask(
        hand=EXAMPLE + " 12B 12B 12B 12B 99Z",
        bounit="12O",
        source="discard",
        secrets=["3O"],
        extra="1O " * 16,
        rules={"preset": "pagat", "discard_win": False},
    )
    assert list(problems(answer)) == [
        "unknown_card",
        "wrong_card_count",
        "too_many_copies",
        "bounit_not_in_hand",
        "king_from_discards",
        "secret_not_in_hand",
        "too_many_extra_cards",
        "discard_win_not_allowed",
    ]
    error = answer["error"]
    assert isinstance(error, dict)
    assert error["code"] == "unknown_card"
    assert error["message"] == error["problems"][0]["message"]


def test_known_rules_are_not_held_against_an_unknown_source() -> None:
    assert problems(ask(source="x", bounit=None, sowee=None)).keys() == {"unknown_source"}


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
@settings(max_examples=500, deadline=None)
def test_no_json_whatsoever_raises(data: object) -> None:
    answer = answer_claim(data=data)
    assert json.loads(json.dumps(answer)).keys() & {"error", "valid"}
    if "error" in answer:
        assert set(problems(answer)) <= {code.value for code in Code}


@pytest.mark.no_cover
@given(entry=CLAIM)
@settings(max_examples=300, deadline=None)
def test_no_entry_whatsoever_stops_the_live_verdict(entry: Mapping[str, object]) -> None:
    live = live_verdict(rules=HouseRules(), entry=entry)
    assert live.count >= 0
    assert live.melded <= 16


def test_a_key_the_contract_does_not_know_is_named_with_the_nearest() -> None:
    told = "Nothing is called 'extras' here. Is it 'extra'?"
    problem = {"code": "unknown_key", "message": told, "cards": [], "field": "extras"}
    answer = ask(extras="3B")
    assert answer == {"error": {"code": "unknown_key", "message": told, "problems": [problem]}}
