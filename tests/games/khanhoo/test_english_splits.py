"""Melds and the best-paying split of English khanhoo (E2, E4 to E7), and who has a discard (E6, E9)."""

from collections import Counter
from random import Random

import pytest

from scoring.games.base import ActKind
from scoring.games.khanhoo.english import KhanhooEnglish
from scoring.games.khanhoo.english_melds import (
    PACK,
    BumpGround,
    EnglishMeldKind,
    MeldTable,
    Wish,
    fixed_melds,
    who_takes,
)
from scoring.games.khanhoo.english_splits import EnglishSplit, best_split, named_points, reasons_for, score, strays
from tests.games.asking import said, stored
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo import naive_english

TWO, THREE = MeldTable(), MeldTable(has_triples=True)
OPTION = MeldTable(has_triples=True, trios=True)


def split_of(text: str, table: MeldTable = TWO) -> EnglishSplit | None:
    return best_split(cards=PACK.read(text), table=table)


def told(split: EnglishSplit | None) -> tuple[str, int] | None:
    return None if split is None else (" ".join(sorted(meld.kind.value for meld in split)), score(split))


@stored("best_splits")
def test_best_split(table: dict[str, bool], text: str, expected: list[object] | None) -> None:
    assert told(split_of(text, MeldTable(**table))) == (expected and tuple(expected))


@stored("reasons")
def test_e7_reason_says_why_a_larger_meld_is_not_taken(table: dict[str, bool], text: str, reason: str) -> None:
    packs, cards = MeldTable(**table), PACK.read(text)
    split = best_split(cards=cards, table=packs)
    assert split is not None
    assert reason in [said(text) for text in reasons_for(split=split, cards=cards, table=packs)]


def test_e2_joker_stands_for_a_card_whose_copies_are_all_played() -> None:
    split = split_of("AH AH X 2C 2C 3D 3D AC AD")
    assert split is not None
    assert [str(card) for meld in split for card in meld.wild_for] == ["AH"]


def test_split_with_a_meld_that_the_cards_do_not_hold_is_none() -> None:
    double = next(meld for meld in fixed_melds(table=TWO) if meld.kind is EnglishMeldKind.DOUBLE_COURTS)
    assert best_split(cards=PACK.read("J Q K X"), table=TWO, holding=double) is None


@stored("left_over")
def test_cards_left_over_are_the_fewest(text: str, left: str | None) -> None:
    found = strays(cards=PACK.read(text), table=TWO)
    assert (None if found is None else " ".join(map(str, found))) == left


WEIGHTS = {"sequence": 0.5, "triple sequence": 0.05}


def random_cards(rng: Random, packs: int, trios: bool, jokers: int) -> naive_english.Cards:
    """Make 3 to 15 cards out of melds, with so many of them jokers; now and then one card is another."""
    size = rng.choice((6, 9, 12, 14, 15, 15))
    known = naive_english.melds(packs, trios)
    weights = [WEIGHTS.get(name, 4 if points > 4 else 1) for name, points, _ in known]
    while True:
        cards: list[str] = []
        while len(cards) < size:
            cards += rng.choices(known, weights)[0][2]
        if len(cards) == size and max(cards.count(card) for card in cards) <= packs:
            break
    rng.shuffle(cards)
    cards[:jokers] = ["X"] * jokers
    if rng.random() < 0.1:
        cards[-1] = rng.choice(naive_english.KINDS)
    return tuple(cards)


def check(cards: naive_english.Cards, packs: int, trios: bool) -> bool:
    table = MeldTable(has_triples=packs > 2, trios=trios)
    split = split_of(" ".join(cards), table)
    expected = naive_english.best_points(cards, packs, trios)
    assert (None if split is None else score(split)) == expected, cards
    assert (split is not None) is (strays(cards=PACK.read(" ".join(cards)), table=table) == ())
    if split is None:
        return False
    laid = Counter(str(card) for meld in split for card in meld.cards)
    jokers = Counter(str(card) for meld in split for card in meld.wild_for)
    assert laid - jokers + Counter(["X"] * jokers.total()) == Counter(cards)
    known = {(points, named) for _, points, named in naive_english.melds(packs, trios)}
    for meld in split:
        assert (meld.kind.points, tuple(sorted(map(str, meld.cards)))) in known
    return True


