"""Ming khanhoo as a game of the house: M1, M2, M5, M6."""

from random import Random

import pytest

from scoring.games.base import ActKind, Debt, ImpossibleError, Outcome, Score
from scoring.games.khanhoo.ming.game import KhanhooMing
from scoring.games.khanhoo.ming.plays import CARDS
from tests.games.answers import answer_to
from tests.games.cuajo.hands import SCALE
from tests.games.judged import judged
from tests.games.khanhoo import naive_ming

GAME = KhanhooMing()
RULES = GAME.read_rules(value=None)
COUNTED = {"captured": {"1": 14, "2": 12}, "bonuses": {"1": {"hero": 1, "five_myriads": 1}}}


def judge(act: dict[str, object], seats: int = 2, kind: ActKind = ActKind.HAND) -> Outcome:
    return judged(GAME, kind=kind, act=act, rules=RULES, seats=GAME.sides(rules=RULES, seat_count=seats))


def codes(act: dict[str, object], seats: int = 2) -> list[str]:
    with pytest.raises(ImpossibleError) as caught:
        judge(act, seats)
    return [problem.code for problem in caught.value.problems]


def test_counted_cards_and_bonuses_make_the_points() -> None:
    """M5."""
    outcome = judge(COUNTED)
    assert outcome.scores == (Score(seat=1, points=25), Score(seat=2, points=12))
    assert outcome.winner == 1
    assert outcome.verdict.data() == {
        "lines": [
            {"seat": 1, "what": "cards captured", "rule": "M5", "count": 14},
            {"seat": 1, "what": "five myriads", "rule": "M5", "count": 2},
            {"seat": 1, "what": "hero", "rule": "M5", "count": 9},
            {"seat": 2, "what": "cards captured", "rule": "M5", "count": 12},
        ]
    }
    assert judge(dict(outcome.said.data())) == outcome


def test_nobody_wins_a_level_hand() -> None:
    assert judge({"captured": {"1": 14, "2": 12}, "bonuses": {"2": {"five_myriads": 1}}}).winner is None


@pytest.mark.parametrize(
    ("act", "seats", "expected"),
    [
        ({"captured": {"1": 14, "2": 14}}, 2, ["captures_do_not_add_up"]),
        ({"captured": {"1": 13, "2": 13}}, 2, ["not_whole_plays", "not_whole_plays"]),
        ({"captured": {"1": 12, "2": 9, "3": 3}}, 3, ["captures_do_not_add_up"]),
        ({"captured": {"1": 28, "2": 0}}, 2, ["bad_number"]),
        ({"captured": {"1": "x", "4": 1}}, 2, ["unknown_seat", "bad_number"]),
        ({"captured": {"1": 26}, "bonuses": {"1": {"sloth": 1}}}, 2, ["unknown_word"]),
        ({"captured": {"1": 26}, "bonuses": {"1": {"hero": 2}}}, 2, ["bad_number"]),
        ({"captured": {"1": 26}, "bonuses": {"1": []}}, 2, ["bad_value"]),
        ({"captured": {"1": 26}, "bonuses": {"2": {"hero": 1}}}, 2, ["too_few_captured"]),
        ({"captured": {"1": 26}, "bonuses": {"1": {"hero": 1, "chariot": 1}}}, 2, ["card_used_twice"]),
        ({}, 2, ["captures_do_not_add_up"]),
    ],
)
def test_sheet_that_does_not_add_up_is_refused(act: dict[str, object], seats: int, expected: list[str]) -> None:
    """M6: 26 cards for two players, 27 for three."""
    assert codes(act, seats) == expected


def random_hand(rng: Random, players: int) -> str:
    """Deal, and play singles and threes that may be led, everybody following with any cards."""
    each = {2: 13, 3: 9}[players]
    pack = list(CARDS)
    rng.shuffle(pack)
    cards = [str(card) for card in pack[: players * each]]
    return "; ".join(" / ".join(cards[at : at + players]) for at in range(0, len(cards), players))


@pytest.mark.parametrize("players", [2, 3])
def test_hands_by_their_plays_capture_every_card(players: int) -> None:
    """M6: 26 or 27, and a counted sheet says the same."""
    rng = Random(players)
    for _ in range(int(30 * SCALE)):
        outcome = judge({"leader": 1, "tricks": random_hand(rng, players)}, players)
        lines = outcome.verdict.data()["lines"]
        assert isinstance(lines, list)
        counted = {str(line["seat"]): line["count"] for line in lines if line["what"] == "cards captured"}
        assert sum(counted.values()) == {2: 26, 3: 27}[players]
        bonuses: dict[str, dict[str, int]] = {}
        for line in lines:
            if line["what"] != "cards captured":
                bonuses.setdefault(str(line["seat"]), {})[line["what"].replace(" ", "_")] = 1
        assert judge({"captured": counted, "bonuses": bonuses}, players).scores == outcome.scores


