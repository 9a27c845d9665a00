"""The points of a league."""

import pytest

from scoring.ledger.league import league_points, most_points


@pytest.mark.parametrize(
    ("results", "sides", "points"),
    [
        ({1: 900, 2: -300, 3: -300, 4: -300}, {1: 1, 2: 2, 3: 3, 4: 4}, {1: 6, 2: 2, 3: 2, 4: 2}),
        ({1: 500, 2: -500, 3: 100, 4: -100}, {1: 1, 2: 2, 3: 1, 4: 2}, {1: 4, 2: 0, 3: 4, 4: 0}),
        ({1: 500, 2: -50, 3: -500, 4: 50}, {1: 1, 2: 2, 3: 1, 4: 2}, {1: 2, 2: 2, 3: 2, 4: 2}),
        ({1: 30, 2: -10, 3: -20}, {1: 1, 2: 2, 3: 3}, {1: 4, 2: 2, 3: 0}),
    ],
    ids=["alone", "partners", "level", "three"],
)
def test_two_points_for_everybody_one_is_ahead_of_and_one_for_everybody_level(
    results: dict[int, int], sides: dict[int, int], points: dict[int, int]
) -> None:
    assert league_points(results=results, sides=sides) == points


def test_the_most_is_to_be_ahead_of_everybody_on_another_side() -> None:
    assert most_points(sides={1: 1, 2: 2, 3: 1, 4: 2, 5: 3}) == {1: 6, 2: 6, 3: 6, 4: 6, 5: 8}