@pytest.mark.no_cover
@pytest.mark.parametrize(("jokers", "hands"), [(0, 80), (1, 12)])
@pytest.mark.parametrize("seed", range(2))
def test_best_split_agrees_with_trying_everything(seed: int, jokers: int, hands: int) -> None:
    """E7: with and without a joker, all packs and options."""
    rng, hands, melded = Random(100 * jokers + seed), int(hands * SCALE), 0
    tables = [(packs, trios) for packs in (2, 3, 4) for trios in (False, True)]
    for number in range(hands):
        packs, trios = tables[number % len(tables)]
        melded += check(random_cards(rng, packs, trios, jokers), packs, trios)
    assert melded > hands / 2


@pytest.mark.no_cover
def test_best_split_with_two_jokers_agrees_with_trying_everything() -> None:
    rng = Random(9)
    for number in range(int(1 * SCALE)):
        packs = 2 + number % 3
        check(random_cards(rng, packs, number % 2 == 0, 2), packs, number % 2 == 0)


def by_seat(said: dict[str, str]) -> dict[int, str]:
    return {int(seat): text for seat, text in said.items()}


def taken(discard: str, shown: dict[int, str], cache: int | None = None) -> tuple[int | None, dict[int, str]]:
    """Rule on a discard of player 1, so that player 2 is next."""
    wishes = tuple(Wish(seat=seat, cards=PACK.read(text), from_cache=seat == cache) for seat, text in shown.items())
    seats = (1, 2, 3) if max(shown) == 3 else (1, 2, 3, 4)
    table = OPTION if discard == "2C" else TWO
    winner, claimants = who_takes(discard=PACK[discard], by=1, seats=seats, wishes=wishes, table=table)
    return winner, {one.seat: one.ground.value for one in claimants}


@stored("bumps")
def test_who_has_the_discard(discard: str, shown: dict[str, str], winner: int | None, grounds: dict[str, str]) -> None:
    assert taken(discard, by_seat(shown)) == (winner, by_seat(grounds))


def test_e6_owner_of_a_cache_takes_the_fourth_card_before_everybody_else() -> None:
    """Even before a double khanhoo, which scores more; a cache of other cards gives nothing."""
    shown = {2: "AH AH 2C 3D 3D", 4: "2C 2C 2C"}
    assert taken("2C", shown, cache=4) == (4, {2: "after_cache", 4: "cache"})
    assert taken("2C", {4: "2C 2C X"}, cache=4) == (None, {4: "no_meld"})


@pytest.mark.parametrize("ground", BumpGround)
def test_every_ground_names_its_rule_and_is_a_sentence(ground: BumpGround) -> None:
    assert (ground.rule in {"E6", "E9"}, ground.text.english().endswith(".")) == (True, True)


@pytest.mark.parametrize("trios", [False, True])
def test_e11_every_name_scores_as_its_cards_do(trios: bool) -> None:
    table = MeldTable(has_triples=True, trios=trios)
    for meld in fixed_melds(table=table):
        split = best_split(cards=meld.cards, table=table)
        assert split is not None
        assert named_points(kind=meld.kind, table=table) >= score(split) >= meld.kind.points
    assert named_points(kind=EnglishMeldKind.TRIPLE_COURTS, table=table) == (18 if trios else 13)


def test_e12_form_marks_the_names_that_need_five_players() -> None:
    game = KhanhooEnglish()
    asked = game.asks(kind=ActKind.HAND, rules=game.read_rules(value="four_packs"))
    marked = [choice.value for field in asked for choice in field.choices if choice.for_many]
    assert marked == [kind.value for kind in EnglishMeldKind if kind.rule == "E5"]
