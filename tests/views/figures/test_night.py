"""A night as a story."""

import re

from django.test import Client
from django.urls import reverse

from scoring.models import Session
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.reversing import undo
from tests import people
from tests.views.reading import amounts, open_page


def address(session: Session) -> str:
    return reverse("night", args=[session.public_id])


def test_a_night_tells_its_results_its_turning_points_and_its_best_hand(host: Client, session: Session) -> None:
    assert not open_page(host, address(session)).has("data-lines")
    people.win(session, winner=people.BEN)
    undo(entry=people.win(session, winner=people.DAN), reason="", stamp=people.stamp())
    people.win(session)
    people.win(session, source="self_drawn")
    page = open_page(host, address(session))
    results = [(item.split()[0], amounts(item)) for item in page.items("data-results")]
    assert results == [("Ana", ("+₱3.50",)), ("Ben", ("−₱0.40",)), ("Carla", ("−₱0.90",)), ("Dan", ("−₱2.20",))]
    assert [amounts(item) for item in page.items("data-turning")] == [("−₱0.90",), ("+₱0.90",), ("+₱2.60",)]
    assert re.findall(r"\d", page.text("data-best"))[0] == "3"
    assert [re.findall(r"\d", line)[0] for line in page.items("data-lines")] == ["1", "2", "3"]


def test_a_night_lists_what_its_close_changed_and_who_objected_to_what(host: Client, session: Session) -> None:
    entry = people.win(session, winner=people.BEN)
    seat = session.seats.get(number=people.BEN)
    raise_dispute(entry=entry, seat=seat, why="two cards", stamp=people.stamp())
    people.close(session, coin_cents=100)
    page = open_page(host, address(session))
    assert len(page.items("data-lines")) == 2
    assert {"Ben", "03:00"} <= set(re.findall(r"Ben|\d\d:\d\d", page.text("data-objections")))
    assert "two cards" in page.text("data-objections")
