"""Accounts of a hosted installation, and phones that belong to several clubs."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from scoring.models import Club, Device, Role
from scoring.web.device import DEVICE_COOKIE
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

ANA = {"name": "ana", "password": "seventeen oxen"}
BEN = {"name": "ben", "password": "eighteen oxen"}
WRONG = {**ANA, "password": "wrong"}
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
    """Return the browser of Ana, who signed up and made a club."""
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


@pytest.mark.parametrize("account", [WRONG, {**ANA, "name": "nobody"}])
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
    tries = [refusal(send(Client(), "sign-in", WRONG, address=f"10.0.0.{number}")) for number in range(11)]
    assert tries == [REFUSED] * 10 + [STOPPED]
    assert refusal(send(Client(), "sign-in", ANA, address="10.0.0.99")) == STOPPED


def test_guessing_a_password_keeps_no_phone_out_that_was_the_accounts_before(ana: Client) -> None:
    ana.post("/account/sign-out/")
    for _ in range(11):
        send(Client(), "sign-in", WRONG)
    assert [refusal(send(ana, "sign-in", WRONG)) for _ in range(9)] == [REFUSED] * 9
    assert send(ana, "sign-in", ANA).status_code == 200
    assert [refusal(send(ana, "sign-in", account)) for account in (WRONG, ANA)] == [REFUSED, STOPPED]


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
    for browser in (second, Client(), second):
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
