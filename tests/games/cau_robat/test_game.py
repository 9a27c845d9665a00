"""Cau robat as a game of the house: R1, R2, R8 to R10."""

from random import Random

import pytest

from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome, Score
from scoring.games.cau_robat import CauRobat
from scoring.games.cau_robat.hand import FACE_UP
from tests.games.answers import answer_to
from tests.games.cau_robat.test_random_games import deal
from tests.games.cuajo.hands import SCALE
from tests.games.judged import judged

GAME = CauRobat()
NORMAL = GAME.read_rules(value=None)
COUNTED = {"piles": {"1": 21, "2": 9, "3": 7}, "centre": 3}


def judge(act: dict[str, object], preset: str = "cau_robat", seats: int = 3) -> Outcome:
    rules = GAME.read_rules(value=preset)
    table = GAME.sides(rules=rules, seat_count=seats)
    return judged(GAME, kind=ActKind.HAND, act=act, rules=rules, seats=table)


def codes(act: dict[str, object], seats: int = 3) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        judge(act, seats=seats)
    return [problem.code for problem in caught.value.problems]


def test_most_cards_win_the_hand() -> None:
    """R9."""
    outcome = judge(COUNTED)
    assert outcome.scores == (Score(seat=1, points=1),)
    assert outcome.winner == 1
    assert judge(dict(outcome.said.data())) == outcome


def test_tie_for_most_cards_gives_nobody_the_hand() -> None:
    """R9, ruling."""
    outcome = judge({"piles": {"1": 18, "2": 18}, "centre": 4})
    assert (outcome.scores, outcome.winner) == ((), None)


def test_points_count_every_full_ten_cards() -> None:
    """R9."""
    assert judge(COUNTED, "points").scores == (Score(seat=1, points=2),)
    full: dict[str, object] = {"piles": {"1": 10, "2": 19, "3": 11}}
    assert judge(full, "points").scores == tuple(Score(seat=seat, points=1) for seat in (1, 2, 3))


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (COUNTED | {"centre": 2}, ["cards_do_not_add_up"]),
        ({"piles": {"1": 41}}, ["bad_number"]),
        ({"piles": {"4": 40}}, ["unknown_seat"]),
        ({"piles": {"1": 39}, "centre": "1"}, ["bad_number"]),
        ({"piles": 40}, ["bad_value"]),
        ({}, ["cards_do_not_add_up"]),
    ],
)
def test_piles_and_centre_must_be_forty(act: dict[str, object], expected: list[str]) -> None:
    """R9."""
    assert codes(act) == expected


