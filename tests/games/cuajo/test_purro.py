"""What completes fifteen cards and would pay (C19); chances of extra cards, against every order of a stock (C31)."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random
from typing import Any

import pytest

from scoring.games.cuajo import HouseRules, read_rules
from scoring.games.cuajo.cards import KINDS, Card, read_cards
from scoring.games.cuajo.claim import Claim, Source, read_entry
from scoring.games.cuajo.judge_cards import Chances, Way, extra_chances, judge_purro
from scoring.games.cuajo.near_miss import distance
from scoring.games.cuajo.splits import hold
from tests.games.asking import codes_of, problems_of, stored
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import PACK, SCALE, winning_hand

FIFTEEN = EXAMPLE.removesuffix(" 12B")
MUST_LAY = {"sowee_three_must_be_laid": True}
TWO_LIKE_SOWEE = "4C 4C 12O 12E 12B 1O 1C 1E 3O 3C 3E 10O 10C 10E 12C"


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text=text).cards


def ask(
    hand: str, *, sowee: str = "", secrets: str = "", seen: str = "", rules: object = None
) -> tuple[Any, dict[Card, tuple[Way, ...]]]:
    said = {"game": "cuajo", "source": "self_drawn", "hand": hand, "secrets": secrets, "extra": seen}
    house = read_rules(value=rules)
    return judge_purro(entry=read_entry(data=said | {"sowee": sowee or None, "rules": house}), rules=house)


def comes_to(way: Way) -> object:
    told, problems = way
    return [problem.code for problem in problems] or [told["per_opponent"], told["best"]]


@stored("fifteen")
def test_cards_that_complete_fifteen(
    hand: str, known: dict[str, str], expected: dict[str, int], away: int | None
) -> None:
    told, _ways = ask(hand, **known)
    waits = {wait["card"]: wait["unseen"] for wait in told["waits"]}
    assert (waits, told["away"], told["unseen"]) == (expected, away, sum(expected.values()))
    assert told["purro"] is bool(expected)


def ways_of(card: str, hand: str, **known: Any) -> list[object]:
    _told, ways = ask(hand, **known)
    (found,) = (found for wait, found in ways.items() if str(wait) == card)
    assert [way["source"] for way, _ in found] == [Source.SELF_DRAWN, Source.CLAIMED, Source.DISCARD]
    return [comes_to(way) for way in found]


@stored("ways")
def test_what_each_way_to_get_a_card_pays(hand: str, card: str, known: dict[str, str], ways: list[object]) -> None:
    assert ways_of(card, hand, **{"sowee": "4O"} | known) == ways


@pytest.mark.parametrize(("allowed", "best"), [(1, 70), (2, 70), (3, 110)])
def test_c31_one_extra_card_brings_at_most_one_condition(allowed: int, best: int) -> None:
    """4B lacks 3B and 5B, the sowee 1B lacks only itself; the kings pay 90."""
    hand = "3O 3C 3E 4O 4C 4E 1O 1C 1E 10O 10C 10E 12O 12C 12E"
    _, claimed, _ = ways_of("4B", hand, sowee="1B", rules={"extra_cards": allowed})
    assert claimed == [20 + 90, best + 90]


@pytest.mark.parametrize(("rules", "laid"), [(None, ["", "", ""]), (MUST_LAY, ["4C", "", "4C"])])
def test_c10_c17_three_that_must_be_laid_are_laid_on_the_own_turn(rules: object, laid: list[str]) -> None:
    (ways,) = ask(TWO_LIKE_SOWEE, sowee="4C", rules=rules)[1].values()
    assert [way["lay_first"] for way, _ in ways] == laid


@stored("fifteen_refused")
def test_impossible_cards_are_refused_with_every_reason(hand: str, known: dict[str, str], codes: list[str]) -> None:
    assert codes_of(lambda: ask(hand, **known)) == codes


def test_c3_no_distance_where_the_cards_needed_cannot_come() -> None:
    hand = cards(FIFTEEN)
    assert distance(holding=hold(cards=hand), unseen=(0,) * len(KINDS), kings_stay=True) is None


NAMES = {(True, True): "both", (True, False): "only_bounit", (False, True): "only_sowee", (False, False): "neither"}
WITHOUT_KINGS = "10O 11O 10C 10E 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"
KING_NEEDED: dict[str, Any] = {"hand": WITHOUT_KINGS, "bounit": "10O", "sowee": "4O"}


def chances_of(*, allowed: int = 15, stock: int | None = None, **known: Any) -> Chances:
    """Ask about the example hand, won with 5B, which lacks 3B, when 4O is the sowee."""
    told = {"hand": EXAMPLE, "bounit": "5B", "sowee": "4O", "extra": "", "seen": ""} | known
    (bounit,), (sowee,) = cards(told["bounit"]), cards(told["sowee"])
    hand, extra, seen = (cards(told[name]) for name in ("hand", "extra", "seen"))
    rules = HouseRules(extra_cards=allowed)
    claim = Claim(rules=rules, hand=hand, bounit=bounit, source=Source.CLAIMED, sowee=sowee, extra=extra)
    return extra_chances(claim=claim, stock=stock, seen=seen)


def endings(chances: Chances) -> dict[str, Fraction]:
    return {name: chances.endings.get(name, Fraction()) for name in NAMES.values()}


@stored("may_turn")
def test_c31_one_kind_needed_is_hypergeometric(allowed: int, stock: int | None, extra: str, may_turn: int) -> None:
    chances = chances_of(allowed=allowed, stock=stock, extra=extra)
    unseen = 95 - len(cards(extra))
    never = Fraction(comb(unseen - 4, may_turn), comb(unseen, may_turn))
    assert chances.may_turn == may_turn
    assert endings(chances) == {"both": 1 - never, "only_bounit": 0, "only_sowee": never, "neither": 0}


@stored("both_conditions")
def test_chance_of_both_conditions(known: dict[str, Any], allowed: int, both: str) -> None:
    assert endings(chances_of(allowed=allowed, **known))["both"] == Fraction(both)


def test_c31_what_is_needed_and_turning_stops_when_both_conditions_hold() -> None:
    assert [str(card) for need in chances_of().turned.needs for card in need.cards] == ["3B"]
    done = chances_of(extra="11O 3B")
    assert (done.may_turn, done.turned.needs, done.turned.used) == (0, (), 2)
    assert [*chances_of(allowed=1, **KING_NEEDED).endings] == ["both", "only_sowee"]


def test_c1_c3_cards_that_cannot_be_are_refused() -> None:
    (copies,) = problems_of(lambda: chances_of(seen="5B 5B 5B 5B"))
    assert (copies.code, copies.cards) == ("too_many_copies", ("5B",))
    assert [problem.code for problem in problems_of(lambda: chances_of(stock=96))] == ["stock_too_large"]


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
        found = chances_of(hand=" ".join(hand), bounit=bounit, sowee=sowee, seen=" ".join(rest[7:]), allowed=turns)
        assert endings(found) == {name: Fraction(counted[name], len(orders)) for name in NAMES.values()}
        several += len(counted) > 1
    assert several > 12 * SCALE
