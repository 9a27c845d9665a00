"""The winning hand of Qing khanhoo (Q1 to Q5): named examples, and trying everything."""

from collections import Counter
from random import Random

import pytest

from scoring.games.khanhoo.qing.melds import MeldKind, SixthEye, read_cards
from scoring.games.khanhoo.qing.splits import Reading, Verdict, judge_hand
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo import naive_qing
from tests.games.khanhoo.qing_hands import random_hand

CULIN = Reading(sixth=SixthEye.CULIN)
WILD = Reading(flowers_wild=True)
BOYS = "4C 5C 6C 7S 7S 7M 5M 6M 7M"


def judge(text: str, reading: Reading = Reading()) -> Verdict:  # noqa: B008 - frozen
    return judge_hand(cards=read_cards(text=text), reading=reading)


@pytest.mark.parametrize("eye", ["1C 2C 3C", "RF 9S OT", "WF 8S 9M", "9C 1S 1M", "8C 2S 2M", "7C 3S 3M", "RF 9S 9M"])
def test_every_eye_makes_boys_a_win(eye: str) -> None:
    """Q2, Q3."""
    verdict = judge(f"{eye} {BOYS} 2S 3S 4S")
    assert verdict.wins is True
    assert verdict.split.melds[0].kind is MeldKind.EYE
    assert {str(card) for card in verdict.split.melds[0].cards} == set(eye.split())


def test_doubtful_eye_is_read_by_house_rule() -> None:
    """Q3."""
    tcheng, culin = f"RF 9S 9M {BOYS} 2S 3S 4S", f"8C 3S 2M {BOYS} 8S 8S 8M"
    assert (judge(tcheng).wins, judge(tcheng, CULIN).wins) == (True, False)
    assert (judge(culin).wins, judge(culin, CULIN).wins) == (False, True)


def test_boys_alone_do_not_win() -> None:
    """Q2: an eye is needed."""
    verdict = judge(f"{BOYS} 2S 3S 4S 8M 8M 8M")
    assert (verdict.wins, verdict.split.strays, verdict.split.has_eye) == (False, (), False)


def test_five_eyes_win() -> None:
    """Q2, ruling."""
    assert judge("RF 9S OT WF 8S 9M 9C 1S 1M 8C 2S 2M 7C 3S 3M").wins is True


def test_three_of_a_rank_may_be_of_any_suits() -> None:
    """Q4, ruling."""
    for three in ("6C 6S 6M", "6C 6C 6M", "6C 6C 6C"):
        assert judge(f"RF 9S OT {three} {BOYS}").wins is True


def test_sequence_may_be_longer_than_three() -> None:
    """Q4."""
    assert judge("RF 9S OT 2M 3M 4M 5M 6M 7M 8M 9M 4S 5S 6S 7S").wins is True


def test_free_cards_are_added_to_any_eye_or_boy() -> None:
    """Q5: any 1, the flowers and the old thousand."""
    verdict = judge("8C 2S 2M 1C 1S 1M RF WF OT RF WF OT 1C 1S 1M")
    assert verdict.wins is True
    assert len(verdict.split.free) + 3 * len(verdict.split.melds) == 15


def test_ordinary_cards_are_not_free() -> None:
    """Q5."""
    verdict = judge("8C 2S 2M 1C 1S 1M RF WF OT RF WF OT 1C 1S 5M")
    assert (verdict.wins, [str(card) for card in verdict.split.strays]) == (False, ["5M"])


def test_wild_flowers_stand_for_any_card_only_by_house_rule() -> None:
    """Q5."""
    text = "8C 2S WF 5C 5C RF 7S 7S 7M 5M 6M 7M 2S 3S 4S"
    assert judge(text).wins is False
    verdict = judge(text, WILD)
    assert verdict.wins is True
    assert sorted(str(card) for meld in verdict.split.melds for card in meld.wild_for) == ["2M", "5C"]


