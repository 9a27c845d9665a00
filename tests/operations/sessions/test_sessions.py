"""A night as a whole: what it starts by, its key, its switches, its name, and what the table notes."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.models import Club, Player, Session
from scoring.operations.people.players import merge_players
from scoring.operations.sessions.sessions import (
    About,
    Terms,
    change_switches,
    describe_session,
    start_practice,
    start_session,
)
from scoring.operations.table.turns import Turns
from scoring.queries.table import hands
from scoring.queries.table.seatings import seatings_of
from tests import people

pytestmark = pytest.mark.django_db

TERMS = Terms(game="cuajo", rules="pagat", names=people.NAMES, currency="PHP", stake_factor=1, first_dealer=1)
SIX = (*people.NAMES, "Eva", "Fe")


def start(club: Club, *, minutes: int = 0, **terms: Any) -> Session:
    return start_session(club=club, terms=replace(TERMS, **terms), stamp=people.stamp(minutes=minutes))


@pytest.mark.parametrize(
    ("terms", "refusal"),
    [
        ({"stake_factor": 0}, "terms.stakes"),
        ({"stake_factor": 10_001}, "terms.stakes"),
        ({"first_dealer": 0}, "seating.dealer_waits"),
        ({"first_dealer": 5}, "seating.dealer_waits"),
        ({"names": SIX, "turns": Turns.TAP, "first_dealer": 6}, "seating.dealer_waits"),
        ({"names": (*SIX, "Gil", "Hana", "Ines"), "turns": Turns.TAP}, "seating.full"),
        ({"names": ("Ana", "Ben", "ana", "Dan")}, "player.same_name"),
    ],
)
def test_no_night_starts_that_cannot_be_played(club: Club, terms: dict[str, Any], refusal: str) -> None:
    with people.refused(refusal):
        start(club, **terms)
    assert (Session.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize("terms", [{"stake_factor": 10_000}, {"names": SIX, "turns": Turns.TAP, "first_dealer": 4}])
def test_what_can_just_be_played_starts(club: Club, terms: dict[str, Any]) -> None:
    night, wanted = start(club, **terms), replace(TERMS, **terms)
    assert (night.stakes, hands.dealer(session=night)) == (wanted.stake_factor, wanted.first_dealer)


@pytest.mark.parametrize("changed", [{"names": SIX[:4][::-1]}, {"stake_factor": 2}, {"about": About(name="Fiesta")}])
def test_the_same_key_starts_one_night(club: Club, changed: dict[str, Any]) -> None:
    stamp = people.stamp()
    first = start_session(club=club, terms=TERMS, stamp=stamp)
    assert start_session(club=club, terms=TERMS, stamp=stamp) == first
    with people.refused("key_reused"):
        start_session(club=club, terms=replace(TERMS, **changed), stamp=stamp)
    assert Session.objects.count() == 1


def test_a_night_started_meanwhile_is_news_to_who_plays_in_it(club: Club) -> None:
    seen = start(club).public_id
    start(club, names=("Hugo", "Eva", "Fe", "Gil"))
    start_session(club=club, terms=replace(TERMS, names=SIX[:4][::-1]), stamp=people.stamp(), expected_newest=seen)
    with people.refused("night_started"):
        start_session(club=club, terms=TERMS, stamp=people.stamp(), expected_newest=seen)


def test_somebody_merged_is_no_second_person_of_a_night(club: Club, session: Session) -> None:
    start(club, names=("Anita", "Eva", "Fe", "Gil"))
    merge_players(player=Player.objects.get(name="Anita"), into=Player.objects.get(name="Ana"))
    with people.refused("player.same_name"):
        start(club, names=("Anita", "Ben", "Ana", "Dan"))


def test_those_who_take_turns_have_a_seat_and_wait(club: Club) -> None:
    night = start(club, names=SIX, turns=Turns.EACH_HAND)
    now = seatings_of(session=night).now
    assert (now.seats, now.waiting, now.each_hand, now.dealer) == ((1, 2, 3, 4), (5, 6), True, 1)
    assert list(night.seats.order_by("number").values_list("since", flat=True)) == [0, 0, 0, 0, 1, 1]
    practice = start_practice(club=club, names=people.NAMES, stamp=people.stamp())
    assert (practice.is_practice, practice.stakes, practice.game) == (True, 100, "cuajo")


def test_name_and_switches_are_changed_from_what_was_shown_also_once_closed(session: Session) -> None:
    people.close(session)
    said = describe_session(session=session, about=About(name=" The  fiesta ", place="Lola's"), expected=About())
    assert (said.name, said.place, said.note, said.revision) == ("The fiesta", "Lola's", "", 1)
    with people.refused("shown_changed.about"):
        describe_session(session=session, about=About(name="Other"), expected=About())
    again = describe_session(session=session, about=About(name="The fiesta", place="Lola's"), expected=About())
    assert again.revision == 1
    with people.refused("shown_changed.switches"):
        change_switches(session=session, is_practice=False, players_may_propose=True, expected=(True, False))
    change_switches(session=session, is_practice=True, players_may_propose=True, expected=(False, False))
    unchanged = change_switches(session=session, is_practice=True, players_may_propose=True, expected=(False, False))
    assert (unchanged.is_practice, unchanged.players_may_propose, unchanged.revision) == (True, True, 2)
