"""The best-paying split of English khanhoo (E4 to E7), against the sources and against trying everything."""

from collections import Counter
from random import Random

import pytest

from scoring.games.khanhoo.english.melds import MeldKind, MeldTable, fixed_melds, read_cards
from scoring.games.khanhoo.english.splits import Split, best_split, reasons_for, strays
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo import naive_english
from tests.games.khanhoo.english_hands import random_cards

TWO, THREE, FOUR = MeldTable(), MeldTable(has_triples=True), MeldTable(has_triples=True)
CHUNKS = 10
LARGEST = {
    MeldKind.TRIPLE_TRIPLET: read_cards(text="5H 5C 5D") * 3,
    MeldKind.TRIPLE_COURTS: read_cards(text="J Q K") * 3,
    MeldKind.TRIPLE_ACES: read_cards(text="AH AC AD") * 3,
}


def split_of(text: str, table: MeldTable = TWO) -> Split | None:
    return best_split(cards=read_cards(text=text), table=table)


def told(split: Split | None) -> list[str]:
    assert split is not None
    return sorted(meld.kind.label for meld in split.melds)


@pytest.mark.parametrize(
    ("text", "kind", "points"),
    [
        ("AH AH AC", "aces", 1),
        ("AH AD AD", "aces", 1),
        ("4C 5C 6C", "sequence", 1),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H", "sequence", 1),
        ("5H 5C 5D", "triplet", 2),
        ("5H 5H 5C 5C 5D 5D", "double triplet", 10),
        ("J Q K", "courts", 3),
        ("J J Q Q K K", "double courts", 10),
        ("J 7D 7D", "royal group", 4),
        ("Q 8C 8C", "royal group", 4),
        ("K 9H 9H", "royal group", 4),
        ("AH 2C 3D", "khanhoo", 5),
        ("AH AH 2C 2C 3D 3D", "double khanhoo", 15),
    ],
)
def test_every_meld_of_two_packs_scores_its_points(text: str, kind: str, points: int) -> None:
    """E4."""
    split = split_of(text)
    assert told(split) == [kind]
    assert split is not None
    assert split.points == points


@pytest.mark.parametrize(
    ("text", "kind", "points"),
    [
        ("J J 7D", "reverse group", 4),
        ("Q Q 8C", "reverse group", 4),
        ("K K 9H", "reverse group", 4),
        ("J J J 7D 7D 7D", "triple group", 8),
        ("Q Q Q 8C 8C 8C", "triple group", 8),
        ("K K K 9H 9H 9H", "triple group", 8),
        ("AH AH AH 2C 2C 2C 3D 3D 3D", "triple khanhoo", 25),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H", "triple sequence", 3),
        ("2C 3C 4C 2C 3C 4C 5C 6C 7C", "triple sequence", 3),
    ],
)
def test_three_packs_add_their_melds_and_two_packs_do_not_know_them(text: str, kind: str, points: int) -> None:
    """E5."""
    split = split_of(text, THREE)
    assert told(split) == [kind]
    assert split is not None
    assert split.points == points
    without = split_of(text, TWO)
    assert without is None or without.points < points


@pytest.mark.parametrize(
    ("text", "larger", "points"),
    [
        ("5H 5H 5H 5C 5C 5C 5D 5D 5D", "triple triplet", 12),
        ("J J J Q Q Q K K K", "triple courts", 13),
        ("AH AH AH AC AC AC AD AD AD", "triple aces", 12),
    ],
)
def test_larger_meld_is_taken_apart_where_its_parts_pay_more(text: str, larger: str, points: int) -> None:
    """E5, E7: and the reason names it."""
    cards = read_cards(text=text)
    split = best_split(cards=cards, table=THREE)
    assert split is not None
    assert split.points == points
    own = next(kind for kind in MeldKind if kind.label == larger)
    sentence = f"With the {larger} {' '.join(map(str, LARGEST[own]))} it would be {own.points}, which is no more."
    assert sentence in [reason.english() for reason in reasons_for(split=split, cards=cards, table=THREE)]


def test_reason_says_where_a_larger_meld_would_leave_cards_over() -> None:
    """E7: the double courts would leave 7D 7D alone."""
    cards = read_cards(text="J J Q Q K K 7D 7D")
    split = best_split(cards=cards, table=TWO)
    assert split is None
    cards = read_cards(text="J J Q Q K K 7D 7D 8C 8C")
    assert best_split(cards=cards, table=TWO) is None
    cards = read_cards(text="J J Q Q K K 7D 7D 8C 8C 9H 9H")
    split = best_split(cards=cards, table=TWO)
    assert told(split) == ["courts", "royal group", "royal group", "royal group"]
    assert split is not None
    (reason,) = reasons_for(split=split, cards=cards, table=TWO)
    assert reason.english() == "With the double courts J Q K J Q K the other cards would not all meld."


