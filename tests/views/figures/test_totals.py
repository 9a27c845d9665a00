"""What the close of a night moved beside its hands is shown wherever it is in a total."""

from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club
from tests import people
from tests.views.reading import amounts, open_page


@pytest.mark.parametrize(
    ("page", "part"),
    [
        ("player", "data-rank"),
        ("player", "data-totals"),
        ("pair", "data-pair"),
        ("statement", "data-results"),
        ("settle", "data-results"),
        ("standings", "data-standings"),
    ],
)
def test_what_the_close_moved_is_said_wherever_it_is_in_a_total(host: Client, club: Club, page: str, part: str) -> None:
    night = people.start_night(club=club, rules={"preset": "pagat", "partners_share": True})
    people.win(night, winner=people.BEN, source="self_drawn")
    people.close(night, coin_cents=25)
    ben, dan = (night.seats.get(number=number).player.public_id for number in (people.BEN, people.DAN))
    of = {"player": [ben], "pair": [ben, dan], "standings": []}.get(page, [night.public_id])
    shown = amounts(open_page(host, reverse(page, args=of)).text(part))
    assert ("−₱1.30", "−₱0.05") in pairwise(shown)
