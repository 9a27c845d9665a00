"""Qing khanhoo: the winning hand (Q1 to Q5), against trying everything, and what it pays (Q6)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring.games.khanhoo.qing import KhanhooQing
from scoring.games.khanhoo.qing_splits import PACK, QingMeldKind, QingRules, QingVerdict, SixthEye, judge_hand
from tests.games.asking import stored
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo import naive_qing

GAME = KhanhooQing()
NORMAL = GAME.read_rules(value=None)
TCHENG, CULIN, WILD = QingRules(), QingRules(sixth_eye=SixthEye.CULIN), QingRules(flowers_wild=True)
BOYS = "4C 5C 6C 7S 7S 7M 5M 6M 7M"
EYES = ("1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M", "RF 9S 9M")


def judge(text: str, rules: QingRules = TCHENG) -> QingVerdict:
    return judge_hand(cards=PACK.read(text), rules=rules)


@stored("qing_hands")
def test_winning_hand(rules: dict[str, Any], text: str, wins: bool, strays: str | None) -> None:
    verdict = judge(text, GAME.read_rules(value=rules))
    assert verdict.wins is wins
    assert strays is None or " ".join(map(str, verdict.split.strays)) == strays


@pytest.mark.parametrize("eye", EYES)
def test_q3_every_eye_makes_boys_a_win(eye: str) -> None:
    verdict = judge(f"{eye} {BOYS} 2S 3S 4S")
    assert (verdict.wins, verdict.split.melds[0].kind) == (True, QingMeldKind.EYE)
    assert {str(card) for card in verdict.split.melds[0].cards} == set(eye.split())


def test_q2_boys_alone_have_no_eye_and_q5_wild_flowers_stand_for_cards() -> None:
    assert judge(f"{BOYS} 2S 3S 4S 8M 8M 8M").split.has_eye is False
    wild = judge("8C 2S WF 5C 5C RF 7S 7S 7M 5M 6M 7M 2S 3S 4S", WILD).split.melds
    assert sorted(str(card) for meld in wild for card in meld.wild_for) == ["2M", "5C"]


def test_q1_q2_near_miss_names_changes_and_waits_without_a_fifth_copy() -> None:
    changes = judge(f"8C 2S 5M {BOYS} 2S 3S 4S").changes
    assert ("5M", "2M") in {(str(change.out), str(change.into)) for change in changes}
    assert [str(card) for card in judge(f"8C 2M {BOYS} 5S 6S 7S").waits] == ["2S"]
    waits = judge("RF 9S OT 5M 5M 5M 5M 6M 7M 3S 3S 3S 3M 4M").waits
    assert {"2M", "5M"} & {str(card) for card in waits} == {"2M"}


def random_hand(rng: Random, size: int, culin: bool, most_flowers: int = 12) -> naive_qing.Cards:
    """Make a hand of that size without a fifth copy, half of them wins or nearly wins."""
    while True:
        cards = list(some_cards(rng, size, culin))
        flowers = sum(card in naive_qing.FLOWERS for card in cards)
        if max(cards.count(card) for card in cards) <= 4 and flowers <= most_flowers:
            rng.shuffle(cards)
            return tuple(cards)


def some_cards(rng: Random, size: int, culin: bool) -> naive_qing.Cards:
    if rng.random() < 0.2:
        return tuple(rng.sample(naive_qing.KINDS * 4, size))
    cards = [*rng.choice(naive_qing.eyes(culin))]
    while len(cards) < size:
        cards += rng.choice(
            [*naive_qing.eyes(culin), rng.choice(naive_qing.melds(culin))[1], (rng.choice(naive_qing.FREE),)]
        )
    cards = cards[:size]
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        cards[rng.randrange(size)] = rng.choice(naive_qing.KINDS)
    return tuple(cards)


def texts(verdict: QingVerdict) -> list[str]:
    split = verdict.split
    melded = Counter(str(card) for meld in split.melds for card in meld.cards)
    wild = Counter(str(card) for meld in split.melds for card in meld.wild_for)
    return sorted((melded - wild).elements()) + sorted(str(card) for card in (*split.free, *split.strays))


def check(cards: naive_qing.Cards, culin: bool, flowers_wild: bool) -> bool:
    """Compare with the naive judge: a win or not, the number of strays, the cards."""
    rules = QingRules(sixth_eye=SixthEye.CULIN if culin else SixthEye.TCHENG, flowers_wild=flowers_wild)
    verdict = judge(" ".join(cards), rules)
    assert verdict.wins is naive_qing.wins(cards, culin, flowers_wild), cards
    known = {tuple(sorted(meld)) for _, meld in naive_qing.melds(culin)}
    assert all(tuple(sorted(map(str, meld.cards))) in known for meld in verdict.split.melds)
    if not flowers_wild:
        assert sorted(texts(verdict)) == sorted(cards)
        fewest = naive_qing.fewest_strays(cards, culin, False)
        if verdict.split.melds and not verdict.wins:
            assert len(verdict.split.strays) == fewest
    return verdict.wins


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(2))
def test_q2_to_q5_judge_agrees_with_trying_everything(seed: int) -> None:
    rng, hands = Random(seed), int(40 * SCALE)
    won = sum(check(random_hand(rng, 15, seed % 2 == 0), seed % 2 == 0, False) for _ in range(hands))
    assert hands / 10 < won < hands


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(2))
def test_q5_judge_with_wild_flowers_agrees_with_trying_everything(seed: int) -> None:
    """Each of up to two flowers is every card in turn."""
    rng = Random(seed)
    for _ in range(int(3 * SCALE)):
        check(random_hand(rng, 15, seed % 2 == 0, most_flowers=1 + (rng.random() < 0.1)), seed % 2 == 0, True)


@pytest.mark.no_cover
def test_q1_q2_changes_of_one_card_are_all_that_win_and_no_others() -> None:
    rng = Random(19)
    for rules in (TCHENG, WILD) * int(SCALE):
        cards = random_hand(rng, 15, False)
        verdict = judge(" ".join(cards), rules)
        if verdict.wins:
            continue
        expected = set()
        for out in set(cards):
            rest = list(cards)
            rest.remove(out)
            for into in naive_qing.KINDS:
                if into != out and rest.count(into) < 4:
                    hand = (*rest, into)
                    won = judge(" ".join(hand), WILD).wins if rules is WILD else naive_qing.wins(hand, False, False)
                    if won:
                        expected.add((out, into))
        assert {(str(change.out), str(change.into)) for change in verdict.changes} == expected


@pytest.mark.no_cover
def test_q1_q2_waits_are_all_that_win_and_no_others() -> None:
    rng = Random(77)
    for _ in range(int(4 * SCALE)):
        cards = random_hand(rng, 14, False)
        expected = [
            card for card in naive_qing.KINDS if cards.count(card) < 4 and naive_qing.wins((*cards, card), False, False)
        ]
        assert sorted(str(card) for card in judge(" ".join(cards)).waits) == sorted(expected)


def test_q3_q5_presets_differ_in_the_doubtful_eye() -> None:
    culin = GAME.read_rules(value="culin")
    assert (NORMAL.sixth_eye, culin.sixth_eye, NORMAL.flowers_wild) == ("tcheng", "culin", False)
