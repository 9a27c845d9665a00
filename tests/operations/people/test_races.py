"""Two phones at once about the same people, where the database lets both begin."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from scoring.models import Club, Player
from scoring.operations.errors import PlayerError
from scoring.operations.people.players import merge_players, player_called
from tests import people

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite one writer waits for the other"),
]
ROUNDS = 30


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_of_two_opposite_merges_at_once_one_is_refused(threads: ThreadPoolExecutor) -> None:
    club: Club = people.make_club()
    together = Barrier(2)

    def merge(first: Player, second: Player) -> str:
        try:
            together.wait()
            merge_players(player=first, into=second)
        except PlayerError:
            return "refused"
        finally:
            connection.close()
        return "merged"

    for number in range(ROUNDS):
        one, two = (player_called(club=club, name=f"{name} {number}", at=people.EVENING) for name in ("Ben", "Jun"))
        ends = [threads.submit(merge, *pair) for pair in ((one, two), (two, one))]
        assert sorted(end.result() for end in ends) == ["merged", "refused"]
    assert Player.objects.exclude(merged_into=None).count() == ROUNDS
    assert not Player.objects.filter(merged_into__merged_into__isnull=False).exists()