def test_near_miss_names_strays_and_every_single_card_that_would_win() -> None:
    """Q2."""
    verdict = judge(f"8C 2S 5M {BOYS} 2S 3S 4S")
    assert verdict.wins is False
    found = {(str(change.out), str(change.into)) for change in verdict.changes}
    assert ("5M", "2M") in found


def test_fourteen_cards_name_their_waits() -> None:
    """Q2."""
    assert [str(card) for card in judge(f"8C 2M {BOYS} 5S 6S 7S").waits] == ["2S"]


def test_fifth_copy_is_never_proposed() -> None:
    """Q1."""
    waits = judge("RF 9S OT 5M 5M 5M 5M 6M 7M 3S 3S 3S 4S 2C").waits
    assert "5M" not in {str(card) for card in waits}


def texts(verdict: Verdict) -> list[str]:
    """Return the cards of a split, wild ones as flowers again."""
    split = verdict.split
    melded = Counter(str(card) for meld in split.melds for card in meld.cards)
    wild = Counter(str(card) for meld in split.melds for card in meld.wild_for)
    return sorted((melded - wild).elements()) + sorted(str(card) for card in (*split.free, *split.strays))


def check(cards: naive_qing.Cards, culin: bool, flowers_wild: bool) -> bool:
    """Compare with the naive judge: a win or not, the number of strays, the cards."""
    reading = Reading(sixth=SixthEye.CULIN if culin else SixthEye.TCHENG, flowers_wild=flowers_wild)
    verdict = judge(" ".join(cards), reading)
    assert verdict.wins is naive_qing.wins(cards, culin, flowers_wild), cards
    known = {tuple(sorted(meld)) for _, meld in naive_qing.melds(culin)}
    assert all(tuple(sorted(map(str, meld.cards))) in known for meld in verdict.split.melds)
    if not flowers_wild:
        assert sorted(texts(verdict)) == sorted(cards)
        fewest = naive_qing.fewest_strays(cards, culin, False)
        if verdict.split.melds and not verdict.wins:
            assert len(verdict.split.strays) == fewest
    return verdict.wins


@pytest.mark.parametrize("seed", range(10))
def test_judge_agrees_with_trying_everything(seed: int) -> None:
    """Q2 to Q5, both readings of the doubtful eye."""
    rng = Random(seed)
    hands = int(20 * SCALE)
    won = sum(check(random_hand(rng, 15, seed % 2 == 0), seed % 2 == 0, False) for _ in range(hands))
    assert hands / 10 < won < hands


@pytest.mark.parametrize("seed", range(4))
def test_judge_with_wild_flowers_agrees_with_trying_everything(seed: int) -> None:
    """Q5: each of up to two flowers is every card in turn."""
    rng = Random(seed)
    hands = int(3 * SCALE)
    for _ in range(hands):
        check(random_hand(rng, 15, seed % 2 == 0, most_flowers=1 + (rng.random() < 0.1)), seed % 2 == 0, True)


@pytest.mark.parametrize("seed", range(3))
def test_changes_of_one_card_are_all_that_win_and_no_others(seed: int) -> None:
    """Q1, Q2: every card out, every kind in."""
    rng = Random(50 + seed)
    for _ in range(int(1 * SCALE)):
        cards = random_hand(rng, 15, False)
        verdict = judge(" ".join(cards))
        if verdict.wins:
            continue
        expected = set()
        for out in set(cards):
            rest = list(cards)
            rest.remove(out)
            for into in naive_qing.KINDS:
                if into != out and rest.count(into) < 4 and naive_qing.wins((*rest, into), False, False):
                    expected.add((out, into))
        assert {(str(change.out), str(change.into)) for change in verdict.changes} == expected


def test_waits_are_all_that_win_and_no_others() -> None:
    """Q1, Q2."""
    rng = Random(77)
    for _ in range(int(10 * SCALE)):
        cards = random_hand(rng, 14, False)
        expected = [
            card for card in naive_qing.KINDS if cards.count(card) < 4 and naive_qing.wins((*cards, card), False, False)
        ]
        assert sorted(str(card) for card in judge(" ".join(cards)).waits) == sorted(expected)
