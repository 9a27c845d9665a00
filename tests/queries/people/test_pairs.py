"""Pairs are asked from the database, over seats that changed and hands that were taken back."""

import random

import pytest

from scoring.models import Club, EntryKind, Player, Session
from scoring.operations.people.players import merge_players
from scoring.operations.table.reversing import undo
from scoring.queries.people.pairs import nights_of_pair, partnerships
from scoring.queries.table.partnerships import with_hands
from scoring.queries.table.seatings import seatings_of, sides_in
from tests import people

pytestmark = pytest.mark.django_db


def player(session: Session, name: str) -> Player:
    return Player.objects.get(club=session.club, name=name)


def nights(session: Session, one: str, other: str) -> list[Session]:
    return list(nights_of_pair(one=player(session, one), other=player(session, other)))


def test_night_is_one_of_every_pair_that_played_a_hand_in_it(session: Session) -> None:
    assert nights(session, "Ana", "Carla") == []
    first = people.win(session)
    people.sit(session, "Ana", "Ben", "Dan", "Carla")
    people.sit(session, "Ana", "Carla", "Ben", "Eva")
    second = people.win(session)
    told = {
        pair: nights(session, *pair) for pair in (("Carla", "Ana"), ("Ana", "Dan"), ("Ben", "Ana"), ("Eva", "Carla"))
    }
    assert told == {
        ("Carla", "Ana"): [session],
        ("Ana", "Dan"): [],
        ("Ben", "Ana"): [session],
        ("Eva", "Carla"): [session],
    }
    undo(entry=second, reason="slip", stamp=people.stamp())
    assert nights(session, "Ana", "Ben") == []
    undo(entry=first, reason="slip", stamp=people.stamp())
    assert nights(session, "Ana", "Carla") == []


def test_pair_is_that_of_the_players_others_were_merged_into(session: Session) -> None:
    people.win(session)
    people.start_night(club=session.club, names=("Anna", "Ben", "Carla", "Dan"))
    merge_players(player=player(session, "Ana"), into=player(session, "Anna"))
    assert nights(session, "Anna", "Carla") == [session]
    assert nights(session, "Ana", "Carla") == [session]


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
    played = set()
    for position in positions:
        sides = sides_in(session=session, seating=seatings.at(position=position))
        played |= {
            (one.number, other.number)
            for one in sides
            for other in sides
            if one.number < other.number and one.side == other.side
        }
    found = with_hands(pairs=partnerships(sessions=[session]))
    assert {(pair.first.number, pair.second.number) for pair in found} == played
