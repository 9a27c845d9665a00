"""Every preset of every game seats the fewest and the most it serves, and the pages of such a night open."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games import GAMES, ImpossibleError
from scoring.games.base import AnyGame
from scoring.models import Club
from tests import people
from tests.views.reading import open_page

pytestmark = pytest.mark.django_db


def served(game: AnyGame, preset: str) -> Iterator[int]:
    """Yield how many players a preset serves."""
    rules = game.read_rules(value=preset)
    for count in game.seat_counts:
        try:
            game.sides(rules=rules, seat_count=count)
        except ImpossibleError:
            continue
        yield count


TABLES = [
    pytest.param(game, preset, count, id=f"{game.id}-{preset}-{count}")
    for game in GAMES
    for preset in game.presets
    for count in sorted({min(served(game, preset)), max(served(game, preset))})
]


@pytest.mark.parametrize(("game", "preset", "count"), TABLES)
def test_table_entry_and_judge_of_a_preset_open(
    host: Client, club: Club, game: AnyGame, preset: str, count: int
) -> None:
    names = tuple(f"Player {number}" for number in range(1, count + 1))
    night = people.start_night(club=club, game=game.id, rules=preset, names=names)
    here = [night.public_id]
    table = open_page(host, reverse("table", args=here))
    assert len(table.items("data-table", tag="article")) == count
    for name in ("hand", "watch", "seats"):
        open_page(host, reverse(name, args=here))
    open_page(host, reverse("game-judge", kwargs={"game_id": game.id}))
    for question in game.questions:
        address = reverse("game-question", kwargs={"game_id": game.id, "question_id": question.id})
        open_page(host, f"{address}?session={night.public_id}")
