"""The example club that `serve --demo` fills."""

import pytest

from scoring.models import Club, Session
from scoring.operations.sessions.demo import fill_demo
from scoring.operations.sessions.demo_year import YEAR, fill_year
from scoring.queries.books.checking import check_club
from scoring.queries.table import hands, tables
from tests import people

pytestmark = pytest.mark.django_db


def test_the_demo_holds_a_settled_night_and_one_being_played(club: Club) -> None:
    fill_demo(club=club, now=people.EVENING)
    settled, tonight = Session.objects.order_by("started_at")
    assert people.outstanding(settled) == (0, 0, 0, 0)
    assert (tables.is_closed(session=tonight), hands.next_hand_number(session=tonight)) == (False, 6)
    assert tonight.entries.latest("number").recorded_at < people.EVENING


def test_the_year_of_the_demo_is_that_of_a_family_and_agrees(club: Club) -> None:
    fill_year(club=club, now=people.EVENING)
    assert Session.objects.count() == sum(chapter.nights for chapter in YEAR)
    assert list(club.players.order_by("pk").values_list("name", flat=True)) == ["Ana", "Ben", "Carla", "Dan", "Eva"]
    assert check_club(club=club) == ()
