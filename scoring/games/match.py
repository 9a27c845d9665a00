"""A match of points: who has reached a target alone, and what the differences come to."""

from collections.abc import Mapping
from typing import Protocol

from scoring.games.base import Debt, HouseRules, Line
from scoring.texts import say


class PointRules(HouseRules, Protocol):
    """House rules of a game for points; a point is so many minor units, and there need not be a target."""

    @property
    def point(self) -> int:
        """Return what a point of difference pays, in minor units."""
        ...

    @property
    def target(self) -> int | None:
        """Return how many points win, None where a table settles when it likes."""
        ...


def typical_match(*, points: Mapping[int, int], rules: PointRules) -> tuple[Line, ...]:
    """Return what the winner of a usual match gets from the others together."""
    best = max(points.values())
    gets = sum(best - count for count in points.values()) * rules.point
    ended = " : ".join(map(str, points.values()))
    return (Line(text=say("match.typical", ended=ended), rule="", cents=gets),)


class PointsMatch[R: PointRules]:
    """First alone at the target wins; level totals play on. Every pair settles the difference."""

    def is_over(self, *, points: Mapping[int, int], rules: R) -> bool:
        """Tell whether one player has reached the target and nobody is level with that player."""
        best = max(points.values())
        return rules.target is not None and best >= rules.target and list(points.values()).count(best) == 1

    def debts(self, *, points: Mapping[int, int], rules: R) -> tuple[Debt, ...]:
        """Return what every pair settles: the one behind pays the difference."""
        return tuple(
            Debt(payer=behind, payee=ahead, cents=(more - less) * rules.point)
            for ahead, more in points.items()
            for behind, less in points.items()
            if more > less and rules.point
        )
