"""Who are partners is written down once for each seating, and never edited."""

import pytest

from scoring.models import Club, Partnership, Session
from scoring.operations.table.reversing import undo
from scoring.operations.table.seating import Mistake, Order, SeatsCorrection, correct_seats
from scoring.queries.books.checking import check_session
from scoring.queries.table import tables
from scoring.queries.table.partnerships import recorded_pairs
from tests import people

pytestmark = pytest.mark.django_db

ALONE = {"preset": "pagat", "partnerships": False}


def rows(session: Session) -> list[tuple[int, str, str]]:
    """Return since which position, and who with whom, in the order of writing."""
    pairs = Partnership.objects.filter(session=session).select_related("first__player", "second__player")
    return [(pair.since, pair.first.player.name, pair.second.player.name) for pair in pairs]


def test_a_night_starts_with_its_pairs_written_down(session: Session) -> None:
    assert rows(session) == [(0, "Ana", "Carla"), (0, "Ben", "Dan")]


def test_whoever_plays_alone_has_no_row(club: Club) -> None:
    assert rows(people.start_night(club=club, rules=ALONE)) == []


def test_every_change_of_seats_writes_its_pairs_beside_the_old_ones(session: Session) -> None:
    people.win(session)
    people.sit(session, "Ana", "Ben", "Dan", "Eva")
    before = [(0, "Ana", "Carla"), (0, "Ben", "Dan")]
    assert rows(session) == [*before, (2, "Ana", "Dan"), (2, "Ben", "Eva")]
    undo(entry=session.entries.get(number=2), reason="", stamp=people.stamp())
    assert recorded_pairs(session=session) == {0: ((1, 3), (2, 4)), 2: ((1, 4), (2, 5))}
    assert check_session(session=session) == ()


def test_seats_put_right_late_are_pairs_since_the_hand_they_hold_from(session: Session) -> None:
    people.win(session)
    hand = people.win(session).hand
    correct_seats(
        correction=SeatsCorrection(
            hand=hand,
            order=Order(names=("Ana", "Carla", "Ben", "Dan")),
            mistake=Mistake.PLACES,
            reason="we had changed",
            expected_entry=tables.last_entry_number(session=session),
        ),
        stamp=people.stamp(),
    )
    assert rows(session)[2:] == [(2, "Ana", "Ben"), (2, "Carla", "Dan")]
    assert check_session(session=session) == ()
