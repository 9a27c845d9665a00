"""The club: its name, the clock and the cards of its pages."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Session
from tests import people
from tests.views.reading import Page, open_page, refusal

CLUB = reverse("club")


def started(host: Client, session: Session) -> str:
    page = open_page(host, reverse("statement", args=[session.public_id]))
    return [value.text or "" for value in page.root.iter("dd")][-1]


def form_of(page: Page) -> dict[str, str]:
    (form,) = (form for form in page.forms() if "time_zone" in form)
    return form


def test_form_shows_what_the_club_has(host: Client) -> None:
    page = open_page(host, CLUB)
    form = form_of(page)
    assert (form["name"], form["time_zone"]) == ("Our club", "Asia/Manila")
    offered = {option.get("value") for option in page.root.iter("option")}
    assert {"Asia/Manila", "Europe/Madrid", "America/New_York"} <= offered


def test_times_are_shown_by_the_clubs_clock(host: Client, session: Session) -> None:
    other = people.make_club(name="Monday table")
    assert started(host, session) == "1 Feb 2026, 03:00"
    assert host.post(CLUB, {"name": "  Sunday   table ", "time_zone": "Europe/Madrid"})["Location"] == CLUB
    clubs = set(Club.objects.values_list("name", "time_zone"))
    assert clubs == {("Sunday table", "Europe/Madrid"), (other.name, "Asia/Manila")}
    assert started(host, session) == "31 Jan 2026, 20:00"
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("time_zone", "Manila", "club.time_zone"),
        ("time_zone", "../UTC", "club.time_zone"),
        ("time_zone", "", "required"),
        ("name", "   ", "required"),
        ("name", "x" * 81, "max_length"),
        ("name", "\N{ZERO WIDTH SPACE}", "club.no_name"),
    ],
)
def test_value_that_cannot_be_is_refused_and_kept_as_typed(host: Client, field: str, value: str, code: str) -> None:
    answer = host.post(CLUB, {"name": "Sunday table", "time_zone": "UTC"} | {field: value})
    assert refusal(answer) == (422, (f"{field}:{code}",))
    assert Page(answer).find("name", field).get("value", "") == value
    club = Club.objects.get()
    assert (club.name, club.time_zone) == ("Our club", "Asia/Manila")


def test_name_and_time_zone_lose_no_change_of_another_phone(club: Club, host: Client) -> None:
    form = form_of(open_page(host, CLUB))
    host.post(CLUB, form | {"name": "Cebu club"})
    answer = host.post(CLUB, form | {"time_zone": "Asia/Tokyo"})
    assert refusal(answer) == (409, ("name:shown_changed.club",))
    club.refresh_from_db()
    assert (club.name, club.time_zone) == ("Cebu club", "Asia/Manila")
    again = form_of(Page(answer))
    assert (again["expected_name"], again["time_zone"]) == ("Cebu club", "Asia/Tokyo")


def test_pages_draw_and_name_the_cards_of_the_deck_that_the_club_chose(host: Client, session: Session) -> None:
    sowee = reverse("sowee", args=[session.public_id])
    assert "deck-french" not in host.get(sowee).text
    assert host.post(reverse("change-deck"), {"deck": "french"})["Location"] == CLUB
    page = host.get(sowee)
    assert "icons/deck-french.svg#key-11B" in page.text
    french = {key.get("aria-label") for key in Page(page).root.iter("button")}
    assert {"4 of hearts", "queen of clubs", "ace of spades"} <= french
    assert "deck-french" not in Client().get("/judge/win/").text


def test_no_other_deck_than_those_offered_is_laid(host: Client) -> None:
    assert host.post(reverse("change-deck"), {"deck": "tarot"}).status_code == 422
