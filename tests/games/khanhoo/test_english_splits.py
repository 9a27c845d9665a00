"""Melds and the best-paying split of English khanhoo (E2, E4 to E7), and who has a discard (E6, E9)."""

from collections import Counter
from random import Random

import pytest

from scoring.games.base import ActKind
from scoring.games.khanhoo import KhanhooEnglish
from scoring.games.khanhoo.english.bump import Ground, Wish, who_takes
from scoring.games.khanhoo.english.melds import PACK, MeldKind, MeldTable, fixed_melds, read_cards
from scoring.games.khanhoo.english.splits import Split, best_split, named_points, reasons_for, strays
from tests.games.asking import each, said
from tests.games.cuajo.hands import SCALE
from tests.games.khanhoo import naive_english

TWO, THREE = MeldTable(), MeldTable(has_triples=True)
OPTION = MeldTable(has_triples=True, trios=True)
WHOLE_RUN = "AH 2H 3H 4H 5H 6H 7H 8H 9H"
TRIPLETS, COURTS, ACES = "5H 5C 5D " * 3, "J Q K " * 3, "AH AC AD " * 3
COURTS_AND_GROUPS = "J J Q Q K K 7D 7D 8C 8C 9H 9H"


def split_of(text: str, table: MeldTable = TWO) -> Split | None:
    return best_split(cards=read_cards(text=text), table=table)


def told(split: Split | None) -> tuple[str, int] | None:
    """Return the melds of a split by name, and its points."""
    return None if split is None else (" ".join(sorted(meld.kind.value for meld in split.melds)), split.points)


MELDS = {
    "E4-other-aces": (TWO, "AH AD AD", ("aces", 1)),
    "E4-longest-sequence": (TWO, WHOLE_RUN, ("sequence", 1)),
    "E4-double-courts": (TWO, "J J Q Q K K", ("double_courts", 10)),
    "E4-royal-group-of-jacks": (TWO, "J 7D 7D", ("royal_group", 4)),
    "E4-double-khanhoo": (TWO, "AH AH 2C 2C 3D 3D", ("double_khanhoo", 15)),
    "E5-reverse-group-of-jacks": (THREE, "J J 7D", ("reverse_group", 4)),
    "E5-triple-group-of-jacks": (THREE, "J J J 7D 7D 7D", ("triple_group", 8)),
    "E5-triple-khanhoo": (THREE, "AH AH AH 2C 2C 2C 3D 3D 3D", ("triple_khanhoo", 25)),
    "E5-triple-sequence": (THREE, WHOLE_RUN, ("triple_sequence", 3)),
    "E5-triple-sequence-of-two": (THREE, "2C 3C 4C 2C 3C 4C 5C 6C 7C", ("triple_sequence", 3)),
    "E5-reverse-group-of-two-packs": (TWO, "J J 7D", None),
    "E5-triple-khanhoo-of-two-packs": (TWO, "AH AH AH 2C 2C 2C 3D 3D 3D", ("double_khanhoo khanhoo", 20)),
    "E5-E7-triplets-pay-more": (THREE, TRIPLETS, ("double_triplet triplet", 12)),
    "E5-E7-courts-pay-more": (THREE, COURTS, ("courts double_courts", 13)),
    "E5-E7-aces-pay-more": (THREE, ACES, ("double_triplet triplet", 12)),
    "E6-trio": (OPTION, "6C 6C 6C", ("trio", 6)),
    "E6-quartette": (OPTION, "6C 6C 6C 6C", ("quartette", 12)),
    "E6-trio-with-a-joker": (MeldTable(trios=True), "6C 6C X", ("trio", 6)),
    "E6-trio-without-the-option": (THREE, "6C 6C 6C", None),
    "E7-double-courts-would-leave-cards": (TWO, COURTS_AND_GROUPS, ("courts royal_group royal_group royal_group", 15)),
    "E7-cards-of-two-courts-left": (TWO, "J J Q Q K K 7D 7D 8C 8C", None),
    "E7-unbroken-run": (TWO, "2C 3C 4C 5C 6C 7C", ("sequence", 1)),
    "E7-run-with-a-card-twice": (TWO, "2C 3C 4C 4C 5C 6C", ("sequence sequence", 2)),
    "E2-joker-for-a-third-ace": (TWO, "AH AH X 2C 2C 3D 3D AC AD", ("double_khanhoo triplet", 17)),
    "E7-best-full-hand": (
        TWO,
        "AH AH 2C 2C 3D 3D 5H 5H 5C 5C 5D 5D J 7D 7D",
        ("double_khanhoo double_triplet royal_group", 29),
    ),
    "E7-least-full-hand-two-suits": (TWO, f"{WHOLE_RUN} 2C 3C 4C 5C 6C 7C", ("sequence sequence", 2)),
}


