"""The engine and the naive second judge agree on random hands of all kinds."""

import json
from random import Random

import pytest

from scoring.games.cuajo import Meld, all_splits, answer_claim, hold
from scoring.games.cuajo.hand.near_miss import best_partial_split
from scoring.games.cuajo.hand.splits import Holding
from scoring.games.cuajo.pack.cards import Card, read_cards
from tests.games.cuajo import naive
from tests.games.cuajo.hands import PACK, SCALE, random_claim, winning_hand


def as_naive(answer: dict[str, object]) -> dict[str, object]:
    """Keep of an answer what the naive judge also says."""
    if "error" in answer:
        error = answer["error"]
        assert isinstance(error, dict)
        return {"problems": {problem["code"] for problem in error["problems"]}}
    names = ("valid", "per_opponent", "porbis", "king_cents", "conditions", "extra_used")
    return {name: answer[name] for name in names if name in answer}


def check_account(claim: dict[str, object], answer: dict[str, object]) -> None:
    """Check that the lines add up and the arrangement is a split of the very hand."""
    lines, arrangement = answer["lines"], answer["arrangement"]
    assert isinstance(lines, list)
    assert isinstance(arrangement, list)
    assert sum(line["cents"] for line in lines) == answer["per_opponent"]
    assert sorted(card for meld in arrangement for card in meld) == sorted(str(claim["hand"]).split())
    sowee = claim["sowee"]
    assert all(naive.is_meld(tuple(meld), None if sowee is None else str(sowee)) for meld in arrangement)


@pytest.mark.parametrize("seed", range(5))
def test_engine_and_naive_judge_agree_on_random_hands(seed: int) -> None:
    rng, hands, valid = Random(seed), int(400 * SCALE), 0
    for _ in range(hands):
        claim = random_claim(rng)
        answer = answer_claim(data=claim)
        assert as_naive(answer) == naive.answer(claim), json.dumps(claim)
        if answer.get("valid"):
            check_account(claim, answer)
            valid += 1
    assert valid > hands / 3


def cards(texts: naive.Cards) -> tuple[Card, ...]:
    return read_cards(text=" ".join(texts)).cards


def as_texts(split: tuple[Meld, ...]) -> naive.Split:
    return tuple(sorted(tuple(sorted(str(card) for card in meld.cards)) for meld in split))


def random_holding(rng: Random, size: int) -> tuple[naive.Cards, str, Holding]:
    sowee = rng.choice(naive.ALL_CARDS)
    hand = winning_hand(rng, sowee, rng.choice((0.2, 1.0)))
    kept = rng.sample(hand, rng.randint(size - 4, size))
    deck = list(PACK)
    for card in (*kept, sowee):
        deck.remove(card)
    texts = (*kept, *rng.sample(deck, size - len(kept)))
    return texts, sowee, hold(cards=cards(texts), sowee=cards((sowee,))[0])


def test_all_splits_are_those_of_the_naive_search_each_once() -> None:
    rng = Random(7)
    for _ in range(int(150 * SCALE)):
        sowee = rng.choice(naive.ALL_CARDS)
        hand = winning_hand(rng, sowee, rng.choice((0.0, 1.0, 2.0)))
        holding = hold(cards=cards(hand), sowee=cards((sowee,))[0])
        found = [as_texts(split) for split in all_splits(holding=holding)]
        expected = [tuple(sorted(tuple(sorted(meld)) for meld in split)) for split in naive.splits(hand, sowee)]
        assert sorted(found) == sorted(expected)


def test_partial_split_melds_as_many_cards_as_can_be() -> None:
    rng = Random(8)
    for _ in range(int(150 * SCALE)):
        texts, sowee, holding = random_holding(rng, rng.choice((4, 9, 12, 15, 16)))
        melds, strays = best_partial_split(holding=holding)
        melded = [card for meld in as_texts(melds) for card in meld]
        assert sorted(melded + [str(card) for card in strays]) == sorted(texts)
        assert all(naive.is_meld(meld, sowee) for meld in as_texts(melds))
        assert len(melded) == naive.most_melded(texts, sowee)
