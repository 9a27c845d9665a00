"""The engine and the naive second judge agree on random hands of all kinds (C3 to C37, L1 to L8)."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import Meld, all_splits, answer_claim, hold
from scoring.games.cuajo.hand.near_miss import best_partial_split
from scoring.games.cuajo.pack.cards import Card, read_cards
from tests.games.cuajo import naive
from tests.games.cuajo.hands import PACK, SCALE, random_claim, winning_hand
from tests.games.cuajo.price_hands import random_price_claim

SAID = ("valid", "per_opponent", "porbis", "king_cents", "conditions", "extra_used")


def as_naive(answer: Any) -> dict[str, object]:
    """Keep of an answer what the naive judge also says."""
    if "error" in answer:
        return {"problems": {problem["code"] for problem in answer["error"]["problems"]}}
    return {name: answer[name] for name in SAID if name in answer}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("make", "judge"), [(random_claim, naive.by_conditions), (random_price_claim, naive.by_price_list)]
)
def test_engine_and_naive_judge_agree_on_random_hands(
    make: Callable[[Random], dict[str, Any]], judge: Callable[[naive.Told], list[naive.Answer]], seed: int
) -> None:
    """The lines add up, and the arrangement, with what is left over, is a split of the very hand."""
    rng, hands, valid = Random(seed), int(400 * SCALE), 0
    for _ in range(hands):
        claim = make(rng)
        answer: Any = answer_claim(data=claim)
        assert as_naive(answer) == naive.answer(claim, judge), json.dumps(claim)
        if not answer.get("valid"):
            continue
        valid += 1
        melds = [tuple(meld) for meld in answer["arrangement"]]
        assert sum(line["cents"] for line in answer["lines"]) == answer["per_opponent"]
        melded = Counter(card for meld in melds for card in meld)
        assert melded + Counter(answer.get("left_over", ())) == Counter(claim["hand"].split())
        pongs = judge is naive.by_price_list
        assert all(naive.is_meld(meld, claim["sowee"]) or (pongs and naive.is_pong(meld)) for meld in melds)
    assert valid > hands / 3


def cards(texts: naive.Cards) -> tuple[Card, ...]:
    return read_cards(text=" ".join(texts)).cards


def as_texts(split: tuple[Meld, ...]) -> naive.Split:
    return tuple(sorted(tuple(sorted(str(card) for card in meld.cards)) for meld in split))


def test_all_splits_are_those_of_the_naive_search_each_once() -> None:
    rng = Random(7)
    for _ in range(int(150 * SCALE)):
        sowee = rng.choice(naive.ALL_CARDS)
        hand = winning_hand(rng, sowee, rng.choice((0.0, 1.0, 2.0)))
        found = all_splits(holding=hold(cards=cards(hand), sowee=cards((sowee,))[0]))
        expected = [tuple(sorted(tuple(sorted(meld)) for meld in split)) for split in naive.splits(hand, sowee)]
        assert sorted(map(as_texts, found)) == sorted(expected)


def test_partial_split_melds_as_many_cards_as_can_be() -> None:
    rng = Random(8)
    for _ in range(int(150 * SCALE)):
        size, sowee = rng.choice((4, 9, 12, 15, 16)), rng.choice(naive.ALL_CARDS)
        kept = rng.sample(winning_hand(rng, sowee, rng.choice((0.2, 1.0))), rng.randint(size - 4, size))
        deck = list((Counter(PACK) - Counter([*kept, sowee])).elements())
        texts = (*kept, *rng.sample(deck, size - len(kept)))
        melds, strays = best_partial_split(holding=hold(cards=cards(texts), sowee=cards((sowee,))[0]))
        melded = [card for meld in as_texts(melds) for card in meld]
        assert sorted(melded + [str(card) for card in strays]) == sorted(texts)
        assert all(naive.is_meld(meld, sowee) for meld in as_texts(melds))
        assert len(melded) == naive.most(texts, len, sowee)
