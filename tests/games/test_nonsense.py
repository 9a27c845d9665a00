"""Whatever is reported or asked is judged or refused with reasons; nothing else ever happens."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.games.base import ActKind, AnyGame, ImpossibleError, Problem
from tests.games.asking import judged
from tests.games.cuajo.hands import SCALE

RULES = {"khanhoo": {"preset": "four_packs", "trios": "cache", "orphan": True}}
CARD_WORDS = "AH 2C 3D X J 7D 1C RF OT 5M TM 9C 8C 7C 12O 5B / ; 1 2 3 12"
OTHER_WORDS = "win drawn misdeal off_offender quartette full_hand cau recau discarded claimed purro"
WORDS = st.sampled_from(f"{CARD_WORDS} {OTHER_WORDS}".split())
SCALARS = st.none() | st.booleans() | st.integers(-2, 41) | st.floats() | st.text(max_size=6) | WORDS
CARDS = st.lists(WORDS, max_size=16).map(" ".join) | st.lists(WORDS, max_size=16)
COUNTS = st.dictionaries(st.sampled_from(["courts", "sequence", "hero", "sloth"]), st.integers(-1, 3) | SCALARS)
VALUES = SCALARS | CARDS | st.dictionaries(st.sampled_from(["1", "2", "3", "9"]), SCALARS | CARDS | COUNTS)
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def tried[T](ask: Callable[[], T]) -> tuple[T | None, tuple[Problem, ...]]:
    """Return what is answered, or the problems of a refusal."""
    try:
        return ask(), ()
    except ImpossibleError as error:
        return None, error.problems


@pytest.mark.no_cover
@each_game
@settings(max_examples=int(60 * SCALE), deadline=None)
@given(data=st.data())
def test_act_of_any_kind_is_judged_or_refused(game: AnyGame, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([ActKind.HAND, ActKind.HAND, ActKind.PENALTY]))
    rules = game.read_rules(value=RULES.get(game.id))
    seats = game.sides(rules=rules, seat_count=4 if game.id in ("cuajo", "khanhoo") else 3)
    names = [field.name for field in game.asks(kind=kind, rules=rules)]
    act = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, VALUES)))
    outcome, problems = tried(lambda: judged(game, kind=kind, act=act, rules=rules, seats=seats))
    assert (outcome is None) is bool(problems)
    if outcome is None:
        return
    assert judged(game, kind=kind, act=json.loads(json.dumps(outcome.said.data())), rules=rules, seats=seats) == outcome
    assert all(score.points for score in outcome.scores)
    assert game.sentence(kind=kind, act=outcome.said.data()).english()


@pytest.mark.no_cover
@each_game
@settings(max_examples=int(60 * SCALE), deadline=None)
@given(data=st.data())
def test_question_of_any_kind_is_answered_as_plain_data_or_refused(game: AnyGame, data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(game.questions))
    names = [field.name for field in question.fields]
    entered = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, VALUES)))
    rules = game.read_rules(value=RULES.get(game.id))
    answer, problems = tried(lambda: question.answer(entered, rules))
    assert (answer is None) is bool(problems)
    assert answer is None or json.dumps([answer.asked, answer.data()])
