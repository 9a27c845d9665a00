"""The club: its name, and the clock by which every page shows times."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Club, Role, Session
from scoring.models.devices import Membership
from tests import people
from tests.views.reading import Page, open_page

CLUB = reverse("club")


def started(host: Client, session: Session) -> str:
    page = open_page(host, reverse("statement", args=[session.public_id]))
    return [value.text or "" for value in page.root.iter("dd")][-1]


def test_form_shows_what_the_club_has(host: Client) -> None:
    page = open_page(host, CLUB)

    assert page.find("name", "name").get("value") == "Our club"
    assert page.find("name", "time_zone").get("value") == "Asia/Manila"
    offered = {option.get("value") for option in page.root.iter("option")}
    assert {"Asia/Manila", "Europe/Madrid", "America/New_York"} <= offered


def test_times_are_shown_by_the_clubs_clock(host: Client, session: Session) -> None:
    assert started(host, session) == "1 Feb 2026, 03:00"

    response = host.post(CLUB, {"name": "  Sunday   table ", "time_zone": "Europe/Madrid"})

    assert response.headers["Location"] == CLUB
    club = Club.objects.get(pk=session.club_id)
    assert (club.name, club.time_zone) == ("Sunday table", "Europe/Madrid")
    assert started(host, session) == "31 Jan 2026, 20:00"
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("time_zone", "Manila", "Manila is not a time zone. Choose one from the list, such as Asia/Manila."),
        ("time_zone", "../UTC", "../UTC is not a time zone. Choose one from the list, such as Asia/Manila."),
        ("time_zone", "", "Write the nearest large city and choose from the list."),
        ("name", "   ", "The club needs a name."),
        ("name", "x" * 81, "Ensure this value has at most 80 characters (it has 81)."),
    ],
)
def test_value_that_cannot_be_is_refused_and_kept_as_typed(host: Client, field: str, value: str, message: str) -> None:
    page = Page(host.post(CLUB, {"name": "Sunday table", "time_zone": "UTC"} | {field: value}))

    assert page.status == 422
    assert page.items("class", "errorlist") == (message,)
    assert page.find("name", field).get("value", "") == value
    club = Club.objects.get()
    assert (club.name, club.time_zone) == ("Our club", "Asia/Manila")


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.PLAYER, Role.VIEWER])
def test_only_the_host_changes_the_club(host: Client, role: Role) -> None:
    Membership.objects.update(role=role)

    response = host.post(CLUB, {"name": "Mine", "time_zone": "UTC"})

    assert response.status_code == 403
    assert Club.objects.get().name == "Our club"


def test_stranger_is_told_to_ask_the_host(club: Club) -> None:
    response = Client().post(CLUB, {"name": "Mine", "time_zone": "UTC"})

    assert response.status_code == 403
    assert "<h1>Ask the host</h1>" in response.text
    assert Club.objects.get(pk=club.pk).name == "Our club"


def test_two_clubs_keep_their_own_clocks(host: Client) -> None:
    people.make_club(name="Monday table")

    host.post(CLUB, {"name": "Ours", "time_zone": "UTC"})

    assert set(Club.objects.values_list("name", "time_zone")) == {("Ours", "UTC"), ("Monday table", "Asia/Manila")}


def test_pages_draw_and_name_the_cards_of_the_deck_that_the_club_chose(host: Client, session: Session) -> None:
    judge = reverse("game-question", args=["cuajo", "claim"])
    sowee = reverse("sowee", args=[session.public_id])

    assert host.post(reverse("change-deck"), {"deck": "french"}).headers["Location"] == CLUB

    assert {"4 of hearts", "queen of clubs", "ace of spades"} <= {
        key.get("aria-label") for key in open_page(host, sowee).root.iter("button")
    }
    assert "icons/deck-french.svg#key-11B" in host.get(sowee).text
    assert "queen of hearts" in host.get(judge).text
    assert "cups (copas)" in Client().get(judge).text, "a stranger's page knows no club"


def test_a_deck_nobody_draws_is_refused(club: Club, host: Client) -> None:
    assert host.post(reverse("change-deck"), {"deck": "tarot"}).status_code == 422

    club.refresh_from_db()
    assert club.deck == "spanish"
