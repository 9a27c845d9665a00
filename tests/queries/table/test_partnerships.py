"""Pairs are asked from the database, over seats that changed and hands that were taken back."""

import random

import pytest

from scoring.models import Club, EntryKind, Partnership, Player, Session
from scoring.operations.people.players import merge_players
from scoring.operations.table.reversing import undo
from scoring.queries.table.partnerships import STANDING, with_hands
from scoring.queries.table.seatings import seatings_of, sides_in
from tests import people

pytestmark = pytest.mark.django_db


def player(session: Session, name: str) -> Player:
    return Player.objects.get(club=session.club, name=name)


def played(session: Session) -> list[Partnership]:
    """Return the pairs of a session that stand and played a hand."""
    standing = Partnership.objects.filter(STANDING, session=session)
    return list(with_hands(pairs=standing).select_related("first__player__merged_into", "second__player__merged_into"))


def are_partners(session: Session, one: str, other: str) -> bool:
    wanted = {player(session, one).known_as, player(session, other).known_as}
    return wanted in [{pair.first.player.known_as, pair.second.player.known_as} for pair in played(session)]


def test_partners_are_those_who_played_a_hand_together(session: Session) -> None:
    assert not are_partners(session, "Ana", "Carla")
    first = people.win(session)
    people.sit(session, "Ana", "Ben", "Dan", "Carla")
    people.sit(session, "Ana", "Carla", "Ben", "Eva")
    second = people.win(session)
    pairs = (("Carla", "Ana"), ("Ana", "Dan"), ("Ben", "Ana"), ("Eva", "Carla"))
    assert [are_partners(session, *pair) for pair in pairs] == [True, False, True, True]
    undo(entry=second, reason="slip", stamp=people.stamp())
    assert not are_partners(session, "Ana", "Ben")
    undo(entry=first, reason="slip", stamp=people.stamp())
    assert not are_partners(session, "Ana", "Carla")


def test_pair_is_that_of_the_players_others_were_merged_into(session: Session) -> None:
    people.win(session)
    people.start_night(club=session.club, names=("Anna", "Ben", "Carla", "Dan"))
    merge_players(player=player(session, "Ana"), into=player(session, "Anna"))
    assert are_partners(session, "Anna", "Carla")
    assert are_partners(session, "Ana", "Carla")


@pytest.mark.parametrize("seed", range(5))
def test_random_seats_have_the_pairs_that_the_order_of_play_says(club: Club, seed: int) -> None:
    chance, session = random.Random(seed), people.start_night(club=club)
    names = [*people.NAMES, "Eva"]
    for _ in range(12):
        try:
            people.sit(session, *chance.sample(names, 4))
        except Exception:  # the same seats as before
            continue
        if chance.random() < 0.5:
            people.win(session, winner=seatings_of(session=session).now.seats[0])
        stands = session.entries.filter(kind=EntryKind.HAND, reversal=None)
        if stands and chance.random() < 0.2:
            undo(entry=chance.choice(list(stands)), reason="slip", stamp=people.stamp())
    seatings = seatings_of(session=session)
    positions = session.hands.filter(entry__reversal=None).values_list("position", flat=True)
    expected = set()
    for position in positions:
        sides = sides_in(session=session, seating=seatings.at(position=position))
        expected |= {
            (one.number, other.number)
            for one in sides
            for other in sides
            if one.number < other.number and one.side == other.side
        }
    assert {(pair.first.number, pair.second.number) for pair in played(session)} == expected