@pytest.mark.no_cover
@pytest.mark.parametrize("players", [2, 3])
def test_hands_played_out_score_as_with_a_naive_scorer(players: int) -> None:
    """M2 to M6: threes led and followed as often as there are any."""
    rng = Random(20 + players)
    for _ in range(int(200 * SCALE)):
        first, tricks = naive_ming.play_out(rng, players)
        text = "; ".join(" / ".join(" ".join(cards) for cards in plays) for plays in tricks)
        found = {score.seat: score.points for score in judge({"leader": first + 1, "tricks": text}, players).scores}
        expected = naive_ming.points(tricks, players, first)
        assert [found.get(seat, 0) for seat in range(1, players + 1)] == expected, text


def test_winner_of_a_trick_leads_to_the_next() -> None:
    """M1, ruling."""
    tricks = "5M / 6M; 9C 8C 7C / 1S 2S 3S; 1C HC ZC / 4S 5S 6S; 1M 2M 3M / 2C 3C 4C; 9M / TM; 7M / 8M; 7S / 8S"
    outcome = judge({"leader": 2, "tricks": tricks + "\n"})
    assert outcome.scores == (Score(seat=1, points=6), Score(seat=2, points=24))
    assert judge(dict(outcome.said.data())) == outcome


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ("5M / 6M", ["wrong_card_count"]),
        ("5M / 5M", ["card_used_twice"]),
        ("5M", ["wrong_play_count"]),
        ("5M / 6M 7M", ["wrong_play_count"]),
        ("5M 6M / 6M 7M", ["wrong_play_count", "card_used_twice"]),
        ("5M 6M 9C / 1S 2S 3S", ["not_a_lead"]),
        ("5M / 10M", ["unknown_card", "wrong_play_count"]),
        ("5M / 6M / 7M", ["wrong_play_count", "wrong_card_count"]),
    ],
)
def test_plays_that_cannot_be_are_refused(tricks: str, expected: list[str]) -> None:
    """M1, M2."""
    assert codes({"leader": 1, "tricks": tricks}) == expected


def test_card_played_in_two_tricks_is_refused() -> None:
    """M1."""
    singles = "; ".join(["5M / 6M"] * 13)
    assert codes({"leader": 1, "tricks": singles}) == ["card_used_twice"]


def test_the_table_settles_differences_when_it_likes() -> None:
    assert GAME.match is not None
    rules = GAME.read_rules(value={"preset": "pan_zhiheng", "point": 10})
    assert GAME.match.is_over(points={1: 500, 2: 3}, rules=rules) is False
    assert GAME.match.debts(points={1: 20, 2: 3}, rules=rules) == (Debt(payer=2, payee=1, cents=170),)


def test_two_or_three_play() -> None:
    """M1."""
    for seats in (1, 4):
        with pytest.raises(ImpossibleError):
            GAME.sides(rules=RULES, seat_count=seats)


def test_other_acts_are_unknown() -> None:
    with pytest.raises(ImpossibleError):
        judge({"seat": 1}, kind=ActKind.PENALTY)
    assert GAME.asks(kind=ActKind.PENALTY, rules=RULES) == ()
    assert {field.name for field in GAME.asks(kind=ActKind.HAND, rules=RULES)} == {
        "captured",
        "bonuses",
        "leader",
        "tricks",
        "dealer",
        "void",
        "by",
    }


def test_act_in_a_few_words() -> None:
    assert GAME.sentence(kind=ActKind.HAND, act=COUNTED).english() == "hand by counted cards"
    assert GAME.sentence(kind=ActKind.HAND, act={"tricks": ""}).english() == "hand by its plays"


def test_judge_says_who_takes_a_trick() -> None:
    """M3 to M5."""
    (trick,) = GAME.questions
    answer = answer_to(trick, {"plays": "4C 4S 4M / 1S 1M TM"}, RULES)
    assert answer.headline == "1S 1M TM takes it and scores 15."
    assert [(line.what, line.count) for line in answer.lines] == [("cards captured", 6), ("hero", 9)]
    plain = answer_to(trick, {"plays": "4C / 3C"}, RULES)
    assert [(line.what, line.count) for line in plain.lines] == [("cards captured", 2)]
    with pytest.raises(ImpossibleError):
        answer_to(trick, {}, RULES)
