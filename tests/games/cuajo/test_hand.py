"""Melds and complete splits of cards, and in which melds a hand is shown (C4 to C11)."""

from functools import reduce
from operator import and_
from pathlib import Path
from random import Random
from typing import Any

from scoring.games.cuajo import MeldKind, Verdict, all_melds, all_splits, hold, judge, meld_of, melds_with
from scoring.games.cuajo.hand.splits import count_kinds, find_splits, is_complete
from scoring.games.cuajo.hand.tables import sent_tables
from scoring.games.cuajo.pack.cards import KINDS, read_cards
from scoring.games.cuajo.rules import Scheme
from tests.games.asking import each
from tests.games.cuajo.hands import PACK, winning_hand

KINGS = ["12O", "12C", "12E", "12B"]
TENS, ACES, RUNS = "10O 10C 10E", "1O 1C 1E", ("3O 4O 5O", "3C 4C 5C", "3E 4E 5E")
TRAPS = (Path(__file__).parents[2] / "cases" / "greedy_traps.txt").read_text().splitlines()
"""Hands that always taking the largest meld, runs, or sets first does not split."""


def kind_of(text: str) -> MeldKind | None:
    found = meld_of(cards=read_cards(text=text).cards)
    return None if found is None else found.kind


@each(
    ("kind", "texts"),
    {
        "C4-three-or-four-of-a-rank-in-different-suits": ("set", "1O 1C 1E/5C 5E 5B/11O 11C 11E 11B/12O 12C 12B"),
        "C4-no-suit-twice-no-other-rank": (None, "1O 1O 1E/5C 5E/11O 11C 11E 11E/3O 3C 4E"),
        "C5-3-4-5-and-jack-horse-king-of-a-suit": ("run", "3O 4O 5O/12B 10B 11B"),
        "C5-nothing-else-runs": (None, "1O 3O 4O/5O 10O 11O/11O 12O 1O/3O 4O 5C/3O 4O 5O 3O"),
        "C6-four-identical-cards": ("secret", "3O 3O 3O 3O"),
        "C7-a-king-alone": ("king", "/".join(KINGS)),
        "C7-no-other-card-alone": (None, "/".join(str(card) for card in KINDS if str(card) not in KINGS)),
    },
)
def test_which_cards_are_a_meld(kind: str | None, texts: str) -> None:
    assert {text: kind_of(text) for text in texts.split("/")} == dict.fromkeys(texts.split("/"), kind)


def test_c5_eight_runs_and_c7_kings_serve_in_every_kind_of_meld() -> None:
    assert sum(meld.kind is MeldKind.RUN for meld in all_melds()) == 8
    kinds = {meld.kind for meld in melds_with(card=read_cards(text="12O").cards[0])}
    assert kinds == {MeldKind.KING, MeldKind.SET, MeldKind.RUN, MeldKind.SECRET}


def test_c11_all_splits_are_available() -> None:
    cards = read_cards(text="10O 10C 10E 10B 11O 11C 11E 11B 12O").cards
    found = {tuple(sorted(len(one.cards) for one in split)) for split in all_splits(holding=hold(cards=cards))}
    assert found == {(1, 4, 4), (3, 3, 3)}


PUT_DOWN = {
    "runs": ("pagat", {}, (*RUNS, TENS, ACES, "12B")),
    "sets": ("pagat", {}, ("3O 3C 3E", "4O 4C 4E", "5O 5C 5E", TENS, ACES, "12B")),
    "set-of-kings": ("family", {}, ("12O 12C 12E", *RUNS, TENS, "12B")),
    "kings-among-runs": ("pagat", {}, ("12O", *RUNS[:2], "12C", RUNS[2], "12E", TENS, "12B")),
    "secret": ("pagat", {}, ("10O 10O 10O 10O", *RUNS, ACES)),
    "price-list": ("pricelist", {"sowee": "11B"}, (TENS, "12O", RUNS[1], ACES, "12C", RUNS[0], "12O", "12B")),
    "three-like-the-sowee": (
        "pagat",
        {"source": "claimed", "sowee": "3E"},
        ("3C 4C 5C", "3E 3E 3E", "4O 4E 4B", "5O 5E 5B", f"{ACES} 1B"),
    ),
}


