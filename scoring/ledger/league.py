"""The points of a league: the one rule by which a night counts for those who had to play each other."""

from collections.abc import Mapping

AHEAD, LEVEL = 2, 1


def league_points(*, results: Mapping[int, int], sides: Mapping[int, int]) -> dict[int, int]:
    """Return two points for everybody one ends ahead of, and one for everybody level, by player.

    Those of one side count together, and not against each other. What a table gives out depends on nothing but
    how many play there, so a long night or high stakes weigh no more.

    >>> league_points(results={1: 900, 2: -300, 3: -300, 4: -300}, sides={1: 1, 2: 2, 3: 3, 4: 4})
    {1: 6, 2: 2, 3: 2, 4: 2}
    >>> league_points(results={1: 500, 2: -500, 3: 100, 4: -100}, sides={1: 1, 2: 2, 3: 1, 4: 2})
    {1: 4, 2: 0, 3: 4, 4: 0}
    """
    together: dict[int, int] = dict.fromkeys(sides.values(), 0)
    for player, cents in results.items():
        together[sides[player]] += cents
    return {
        player: sum(
            AHEAD if own > other else LEVEL if own == other else 0
            for other in (together[sides[each]] for each in results if sides[each] != sides[player])
        )
        for player, own in ((player, together[sides[player]]) for player in results)
    }


def most_points(*, sides: Mapping[int, int]) -> dict[int, int]:
    """Return how many points each could have won.

    >>> most_points(sides={1: 1, 2: 2, 3: 1, 4: 2})
    {1: 4, 2: 4, 3: 4, 4: 4}
    """
    return {player: AHEAD * sum(other != side for other in sides.values()) for player, side in sides.items()}
