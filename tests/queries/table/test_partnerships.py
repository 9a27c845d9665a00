"""Pairs are asked from the database, over seats that changed and hands that were taken back."""

import random
from contextlib import suppress

import pytest

from scoring.models import Club, EntryKind, Partnership, Session
from scoring.operations.errors import RefusedError
from scoring.operations.people.players import merge_players
from scoring.operations.table.reversing import undo
from scoring.queries.table.partnerships import STANDING, with_hands
from scoring.queries.table.seatings import seatings_of, sides_in
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


@pytest.mark.parametrize("seed", range(5))
def test_random_seats_have_the_pairs_that_the_order_of_play_says(club: Club, seed: int) -> None:
    chance, session = random.Random(seed), people.start_night(club=club)
    for _ in range(12):
        with suppress(RefusedError):  # the same seats as before
            people.sit(session, *chance.sample([*people.NAMES, "Eva"], 4))
        if chance.random() < 0.5:
            people.win(session, winner=seatings_of(session=session).now.seats[0])
        stands = session.entries.filter(kind=EntryKind.HAND, reversal=None).order_by("number")
        if stands and chance.random() < 0.2:
            undo(entry=chance.choice(list(stands)), reason="slip", stamp=people.stamp())
    seatings, expected = seatings_of(session=session), set()
    names = dict(session.seats.values_list("number", "player__name"))
    for position in session.hands.filter(entry__reversal=None).values_list("position", flat=True):
        sides = {seat.number: seat.side for seat in sides_in(session=session, seating=seatings.at(position=position))}
        pairs = {(one, other) for one in sides for other in sides if one < other and sides[one] == sides[other]}
        expected |= {(names[one], names[other]) for one, other in pairs}
    assert played(session) == expected