def test_one_unbroken_run_is_one_sequence() -> None:
    """E7: it is never cut in two, and the reason says so."""
    cards = read_cards(text="2C 3C 4C 5C 6C 7C")
    split = best_split(cards=cards, table=TWO)
    assert split is not None
    assert split.points == 1
    (reason,) = reasons_for(split=split, cards=cards, table=TWO)
    assert reason.english() == "2C 3C 4C 5C 6C 7C is one unbroken run, so it is one sequence."


def test_runs_with_a_repeated_card_are_two_sequences() -> None:
    """E7."""
    assert told(split_of("2C 3C 4C 4C 5C 6C")) == ["sequence", "sequence"]


def test_joker_stands_for_any_card_even_one_whose_copies_are_all_played() -> None:
    """E2: the joker is a third ace of hearts with two packs."""
    split = split_of("AH AH X 2C 2C 3D 3D AC AD")
    assert split is not None
    assert told(split) == ["double khanhoo", "triplet"]
    assert [str(card) for meld in split.melds for card in meld.jokers_for] == ["AH"]


def test_trio_and_quartette_are_melds_only_as_an_option() -> None:
    """E6."""
    option = MeldTable(has_triples=True, trios=True)
    assert told(split_of("6C 6C 6C", option)) == ["trio"]
    assert told(split_of("6C 6C 6C 6C", option)) == ["quartette"]
    assert told(split_of("6C 6C X", MeldTable(trios=True))) == ["trio"]
    assert split_of("6C 6C 6C", FOUR) is None
    assert [kind.points for kind in option.kinds if kind.rule == "E6"] == [6, 12]


def test_split_with_a_meld_that_the_cards_do_not_hold_is_none() -> None:
    double = next(meld for meld in fixed_melds(table=TWO) if meld.kind is MeldKind.DOUBLE_COURTS)
    assert best_split(cards=read_cards(text="J Q K X"), table=TWO, holding=double) is None


def test_cards_left_over_are_the_fewest() -> None:
    assert strays(cards=read_cards(text="AH 2C 3D 7H 9C"), table=TWO) == read_cards(text="7H 9C")
    assert strays(cards=read_cards(text="AH 2C 3D"), table=TWO) == ()
    assert strays(cards=read_cards(text="AH 5C 7D J"), table=TWO) is None


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("AH AH 2C 2C 3D 3D 5H 5H 5C 5C 5D 5D J 7D 7D", 29),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H AH 2H 3H 4H 5H 6H", 2),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 2C 3C 4C 5C 6C 7C", 2),
        ("AH 2H 3H 4H 5H 6H 7H 8H 3C 4C 5C 6C 7C 8C 9C", 2),
    ],
)
def test_the_best_and_the_least_full_hand_of_the_source(text: str, points: int) -> None:
    """E7."""
    split = split_of(text)
    assert split is not None
    assert split.points == points


def check(cards: naive_english.Cards, packs: int, trios: bool) -> bool:
    """Compare with the naive scorer, and check that the split is one of these very cards."""
    table = MeldTable(has_triples=packs > 2, trios=trios)
    split = split_of(" ".join(cards), table)
    expected = naive_english.best_points(cards, packs, trios)
    assert (None if split is None else split.points) == expected, cards
    assert (split is not None) is (strays(cards=read_cards(text=" ".join(cards)), table=table) == ())
    if split is None:
        return False
    laid = Counter(str(card) for meld in split.melds for card in meld.cards)
    jokers = Counter(str(card) for meld in split.melds for card in meld.jokers_for)
    assert laid - jokers + Counter(["X"] * jokers.total()) == Counter(cards)
    known = {(points, named) for _, points, named in naive_english.melds(packs, trios)}
    for meld in split.melds:
        assert (meld.kind.points, tuple(sorted(map(str, meld.cards)))) in known
    return True


@pytest.mark.parametrize("jokers", [0, 1])
@pytest.mark.parametrize("seed", range(CHUNKS))
def test_best_split_agrees_with_trying_everything(seed: int, jokers: int) -> None:
    """E7: with and without a joker, all packs and options."""
    rng = Random(100 * jokers + seed)
    tables = [(packs, trios) for packs in (2, 3, 4) for trios in (False, True)]
    hands = int((8 if jokers else 50) * SCALE)
    melded = 0
    for number in range(hands):
        packs, trios = tables[number % len(tables)]
        melded += check(random_cards(rng, packs, trios, jokers), packs, trios)
    assert melded > hands / 2


def test_best_split_with_two_jokers_agrees_with_trying_everything() -> None:
    """E7."""
    rng = Random(9)
    for number in range(int(2 * SCALE)):
        packs = 2 + number % 3
        check(random_cards(rng, packs, number % 2 == 0, 2), packs, number % 2 == 0)
