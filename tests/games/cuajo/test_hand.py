"""Melds and complete splits of cards, and in which melds a hand is shown (C4 to C11)."""

from functools import reduce
from operator import and_
from pathlib import Path
from random import Random
from typing import Any

from scoring.games.cuajo import MeldKind, Verdict, all_melds, hold, judge, meld_of, melds_with
from scoring.games.cuajo.hand.splits import count_kinds, find_splits, is_complete
from scoring.games.cuajo.hand.tables import sent_tables
from scoring.games.cuajo.pack.cards import KINDS, read_cards
from scoring.games.cuajo.rules import Scheme
from tests.games.asking import stored
from tests.games.cuajo.hands import PACK, winning_hand

TRAPS = (Path(__file__).parents[2] / "cases" / "greedy_traps.txt").read_text().splitlines()
"""Hands that always taking the largest meld, runs, or sets first does not split."""


def kind_of(text: str) -> MeldKind | None:
    found = meld_of(cards=read_cards(text=text).cards)
    return None if found is None else found.kind


@stored("melds")
def test_which_cards_are_a_meld(kind: str | None, texts: str) -> None:
    assert {text: kind_of(text) for text in texts.split("/")} == dict.fromkeys(texts.split("/"), kind)


def test_c5_eight_runs_and_c7_kings_serve_in_every_kind_of_meld() -> None:
    assert sum(meld.kind is MeldKind.RUN for meld in all_melds()) == 8
    kinds = {meld.kind for meld in melds_with(card=read_cards(text="12O").cards[0])}
    assert kinds == {MeldKind.KING, MeldKind.SET, MeldKind.RUN, MeldKind.SECRET}


def shown(hand: str, rules: str, **claim: str) -> str:
    """Return the cards of the melds that are shown for a hand, melds parted by two spaces."""
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
