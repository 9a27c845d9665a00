"""How strong players and pairs are: a guess made of hands won and lost, with how far off it may be.

The model is that of Plackett and Luce, as openskill computes it. One side won a hand, all others lost it alike;
hands that nobody won say nothing, and neither do amounts. Pairs are rated for themselves, in hands of two against two.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from openskill.models import PlackettLuce

from scoring.queries.history.scope import Scope, Won

MILLION = 10**6
_MODEL = PlackettLuce()

type Rated = tuple[int, ...]
"""The id of a player, or those of two partners, the lower first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A rating in whole millionths, and how many hands it rests on."""

    mean: int
    deviation: int
    hands: int

    @property
    def margin(self) -> int:
        """Return how far the rating may be off, in nineteen cases of twenty."""
        return 2 * self.deviation

    @property
    def least(self) -> int:
        """Return the lower end of where it may be, by which ratings are put in order."""
        return self.mean - self.margin


def plain_millionths(millionths: int) -> str:
    """Write millionths as a decimal number for programs.

    >>> plain_millionths(-1_500_000)
    '-1.500000'
    """
    return f"{Fraction(millionths, MILLION):.6f}"


def rated(*, before: Mapping[Rated, Rating], hands: Iterable[Won]) -> dict[Rated, Rating]:
    """Return the ratings after the hands of a night, of those who were rated in it.

    They are rounded once a night.
    """
    after: dict[Rated, Rating] = {}
    now: dict[Rated, tuple[float, float]] = {}
    for sides in hands:
        contests: list[list[list[Rated]]] = [[[(player,) for player in side] for side in sides]]
        if [len(side) for side in sides] == [2, 2]:
            contests.append([[(min(side), max(side))] for side in sides])
        for teams in contests:
            for one in (one for team in teams for one in team):
                known = after.setdefault(one, before.get(one) or _NEW)
                now.setdefault(one, (known.mean / MILLION, known.deviation / MILLION))
                after[one] = Rating(mean=0, deviation=0, hands=known.hands + 1)
            now |= _after_hand(teams, now)
    return {
        one: Rating(mean=round(now[one][0] * MILLION), deviation=round(now[one][1] * MILLION), hands=rating.hands)
        for one, rating in after.items()
    }


def _after_hand(teams: list[list[Rated]], now: Mapping[Rated, tuple[float, float]]) -> dict[Rated, tuple[float, float]]:
    rates = [[_MODEL.rating(mu=now[one][0], sigma=now[one][1]) for one in team] for team in teams]
    found = _MODEL.rate(rates, ranks=[0.0, *(1.0 for _ in teams[1:])])
    return {
        one: (rate.mu, rate.sigma)
        for team, changed in zip(teams, found, strict=True)
        for one, rate in zip(team, changed, strict=True)
    }


_NEW = Rating(mean=round(_MODEL.mu * MILLION), deviation=round(_MODEL.sigma * MILLION), hands=0)


def ratings_in(*, scope: Scope) -> dict[Rated, Rating]:
    """Return the ratings at the end of a period of those rated in it, whatever the game was played for.

    Nothing where the club does not rate.
    """
    if not scope.club.rates_players:
        return {}
    nights = [night for night in scope.history.nights if night.game == scope.game]
    found: dict[Rated, Rating] = {}
    for night, after in zip(nights, _rated_after(tuple(night.won for night in nights)), strict=True):
        if scope.period.holds(night.day):
            found |= after
    return found


@lru_cache(maxsize=8)
def _rated_after(nights: tuple[tuple[Won, ...], ...]) -> tuple[dict[Rated, Rating], ...]:
    """Return the ratings after each of all nights of a game, of those who were rated in it."""
    now: dict[Rated, Rating] = {}
    found = []
    for hands in nights:
        after = rated(before=now, hands=hands)
        now |= after
        found.append(after)
    return tuple(found)
