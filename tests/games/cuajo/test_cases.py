"""The shared cases of cuajo hold, each key of what they expect."""

import json
from pathlib import Path

import pytest

from scoring.games.cuajo import answer_claim

FILES = ("cuajo.jsonl", "pricelist_kings.jsonl")
CASES = [
    json.loads(line) for name in FILES for line in (Path(__file__).parents[2] / "cases" / name).read_text().splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=range(1, len(CASES) + 1))
def test_shared_case_is_answered_as_expected(case: dict[str, dict[str, object]]) -> None:
    answer = answer_claim(data=case["claim"])
    expected = dict(case["expect"])
    codes = expected.pop("problems", None)
    if codes is not None:
        error = answer["error"]
        assert isinstance(error, dict)
        assert isinstance(codes, list)
        assert {problem["code"] for problem in error["problems"]} == set(codes)
        assert error["code"] == error["problems"][0]["code"]
    assert {key: answer.get(key) for key in expected} == expected