def test_hand_by_its_plays_scores_as_its_counted_piles() -> None:
    """R2 to R9."""
    rng = Random(1)
    lapsed = 0
    for number in range(int(60 * SCALE)):
        players = 3 + number % 3
        face_up, pack = deal(rng, players)
        act = {"dealer": 1, "face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, pack))}
        outcome = judge(act, "points", players)
        lines = outcome.verdict.data()["lines"]
        assert isinstance(lines, list)
        piles = {str(line["seat"]): line["count"] for line in lines if line["what"] == "cards taken"}
        counted = judge({"piles": piles, "centre": 40 - sum(piles.values())}, "points", players)
        assert counted.scores == outcome.scores
        lapsed += sum(line["rule"] == "R8" for line in lines)
    assert lapsed


def test_plays_that_cannot_be_are_refused_with_every_reason() -> None:
    """R1, R2."""
    assert codes({"dealer": 9, "face_up": "1 1 2", "plays": "8 1 1 1"}) == [
        "unknown_seat",
        "unknown_card",
        "wrong_card_count",
        "equal_cards_face_up",
        "wrong_card_count",
        "too_many_copies",
    ]


@pytest.mark.parametrize(
    ("preset", "totals", "over"),
    [
        ("cau_robat", {1: 3, 2: 2, 3: 0}, True),
        ("cau_robat", {1: 2, 2: 2, 3: 2}, False),
        ("points", {1: 20, 2: 3, 3: 0}, False),
        ("points", {1: 21, 2: 22, 3: 0}, True),
        ("points", {1: 22, 2: 22, 3: 0}, False),
    ],
)
def test_match_is_over_at_the_target_and_a_tie_plays_on(preset: str, totals: dict[int, int], over: bool) -> None:
    """R9."""
    assert GAME.match is not None
    assert GAME.match.is_over(points=totals, rules=GAME.read_rules(value=preset)) is over


def test_match_settles_the_differences() -> None:
    rules = GAME.read_rules(value={"preset": "points", "point": 10})
    assert GAME.match is not None
    assert GAME.match.debts(points={1: 21, 2: 19, 3: 21}, rules=rules) == (
        Debt(payer=2, payee=1, cents=20),
        Debt(payer=2, payee=3, cents=20),
    )


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_play(seats: int) -> None:
    """R1, R2: and the cards deal out evenly."""
    with pytest.raises(ImpossibleError) as caught:
        GAME.sides(rules=GAME.read_rules(value=None), seat_count=seats)
    assert [problem.code for problem in caught.value.problems] == ["wrong_seat_count"]
    assert {players: (40 - cards) % players for players, cards in FACE_UP.items()} == dict.fromkeys(range(2, 9), 0)


def test_variants_are_house_rules() -> None:
    """R10."""
    assert GAME.read_rules(value="cau").piles_taken is False
    assert {"piles_taken", "three_at_a_time"} <= {field.name for field in GAME.house_rules}


def test_other_acts_are_unknown() -> None:
    with pytest.raises(ImpossibleError):
        judged(GAME, kind=ActKind.PENALTY, act={}, rules=NORMAL, seats=())
    assert GAME.asks(kind=ActKind.PENALTY, rules=NORMAL) == ()
    assert [field.name for field in GAME.asks(kind=ActKind.HAND, rules=NORMAL)] == [
        "piles",
        "centre",
        "face_up",
        "plays",
        "dealer",
        "void",
        "by",
    ]


def test_act_in_a_few_words() -> None:
    assert GAME.sentence(kind=ActKind.HAND, act=COUNTED).english() == "hand by counted piles"
    assert GAME.sentence(kind=ActKind.HAND, act={"plays": ""}).english() == "hand by its plays"


def test_judge_says_what_a_card_takes_in_order() -> None:
    """R3, R4."""
    question = GAME.questions[0]
    entered = {"players": 4, "seat": 2, "played": "12", "centre": "1 2 4 7 11 12", "piles": {"3": "3 3"}}
    answer = answer_to(question, entered, NORMAL)
    assert answer.headline == "It takes 6 cards. On the pile, from the top: 12 12 1 2 3 3 4."
    assert [(line.what, line.rule, line.count) for line in answer.lines] == [
        ("12 from the centre", "R3", 1),
        ("1 from the centre", "R3", 1),
        ("2 from the centre", "R3", 1),
        ("the pile of Player 3, which shows 3", "R4", 2),
        ("4 from the centre", "R3", 1),
    ]
    shielded = answer_to(question, entered | {"piles": {"3": "2 3"}}, NORMAL)
    assert shielded.lines[2].what == "2 from the centre; it shields the pile of Player 3"
    nothing = answer_to(question, entered | {"played": "5"}, NORMAL)
    assert nothing.headline == "It takes nothing and stays in the centre."
    with pytest.raises(ImpossibleError) as caught:
        answer_to(question, {"players": 4, "centre": "1 1"}, NORMAL)
    assert [problem.code for problem in caught.value.problems] == [
        "unknown_seat",
        "missing_field",
        "equal_cards_face_up",
    ]


def test_judge_says_who_pays_whom_after_a_call() -> None:
    """R6."""
    answer = answer_to(GAME.questions[1], {"players": 3, "seat": 3, "call": "contracau"}, NORMAL)
    assert answer.headline == "Player 3 takes the cards; then these are paid, in this order."
    assert [(line.what, line.count) for line in answer.lines] == [
        ("Player 2 pays Player 3", 1),
        ("Player 1 pays Player 2", 1),
        ("Player 1 pays Player 3", 2),
        ("Player 3 pays Player 1", 1),
        ("Player 3 pays Player 2", 2),
    ]


def test_players_of_a_table_are_called_by_name() -> None:
    call = next(question for question in GAME.questions if question.id == "call")
    asked = {"players": 3, "seat": 1, "call": "cau", "names": {"1": "Ana", "2": "Ben", "3": "Carla"}}
    answer = call.answer(asked, GAME.read_rules(value=None)).data()
    assert answer["headline"] == "Ben takes the cards; then these are paid, in this order."
    assert answer["lines"] == [{"what": "Ana pays Ben", "rule": "R6", "count": 1}]
