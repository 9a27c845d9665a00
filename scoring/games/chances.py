"""Exact chances of what happened in many hands together, in whole numbers and fractions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil, isqrt

USUAL = Fraction(19, 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Something that a hand left to the cards: its chance then, and whether it came."""

    chance: Fraction
    came: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Cards looked for in a hand: `held` were drawn of so many, of which `marked` are looked for, and `came` held."""

    held: int
    marked: int
    of: int
    came: int

    @property
    def expected(self) -> Fraction:
        return Fraction(self.held * self.marked, self.of)

    @property
    def variance(self) -> Fraction:
        return self.expected * Fraction((self.of - self.marked) * (self.of - self.held), self.of * (self.of - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """How many of the cards that nobody has seen would have won."""

    winning: int
    unseen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune:
    """What a won hand owes to the cards: the kings and the sowee's copies in it, its wait, what extra cards brought.

    None for what nobody can tell.
    """

    kings: Draw
    sowee: Draw
    wait: Wait | None
    extra: Trial | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """How often something came, how often it was to be expected, and how often it comes in 19 cases of 20."""

    count: int
    came: int
    expected: Fraction
    least: int
    most: int


def luck_in(*, trials: Sequence[Trial]) -> Luck:
    """Return how often something came beside its chances, each independent of the others.

    >>> luck_in(trials=[Trial(chance=Fraction(1, 2), came=True)] * 4).expected
    Fraction(2, 1)
    """
    least, most = usual(spread=spread_of(chances=(trial.chance for trial in trials)))
    return Luck(
        count=len(trials),
        came=sum(trial.came for trial in trials),
        expected=sum((trial.chance for trial in trials), Fraction()),
        least=least,
        most=most,
    )


def luck_in_draws(*, draws: Sequence[Draw]) -> Luck:
    """Return how many cards came beside the chances of hands drawn blindly, usual within two standard deviations.

    >>> luck_in_draws(draws=[Draw(held=16, marked=16, of=112, came=2)] * 7)
    Luck(count=7, came=14, expected=Fraction(16, 1), least=10, most=22)
    """
    expected = sum((draw.expected for draw in draws), Fraction())
    four_variances = 4 * sum((draw.variance for draw in draws), Fraction())
    off = Fraction(isqrt(four_variances.numerator * four_variances.denominator), four_variances.denominator)
    return Luck(
        count=len(draws),
        came=sum(draw.came for draw in draws),
        expected=expected,
        least=max(0, ceil(expected - off)),
        most=int(expected + off),
    )


def spread_of(*, chances: Iterable[Fraction]) -> tuple[int, ...]:
    """Return in how many ways none, one, two ... of these come true, of all ways together.

    >>> spread_of(chances=[Fraction(1, 2), Fraction(1, 3)])
    (2, 3, 1)
    """
    ways = [1]
    for chance in chances:
        fails, comes = chance.denominator - chance.numerator, chance.numerator
        ways = [fails * now + comes * before for now, before in zip([*ways, 0], [0, *ways], strict=True)]
    return tuple(ways)


def usual(*, spread: Sequence[int]) -> tuple[int, int]:
    """Return the least and most that come true, leaving out at most a fortieth of the ways at each end."""
    beyond = sum(spread) * (1 - USUAL) / 2
    return _end(spread, beyond), len(spread) - 1 - _end(spread[::-1], beyond)


def _end(spread: Sequence[int], beyond: Fraction) -> int:
    return next(place for place, ways in enumerate(accumulate(spread)) if ways > beyond)
