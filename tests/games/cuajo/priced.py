"""Hands judged by the price list, for the tests of L1 to L8. Melds stand apart by two spaces."""

from typing import Any

from scoring.games.cuajo.judging.answer import answer_claim
from tests.games.cuajo.claims import Answer, problems

UNIT = 100
PLAIN = "3O 4O 5O  3C 4C 5C  1O 1C 1E  10O 10C 10E  12O 12O 12C 12B"
"""Two runs 3-4-5, three aces, a set of jacks; two kings of coins, one of cups, one of batons: 235."""

NO_KING = "3O 4O 5O  3E 4E 5E  1O 1C 1E 1B  10O 10C 10E  11O 11C 11B"
ONE_KING_IN_A_RUN = "10O 11O 12O  3O 4O 5O  3C 4C 5C  1O 1C 1E 1B  5E 5B 5O"
LAID_THREES = "3C 3C 3C 3C  4O 4C 4E  10O 10C 10E  11O 11C 11B  12O 12O 12B"


def judged(hand: str, **changes: Any) -> Answer:
    """Answer a hand won by drawing its first card, the sowee unknown, with these fields changed."""
    claim: dict[str, object] = {
        "game": "cuajo",
        "rules": "pricelist",
        "hand": hand,
        "bounit": hand.split(maxsplit=1)[0],
        "source": "self_drawn",
        "sowee": None,
        "secrets": [],
    }
    return answer_claim(data=claim | changes)


def price(hand: str, **changes: Any) -> int | str:
    """Return what a hand pays in units of a hundred; for no win the rule it breaks, or the first problem."""
    answer = judged(hand, **changes)
    if "error" in answer:
        return next(iter(problems(answer)))
    if not answer["valid"]:
        return str(answer["rule"])
    paid, left = divmod(int(str(answer["per_opponent"])), UNIT)
    assert left == 0
    return paid
