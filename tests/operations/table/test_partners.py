"""Partners who share what they win, and what each did beside the other, also where partners changed."""

import pytest

from scoring.models import Club, Session
from scoring.operations.figures.tallies import keep_tallies
from scoring.operations.sessions.closing import close_session
from scoring.queries.books.checking import check_session
from scoring.queries.people.players import player_totals
from scoring.queries.table import tables
from tests import people
from tests.people import ANA, BEN, CARLA, DAN

pytestmark = pytest.mark.django_db

SWAPPED = ("Ana", "Carla", "Ben", "Dan")
"""Ana with Ben against Carla with Dan."""


def test_partners_share_what_they_won_while_they_sat_together(club: Club) -> None:
    night = people.start_night(club=club, rules="family")
    people.win(night, winner=ANA)
    people.sit(night, *SWAPPED)
    people.win(night, winner=DAN)
    close_session(
        session=night, coin_cents=1, expected_entry=tables.last_entry_number(session=night), stamp=people.stamp()
    )

    # Ana and Carla halve +180 and 0, then Carla and Dan 0 and +180.
    assert people.balances(night) == (0, -180, 180, 0)
    assert check_session(session=night) == ()


def beside(session: Session) -> dict[str, list[tuple[str, int]]]:
    keep_tallies(club=session.club)
    return {
        seat.player.name: [
            (each.partner.name, each.result_cents) for each in player_totals(player=seat.player).partners
        ]
        for seat in session.seats.select_related("player")
    }


def test_partners_of_a_player_are_counted_by_the_seats_they_had(session: Session) -> None:
    people.win(session, winner=ANA)
    people.sit(session, *SWAPPED)
    people.win(session, winner=CARLA)

    assert beside(session)["Ana"] == [("Ben", -90), ("Carla", 180)]


def test_partners_of_a_player_keep_what_they_shared_at_the_close_and_its_rounding(club: Club) -> None:
    night = people.start_night(club=club, rules="family")
    people.win(night, winner=ANA)
    people.sit(night, *SWAPPED)
    people.win(night, winner=DAN)
    people.win(night, winner=BEN)
    close_session(
        session=night, coin_cents=100, expected_entry=tables.last_entry_number(session=night), stamp=people.stamp()
    )

    # Each pair that won shares 90 apiece; what Ana and Ben, Carla and Dan did together comes to nothing.
    assert beside(night) == {
        "Ana": [("Ben", 10), ("Carla", 90)],
        "Ben": [("Ana", -10), ("Dan", -90)],
        "Carla": [("Ana", 90), ("Dan", 10)],
        "Dan": [("Ben", -90), ("Carla", -10)],
    }
    assert people.balances(night) == (100, -100, 100, -100)
    assert check_session(session=night) == ()
