"""A night as a story."""

from django.test import Client
from django.urls import reverse

from scoring.models import Session
from scoring.operations.sessions.closing import close_session
from scoring.operations.table.disputes import raise_dispute
from scoring.operations.table.reversing import undo
from tests import people
from tests.views.reading import open_page, text_of


def address(session: Session) -> str:
    return reverse("night", args=[session.public_id])


def test_night_tells_its_lead_its_turning_points_and_its_best_hand(host: Client, session: Session) -> None:
    people.win(session, winner=people.BEN)
    undo(entry=people.win(session, winner=people.DAN), reason="", stamp=people.stamp())
    people.win(session, winner=people.ANA)
    people.win(session, winner=people.ANA, source="self_drawn")

    page = open_page(host, address(session))

    assert page.items("data-results") == ("Ana +₱3.50 won", "Ben −₱0.40 lost", "Carla −₱0.90 lost", "Dan −₱2.20 lost")
    assert page.items("data-turning") == (
        "Ana is lowest, and still ends first Hand 1 −₱0.90 lost",
        "Ana takes the lead for good Hand 2 +₱0.90 won",
        "Ana gets most of the night Hand 3 +₱2.60 won",
    )
    assert "Hand 3: Ana won, drawn from the stock" in text_of(page.find("data-best"))
    assert [line.split(":")[0] for line in page.items("data-lines")] == ["Hand 1", "Hand 2", "Hand 3"]


def test_night_names_what_its_close_changed(host: Client, session: Session) -> None:
    entry = people.win(session, winner=people.BEN)
    close_session(session=session, coin_cents=100, expected_entry=entry.number, stamp=people.stamp())

    assert open_page(host, address(session)).items("data-lines")[-1].startswith("Rounded to the smallest coin")


def test_night_without_hands_says_what_will_be_here(host: Client, session: Session) -> None:
    assert "Nothing recorded yet." in text_of(open_page(host, address(session)).root)


def test_night_tells_who_objected_to_what(host: Client, session: Session) -> None:
    entry = people.win(session)
    seat = session.seats.get(number=people.BEN)
    raise_dispute(entry=entry, seat=seat, why="She had drawn two cards", stamp=people.stamp())
    page = open_page(host, reverse("night", args=[session.public_id]))
    assert page.text("data-objections") == "Ben objects: She had drawn two cards recorded at 03:00 open"


def test_the_table_of_the_chart_says_that_it_sums_up_hand_by_hand(host: Client, session: Session) -> None:
    people.win(session)
    page = open_page(host, address(session))
    assert "What each had won or lost after every hand." in page.text("class", "chart-table folded")
