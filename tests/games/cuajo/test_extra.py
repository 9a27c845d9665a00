"""The chances of the extra cards: against every order of a small stock, and against play at random (C31)."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random
from typing import Any

import pytest

from scoring.games.cuajo.judging.extra import Chances, extra_chances
from scoring.games.cuajo.pack.cards import Card, read_cards
from tests.games.asking import each, problems_of
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import PACK, SCALE, winning_hand

NAMES = {(True, True): "both", (True, False): "only_bounit", (False, True): "only_sowee", (False, False): "neither"}
WITHOUT_KINGS = "10O 11O 10C 10E 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"
KING_NEEDED: dict[str, Any] = {"hand": WITHOUT_KINGS, "bounit": "10O", "sowee": "4O"}


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text=text).cards


def ask(*, allowed: int = 15, stock: int | None = None, **known: Any) -> Chances:
    """Ask about the example hand, won with 5B, which lacks 3B, when 4O is the sowee."""
    told = {"hand": EXAMPLE, "bounit": "5B", "sowee": "4O", "extra": "", "seen": ""} | known
    (bounit,), (sowee,) = cards(told["bounit"]), cards(told["sowee"])
    hand, extra, seen = (cards(told[name]) for name in ("hand", "extra", "seen"))
    return extra_chances(hand=hand, bounit=bounit, sowee=sowee, extra=extra, allowed=allowed, stock=stock, seen=seen)


def endings(chances: Chances) -> dict[str, Fraction]:
    found = {ending.name: ending.chance for ending in chances.endings}
    return {name: found.get(name, Fraction()) for name in NAMES.values()}


def missed(needed: int, unseen: int, turned: int) -> Fraction:
    return Fraction(comb(unseen - needed, turned), comb(unseen, turned))


@pytest.mark.parametrize(
    ("allowed", "stock", "extra", "may_turn"),
    [(15, None, "", 15), (15, 50, "11O 11O", 13), (15, 4, "11O", 4), (1, 50, "11O", 0), (0, 50, "", 0), (15, 0, "", 0)],
)
def test_c31_one_kind_needed_is_a_plain_hypergeometric_chance_of_what_may_be_turned(
    allowed: int, stock: int | None, extra: str, may_turn: int
) -> None:
    chances = ask(allowed=allowed, stock=stock, extra=extra)
    never = missed(4, 95 - len(cards(extra)), may_turn)
    assert chances.may_turn == may_turn
    assert endings(chances) == {"both": 1 - never, "only_bounit": 0, "only_sowee": never, "neither": 0}


@each(
    ("known", "allowed", "both"),
    {
        "C3-copies-that-lie-open": ({"seen": "3B 3B 3B 3B"}, 15, Fraction()),
        "C3-one-copy-left": ({"seen": "3B 3B 3B"}, 1, Fraction(1, 92)),
        "C29-king-of-the-suit": (KING_NEEDED, 1, Fraction(4, 95)),
        "C29-king-of-another-suit-is-nothing": (KING_NEEDED | {"extra": "12C"}, 2, Fraction(4, 94)),
        "C29-king-turned": (KING_NEEDED | {"extra": "12O"}, 15, Fraction(1)),
        "C31-both-hold": ({"extra": "11O 3B"}, 15, Fraction(1)),
    },
)
def test_chance_of_both_conditions(known: dict[str, Any], allowed: int, both: Fraction) -> None:
    assert ask(allowed=allowed, **known).both == both


def test_c31_what_is_needed_and_turning_stops_when_both_conditions_hold() -> None:
    assert [str(card) for need in ask().turned.needs for card in need.cards] == ["3B"]
    done = ask(extra="11O 3B")
    assert (done.may_turn, done.turned.needs, done.turned.used) == (0, (), 2)
    assert [ending.name for ending in ask(allowed=1, **KING_NEEDED).endings] == ["both", "only_sowee"]


def test_c1_c3_cards_that_cannot_be_are_refused() -> None:
    (copies,) = problems_of(lambda: ask(seen="5B 5B 5B 5B"))
    assert (copies.code, copies.cards) == ("too_many_copies", ("5B",))
    assert [problem.code for problem in problems_of(lambda: ask(stock=96))] == ["stock_too_large"]


@pytest.mark.no_cover
def test_chances_agree_with_every_order_of_a_small_stock() -> None:
    """Many of the cards are unseen that go with the bounit or the sowee."""
    rng, several = Random(5), 0
    for _ in range(int(60 * SCALE)):
        sowee = rng.choice(naive.ALL_CARDS if rng.random() < 0.7 else naive.ALL_CARDS[:4])
        hand = winning_hand(rng, sowee, 0.2)
        bounit, turns = rng.choice(hand), rng.randint(0, 4)
        rest = list((Counter(PACK) - Counter([*hand, sowee])).elements())
        rng.shuffle(rest)
        close = {
            card for card in rest for one in (bounit, sowee) if card[-1] == one[-1] or card[:-1] == one[:-1] == "1"
        }
        rest.sort(key=lambda card: card in hand or card not in close or rng.random() < 0.6)
        orders = list(permutations(rest[:7], turns))
        counted = Counter(NAMES[naive.turn(hand, bounit, sowee, order)[0]] for order in orders)
        found = ask(hand=" ".join(hand), bounit=bounit, sowee=sowee, seen=" ".join(rest[7:]), allowed=turns)
        assert endings(found) == {name: Fraction(counted[name], len(orders)) for name in NAMES.values()}
        several += len(counted) > 1
    assert several > 12 * SCALE