@each(("table", "text", "expected"), MELDS)
def test_best_split(table: MeldTable, text: str, expected: tuple[str, int] | None) -> None:
    assert told(split_of(text, table)) == expected


@each(
    ("table", "text", "reason"),
    {
        "triple-triplet": (THREE, TRIPLETS, f"reason.pays_less meld.triple_triplet {TRIPLETS}9"),
        "triple-courts": (THREE, COURTS, f"reason.pays_less meld.triple_courts {COURTS}12"),
        "triple-aces": (THREE, ACES, f"reason.pays_less meld.triple_aces {ACES}6"),
        "double-courts": (TWO, COURTS_AND_GROUPS, "reason.leaves_cards meld.double_courts J Q K J Q K"),
        "unbroken-run": (TWO, "2C 3C 4C 5C 6C 7C", "reason.unbroken_run 2C 3C 4C 5C 6C 7C"),
    },
)
def test_e7_reason_says_why_a_larger_meld_is_not_taken(table: MeldTable, text: str, reason: str) -> None:
    cards = read_cards(text=text)
    split = best_split(cards=cards, table=table)
    assert split is not None
    assert reason in [said(text) for text in reasons_for(split=split, cards=cards, table=table)]


def test_e2_joker_stands_for_a_card_whose_copies_are_all_played() -> None:
    split = split_of("AH AH X 2C 2C 3D 3D AC AD")
    assert split is not None
    assert [str(card) for meld in split.melds for card in meld.jokers_for] == ["AH"]


def test_split_with_a_meld_that_the_cards_do_not_hold_is_none() -> None:
    double = next(meld for meld in fixed_melds(table=TWO) if meld.kind is MeldKind.DOUBLE_COURTS)
    assert best_split(cards=read_cards(text="J Q K X"), table=TWO, holding=double) is None


@pytest.mark.parametrize(
    ("text", "left"), [("AH 2C 3D 7H 9C", "7H 9C"), ("AH 2C 3D", ""), ("AH 5C 7D J", None)], ids=str
)
def test_cards_left_over_are_the_fewest(text: str, left: str | None) -> None:
    found = strays(cards=read_cards(text=text), table=TWO)
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
    """E7."""
    rng = Random(9)
    for number in range(int(1 * SCALE)):
        packs = 2 + number % 3
        check(random_cards(rng, packs, number % 2 == 0, 2), packs, number % 2 == 0)


