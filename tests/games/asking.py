"""Short ways to ask any game, and to read its answers without their words."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from scoring.games.base import ActKind, AnyGame, Data, HouseRules, ImpossibleError, Outcome, PlayProgress, Problem, Seat
from scoring.games.fields import Answer, Question
from scoring.texts import Text


def each(names: str | tuple[str, ...], rows: Mapping[str, object]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(names, list(rows.values()), ids=list(rows))


def rows_of(table: str, file: str) -> dict[str, dict[str, Any]]:
    """Return the rows of a table among the cases by their names."""
    lines = (Path(__file__).parents[1] / "cases" / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    return {row.pop("name"): row for row in map(json.loads, lines) if row.pop("of") == table}


def stored(table: str, file: str = "tables") -> pytest.MarkDecorator:
    """Run a test once for every row of a table among the cases, under the row's own name."""
    rows = rows_of(table, file)
    return pytest.mark.parametrize(
        list(next(iter(rows.values()))), [(*row.values(),) for row in rows.values()], ids=[*rows]
    )


def judged(
    game: AnyGame, *, kind: ActKind, act: Mapping[str, object], rules: HouseRules, seats: tuple[Seat, ...]
) -> Outcome:
    read = game.read_act(kind=kind, data=act, rules=rules, seats=seats)
    return game.judge(act=read, rules=rules, seats=seats)


def outcome(
    game: AnyGame, act: Mapping[str, object], *, kind: ActKind = ActKind.HAND, players: int = 3, **changes: object
) -> Outcome:
    """Judge an act under the first preset with these changes."""
    rules = game.read_rules(value=changes)
    return judged(game, kind=kind, act=act, rules=rules, seats=game.sides(rules=rules, seat_count=players))


def problems_of(ask: Callable[[], object]) -> tuple[Problem, ...]:
    with pytest.raises(ImpossibleError) as caught:
        ask()
    return caught.value.problems


def codes_of(ask: Callable[[], object]) -> list[str]:
    return [problem.code for problem in problems_of(ask)]


def answer_to(question: Question[Any], entered: Data, rules: object) -> Answer:
    answer = question.answer(entered, rules)
    assert isinstance(answer, Answer)
    return answer


def said(text: Text) -> str:
    filled = (*text.values.values(), *text.seats.values())
    return " ".join([text.key, *(said(value) if isinstance(value, Text) else str(value) for value in filled)])


def lines_of(told: Answer | Outcome) -> list[tuple[int | None, str, str, int | None]]:
    """Return seat, text, rule and count of each line of an answer or of a tally."""
    lines: Any = told.lines if isinstance(told, Answer) else told.verdict.lines  # type: ignore[attr-defined]
    return [(getattr(line, "seat", None), said(line.text), line.rule, line.count) for line in lines or ()]


def follow(game: AnyGame, players: int, act: Data) -> PlayProgress | None:
    rules = game.read_rules(value=None)
    return game.follow(act=act, rules=rules, seats=game.sides(rules=rules, seat_count=players))
