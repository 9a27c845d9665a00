"""A phone at another address of the same app takes its place along, once."""

import socket

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.models import Club, Device, Role
from scoring.web.device import DEVICE_COOKIE
from scoring.web.serving import addresses
from tests import people
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

GONE = (410, ("link_used",))


def links_of(browser: Client) -> dict[str, str]:
    """Return the links to the other addresses of the app, by address."""
    links = [str(link.get("href")) for link in open_page(browser, "/me/elsewhere/").root.iter("a")]
    return {link.split("/along/")[0]: f"/along/{link.split('/along/')[1]}" for link in links if "/along/" in link}


@pytest.fixture
def link(host: Client, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the link to the machine's address in the network, made at another one."""
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.20")
    return links_of(host)["http://192.168.1.20:80"]


def form_of(link: str) -> dict[str, str]:
    return open_page(Client(), link).forms()[0]


@pytest.mark.parametrize("answers", [True, False])
def test_local_name_is_offered_where_the_system_answers_to_it(
    host: Client, monkeypatch: pytest.MonkeyPatch, *, answers: bool
) -> None:
    asked: list[str] = []

    def ask(name: str, _port: object) -> list[str]:
        asked.append(name)
        if not answers:
            raise OSError
        return ["192.168.1.20"]

    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop")
    monkeypatch.setattr(socket, "getaddrinfo", ask)
    cache.clear()
    assert ["http://laptop.local:80" in links_of(host) for _ in range(2)] == [answers] * 2
    assert asked == ["laptop.local"]  # the answer, which may take a moment, is remembered


def test_phone_is_the_same_there_and_a_stranger_where_it_was(host: Client, link: str) -> None:
    there, form = Client(), form_of(link)
    assert host.get("/").status_code == 200  # a look moves nothing
    for phone in (there, Client()):  # the answer with the cookie was lost
        assert phone.post(link, form).status_code == 302
    assert (there.get("/").status_code, host.get("/").status_code, Device.objects.count()) == (200, 403, 1)


def test_link_takes_nobody_else_along(host: Client, link: str) -> None:
    second = form_of(link)
    assert Client().post(link, form_of(link)).status_code == 302
    refused = [Client().post(link, second), Client().post(link), Client().get(f"{link[:-4]}xyz/")]
    assert [refusal(answer) for answer in refused] == [GONE] * 3


def test_phone_that_has_a_place_there_keeps_it(host: Client, link: str) -> None:
    assert host.get(link)["Location"] == "/"
    assert host.get("/").status_code == 200


def test_phone_forgets_itself_once_it_was_asked(host: Client, club: Club) -> None:
    phone = people.browser_of(club=club, role=Role.PLAYER)
    assert not open_page(phone, "/me/forget/").has("data-forgotten")
    assert phone.get("/").status_code == 200
    for _ in range(2):  # the first answer was lost
        assert Page(phone.post("/me/forget/")).has("data-forgotten")
    assert phone.get("/").status_code == 403


def test_only_host_is_warned_before_it_forgets_itself(host: Client) -> None:
    assert refusal(host.post("/me/forget/", follow=True)) == (200, ("last_host",))
    assert host.get("/").status_code == 200


def test_phone_knows_the_app_restored_on_a_machine_with_another_secret_key(host: Client) -> None:
    token, phone = host.cookies[DEVICE_COOKIE].value, Client()
    phone.cookies["cuajo_device_0123abcd"] = token
    answer = phone.get("/")
    assert (answer.status_code, answer.cookies[DEVICE_COOKIE].value) == (200, token)