BUMPS: dict[str, tuple[str, dict[int, str], int | None, dict[int, str]]] = {
    "E9-meld-that-scores-most": ("7D", {3: "7H 7C", 4: "J 7D"}, 4, {3: "pays_less", 4: "pays_most"}),
    "E9-equal-melds-go-by-the-order-of-play": ("7D", {4: "7H 7C", 3: "7H 7C"}, 3, {3: "soonest", 4: "comes_later"}),
    "E9-next-player-competes": ("7D", {2: "7H 7C", 3: "7H 7C"}, 2, {2: "soonest", 3: "comes_later"}),
    "E9-next-player-pays-less": ("7D", {2: "7H 7C", 3: "J 7D"}, 3, {2: "pays_less", 3: "pays_most"}),
    "E9-sequence-waits-for-a-bump": ("7D", {2: "5D 6D", 3: "7H 7C"}, 3, {2: "sequence_waits", 3: "pays_most"}),
    "E9-sequence-where-nobody-bumps": ("7D", {2: "5D 6D"}, 2, {2: "nobody_bumps"}),
    "E9-sequence-after-aces-of-as-many-points": (
        "AD",
        {2: "2D 3D", 3: "AH AH"},
        3,
        {2: "sequence_waits", 3: "soonest"},
    ),
    "E9-nobody-bumps-for-a-sequence": ("7D", {3: "5D 6D"}, None, {3: "bumped_for_sequence"}),
    "E9-failed-bump": ("7D", {2: "5D 6D", 4: "J 8C"}, 2, {2: "nobody_bumps", 4: "no_meld"}),
    "E9-third-of-three-players": ("7D", {3: "7H 7C"}, 3, {3: "pays_most"}),
    "E9-own-discard": ("7D", {1: "7H 7C"}, None, {1: "own_discard"}),
    "E6-no-cache": ("2C", {2: "AH AH 2C 3D 3D", 4: "2C 2C 2C"}, 2, {2: "pays_most", 4: "pays_less"}),
}


def taken(discard: str, shown: dict[int, str], cache: int | None = None) -> tuple[int | None, dict[int, str]]:
    """Rule on a discard of player 1, so that player 2 is next."""
    wishes = tuple(
        Wish(seat=seat, cards=read_cards(text=text), from_cache=seat == cache) for seat, text in shown.items()
    )
    seats = (1, 2, 3) if max(shown) == 3 else (1, 2, 3, 4)
    table = OPTION if discard == "2C" else TWO
    ruling = who_takes(discard=PACK[discard], by=1, seats=seats, wishes=wishes, table=table)
    return ruling.winner, {one.seat: one.ground.value for one in ruling.claimants if one.ground}


@each(("discard", "shown", "winner", "grounds"), BUMPS)
def test_who_has_the_discard(discard: str, shown: dict[int, str], winner: int | None, grounds: dict[int, str]) -> None:
    assert taken(discard, shown) == (winner, grounds)


def test_e6_owner_of_a_cache_takes_the_fourth_card_before_everybody_else() -> None:
    """Even before a double khanhoo, which scores more; a cache of other cards gives nothing."""
    shown = {2: "AH AH 2C 3D 3D", 4: "2C 2C 2C"}
    assert taken("2C", shown, cache=4) == (4, {2: "after_cache", 4: "cache"})
    assert taken("2C", {4: "2C 2C X"}, cache=4) == (None, {4: "no_meld"})


@pytest.mark.parametrize("ground", Ground)
def test_every_ground_names_its_rule_and_is_a_sentence(ground: Ground) -> None:
    assert (ground.rule in {"E6", "E9"}, ground.text.english().endswith(".")) == (True, True)


@pytest.mark.parametrize("trios", [False, True])
def test_e11_every_name_scores_as_its_cards_do(trios: bool) -> None:
    table = MeldTable(has_triples=True, trios=trios)
    for meld in fixed_melds(table=table):
        split = best_split(cards=meld.cards, table=table)
        assert split is not None
        assert named_points(kind=meld.kind, table=table) >= split.points >= meld.kind.points
    assert named_points(kind=MeldKind.TRIPLE_COURTS, table=table) == (18 if trios else 13)


def test_e12_form_marks_the_names_that_need_five_players() -> None:
    game = KhanhooEnglish()
    asked = game.asks(kind=ActKind.HAND, rules=game.read_rules(value="four_packs"))
    labels = {choice.value: choice.label for field in asked for choice in field.choices}
    assert [name for name, label in labels.items() if "," in label] == [
        kind.value for kind in MeldKind if kind.rule == "E5"
    ]
