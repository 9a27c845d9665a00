"""Hands of cau robat and Ming khanhoo followed play by play: whose turn, what was taken, called, paid and owed."""

from random import Random

import pytest

from scoring.games.base import ActKind, AnyGame, Followed
from scoring.games.cau_robat import CauRobat
from scoring.games.khanhoo import KhanhooEnglish, KhanhooMing, KhanhooQing
from tests.games.cau_robat.test_random_games import deal
from tests.games.judged import judged
from tests.games.khanhoo.naive_ming import play_out

CAU, MING = CauRobat(), KhanhooMing()


def follow(game: AnyGame, players: int, **act: object) -> Followed | None:
    rules = game.read_rules(value=None)
    return game.follow(act=act, rules=rules, seats=game.sides(rules=rules, seat_count=players))


def told(followed: Followed | None) -> tuple[list[str], list[str]]:
    assert followed is not None
    lines = ([line.data() for line in part] for part in (followed.now, followed.steps))
    now, steps = (
        [" ".join(str(line[name]) for name in ("seat", "count", "what", "to") if name in line) for line in part]
        for part in lines
    )
    return now, steps


def test_card_that_takes_nothing_lies_in_the_centre_and_the_next_player_may_call() -> None:
    """R3, R6."""
    now, steps = told(follow(CAU, 3, dealer=3, face_up="5 6 12 1", plays="4 4"))
    assert now == ["3 plays next", "in the centre: 5 6 12 1 4 4", "1 no cards yet", "2 no cards yet", "3 no cards yet"]
    assert steps == ["1 plays 4", "2 plays 4: cau, unless the next player has another"]


def test_call_is_taken_and_paid_once_the_next_player_played() -> None:
    """R6, R8: the payer has no cards and owes one."""
    now, steps = told(follow(CAU, 3, dealer=3, face_up="5 6 12 1", plays="4 4 7"))
    assert steps[2:] == ["2 cau, takes 4 5 6", "1 1 has to pay cards 2", "3 plays 7"]
    assert now == [
        "1 plays next",
        "in the centre: 12 1 7",
        "1 no cards yet",
        "2 4 cards in the pile, 4 on top",
        "3 no cards yet",
        "1 1 owes cards 2",
    ]


def test_capture_pays_what_is_owed() -> None:
    """R8."""
    _, steps = told(follow(CAU, 3, dealer=3, face_up="5 6 12 1", plays="4 4 7 7"))
    assert steps[-1] == "1 plays 7: cau, unless the next player has another"
    _, steps = told(follow(CAU, 3, dealer=3, face_up="5 6 12 1", plays="4 4 7 12"))
    assert steps[-3:] == ["1 plays 12", "1 takes 12 1", "1 1 pays cards 2"]


@pytest.mark.parametrize(
    "act", [{}, {"dealer": 9}, {"dealer": 1, "face_up": "5 5 1 2"}, {"dealer": 1, "face_up": "5 6", "plays": "x"}]
)
def test_nothing_is_followed_before_the_deal_is_known(act: dict[str, object]) -> None:
    assert follow(CAU, 3, **act) is None


@pytest.mark.parametrize("players", [2, 3, 8])
def test_followed_hand_ends_as_it_is_judged(players: int) -> None:
    """R9: nobody is in turn, and the piles are those that are counted."""
    rng = Random(players)
    for _ in range(5):
        face_up, pack = deal(rng, players)
        act = {"dealer": 1, "face_up": " ".join(map(str, face_up)), "plays": " ".join(map(str, pack))}
        followed = follow(CAU, players, **act)
        assert followed is not None
        piles = {line.seat: line.count for line in followed.now if line.rule == "R5" and line.count}
        rules = CAU.read_rules(value=None)
        outcome = judged(CAU, kind=ActKind.HAND, act=act, rules=rules, seats=CAU.sides(rules=rules, seat_count=players))
        lines = outcome.verdict.data()["lines"]
        assert isinstance(lines, list)
        assert piles == {
            line["seat"]: line["count"] for line in lines if line["what"] == "cards taken" and line["count"]
        }
        assert "plays next" not in [line.text.english() for line in followed.now]


def test_plays_of_ming_are_entered_as_they_fall() -> None:
    """M1, M2: a lead of one card without more, of three after its sign."""
    now, steps = told(follow(MING, 2, leader=2, tricks="5M 6M 3× 1C HC ZC 4S 5S 6S 1S"))
    assert steps == ["1 2 takes 5M / 6M", "1 7 takes 1C HC ZC / 4S 5S 6S, half leopard"]
    assert now == ["2 plays on 1S", "1 9 points so far", "2 0 points so far"]
    assert told(follow(MING, 2, leader=2, tricks="5M / 6M; 1S"))[0][0] == "2 plays on 1S"
    assert told(follow(MING, 2, leader=2, tricks="5M 6M"))[0][0] == "1 leads"
    assert told(follow(MING, 2, leader=2, tricks="3x 1C HC"))[0][0] == "2 plays on 1C HC"


@pytest.mark.parametrize("act", [{}, {"leader": 1}, {"leader": 9, "tricks": "5M"}, {"leader": 1, "tricks": "5X"}])
def test_ming_is_followed_once_somebody_led(act: dict[str, object]) -> None:
    assert follow(MING, 2, **act) is None


@pytest.mark.parametrize("players", [2, 3])
def test_cards_as_they_fell_are_stored_trick_by_trick(players: int) -> None:
    """M2: the act says the same as with strokes."""
    rng = Random(players)
    rules = MING.read_rules(value=None)
    seats = MING.sides(rules=rules, seat_count=players)
    for _ in range(10):
        first, tricks = play_out(rng, players)
        strokes = "; ".join(" / ".join(" ".join(cards) for cards in plays) for plays in tricks)
        fell = " ".join(
            " ".join([*(["3×"] if len(plays[0]) == 3 else []), *(card for cards in plays for card in cards)])
            for plays in tricks
        )
        outcome = judged(MING, kind=ActKind.HAND, act={"leader": first + 1, "tricks": fell}, rules=rules, seats=seats)
        assert outcome.said.data() == {"leader": first + 1, "tricks": strokes}
        followed = follow(MING, players, leader=first + 1, tricks=fell)
        assert followed is not None
        assert {line.seat: line.count for line in followed.now if line.count} == {
            score.seat: score.points for score in outcome.scores
        }


def test_other_versions_are_not_followed() -> None:
    assert (follow(KhanhooEnglish(), 3), follow(KhanhooQing(), 3)) == (None, None)
