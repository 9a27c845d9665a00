"""The tables that a phone gets to tell melds by itself: read as they say, they agree with the engine."""

from functools import reduce
from operator import and_
from random import Random
from typing import Any

from scoring.games.cuajo.hand.splits import count_kinds, is_complete
from scoring.games.cuajo.hand.tables import sent_tables
from scoring.games.cuajo.pack.cards import KINDS, read_cards
from scoring.games.cuajo.rules import Scheme
from tests.games.cuajo.hands import PACK, winning_hand


def melds_by_tables(tables: Any, hand: list[str]) -> bool:
    counts = [hand.count(kind) for kind in tables["kinds"]]

    def masks(begin: int, name: str) -> int:
        place = reduce(lambda number, count: number * 5 + count, counts[begin : begin + 4], 0)
        return int(tables["masks"][name][place], 16)

    return all(reduce(and_, (masks(*rank) for rank in group)) for group in tables["groups"])


def test_hands_meld_by_the_tables_as_by_the_engine() -> None:
    tables, rng = sent_tables(scheme=Scheme.CONDITIONS), Random(22)
    assert tables["kinds"] == [kind.notation for kind in KINDS]
    for _ in range(300):
        hand = list(winning_hand(rng))
        hand[rng.randrange(16)] = rng.choice((hand[0], rng.choice(PACK)))
        if max(map(hand.count, hand)) <= 4:
            complete = is_complete(count_kinds(cards=read_cards(text=" ".join(hand)).cards))
            assert melds_by_tables(tables, hand) is complete
