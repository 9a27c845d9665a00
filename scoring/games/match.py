"""A match of points: who has reached a target alone, and what the differences come to."""

from collections.abc import Mapping

from scoring.games.base import Debt


def leads_at(*, points: Mapping[int, int], target: int) -> bool:
    """Return whether one player has reached the target and nobody is level with that player.

    >>> leads_at(points={1: 52, 2: 50, 3: 9}, target=50), leads_at(points={1: 52, 2: 52, 3: 9}, target=50)
    (True, False)
    """
    best = max(points.values())
    return best >= target and list(points.values()).count(best) == 1


def differences(*, points: Mapping[int, int], cents_per_point: int) -> tuple[Debt, ...]:
    """Return what every pair settles: the one behind pays the difference.

    >>> differences(points={1: 9, 2: 4}, cents_per_point=10)
    (Debt(payer=2, payee=1, cents=50),)
    """
    return tuple(
        Debt(payer=behind, payee=ahead, cents=(more - less) * cents_per_point)
        for ahead, more in points.items()
        for behind, less in points.items()
        if more > less and cents_per_point
    )
