"""Acts, questions and hands followed play by play, case by case: what is answered, or every reason of a refusal."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring.games import game_by_id
from scoring.games.base import ActKind, AnyGame, ImpossibleError, Outcome, Table
from scoring.games.reading import judged_new
from tests.games.asking import answer_to, follow, judged, lines_of, said

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "acts.jsonl").read_text().splitlines()]


def told(what: str, game: AnyGame, kind: ActKind, outcome: Outcome) -> object:
    act, verdict = outcome.said.data(), outcome.verdict
    found: dict[str, Callable[[], object]] = {
        "points": lambda: {str(score.seat): score.points for score in outcome.scores},
        "debts": lambda: [[debt.payer, debt.payee, debt.cents] for debt in outcome.debts],
        "said": lambda: act,
        "sentence": lambda: said(game.sentence(kind=kind, act=act)),
        "marks": lambda: game.marked(act=act, verdict=verdict.data()),
        "lines": lambda: [list(line) for line in lines_of(outcome)],
        "winner": lambda: outcome.winner,
        "deals_next": lambda: outcome.deals_next,
    }
    return found.get(what, lambda: verdict.data().get(what))()


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_act_is_judged(case: Any) -> None:
    game, expected = game_by_id(game_id=case["game"]), case["expect"]
    rules = game.read_rules(value=case["rules"])
    about: Any = {"kind": ActKind(case["kind"]), "rules": rules}
    about["seats"] = game.sides(rules=rules, seat_count=case["players"])
    try:
        if "new" in case:
            secrets = {int(seat): number for seat, number in case["new"].items() if seat.isdigit()}
            known = {name: number for name, number in case["new"].items() if not name.isdigit()}
            outcome = judged_new(game=game, data=case["act"], table=Table(secrets=secrets, **known), **about)
        else:
            outcome = judged(game, act=case["act"], **about)
    except ImpossibleError as error:
        refused = [" ".join([said(one.text), f"@{one.field}", *one.cards]) for one in error.problems]
        assert refused == expected.get("refused")
        return
    assert {name: told(name, game, about["kind"], outcome) for name in expected} == expected
    assert judged(game, act=outcome.said.data(), **about) == outcome


FOLDER = Path(__file__).parents[1] / "cases"
QUESTIONS, FOLLOWED = (
    [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]
    for name in ("questions", "follows")
)


@pytest.mark.parametrize("case", QUESTIONS, ids=[case["name"] for case in QUESTIONS])
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
    followed = follow(game_by_id(game_id=case["game"]), case["players"], case["act"])
    found = followed and {
        name: [
            " ".join(str(part) for part in (line.rule, line.seat, line.count, said(line.text), line.to) if part)
            for line in lines
        ]
        for name, lines in (("now", followed.now), ("steps", followed.steps))
    }
    assert found == case["expect"]
