"""The pack and its notation (C1, C2); melds, complete splits and how a hand is shown (C4 to C11)."""

from functools import reduce
from operator import and_
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.games.cards.pack import written
from scoring.games.cuajo import Verdict, judge
from scoring.games.cuajo.cards import COPIES, KINDS, Rank, Suit, card_of, count_kinds, find_card, read_cards
from scoring.games.cuajo.game import sent_tables
from scoring.games.cuajo.rules import Scheme
from scoring.games.cuajo.splits import SOWEE_SECRETS, MeldKind, all_melds, find_splits, hold, is_complete
from tests.games.asking import stored
from tests.games.cuajo.hands import PACK, winning_hand

TRAPS = (Path(__file__).parents[2] / "cases" / "greedy_traps.txt").read_text().splitlines()
"""Hands that always taking the largest meld, runs, or sets first does not split."""


def kind_of(text: str) -> MeldKind | None:
    cards = sorted(read_cards(text=text).cards)
    return next((meld.kind for meld in (*all_melds(), *SOWEE_SECRETS) if sorted(meld.cards) == cards), None)


@stored("melds")
def test_which_cards_are_a_meld(kind: str | None, texts: str) -> None:
    assert {text: kind_of(text) for text in texts.split("/")} == dict.fromkeys(texts.split("/"), kind)


def test_c5_eight_runs_and_c7_kings_serve_in_every_kind_of_meld() -> None:
    assert sum(meld.kind is MeldKind.RUN for meld in all_melds()) == 8
    kinds = {meld.kind for meld in all_melds() if read_cards(text="12O").cards[0] in meld.cards}
    assert kinds == {MeldKind.KING, MeldKind.SET, MeldKind.RUN, MeldKind.SECRET}


def shown(hand: str, rules: str, **claim: str) -> str:
    verdict = judge(hand=hand, rules=rules, **claim)
    assert isinstance(verdict, Verdict)
    assert sorted(card.notation for meld in verdict.arrangement for card in meld.cards) == sorted(hand.split())
    return "  ".join(" ".join(card.notation for card in meld.cards) for meld in verdict.arrangement)


@stored("put_down")
def test_c11_melds_are_shown_as_they_were_put_down(rules: str, claim: dict[str, str], melds: list[str]) -> None:
    assert shown(" ".join(melds), rules, **claim) == "  ".join(melds)


@stored("shown")
def test_c11_melds_that_pay_or_few_runs_are_shown(hand: str, rules: str, claim: dict[str, str], melds: str) -> None:
    assert shown(hand, rules, **claim) == melds


def test_every_greedy_trap_is_a_complete_hand() -> None:
    hands = [read_cards(text=line.partition(" | ")[0]).cards for line in TRAPS]
    assert [len(cards) for cards in hands] == [16] * 600
    assert all(is_complete(count_kinds(cards=cards)) and find_splits(holding=hold(cards=cards)) for cards in hands)


def melds_by_tables(tables: Any, hand: list[str]) -> bool:
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


def test_c1_pack_holds_28_kinds_four_times() -> None:
    assert len(KINDS) * COPIES == 112
    assert {(card.rank, card.suit) for card in KINDS} == {(rank, suit) for rank in Rank for suit in Suit}
    assert [rank.value for rank in Rank] == [1, 3, 4, 5, 10, 11, 12]
    assert [KINDS[card.index] for card in KINDS] == list(KINDS)
    assert card_of(rank=Rank.HORSE, suit=Suit.BASTOS) is KINDS[-5]


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        *[("1O", "1O"), ("3c", "3C"), (" 11e ", "11E"), ("12b", "12B"), ("5K", "5C"), ("10k", "10C")],
        *[(text, None) for text in ("", "2O", "6E", "13B", "O1", "1", "12", "12X", "1 O", "１O", "10OO")],
    ],
)
def test_c2_card_is_its_number_and_the_initial_of_its_suit(text: str, notation: str | None) -> None:
    """Case does not matter and K is Kopas."""
    found = find_card(text=text)
    assert (found and str(found)) == notation


def test_c2_cards_may_be_separated_by_spaces_and_commas() -> None:
    reading = read_cards(text=" 1o,3K;  13B\n12e, ")
    assert (written(reading.cards), reading.unknown, reading.size) == ("1O 3C 12E", ("13B",), 4)
    assert read_cards(text=written(KINDS)).cards == KINDS
