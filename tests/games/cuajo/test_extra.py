"""The chances of the extra cards: against every order of a small stock, and against play at random (C31)."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random

import pytest

from scoring.games.base import ImpossibleError
from scoring.games.cuajo.judging.extra import Chances, copies_unseen, extra_chances
from scoring.games.cuajo.pack.cards import KINDS, Card, Rank, read_cards
from tests.games.cuajo import naive
from tests.games.cuajo.claims import EXAMPLE
from tests.games.cuajo.hands import PACK, SCALE, winning_hand

NAMES = {(True, True): "both", (True, False): "only_bounit", (False, True): "only_sowee", (False, False): "neither"}


def cards(text: str) -> tuple[Card, ...]:
    return read_cards(text=text).cards


def ask(
    *,
    hand: str = EXAMPLE,
    bounit: str = "5B",
    sowee: str = "4O",
    extra: str = "",
    allowed: int = 15,
    stock: int | None = None,
    seen: str = "",
) -> Chances:
    return extra_chances(
        hand=cards(hand),
        bounit=cards(bounit)[0],
        sowee=cards(sowee)[0],
        extra=cards(extra),
        allowed=allowed,
        stock=stock,
        seen=cards(seen),
    )


def endings(chances: Chances) -> dict[str, Fraction]:
    found = {ending.name: ending.chance for ending in chances.endings}
    return {name: found.get(name, Fraction()) for name in NAMES.values()}


def test_one_kind_needed_is_a_plain_hypergeometric_chance() -> None:
    """C28: 5B lacks 3B, of which all four copies are unseen among 95 cards."""
    chances = ask()
    missed = Fraction(comb(91, 15), comb(95, 15))
    assert endings(chances) == {"both": 1 - missed, "only_bounit": 0, "only_sowee": missed, "neither": 0}
    assert (chances.may_turn, [str(card) for need in chances.turned.needs for card in need.cards]) == (15, ["3B"])


def test_turning_stops_when_both_conditions_hold() -> None:
    """C31."""
    done = ask(extra="11O 3B")
    assert (done.may_turn, done.turned.needs, done.both, done.turned.used) == (0, (), Fraction(1), 2)


@pytest.mark.parametrize(
    ("allowed", "stock", "extra", "may_turn"),
    [(15, 50, "", 15), (15, 50, "11O 11O", 13), (15, 4, "11O", 4), (1, 50, "11O", 0), (0, 50, "", 0), (15, 0, "", 0)],
)
def test_rules_and_stock_limit_the_cards_that_may_be_turned(
    allowed: int, stock: int, extra: str, may_turn: int
) -> None:
    """C31."""
    chances = ask(allowed=allowed, stock=stock, extra=extra)
    assert chances.may_turn == may_turn
    assert chances.both == 1 - Fraction(
        comb(95 - len(cards(extra)) - 4, may_turn), comb(95 - len(cards(extra)), may_turn)
    )


def test_copies_that_lie_open_cannot_come() -> None:
    """C3."""
    assert ask(seen="3B 3B 3B 3B").both == 0
    assert ask(seen="3B 3B 3B", allowed=1).both == Fraction(1, 92)
    assert copies_unseen(known=cards("3B 3B 12O"))[cards("3B")[0].index] == 2


def test_king_counts_as_a_card_that_goes_with_another_and_as_nothing_else() -> None:
    """C29, C31: for a jack the king of its suit is needed; kings of other suits bring nothing."""
    held = "10O 11O 10C 10E 1O 1C 1E 3O 3C 3E 4O 4C 4E 5O 5C 5E"
    first = ask(hand=held, bounit="10O", sowee="4O", allowed=1)
    assert [(end.name, end.chance) for end in first.endings] == [
        ("both", Fraction(4, 95)),
        ("only_sowee", Fraction(91, 95)),
    ]
    other = ask(hand=held, bounit="10O", sowee="4O", allowed=2, extra="12C")
    assert (other.both, endings(other)["only_sowee"]) == (Fraction(4, 94), Fraction(90, 94))
    assert ask(hand=held, bounit="10O", sowee="4O", extra="12O").both == 1


def test_more_than_four_copies_are_impossible() -> None:
    """C3."""
    with pytest.raises(ImpossibleError) as caught:
        ask(seen="5B 5B 5B 5B")
    assert [(problem.code, problem.cards) for problem in caught.value.problems] == [("too_many_copies", ("5B",))]


def test_stock_cannot_hold_more_cards_than_are_unseen() -> None:
    """C1."""
    with pytest.raises(ImpossibleError) as caught:
        ask(stock=96)
    assert [problem.code for problem in caught.value.problems] == ["stock_too_large"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A won hand, its bounit and sowee, the cards nobody has seen, and all others, which lie open."""

    hand: naive.Cards
    bounit: str
    sowee: str
    stock: naive.Cards
    seen: naive.Cards

    def chances(self, *, allowed: int, extra: str = "") -> dict[str, Fraction]:
        return endings(
            ask(
                hand=" ".join(self.hand),
                bounit=self.bounit,
                sowee=self.sowee,
                seen=" ".join(self.seen),
                allowed=allowed,
                extra=extra,
            )
        )

    def end(self, order: naive.Cards) -> str:
        """Turn these cards one by one and name the ending."""
        return NAMES[naive.turn(self.hand, self.bounit, self.sowee, order)[0]]


