"""Cuajo as a game of the house: partners, and what a won hand owes to the cards (C12)."""

from fractions import Fraction
from math import comb

from scoring.games.chances import Draw, Fortune, Trial, Wait
from scoring.games.cuajo import Cuajo
from tests.games.asking import each, outcome
from tests.games.cuajo.claims import EXAMPLE

CUAJO = Cuajo()
WIN = {"result": "win", "winner": 2, "hand": EXAMPLE, "bounit": "5B", "source": "discard", "sowee": "4O"}
DECLARED = {"result": "win", "winner": 2, "declared": True, "source": "claimed", "kings_of_coins": 1}
BEFORE_5B = Wait(winning=8, unseen=96)
ONE_OF_FOUR = 1 - Fraction(comb(91, 15), comb(95, 15))
"""The chance that one of four cards comes among fifteen of 95."""


def fortune(act: dict[str, object]) -> Fortune | None:
    rules = CUAJO.read_rules(value={"dealt_win": "as_self_drawn"})
    judged = outcome(CUAJO, act, players=4, dealt_win="as_self_drawn")
    return CUAJO.fortune(act=judged.said.data(), verdict=judged.verdict.data(), rules=rules)


@each(
    ("act", "wait", "extra"),
    {
        "before-the-5B": (WIN, BEFORE_5B, None),
        "dealt": (WIN | {"source": "dealt", "bounit": None}, None, None),
        "both-conditions-turned": (WIN | {"extra": "11O 3B"}, BEFORE_5B, Trial(chance=ONE_OF_FOUR, came=True)),
        "condition-not-turned": (WIN | {"extra": "11O"}, BEFORE_5B, Trial(chance=ONE_OF_FOUR, came=False)),
    },
)
def test_what_a_won_hand_owes_to_the_cards(act: dict[str, object], wait: Wait | None, extra: Trial | None) -> None:
    kings, sowee = Draw(held=16, marked=16, of=111, came=1), Draw(held=16, marked=3, of=111, came=1)
    assert fortune(act) == Fortune(kings=kings, sowee=sowee, wait=wait, extra=extra)


def test_nobody_knows_what_a_declared_win_owes_to_the_cards() -> None:
    assert fortune(DECLARED) is None
