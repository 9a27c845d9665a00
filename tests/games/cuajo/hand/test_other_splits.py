"""Splits that pay another amount than the best one (C11, C32)."""

import pytest

from scoring.games.cuajo import judge_claim, read_claim
from scoring.games.cuajo.payout.verdict import verdicts

BOTH_WAYS = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
"""The king may stand in a run with ten and eleven of coins, or alone beside two sets of four."""


def amounts(**claim: object) -> tuple[int, ...]:
    """Return what the best split and then the others pay."""
    read = read_claim(data={"game": "cuajo", "bounit": "5O", "source": "self_drawn", **claim})
    found = verdicts(claim=read)
    assert judge_claim(claim=read) == found[0]
    assert all(sum(len(meld.cards) for meld in one.arrangement) == 16 for one in found)
    return tuple(one.per_opponent_cents for one in found)


@pytest.mark.parametrize(
    ("claim", "paid"),
    [
        ({}, (300, 160)),
        ({"rules": "family"}, (460, 160)),
        ({"rules": {"porbis": 100}}, (160, 100)),
        ({"source": "discard", "sowee": "4B"}, (300, 110)),
        ({"rules": {"porbis": 160}}, (160,)),
    ],
)
def test_single_king_in_a_run_or_not_pays_differently(claim: dict[str, object], paid: tuple[int, ...]) -> None:
    assert amounts(hand=BOTH_WAYS, **claim) == paid


def test_king_with_one_place_only_leaves_no_choice() -> None:
    hand = "1O 3O 4O 5O 10O 1C 3C 4C 10C 3E 5E 10E 1B 4B 5B 12B"
    assert amounts(hand=hand, bounit="5B") == (130,)


def test_two_kings_pay_the_same_in_every_split() -> None:
    assert amounts(hand=BOTH_WAYS.replace(" 1B", " 12C")) == (180,)