def may_be_needed(card: str, bounit: str, sowee: str) -> bool:
    """Return whether the card shares its suit, or for aces its rank, with the bounit or the sowee."""
    return any(card[-1] == other[-1] or card[:-1] == other[:-1] == "1" for other in (bounit, sowee))


def situation(rng: Random, unseen: int) -> Situation:
    """Leave many of the cards unseen that may be needed."""
    sowee = rng.choice(naive.ALL_CARDS if rng.random() < 0.7 else naive.ALL_CARDS[:4])
    hand = winning_hand(rng, sowee, 0.2)
    bounit = rng.choice(hand)
    rest = list((Counter(PACK) - Counter(hand) - Counter([sowee])).elements())
    rng.shuffle(rest)
    close = {card for card in rest if card not in hand and may_be_needed(card, bounit, sowee)}
    rest.sort(key=lambda card: card not in close or rng.random() < 0.6)
    return Situation(hand=hand, bounit=bounit, sowee=sowee, stock=tuple(rest[:unseen]), seen=tuple(rest[unseen:]))


def test_chances_agree_with_every_order_of_a_small_stock() -> None:
    rng = Random(5)
    several = 0
    for _ in range(int(200 * SCALE)):
        one = situation(rng, 7)
        turns = rng.randint(0, 4)
        orders = list(permutations(one.stock, turns))
        counted = Counter(one.end(order) for order in orders)
        assert one.chances(allowed=turns) == {name: Fraction(counted[name], len(orders)) for name in NAMES.values()}
        several += len(counted) > 1
    assert several > 40 * SCALE


def test_chances_agree_with_play_at_random_from_a_large_stock() -> None:
    """Six standard deviations with a fixed seed: what fails here is wrong."""
    rng = Random(6)
    games = 1500
    for _ in range(int(15 * SCALE)):
        one = situation(rng, 60)
        counted = Counter(one.end(tuple(rng.sample(one.stock, 12))) for _ in range(games))
        for name, chance in one.chances(allowed=12).items():
            assert (counted[name] - games * chance) ** 2 <= 36 * games * chance * (1 - chance)


def test_chance_is_the_mean_of_the_chances_after_the_next_card() -> None:
    rng = Random(7)
    for _ in range(int(25 * SCALE)):
        one = situation(rng, 40)
        now = one.chances(allowed=10)
        later = {card: one.chances(allowed=10, extra=card) for card in set(one.stock)}
        assert sum(now.values()) == 1
        for name, chance in now.items():
            assert chance == sum(later[card][name] for card in one.stock) / len(one.stock)


def test_unseen_copies_of_the_whole_pack_are_four_each() -> None:
    """C1."""
    assert copies_unseen(known=()) == (4,) * len(KINDS)
    assert copies_unseen(known=[card for card in KINDS if card.rank is Rank.KING]) == (4,) * 24 + (3,) * 4
