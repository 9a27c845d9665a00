"""The club and its accounts; its clock, its cards, and its passcode, asked after ten minutes without use."""

import json
import re
import time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scoring.models import Club, Device, Role, Session
from scoring.operations.people.clubs import protect_club
from scoring.queries.people.phones import open_code
from scoring.web import access
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.queries.clubs import a_file
from tests.views.reading import Page, open_page, refusal, without_answer

pytestmark = pytest.mark.django_db

ANA = {"name": "ana", "password": "seventeen oxen"}
BEN = {"name": "ben", "password": "eighteen oxen"}
MISTAKEN = {**ANA, "password": "wrong"}
NEW_PASSWORD = {"old_password": ANA["password"], "new_password1": "nineteen oxen", "new_password2": "nineteen oxen"}
REFUSED, STOPPED = (422, ("__all__:wrong_password",)), (429, ("__all__:too_many_tries",))


@pytest.fixture
def hosted(settings: Settings) -> None:
    settings.ACCOUNTS = True
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, *settings.ACCOUNT_MIDDLEWARE]


def send(browser: Client, where: str, account: dict[str, str], *, address: str = "192.168.1.9") -> Any:
    page = f"/account/{where}/"
    form = {**open_page(browser, page).forms()[0], **account}
    return browser.post(page, form, REMOTE_ADDR=address, follow=True)


@pytest.fixture
def ana(hosted: None) -> Client:
    browser = Client()
    assert Page(send(browser, "sign-up", ANA)).has("id", "new-club")
    assert browser.post("/clubs/new/", {"name": "Ana's table", "time_zone": "Asia/Manila"})["Location"] == "/"
    return browser


def test_other_phone_that_signs_in_is_a_host_of_the_accounts_club_until_it_signs_out(ana: Client) -> None:
    club = Club.objects.get(owner__username="ana")
    assert ana.get("/").context["request"].access.club == club
    second = Client()
    ((one, role),) = ((one.club, one.role) for one in send(second, "sign-in", ANA).context["clubs"])
    assert (one, role, second.get("/club/").status_code) == (club, Role.HOST, 200)
    second.post("/account/sign-out/")
    assert [second.get(page).status_code for page in ("/", "/clubs/")] == [403, 403]
    assert ana.get("/club/").status_code == 200


def test_account_sees_no_club_of_another(ana: Client) -> None:
    ben = Client()
    send(ben, "sign-up", BEN)
    enter = f"/clubs/{Club.objects.get().public_id}/enter/"
    assert (ben.get("/").status_code, ben.post(enter).status_code) == (403, 404)
    send(ana, "sign-in", BEN)
    assert (ana.get("/").status_code, ana.get("/clubs/").context["account"].username) == (403, "ben")


@pytest.mark.parametrize("account", [MISTAKEN, {**ANA, "name": "nobody"}])
def test_wrong_password_is_refused_without_saying_what_is_wrong(ana: Client, account: dict[str, str]) -> None:
    assert refusal(send(Client(), "sign-in", account)) == REFUSED


@pytest.mark.parametrize(
    ("account", "code"),
    [
        pytest.param({"name": "eva", "password": "password12"}, "password:password_too_common", id="common password"),
        pytest.param({**ANA, "password": "another password"}, "name:name_taken", id="taken name"),
        pytest.param({**ANA, "name": "\N{LATIN SMALL LIGATURE FFI}" * 60}, "name:max_length", id="name that grows"),
        pytest.param({**BEN, "new_device": "mine"}, "__all__:form_changed", id="own token"),
    ],
)
def test_account_that_cannot_be_is_refused(ana: Client, account: dict[str, str], code: str) -> None:
    assert refusal(send(Client(), "sign-up", account)) == (422, (code,))
    assert User.objects.count() == 1


def test_name_is_the_same_however_it_is_composed(hosted: None) -> None:
    composed, parts = "Jos\N{LATIN SMALL LETTER E WITH ACUTE}", "Jose\N{COMBINING ACUTE ACCENT}"
    send(Client(), "sign-up", {**ANA, "name": parts})
    assert [send(Client(), "sign-in", {**ANA, "name": name}).status_code for name in (composed, parts)] == [200, 200]


