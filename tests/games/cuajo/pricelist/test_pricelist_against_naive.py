"""The engine and the naive judge of the price list agree on random hands of all kinds (L1 to L8)."""

import json
from collections import Counter
from random import Random

import pytest

from scoring.games.cuajo import answer_claim
from tests.games.cuajo import naive_pricelist
from tests.games.cuajo.hands import SCALE
from tests.games.cuajo.naive import is_meld
from tests.games.cuajo.naive_pricelist import is_pong
from tests.games.cuajo.price_hands import random_price_claim
from tests.games.cuajo.test_against_naive import as_naive

CHUNKS = 20
HANDS_IN_CHUNK = int(400 * SCALE)


def check_account(claim: dict[str, object], answer: dict[str, object]) -> None:
    """Check that the lines add up, and that melds and cards left over are the very hand."""
    lines, arrangement, left_over = answer["lines"], answer["arrangement"], answer.get("left_over", [])
    assert isinstance(lines, list)
    assert isinstance(arrangement, list)
    assert isinstance(left_over, list)
    assert sum(line["cents"] for line in lines) == answer["per_opponent"]
    assert {line["rule"] for line in lines} <= {"L5", "L6"}
    melded = Counter(card for meld in arrangement for card in meld)
    assert melded + Counter(left_over) == Counter(str(claim["hand"]).split())
    assert all(is_meld(tuple(meld)) or is_pong(tuple(meld)) for meld in arrangement)


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_engine_and_naive_price_list_agree_on_random_hands(seed: int) -> None:
    rng = Random(seed)
    valid = 0
    for _ in range(HANDS_IN_CHUNK):
        claim = random_price_claim(rng)
        answer = answer_claim(data=claim)
        assert as_naive(answer) == naive_pricelist.answer(claim), json.dumps(claim)
        if answer.get("valid"):
            check_account(claim, answer)
            valid += 1
    assert valid > HANDS_IN_CHUNK / 3
