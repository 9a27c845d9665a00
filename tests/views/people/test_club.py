"""The club: its name, clock and cards; its passcode, asked on pages for the host after ten minutes without use."""

import time

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.models import Club, Session
from scoring.operations.people.clubs import protect_club
from scoring.queries.people.joining import open_code
from scoring.web import passcode
from tests import people
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


def test_value_that_cannot_be_is_refused_and_no_change_of_another_phone_is_lost(club: Club, host: Client) -> None:
    form = form_of(open_page(host, CLUB))
    answer = host.post(CLUB, form | {"name": "\N{ZERO WIDTH SPACE}", "time_zone": "Asia/Tokyo"})
    assert refusal(answer) == (422, ("name:club.no_name",))
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


HTMX = {"HX-Request": "true"}
WRONG = (422, ("wrong_passcode",))


@pytest.fixture
def protected(host: Client, club: Club) -> Client:
    """Return the host's browser, after a passcode was set."""
    host.post("/phones/protection/", {"takes_new_names": "on", "passcode": "porbis"})
    return host


def unlock(browser: Client) -> None:
    assert browser.post("/club/", {"club_passcode": "porbis"})["Location"] == "/club/"


def pass_minutes(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    now = time.time() + 60 * minutes
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(passcode, "time", lambda: now)


def test_pages_for_the_host_ask_it_and_the_table_does_not(protected: Client, session: Session) -> None:
    hosts = ("/club/", "/phones/", "/rules/sets/", "/phones/protection/")
    others = ("/", f"/sessions/{session.public_id}/hand/", "/history/", "/me/")
    assert [protected.get(page).status_code for page in (*hosts, *others)] == [403] * 4 + [200] * 4


def test_page_that_asks_the_passcode_opens_with_it(protected: Client) -> None:
    asked = Page(protected.get("/rules/sets/"))
    address = asked.find("data-passcode").get("action", "")
    (form,) = asked.forms(action=address)
    wrong = protected.post(address, {**form, "club_passcode": "wrong"})
    assert (refusal(wrong), Page(wrong).forms(action=address)[0]["page"]) == (WRONG, "/rules/sets/")
    assert protected.get("/rules/sets/").status_code == 403
    assert protected.post(address, {**form, "club_passcode": "porbis"})["Location"] == "/rules/sets/"
    assert protected.get("/rules/sets/").status_code == 200


def test_use_of_pages_for_the_host_keeps_them_open(protected: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    unlock(protected)
    for _ in range(3):
        pass_minutes(monkeypatch, 9)
        assert protected.get("/club/").status_code == 200
    pass_minutes(monkeypatch, 10)
    assert protected.get("/club/").status_code == 403
    unlock(protected)
    pass_minutes(monkeypatch, -60)  # the clock was put back
    assert protected.get("/club/").status_code == 403


def test_page_that_asks_by_itself_is_no_use_and_is_opened_anew(
    protected: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(protected)
    pass_minutes(monkeypatch, 9)
    assert protected.get("/phones/asking/?v=0", headers=HTMX).status_code == 200
    pass_minutes(monkeypatch, 1)
    assert protected.get("/phones/asking/?v=0", headers=HTMX)["HX-Refresh"] == "true"
    asked = protected.post("/phones/joining/open/", headers=HTMX)
    assert (asked.status_code, Page(asked).find("data-passcode").get("action")) == (403, "/phones/joining/open/")
    assert open_code(club=Club.objects.get(), now=people.EVENING) is None


def test_form_that_was_sent_too_late_is_kept_and_sent_on(protected: Client) -> None:
    page = Page(protected.post("/club/", {"name": "Ana's table", "time_zone": "Asia/Manila"}))
    (held,) = page.forms(action="/club/")
    assert (page.status, Club.objects.get().name) == (403, "Our club")
    protected.post("/club/", {**held, "club_passcode": "porbis"})
    assert Club.objects.get().name == "Ana's table"


def test_guessing_a_passcode_is_stopped_even_with_the_right_one(protected: Client) -> None:
    tries = [refusal(protected.post("/club/", {"club_passcode": f"{number}"})) for number in range(5)]
    assert tries == [WRONG] * 5
    assert refusal(protected.post("/club/", {"club_passcode": "porbis"})) == (429, ("too_many_passcodes",))


def test_another_passcode_and_another_phone_ask_again_until_it_is_forgotten(protected: Client, club: Club) -> None:
    unlock(protected)
    second = people.host_browser(club=club)
    assert second.get("/club/").status_code == 403
    protect_club(club=club, passcode="another", takes_new_names=True)
    assert protected.get("/club/").status_code == 403
    call_command("host_link", "--forget-passcode")
    assert second.get("/club/").status_code == 200


def test_empty_field_leaves_the_passcode_and_a_short_one_is_refused(protected: Client) -> None:
    unlock(protected)
    before = Club.objects.get().passcode
    protected.post("/phones/protection/", {"passcode": ""})
    assert (Club.objects.get().passcode, Club.objects.get().takes_new_names) == (before, False)
    answer = protected.post("/phones/protection/", {"passcode": "abc"})
    assert (refusal(answer), Club.objects.get().passcode) == ((422, ("passcode:min_length",)), before)


@pytest.mark.parametrize("page", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:1"])
def test_passcode_leads_to_no_other_site(protected: Client, page: str) -> None:
    opened = protected.post("/phones/passcode/", {"club_passcode": "porbis", "page": page})
    assert opened["Location"] == "/"