def shown(hand: str, rules: str, **claim: str) -> str:
    """Return the cards of the melds that are shown for a hand, melds parted by two spaces."""
    verdict = judge(hand=hand, rules=rules, **claim)
    assert isinstance(verdict, Verdict)
    assert sorted(card.notation for meld in verdict.arrangement for card in meld.cards) == sorted(hand.split())
    return "  ".join(" ".join(card.notation for card in meld.cards) for meld in verdict.arrangement)


@each(("rules", "claim", "melds"), PUT_DOWN)
def test_c11_melds_are_shown_as_they_were_put_down(rules: str, claim: dict[str, str], melds: tuple[str, ...]) -> None:
    assert shown(" ".join(melds), rules, **claim) == "  ".join(melds)


IN_NO_ORDER = "3O 4C 5E 3C 4E 5O 3E 4O 5C 1O 10C 1C 10O 1E 10E 12B"
BY_PRICES = f"3O 3C 3E 4O 4C 4E 5O 5C 5E {TENS} {ACES} 12B"
TWO_WAYS = "10O 10C 10E 10B 11O 11C 11E 11B 12O 1O 1C 1E 1B 3O 4O 5O"
FOUR_SECRETS, LAID = "10O 10O 10O 10O" + " 3O 4O 5O" * 4, {"secrets": ["10O", "3O", "4O", "5O"]}


@each(
    ("hand", "rules", "claim", "melds"),
    {
        "price-list-pays-more": (BY_PRICES, "pricelist", {"sowee": "11B"}, "  ".join((*RUNS, ACES, TENS, "12B"))),
        "porbis-pays-more": (TWO_WAYS, "pagat", {}, "3O 4O 5O  10O 11O 12O  1O 1C 1E 1B  10C 10E 10B  11C 11E 11B"),
        "in-no-order": (IN_NO_ORDER, "pagat", {}, "1O 1C 1E  3O 3C 3E  4O 4C 4E  5O 5C 5E  10O 10C 10E  12B"),
        "laid": (FOUR_SECRETS, "pagat", LAID, "10O 10O 10O 10O  3O 3O 3O 3O  4O 4O 4O 4O  5O 5O 5O 5O"),
    },
)
def test_c11_melds_that_pay_more_or_few_runs_are_shown(
    hand: str, rules: str, claim: dict[str, str], melds: str
) -> None:
    assert shown(hand, rules, **claim) == melds


def test_every_greedy_trap_is_a_complete_hand() -> None:
    hands = [read_cards(text=line.partition(" | ")[0]).cards for line in TRAPS]
    assert [len(cards) for cards in hands] == [16] * 600
    assert all(is_complete(count_kinds(cards=cards)) and find_splits(holding=hold(cards=cards)) for cards in hands)


def melds_by_tables(tables: Any, hand: list[str]) -> bool:
    """Tell whether a hand melds by the tables that a phone gets."""
    counts = [hand.count(kind) for kind in tables["kinds"]]

    def masks(begin: int, name: str) -> int:
        place = reduce(lambda number, count: number * 5 + count, counts[begin : begin + 4], 0)
        return int(tables["masks"][name][place], 16)

    return all(reduce(and_, (masks(*rank) for rank in group)) for group in tables["groups"])


def test_hands_meld_by_the_tables_of_a_phone_as_by_the_engine() -> None:
    tables, rng = sent_tables(scheme=Scheme.CONDITIONS), Random(22)
    assert tables["kinds"] == [kind.notation for kind in KINDS]
    for _ in range(300):
        hand = list(winning_hand(rng))
        hand[rng.randrange(16)] = rng.choice((hand[0], rng.choice(PACK)))
        if max(map(hand.count, hand)) <= 4:
            complete = is_complete(count_kinds(cards=read_cards(text=" ".join(hand)).cards))
            assert melds_by_tables(tables, hand) is complete
