"""Pairs are asked from the database, over seats that changed and hands that were taken back."""

import pytest

from scoring.models import Partnership, Session
from scoring.operations.people.players import merge_players
from scoring.operations.table.reversing import undo
from scoring.queries.table.partnerships import STANDING, with_hands
from tests import people

pytestmark = pytest.mark.django_db


def played(session: Session) -> set[tuple[str, str]]:
    """Return the pairs of a session that stand and played a hand, by the names of now."""
    standing = with_hands(pairs=Partnership.objects.filter(STANDING, session=session))
    pairs = standing.select_related("first__player__merged_into", "second__player__merged_into")
    return {(pair.first.player.known_as, pair.second.player.known_as) for pair in pairs}


def test_partners_are_those_who_played_a_hand_together_and_whom_they_were_merged_into(session: Session) -> None:
    assert played(session) == set()
    first = people.win(session)
    people.sit(session, "Ana", "Ben", "Dan", "Carla")
    people.sit(session, "Ana", "Carla", "Ben", "Eva")
    undone = people.win(session)
    assert played(session) == {("Ana", "Carla"), ("Ben", "Dan"), ("Ana", "Ben"), ("Carla", "Eva")}
    undo(entry=undone, reason="slip", stamp=people.stamp())
    club = people.start_night(club=session.club, names=("Anna", "Ben", "Carla", "Dan")).club
    merge_players(player=club.players.get(name="Ana"), into=club.players.get(name="Anna"))
    assert played(session) == {("Anna", "Carla"), ("Ben", "Dan")}
    undo(entry=first, reason="slip", stamp=people.stamp())
    assert played(session) == set()