def test_guessing_a_password_is_stopped_whatever_the_address(ana: Client) -> None:
    tries = [refusal(send(Client(), "sign-in", MISTAKEN, address=f"10.0.0.{number}")) for number in range(11)]
    assert tries == [REFUSED] * 10 + [STOPPED]
    assert refusal(send(Client(), "sign-in", ANA, address="10.0.0.99")) == STOPPED


def test_guessing_a_password_keeps_no_phone_out_that_was_the_accounts_before(ana: Client) -> None:
    ana.post("/account/sign-out/")
    for _ in range(11):
        send(Client(), "sign-in", MISTAKEN)
    assert [refusal(send(ana, "sign-in", MISTAKEN)) for _ in range(9)] == [REFUSED] * 9
    assert send(ana, "sign-in", ANA).status_code == 200
    assert [refusal(send(ana, "sign-in", account)) for account in (MISTAKEN, ANA)] == [REFUSED, STOPPED]


def test_guessing_the_old_password_is_stopped(ana: Client) -> None:
    wrong = {**NEW_PASSWORD, "old_password": "wrong"}
    tries = [send(ana, "password", wrong, address=f"10.0.0.{number}").status_code for number in range(11)]
    assert tries == [422] * 10 + [429]
    assert refusal(send(ana, "password", NEW_PASSWORD, address="10.0.0.99")) == STOPPED


def test_password_is_changed_and_signs_out_the_others(ana: Client) -> None:
    second, short = Client(), {**NEW_PASSWORD, "new_password1": "short", "new_password2": "short"}
    send(second, "sign-in", ANA)
    assert refusal(send(ana, "password", short)) == (422, ("new_password2:password_too_short",))
    assert send(ana, "password", NEW_PASSWORD).redirect_chain == [("/clubs/", 302)]
    assert second.get("/account/password/")["Location"] == "/account/sign-in/"
    assert ana.get("/account/password/").status_code == 200
    assert refusal(send(Client(), "sign-in", ANA)) == REFUSED
    assert send(Client(), "sign-in", {**ANA, "password": "nineteen oxen"}).status_code == 200


def test_whoever_copied_the_cookie_before_somebody_signed_in_is_not_signed_in(hosted: None, host: Client) -> None:
    copied = Client()
    copied.cookies[DEVICE_COOKIE] = host.cookies[DEVICE_COOKIE].value
    send(host, "sign-up", ANA)
    assert (host.get("/club/").status_code, copied.get("/club/").status_code) == (200, 403)
    assert Device.objects.count() == 1


def test_signing_in_again_with_the_same_form_is_the_same_phone(ana: Client) -> None:
    second = Client()
    form = {**open_page(second, "/account/sign-in/").forms()[0], **ANA}
    for browser in (second, without_answer(second), second):
        browser.post("/account/sign-in/", form)
        assert browser.get("/club/").status_code == 200
    assert Device.objects.count() == 2


@pytest.mark.parametrize(
    ("address", "answers"),
    [
        ("/account/sign-up/", ((200, 422), (200, 422), (200, 422))),
        ("/account/sign-in/", ((200, 422), (200, 422), (200, 422))),
        ("/account/password/", ((302, 302), (302, 302), (200, 422))),
        ("/clubs/", ((403, 405), (200, 405), (200, 405))),
        ("/clubs/new/", ((405, 403), (405, 403), (405, 422))),
        ("/account/sign-out/", ((405, 302), (405, 302), (405, 302))),
    ],
)
def test_addresses_of_accounts_answer_a_stranger_a_host_without_an_account_and_an_account(
    ana: Client, host: Client, address: str, answers: tuple[tuple[int, int], ...]
) -> None:
    found = [(who.get(address).status_code, who.post(address).status_code) for who in (Client(), host, ana)]
    assert tuple(found) == answers


CLUB = reverse("club")


def form_of(page: Page) -> dict[str, str]:
    (form,) = page.forms(action=CLUB)
    return form


