"""Turns on the pages of the table: by one tap, with the seats, and at the start of a night."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.table.turns import Turns
from scoring.queries.table.seatings import seatings_of
from tests import people
from tests.views.reading import open_page, refusal

pytestmark = pytest.mark.django_db

FIVE = (*people.NAMES, "Eva")


def night(club: Club, turns: Turns = Turns.EACH_HAND) -> Session:
    return people.start_night(club=club, names=FIVE, turns=turns)


def at_table(session: Session) -> tuple[tuple[int, ...], tuple[int, ...]]:
    now = seatings_of(session=session).now
    return now.seats, now.waiting


def test_typing_five_names_offers_to_take_turns(host: Client, club: Club) -> None:
    address = reverse("new-session")
    (form,) = [form for form in open_page(host, address).forms() if "seat_1" in form]
    form |= {f"seat_{number}": name for number, name in enumerate(FIVE, start=1)}
    form |= {"currency": "PHP", "first_dealer": "random"}
    assert refusal(host.post(address, form))[0] == 422
    assert host.post(address, {**form, "turns": "hand"}).status_code == 302
    assert at_table(Session.objects.get()) == ((1, 2, 3, 4), (5,))


def test_one_tap_at_the_table_lets_the_next_come_in_once(host: Client, club: Club) -> None:
    session = night(club, Turns.TAP)
    address = reverse("turn", args=[session.public_id])
    page = open_page(host, reverse("table", args=[session.public_id]))
    assert {name for name in FIVE if name in page.text("data-next-turn")} == {"Eva", "Ana"}
    (form,) = page.forms(action=address)
    assert [host.post(address, form).status_code for _ in range(2)] == [302, 302]
    assert at_table(session) == ((5, 2, 3, 4), (1,))


def test_who_sits_out_goes_home_with_one_tap(host: Client, club: Club) -> None:
    session = night(club)
    address = reverse("swap-seats", args=[session.public_id])
    forms = open_page(host, reverse("seats", args=[session.public_id])).forms(action=address)
    (home,) = (form for form in forms if "goes" not in form)
    assert host.post(address, home).status_code == 302
    assert at_table(session) == ((1, 2, 3, 4), ())


def test_seats_page_says_who_waits_and_lets_somebody_go_home(host: Client, club: Club) -> None:
    session = night(club)
    address = reverse("seats", args=[session.public_id])
    form = next(form for form in open_page(host, address).forms(action=address) if "place_1" in form)
    assert (form["waits_1"], "each_hand" in form) == ("Eva", True)
    assert host.post(address, {**form, "each_hand": "on", "waits_1": ""}).status_code == 302
    assert at_table(session) == ((1, 2, 3, 4), ())


def test_a_hand_lands_and_is_undone_by_one_tap_also_where_the_next_came_in_by_itself(host: Client, club: Club) -> None:
    session = night(club)
    people.win(session)
    page = open_page(host, reverse("table", args=[session.public_id]) + "?recorded=2")
    assert page.has("data-landed")
    (undoing,) = (part for part in page.root.iter("div") if part.get("class") == "entry-more")
    assert "undo-2 what-2" in {link.get("aria-labelledby") for link in undoing.iter("a")}
