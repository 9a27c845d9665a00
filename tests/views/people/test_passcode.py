"""The host's passcode: asked on pages for the host after ten minutes without use."""

import time

import pytest
from django.core.management import call_command
from django.test import Client

from scoring.models import Club, Session
from scoring.operations.people.clubs import protect_club
from scoring.queries.people.joining import open_code
from scoring.web import passcode
from tests import people
from tests.views.reading import Page, refusal

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
CLUB = {"name": "Ana's table", "time_zone": "Asia/Manila"}
WRONG = (422, ("wrong_passcode",))


@pytest.fixture
def protected(host: Client, club: Club) -> Client:
    """Return the host's browser, after a passcode was set."""
    host.post("/phones/protection/", {"takes_new_names": "on", "passcode": "porbis"})
    club.refresh_from_db()
    assert club.passcode
    assert "porbis" not in club.passcode
    return host


def unlock(browser: Client) -> None:
    assert browser.post("/club/", {"club_passcode": "porbis"})["Location"] == "/club/"


def pass_minutes(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    now = time.time() + 60 * minutes
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(passcode, "time", lambda: now)


def test_pages_for_the_host_ask_it_and_the_table_does_not(protected: Client, session: Session) -> None:
    hosts = ("/club/", "/phones/", "/rules/sets/")
    others = ("/", f"/sessions/{session.public_id}/hand/", "/history/", "/me/")
    assert [protected.get(page).status_code for page in hosts] == [403] * 3
    assert [protected.get(page).status_code for page in others] == [200] * 4


@pytest.mark.parametrize("page", ["/phones/", "/rules/sets/", "/club/", "/phones/protection/"])
def test_page_that_asks_the_passcode_opens_with_it(protected: Client, page: str) -> None:
    asked = Page(protected.get(page))
    address = asked.find("data-passcode").get("action", "")
    (form,) = asked.forms(action=address)
    wrong = protected.post(address, {**form, "club_passcode": "wrong"})
    assert (refusal(wrong), Page(wrong).forms(action=address)[0]["page"]) == (WRONG, page)
    assert protected.get(page).status_code == 403

    opened = protected.post(address, {**form, "club_passcode": "porbis"})
    assert (opened.status_code, opened["Location"], protected.get(page).status_code) == (302, page, 200)


def test_use_of_pages_for_the_host_keeps_them_open(protected: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    unlock(protected)
    for _ in range(3):
        pass_minutes(monkeypatch, 9)
        assert protected.get("/club/").status_code == 200
    pass_minutes(monkeypatch, 10)
    assert protected.get("/club/").status_code == 403


def test_clock_that_was_put_back_asks_it_again(protected: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    unlock(protected)
    pass_minutes(monkeypatch, -60)
    assert protected.get("/club/").status_code == 403


def test_page_that_asks_by_itself_is_no_use(protected: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    unlock(protected)
    pass_minutes(monkeypatch, 9)
    assert protected.get("/phones/asking/?v=0", headers=HTMX).status_code == 200
    pass_minutes(monkeypatch, 1)
    assert protected.get("/phones/asking/?v=0", headers=HTMX)["HX-Refresh"] == "true"


def test_form_that_was_sent_too_late_is_kept_and_sent_on(protected: Client, club: Club) -> None:
    page = Page(protected.post("/club/", CLUB))
    (held,) = page.forms(action="/club/")
    assert (page.status, Club.objects.get(pk=club.pk).name) == (403, "Our club")
    protected.post("/club/", {**held, "club_passcode": "porbis"})
    assert Club.objects.get(pk=club.pk).name == "Ana's table"


def test_guessing_a_passcode_is_stopped_even_with_the_right_one(protected: Client) -> None:
    tries = [refusal(protected.post("/club/", {"club_passcode": f"{number}"})) for number in range(5)]
    assert tries == [WRONG] * 5
    assert refusal(protected.post("/club/", {"club_passcode": "porbis"})) == (429, ("too_many_passcodes",))


def test_another_passcode_and_another_phone_ask_again(protected: Client, club: Club) -> None:
    unlock(protected)
    assert people.host_browser(club=club).get("/club/").status_code == 403
    protect_club(club=club, passcode="another", takes_new_names=True)
    assert protected.get("/club/").status_code == 403


def test_empty_field_leaves_the_passcode_and_a_tick_ends_it(protected: Client) -> None:
    unlock(protected)
    before = Club.objects.get().passcode
    protected.post("/phones/protection/", {"passcode": ""})
    assert (Club.objects.get().passcode, Club.objects.get().takes_new_names) == (before, False)
    protected.post("/phones/protection/", {"passcode": "", "ends_passcode": "on"})
    assert Club.objects.get().passcode == ""


def test_short_passcode_is_refused(host: Client) -> None:
    answer = host.post("/phones/protection/", {"passcode": "abc"})
    assert (refusal(answer), Club.objects.get().passcode) == ((422, ("passcode:min_length",)), "")


@pytest.mark.parametrize("page", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:1"])
def test_passcode_leads_to_no_other_site(protected: Client, page: str) -> None:
    opened = protected.post("/phones/passcode/", {"club_passcode": "porbis", "page": page})
    assert opened["Location"] == "/"


def test_script_is_shown_the_question_and_a_page_that_asks_by_itself_is_opened_anew(protected: Client) -> None:
    asked = protected.post("/phones/joining/open/", headers=HTMX)
    assert (asked.status_code, Page(asked).find("data-passcode").get("action")) == (403, "/phones/joining/open/")
    assert open_code(club=Club.objects.get(), now=people.EVENING) is None
    assert protected.get("/phones/asking/?v=1", headers=HTMX)["HX-Refresh"] == "true"


def test_forgotten_passcode_is_ended_on_the_machine(protected: Client) -> None:
    call_command("host_link", "--forget-passcode")
    assert protected.get("/club/").status_code == 200