def test_times_are_shown_by_the_clubs_clock(host: Client, session: Session) -> None:
    def started() -> list[str]:
        (*_, when) = open_page(host, reverse("night", args=[session.public_id])).root.iter("dd")
        return re.findall(r"\d+", when.text or "")

    assert started() == ["1", "2026", "03", "00"]
    assert host.post(CLUB, {"name": "  Sunday   table ", "time_zone": "Europe/Madrid"})["Location"] == CLUB
    assert form_of(open_page(host, CLUB)).items() >= {"name": "Sunday table", "time_zone": "Europe/Madrid"}.items()
    assert started() == ["31", "2026", "20", "00"]


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
    form = form_of(open_page(host, CLUB))
    assert host.post(CLUB, form | {"deck": "tarot"}).status_code == 422
    spanish = host.get(sowee)
    assert host.post(CLUB, form | {"deck": "french"})["Location"] == CLUB
    french = host.get(sowee)
    drawn = [re.findall(r"icons/deck(\S*)\.svg#key-11B", page.text) for page in (spanish, french)]
    keys = [[key for key in Page(page).root.iter("button") if key.get("name") == "sowee"] for page in (spanish, french)]
    spoken = [{key.get("aria-label") for key in of} for of in keys]
    assert (drawn, spoken[0] & spoken[1], len(spoken[1])) == ([[""], ["-french"]], set(), 28)


def test_a_phone_chooses_its_hand_and_wants_no_keys(client: Client) -> None:
    client.cookies["cuajo_reach"] = "third"
    asked = open_page(client, "/judge/win/").root
    assert asked.get("data-reach") is None
    assert {each.get("aria-keyshortcuts") for each in asked.iter()} == {None, "r", "c", "?"}
    assert refusal(client.post("/accessibility/", {"reach": "third"})) == (422, ("reach:invalid_choice",))
    assert client.post("/accessibility/", {"reach": "left"}).status_code == 302
    silent = client.get("/judge/win/")
    assert (Page(silent).root.get("data-reach"), "aria-keyshortcuts" in silent.text) == ("left", False)


HTMX = {"HX-Request": "true"}
WRONG = (422, ("wrong_passcode",))


@pytest.fixture
def protected(host: Client, club: Club) -> Client:
    host.post("/phones/protection/", {"takes_new_names": "on", "passcode": "porbis"})
    return host


def unlock(browser: Client) -> None:
    assert browser.post("/club/", {"club_passcode": "porbis"})["Location"] == "/club/"


def pass_minutes(monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    now = time.time() + 60 * minutes
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(access, "time", lambda: now)


def test_pages_for_the_host_open_with_it_and_the_table_does_not_ask(protected: Client, session: Session) -> None:
    hosts = ("/club/", "/phones/", "/rules/sets/", "/club/curious/")
    others = ("/", f"/sessions/{session.public_id}/hand/", "/history/", "/me/")
    assert [protected.get(page).status_code for page in (*hosts, *others)] == [403] * 4 + [200] * 4
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


def test_page_that_asks_by_itself_is_no_use(protected: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    unlock(protected)
    pass_minutes(monkeypatch, 9)
    assert protected.get("/phones/asking/?v=0", headers=HTMX).status_code == 200
    pass_minutes(monkeypatch, 1)
    assert protected.get("/phones/asking/?v=0", headers=HTMX)["HX-Refresh"] == "true"
    asked = protected.post("/phones/links/", headers=HTMX)
    assert (asked.status_code, Page(asked).find("data-passcode").get("action")) == (403, "/phones/links/")
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
    answer = protected.post("/phones/protection/", {"passcode": "abc"})
    assert (refusal(answer), Club.objects.get().passcode) == ((422, ("passcode:min_length",)), before)


@pytest.mark.parametrize("page", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:1"])
def test_passcode_leads_to_no_other_site(protected: Client, page: str) -> None:
    opened = protected.post("/phones/passcode/", {"club_passcode": "porbis", "page": page})
    assert opened["Location"] == "/"


def test_a_full_copy_is_brought_back_on_the_page_of_an_empty_club_once(host: Client) -> None:
    file = a_file()
    (form,) = open_page(host, "/club/export/").forms(action="/club/import/")
    for name, status, nights in (("Eve", 409, 0), ("", 302, len(file["sessions"])), ("", 409, len(file["sessions"]))):
        file["players"][0]["name"] = name or a_file()["players"][0]["name"]
        sent = SimpleUploadedFile("cuajo.json", json.dumps(file).encode(), "application/json")
        answer = host.post("/club/import/", form | {"books": sent})
        assert (answer.status_code, Session.objects.count()) == (status, nights)
    assert json.loads(host.get("/club/export/json/").getvalue()) == file
