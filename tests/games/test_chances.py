"""Chances of many hands together, beside every case counted one by one."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from scoring.games.chances import Draw, Luck, Trial, luck_in, luck_in_draws, spread_of, usual

CHANCES = (
    (),
    (Fraction(1, 2),),
    (Fraction(1, 3), Fraction(0), Fraction(1)),
    tuple(Fraction(number, 7) for number in range(1, 7)),
    (Fraction(1, 40),) * 6,
)


def counted(chances: tuple[Fraction, ...]) -> list[Fraction]:
    found = [Fraction()] * (len(chances) + 1)
    for case in product((False, True), repeat=len(chances)):
        weight = Fraction(1)
        for chance, came in zip(chances, case, strict=True):
            weight *= chance if came else 1 - chance
        found[sum(case)] += weight
    return found


@pytest.mark.parametrize("chances", CHANCES)
def test_the_spread_is_that_of_every_case_counted(chances: tuple[Fraction, ...]) -> None:
    spread = spread_of(chances=chances)
    assert [Fraction(ways, sum(spread)) for ways in spread] == counted(chances)


@pytest.mark.parametrize("chances", CHANCES)
def test_less_than_a_fortieth_lies_beyond_each_end_of_what_is_usual(chances: tuple[Fraction, ...]) -> None:
    exact = counted(chances)
    least, most = usual(spread=spread_of(chances=chances))
    assert sum(exact[:least]) <= Fraction(1, 40) < sum(exact[: least + 1])
    assert sum(exact[most + 1 :]) <= Fraction(1, 40) < sum(exact[most:])


def test_luck_tells_what_came_beside_what_was_to_be_expected() -> None:
    trials = [Trial(chance=Fraction(1, 4), came=came) for came in (True, False, True, True)]
    assert luck_in(trials=trials) == Luck(count=4, came=3, expected=Fraction(1), least=0, most=3)


def test_a_draw_expects_and_varies_like_every_hand_there_is() -> None:
    pack, held = ("king", "king", "other", "other", "other", "other"), 3
    kings = [hand.count("king") for hand in combinations(pack, held)]
    draw = Draw(held=held, marked=pack.count("king"), of=len(pack), came=0)
    mean = Fraction(sum(kings), len(kings))
    assert draw.expected == mean
    assert draw.variance == sum((count - mean) ** 2 for count in kings) / len(kings)
    assert luck_in_draws(draws=[draw] * 10) == Luck(count=10, came=0, expected=Fraction(10), least=6, most=14)
