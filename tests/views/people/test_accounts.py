"""Accounts of a hosted installation, and phones that belong to several clubs."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from scoring.models import Club, Device, Membership, Role
from scoring.web.device import DEVICE_COOKIE
from tests import people
from tests.views.reading import Page, open_page

pytestmark = pytest.mark.django_db

ANA = {"name": "ana", "password": "seventeen oxen"}
NEW_PASSWORD = {"old_password": ANA["password"], "new_password1": "nineteen oxen", "new_password2": "nineteen oxen"}
CLUB = {"name": "Ana's table", "time_zone": "Asia/Manila"}


@pytest.fixture
def hosted(settings: Settings) -> None:
    """Have accounts, with hashes as fast as tests need."""
    settings.ACCOUNTS = True
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, *settings.ACCOUNT_MIDDLEWARE]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def send(browser: Client, where: str, account: dict[str, str], *, address: str = "192.168.1.9") -> Page:
    page = f"/account/{where}/"
    form = {**open_page(browser, page).forms()[0], **account}
    return Page(browser.post(page, form, REMOTE_ADDR=address, follow=True))


@pytest.fixture
def ana(hosted: None) -> Client:
    """Return the browser of Ana, who signed up and made a club."""
    browser = Client()
    assert send(browser, "sign-up", ANA).has("id", "new-club")
    assert browser.post("/clubs/new/", CLUB)["Location"] == "/"
    return browser


def test_account_makes_a_club_of_its_own_and_is_its_host(ana: Client) -> None:
    club = Club.objects.get(owner__username="ana")
    assert open_page(ana, "/").text("id", "main").startswith("Ana's table")
    assert [(one.club, one.role) for one in Membership.objects.all()] == [(club, Role.HOST)]


def test_other_phone_that_signs_in_is_a_host_too_until_it_signs_out(ana: Client) -> None:
    second = Client()
    assert "Ana's table Host" in send(second, "sign-in", ANA).items("data-clubs")[0]
    assert second.get("/club/").status_code == 200

    second.post("/account/sign-out/")
    assert (second.get("/").status_code, second.get("/clubs/").status_code) == (403, 403)
    assert ana.get("/club/").status_code == 200


def test_account_sees_no_club_of_another(ana: Client) -> None:
    ben = Client()
    send(ben, "sign-up", {"name": "ben", "password": "eighteen oxen"})
    club = Club.objects.get()
    assert (ben.get("/").status_code, ben.post(f"/clubs/{club.public_id}/enter/").status_code) == (403, 404)


def test_wrong_password_is_refused_without_saying_what_is_wrong(ana: Client) -> None:
    for account in ({**ANA, "password": "wrong"}, {**ANA, "name": "nobody"}):
        page = send(Client(), "sign-in", account)
        assert page.status == 422
        assert "This name and password do not belong together." in page.text("data-account")


def test_weak_password_is_refused(hosted: None) -> None:
    page = send(Client(), "sign-up", {"name": "ana", "password": "password12"})
    assert (page.status, User.objects.count()) == (422, 0)


def test_name_is_taken_once(ana: Client) -> None:
    page = send(Client(), "sign-up", {"name": "ana", "password": "another password"})
    assert (page.status, User.objects.count()) == (422, 1)


def test_guessing_a_password_is_stopped_whatever_the_address(ana: Client) -> None:
    wrong = {**ANA, "password": "wrong"}
    tries = [send(Client(), "sign-in", wrong, address=f"10.0.0.{number}").status for number in range(11)]
    assert tries == [422] * 10 + [429]
    assert send(Client(), "sign-in", ANA, address="10.0.0.99").status == 429


def test_guessing_a_password_keeps_no_phone_out_that_was_the_accounts_before(ana: Client) -> None:
    ana.post("/account/sign-out/")
    for _ in range(11):
        send(Client(), "sign-in", {**ANA, "password": "wrong"})
    tries = [send(ana, "sign-in", {**ANA, "password": "wrong"}).status for _ in range(9)]
    assert tries == [422] * 9
    assert send(ana, "sign-in", ANA).status == 200
    assert send(ana, "sign-in", {**ANA, "password": "wrong"}).status == 422
    assert send(ana, "sign-in", ANA).status == 429


def test_ask_the_host_offers_to_sign_in_where_accounts_are(hosted: None) -> None:
    assert Page(Client().get("/")).has("href", "/account/sign-in/")


def test_without_accounts_nothing_offers_them(host: Client) -> None:
    assert not Page(Client().get("/")).has("href", "/account/sign-in/")
    assert [host.get(f"/account/{page}/").status_code for page in ("sign-in", "sign-up")] == [404, 404]
    assert host.post("/clubs/new/", CLUB).status_code == 404


def test_phone_of_two_clubs_goes_from_one_to_the_other(host: Client, club: Club) -> None:
    phone, other = Device.objects.get(), people.make_club(name="Monday table")
    Membership.objects.create(device=phone, club=other, role=Role.VIEWER, created_at=people.EVENING)
    assert open_page(host, "/clubs/").items("data-clubs") == ("Monday table Viewer Here now", "Our club Host Go there")

    host.post(f"/clubs/{club.public_id}/enter/")
    assert open_page(host, "/clubs/").items("data-clubs")[0] == "Our club Host Here now"
    assert open_page(host, "/me/").has("href", "/clubs/")


def test_password_is_changed_by_whoever_knows_it_and_signs_out_the_others(ana: Client) -> None:
    second = Client()
    send(second, "sign-in", ANA)
    changed = send(ana, "password", NEW_PASSWORD)
    assert (changed.status, changed.text("class", "notices")) == (200, "The password is changed.")
    assert second.get("/account/password/")["Location"] == "/account/sign-in/"
    assert ana.get("/account/password/").status_code == 200

    assert send(Client(), "sign-in", ANA).status == 422
    assert send(Client(), "sign-in", {**ANA, "password": "nineteen oxen"}).status == 200


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"old_password": "wrong"}, "Your old password was entered incorrectly."),
        ({"new_password2": "twenty oxen"}, "The two password fields"),
        ({"new_password1": "short", "new_password2": "short"}, "This password is too short."),
        ({"new_password1": "oxen " * 26, "new_password2": "oxen " * 26}, "at most 128 characters"),
    ],
)
def test_password_is_not_changed_and_it_is_said_why(ana: Client, changes: dict[str, str], said: str) -> None:
    page = send(ana, "password", {**NEW_PASSWORD, **changes})
    assert page.status == 422
    assert said in page.text("data-account")
    assert send(Client(), "sign-in", ANA).status == 200


def test_guessing_the_old_password_is_stopped(ana: Client) -> None:
    wrong = {**NEW_PASSWORD, "old_password": "wrong"}
    tries = [send(ana, "password", wrong, address=f"10.0.0.{number}").status for number in range(11)]
    assert tries == [422] * 10 + [429]
    assert send(ana, "password", NEW_PASSWORD, address="10.0.0.99").status == 429


def test_name_is_the_same_however_it_is_composed(hosted: None) -> None:
    send(Client(), "sign-up", {**ANA, "name": "Jose\N{COMBINING ACUTE ACCENT}"})
    assert send(Client(), "sign-in", {**ANA, "name": "Jos\N{LATIN SMALL LETTER E WITH ACUTE}"}).status == 200
    assert send(Client(), "sign-in", {**ANA, "name": "Jose\N{COMBINING ACUTE ACCENT}"}).status == 200


def test_name_that_grows_when_it_is_composed_is_refused(hosted: None) -> None:
    page = send(Client(), "sign-up", {**ANA, "name": "\N{LATIN SMALL LIGATURE FFI}" * 60})
    assert (page.status, User.objects.count()) == (422, 0)


def test_signing_in_as_somebody_else_leaves_no_club_of_the_account_before(ana: Client) -> None:
    send(Client(), "sign-up", {"name": "ben", "password": "eighteen oxen"})
    send(ana, "sign-in", {"name": "ben", "password": "eighteen oxen"})
    assert ana.get("/").status_code == 403
    assert open_page(ana, "/clubs/").text("data-signed-in") == "Signed in as ben ."


def test_whoever_copied_the_cookie_before_somebody_signed_in_is_not_signed_in(
    hosted: None, host: Client, club: Club
) -> None:
    copied = Client()
    copied.cookies[DEVICE_COOKIE] = host.cookies[DEVICE_COOKIE].value
    send(host, "sign-up", ANA)
    assert (host.get("/club/").status_code, copied.get("/club/").status_code) == (200, 403)
    assert Device.objects.count() == 1


def test_signing_in_again_with_the_same_form_is_the_same_phone(ana: Client) -> None:
    second = Client()
    form = {**open_page(second, "/account/sign-in/").forms()[0], **ANA}
    for browser in (second, Client(), second):
        browser.post("/account/sign-in/", form)
        assert browser.get("/club/").status_code == 200
    assert Device.objects.count() == 2


def test_pages_name_no_command_of_the_machine_to_an_account(ana: Client) -> None:
    assert Page(Client().get("/join/unknown/")).has("href", "/account/sign-in/")
    warned = open_page(ana, f"/phones/{Device.objects.get().public_id}/revoke/").text(
        "class", "notice notice-error stack-tight"
    )
    assert warned.endswith("until somebody signs in to the account of the club.")


def test_addresses_of_accounts_answer_everybody_as_stated(ana: Client, host: Client) -> None:
    """A stranger, a host without an account, an account: status of GET and of an empty POST."""
    stated = {
        "/account/sign-up/": ((200, 422), (200, 422), (200, 422)),
        "/account/sign-in/": ((200, 422), (200, 422), (200, 422)),
        "/account/password/": ((302, 302), (302, 302), (200, 422)),
        "/clubs/": ((403, 405), (200, 405), (200, 405)),
        "/clubs/new/": ((405, 403), (405, 403), (405, 422)),
        "/account/sign-out/": ((405, 302), (405, 302), (405, 302)),
    }
    answers = {
        address: tuple(
            (browser.get(address).status_code, browser.post(address).status_code) for browser in (Client(), host, ana)
        )
        for address in stated
    }
    assert answers == stated
