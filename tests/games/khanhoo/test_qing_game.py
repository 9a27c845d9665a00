"""Qing khanhoo as a game of the house: Q1, Q2, Q6."""

import pytest

from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome
from scoring.games.khanhoo.qing import KhanhooQing
from scoring.texts import say
from tests.games.answers import answer_to
from tests.games.judged import judged

GAME = KhanhooQing()
NORMAL = GAME.read_rules(value=None)
HAND = "8C 2S 2M 4C 5C 6C 7S 7S 7M 5M 6M 7M RF 1S 1S"
WIN = {"result": "win", "winner": 2, "hand": HAND}


def judge(act: dict[str, object], seats: int = 3, **rules: object) -> Outcome:
    complete = GAME.read_rules(value={"preset": "wilkinson_qing"} | rules)
    table = GAME.sides(rules=complete, seat_count=seats)
    return judged(GAME, kind=ActKind.HAND, act=act, rules=complete, seats=table)


def codes(act: dict[str, object], **rules: object) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        judge(act, 3, **rules)
    return [problem.code for problem in caught.value.problems]


def test_winner_takes_the_stake_of_every_other_player() -> None:
    """Q6."""
    outcome = judge(WIN, 4, stake=250)
    assert outcome.debts == tuple(Debt(payer=seat, payee=2, cents=250) for seat in (1, 3, 4))
    assert (outcome.winner, outcome.scores) == (2, ())
    assert outcome.said.data() == {"result": "win", "winner": 2, "declared": False, "hand": HAND}
    assert judge(dict(outcome.said.data()), 4, stake=250) == outcome


def test_split_is_told() -> None:
    """Q3 to Q5."""
    assert judge(WIN).verdict.data() == {
        "lines": [
            {"what": "eye", "rule": "Q3", "cards": ["8C", "2S", "2M"]},
            {"what": "sequence", "rule": "Q4", "cards": ["4C", "5C", "6C"]},
            {"what": "sequence", "rule": "Q4", "cards": ["5M", "6M", "7M"]},
            {"what": "three of a rank", "rule": "Q4", "cards": ["7S", "7S", "7M"]},
            {"what": "free cards", "rule": "Q5", "cards": ["1S", "1S", "RF"]},
        ]
    }


def test_stake_may_be_nothing() -> None:
    assert judge(WIN, stake=0).debts == ()


def test_win_may_be_declared_without_cards() -> None:
    outcome = judge({"winner": 1, "declared": True})
    assert outcome.said.data() == {"result": "win", "winner": 1, "declared": True, "hand": ""}
    assert [debt.payer for debt in outcome.debts] == [2, 3]
    assert judge(dict(outcome.said.data())) == outcome


def test_nobody_pays_when_the_stock_runs_out() -> None:
    outcome = judge({"result": "drawn"})
    assert (outcome.said.data(), outcome.debts, outcome.winner) == ({"result": "drawn"}, (), None)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"winner": 5}, ["unknown_seat"]),
        ({"result": "lost"}, ["unknown_word"]),
        ({"declared": "yes"}, ["bad_switch"]),
        ({"hand": HAND + " 9C"}, ["wrong_card_count"]),
        ({"hand": "8C"}, ["wrong_card_count"]),
        ({"hand": None}, ["wrong_card_count"]),
        ({"hand": HAND.replace("RF", "10C")}, ["unknown_card", "wrong_card_count"]),
        ({"hand": HAND.replace("5M 6M 7M", "7S 7S 7S")}, ["too_many_copies"]),
        ({"hand": HAND.replace("RF", "9C")}, ["not_a_win"]),
        ({"winner": None, "hand": "8C 8X"}, ["unknown_seat", "unknown_card", "wrong_card_count"]),
    ],
)
def test_hand_that_cannot_be_is_refused_with_every_reason(change: dict[str, object], expected: list[str]) -> None:
    """Q1, Q2."""
    assert codes(WIN | change) == expected


@pytest.mark.parametrize(
    ("hand", "message", "cards"),
    [
        (HAND.replace("RF", "9C"), "This is not a win: 9C fits in no eye or boy (Q2).", ("9C",)),
        (
            HAND.replace("8C 2S 2M RF", "").replace("8C 2S 2M", "2S 3S 4S"),
            "This is not a win: there is no eye (Q2).",
            (),
        ),
    ],
)
def test_hand_that_does_not_win_says_why(hand: str, message: str, cards: tuple[str, ...]) -> None:
    """Q2."""
    with pytest.raises(ImpossibleError) as caught:
        judge(WIN | {"hand": hand})
    (problem,) = caught.value.problems
    assert (problem.code, problem.message, problem.cards) == ("not_a_win", message, cards)


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_play(seats: int) -> None:
    """Q1, Q2: eight hands are 113 of 120 cards."""
    with pytest.raises(ImpossibleError):
        GAME.sides(rules=NORMAL, seat_count=seats)


def test_presets_differ_in_the_doubtful_eye() -> None:
    """Q3."""
    assert GAME.read_rules(value=None).sixth_eye == "tcheng"
    assert GAME.read_rules(value="culin").sixth_eye == "culin"
    assert GAME.read_rules(value=None).flowers_wild is False


def test_other_acts_are_unknown() -> None:
    with pytest.raises(ImpossibleError):
        judged(GAME, kind=ActKind.PENALTY, act={}, rules=NORMAL, seats=())
    assert GAME.asks(kind=ActKind.PENALTY, rules=NORMAL) == ()
    asked = [field.name for field in GAME.asks(kind=ActKind.HAND, rules=NORMAL)]
    assert asked == ["result", "winner", "hand", "declared", "dealer", "void", "by"]


def test_act_in_a_few_words() -> None:
    assert GAME.sentence(kind=ActKind.HAND, act=WIN) == say("act.won_pot", seats={"player": 2})
    assert GAME.sentence(kind=ActKind.HAND, act={"result": "drawn"}) == say("act.drawn")


def test_judge_explains_a_win_and_what_a_hand_lacks() -> None:
    """Q2 to Q5."""
    (question,) = GAME.questions
    win = answer_to(question, {"hand": HAND}, NORMAL)
    assert (win.headline, win.is_yes, win.lines[0].what) == ("This is a win.", True, "eye: 8C 2S 2M")
    lacking = answer_to(question, {"hand": HAND.replace("RF", "9C")}, NORMAL)
    assert lacking.headline == "Not a win: 9C fits in no eye or boy."
    assert "9C into 1C 1S 1M 3C 4M 7C 8M RF WF OT would win" in [line.what for line in lacking.lines]
    waiting = answer_to(question, {"hand": "8C 2M 4C 5C 6C 7S 7S 7M 5M 6M 7M 5S 6S 7S"}, NORMAL)
    assert waiting.headline == "Waiting for 2S."
    assert answer_to(question, {"hand": "8C 2S 2M"}, NORMAL).headline == "12 more cards make a hand."
    for hand in ("", "10C", HAND + " 1M"):
        with pytest.raises(ImpossibleError):
            answer_to(question, {"hand": hand}, NORMAL)


def test_judge_names_the_cards_that_flowers_stand_for() -> None:
    """Q5."""
    answer = answer_to(
        GAME.questions[0], {"hand": HAND.replace("2M", "WF")}, GAME.read_rules(value={"flowers_wild": True})
    )
    assert answer.lines[0].what == "eye, wild for 2M: 8C 2S 2M"
