"""Ming khanhoo: what beats what in whole tables, every pair, and the points of a hand (M1 to M6)."""

from collections.abc import Mapping
from itertools import combinations, product
from random import Random

import pytest

from scoring.games.base import Outcome
from scoring.games.khanhoo.ming import KhanhooMing
from scoring.games.khanhoo.ming_plays import (
    CARDS,
    GIBBONS,
    LEOPARDS,
    PACK,
    SPECIALS,
    Play,
    PlayKind,
    beats,
    judge_trick,
)
from tests.games.asking import each, outcome, stored
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo import naive_ming

GAME = KhanhooMing()
LOW_TO_HIGH = "9C 8C 7C 6C 5C 4C 3C 2C 1C HC ZC 1S 2S 3S 4S 5S 6S 7S 8S 9S 1M 2M 3M 4M 5M 6M 7M 8M 9M TM"
GIBBON_TABLE = """
    9C8C7C 8C7C6C 7C6C5C 6C5C4C 5C4C3C 4C3C2C 3C2C1C 2C1CHC
    1S2S3S 2S3S4S 3S4S5S 4S5S6S 5S6S7S 6S7S8S 7S8S9S
    1CHCZC
    1M2M3M 2M3M4M 3M4M5M 4M5M6M 5M6M7M 6M7M8M 7M8M9M 8M9MTM
"""
LEOPARD_TABLE = " ".join(f"{rank}C{rank}S{rank}M" for rank in range(1, 10)) + " 1S1MTM"
SPECIAL_TABLE = "7C3S3M 8C2S2M 9C1S1M ZC9STM 9C9S9M ZC9S9M 1S1MTM"
TABLES = {
    "gibbons": (GIBBON_TABLE, PlayKind.GIBBON),
    "leopards": (LEOPARD_TABLE, PlayKind.LEOPARD),
    "specials": (SPECIAL_TABLE, PlayKind.SPECIAL),
}


def play(text: str) -> Play:
    return Play(cards=PACK.read(text))


def table(text: str) -> list[Play]:
    return [play(f"{word[0:2]} {word[2:4]} {word[4:6]}") for word in text.split()]


def test_m1_cards_run_from_low_to_high() -> None:
    assert " ".join(card.notation for card in CARDS) == LOW_TO_HIGH


def test_m3_single_beats_every_lower_card_but_the_thousand_only_myriads() -> None:
    order = LOW_TO_HIGH.split()
    for one, other in product(order, order):
        expected = order.index(one) > order.index(other) if one != "TM" else other in order[20:29]
        assert beats(play=play(one), best=play(other), led=PlayKind.SINGLE) is expected, (one, other)


@each(("text", "kind"), TABLES)
def test_m4_order_of_the_plays_is_total_for_all_4060_threes(text: str, kind: PlayKind) -> None:
    order = table(text)
    for at, one in enumerate(order):
        assert [other for other in order if beats(play=one, best=other, led=kind)] == order[:at]
    threes = [Play(cards=cards) for cards in combinations(CARDS, 3)]
    winners = {frozenset(one.cards) for one in threes if beats(play=one, best=order[0], led=kind)}
    assert winners == {frozenset(one.cards) for one in order[1:]}


def test_m2_tables_hold_every_gibbon_leopard_and_special() -> None:
    assert [frozenset(one.cards) for one in table(GIBBON_TABLE)] == list(GIBBONS)
    assert [frozenset(one.cards) for one in table(LEOPARD_TABLE)][:-1] == list(LEOPARDS)
    assert [frozenset(one.cards) for one in table(SPECIAL_TABLE)] == list(SPECIALS)


def test_m2_m4_every_three_cards_lead_as_one_kind_or_as_nothing() -> None:
    kinds = [Play(cards=cards).kind for cards in combinations(CARDS, 3)]
    counts = {PlayKind.GIBBON: 24, PlayKind.LEOPARD: 8, PlayKind.SPECIAL: 7, PlayKind.NOTHING: 4060 - 39}
    assert {kind: kinds.count(kind) for kind in counts} == counts
    assert play("9C 9S 9M").kind is PlayKind.SPECIAL
    assert beats(play=play("1S 1M TM"), best=play("5M 6M 9C"), led=PlayKind.NOTHING) is False


@stored("tricks")
def test_m3_to_m6_trick_goes_to_the_highest_and_scores_cards_and_bonus(plays: str, best: int, points: int) -> None:
    trick = judge_trick(plays=tuple(play(text) for text in plays.split("/")))
    assert (trick.best, trick.points) == (best, points)


def judge(act: Mapping[str, object], players: int = 2) -> Outcome:
    return outcome(GAME, act, players=players)


def points(judged: Outcome) -> dict[int, int]:
    return {score.seat: score.points for score in judged.scores}


@pytest.mark.no_cover
@pytest.mark.parametrize("players", [2, 3])
def test_m2_to_m6_hands_played_out_score_as_with_a_naive_scorer(players: int) -> None:
    rng = Random(20 + players)
    for _ in range(int(60 * SCALE)):
        first, tricks = naive_ming.play_out(rng, players)
        text = "; ".join(" / ".join(" ".join(cards) for cards in plays) for plays in tricks)
        found = points(judge({"leader": first + 1, "tricks": text}, players))
        expected = naive_ming.points(tricks, players, first)
        assert [found.get(seat, 0) for seat in range(1, players + 1)] == expected, text
