"""Questions of the judges that are answered line by line, or refused; hands followed play by play; case by case."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games import game_by_id
from scoring.games.base import ImpossibleError
from tests.games.asking import answer_to, follow, lines_of, said

FOLDER = Path(__file__).parents[1] / "cases"
CASES, FOLLOWED = (
    [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]
    for name in ("questions", "follows")
)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_question_is_answered(case: Any) -> None:
    game, expected = game_by_id(game_id=case["game"]), case["expect"]
    (question,) = (question for question in game.questions if question.id == case["question"])
    try:
        answer = answer_to(question, case["entered"], game.read_rules(value=case["rules"]))
    except ImpossibleError as error:
        found: dict[str, object] = {"refused": [f"{said(one.text)} @{one.field}" for one in error.problems]}
    else:
        lines = [[text, rule, count] for _, text, rule, count in lines_of(answer)]
        found = {"text": said(answer.text), "is_yes": answer.is_yes, "lines": lines}
    assert found == expected


@pytest.mark.parametrize("case", FOLLOWED, ids=[case["name"] for case in FOLLOWED])
def test_hand_is_followed(case: Any) -> None:
    """Nothing is told before the deal is known; each line is its rule, seat, number, what is said, the other seat."""
    followed = follow(game_by_id(game_id=case["game"]), case["players"], case["act"])
    found = followed and {
        name: [
            " ".join(str(part) for part in (line.rule, line.seat, line.count, said(line.text), line.to) if part)
            for line in lines
        ]
        for name, lines in (("now", followed.now), ("steps", followed.steps))
    }
    assert found == case["expect"]
