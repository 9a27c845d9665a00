"""The club: its name, the clock and the cards of its pages; how a phone is held and worked."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

CLUB = reverse("club")


def form_of(page: Page) -> dict[str, str]:
    (form,) = (form for form in page.forms() if "time_zone" in form)
    return form


def test_times_are_shown_by_the_clubs_clock(host: Client, session: Session) -> None:
    def started() -> str | None:
        return list(open_page(host, reverse("statement", args=[session.public_id])).root.iter("dd"))[-1].text

    assert started() == "1 Feb 2026, 03:00"
    assert host.post(CLUB, {"name": "  Sunday   table ", "time_zone": "Europe/Madrid"})["Location"] == CLUB
    assert form_of(open_page(host, CLUB)).items() >= {"name": "Sunday table", "time_zone": "Europe/Madrid"}.items()
    assert started() == "31 Jan 2026, 20:00"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
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
    assert Club.objects.get().name == "Our club"


def test_name_and_time_zone_lose_no_change_of_another_phone(club: Club, host: Client) -> None:
    form = form_of(open_page(host, CLUB))
    host.post(CLUB, form | {"name": "Cebu club"})
    answer = host.post(CLUB, form | {"time_zone": "Asia/Tokyo"})
    club.refresh_from_db()
    assert (refusal(answer), club.time_zone) == ((409, ("name:shown_changed.club",)), "Asia/Manila")
    again = form_of(Page(answer))
    assert (again["expected_name"], again["time_zone"]) == ("Cebu club", "Asia/Tokyo")


def test_pages_draw_and_name_the_cards_of_the_deck_that_the_club_chose(host: Client, session: Session) -> None:
    sowee = reverse("sowee", args=[session.public_id])
    assert host.post(reverse("change-deck"), {"deck": "tarot"}).status_code == 422
    assert "deck-french" not in host.get(sowee).text
    assert host.post(reverse("change-deck"), {"deck": "french"})["Location"] == CLUB
    page = host.get(sowee)
    assert "icons/deck-french.svg#key-11B" in page.text
    french = {key.get("aria-label") for key in Page(page).root.iter("button")}
    assert {"4 of hearts", "queen of clubs", "ace of spades"} <= french


def test_a_phone_chooses_its_hand_and_wants_no_keys(client: Client) -> None:
    client.cookies["cuajo_reach"] = "third"
    asked = open_page(client, "/judge/win/").root
    assert (asked.get("data-reach"), {each.get("aria-keyshortcuts") for each in asked.iter()} - {None}) == (
        None,
        {"r", "c", "?"},
    )
    assert refusal(client.post("/accessibility/", {"reach": "third"})) == (422, ("reach:invalid_choice",))
    assert client.post("/accessibility/", {"reach": "left"}).status_code == 302
    silent = client.get("/judge/win/")
    assert (Page(silent).root.get("data-reach"), "aria-keyshortcuts" in silent.text) == ("left", False)


@pytest.mark.parametrize(
    ("came_from", "back"),
    [("http://testserver/judge/win/", "/judge/win/"), ("http://testserver/history/", ""), ("http://evil/judge/", "")],
)
def test_page_of_keys_leads_back_to_the_table_or_judge_it_was_opened_on(
    client: Client, came_from: str, back: str
) -> None:
    assert client.get("/accessibility/", headers={"referer": came_from}).context["back"] == back
