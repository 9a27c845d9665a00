"""A phone at another address of the same app takes its place along, once."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.models import Club, Device, Role
from scoring.web.device import DEVICE_COOKIE
from tests import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(host: Client, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the link to the machine's address in the network, made at another one."""
    monkeypatch.setattr("scoring.web.serving.addresses.lan_address", lambda: "192.168.1.20")
    found = re.search(r'href="http://192\.168\.1\.20:80(/along/[^"]+)"', host.get("/me/elsewhere/").content.decode())
    assert found is not None
    return found[1]


def arrive(link: str, *, phone: Client) -> int:
    form = re.search(r'name="new_device" value="([^"]+)"', phone.get(link).content.decode())
    return phone.post(link, {"new_device": form[1] if form else ""}).status_code


@pytest.mark.parametrize("answers", [True, False])
def test_the_local_name_is_offered_where_the_system_answers_to_it(
    host: Client, monkeypatch: pytest.MonkeyPatch, *, answers: bool
) -> None:
    asked: list[str] = []

    def ask(name: str, _port: object) -> list[str]:
        asked.append(name)
        if not answers:
            raise OSError
        return ["192.168.1.20"]

    monkeypatch.setattr("scoring.web.serving.addresses.socket.gethostname", lambda: "Laptop")
    monkeypatch.setattr("scoring.web.serving.addresses.socket.getaddrinfo", ask)
    cache.clear()
    for _ in range(2):
        assert ("http://laptop.local:80/along/" in host.get("/me/elsewhere/").content.decode()) == answers
    assert asked == ["laptop.local"], "an answer that may take a moment is remembered"


def test_the_phone_is_the_same_there_and_a_stranger_where_it_was(host: Client, link: str) -> None:
    there = Client()
    assert arrive(link, phone=there) == 302
    assert (there.get("/").status_code, host.get("/").status_code) == (200, 403)
    assert Device.objects.count() == 1


def test_a_phone_forgets_itself_once_it_was_asked(host: Client, club: Club) -> None:
    phone = people.browser_of(club=club, role=Role.PLAYER)
    assert "data-forgotten" not in phone.get("/me/forget/").content.decode()
    assert phone.get("/").status_code == 200
    for _ in range(2):  # the first answer was lost
        assert "data-forgotten" in phone.post("/me/forget/").content.decode()
    assert phone.get("/").status_code == 403


def test_the_only_host_is_warned_before_it_forgets_itself(host: Client) -> None:
    answer = host.post("/me/forget/", follow=True)
    assert "This is the only host." in answer.content.decode()
    assert host.get("/").status_code == 200


def test_the_link_takes_nobody_else_along(host: Client, link: str) -> None:
    assert arrive(link, phone=Client()) == 302
    assert arrive(link, phone=Client()) == 410
    assert Client().get(f"{link[:-4]}xyz/").status_code == 410


def test_looking_at_the_link_moves_nothing(host: Client, link: str) -> None:
    assert Client().get(link).status_code == 200
    assert host.get("/").status_code == 200


def test_the_form_sent_again_is_the_same_phone(host: Client, link: str) -> None:
    there = Client()
    form = re.search(r'name="new_device" value="([^"]+)"', there.get(link).content.decode())
    assert form is not None
    for phone in (there, Client()):  # the answer with the cookie was lost
        assert phone.post(link, {"new_device": form[1]}).status_code == 302
    assert there.get("/").status_code == 200


def test_a_phone_that_has_a_place_there_keeps_it(host: Client, link: str) -> None:
    assert host.get(link)["Location"] == "/"
    assert host.get("/").status_code == 200


def test_a_phone_knows_the_app_restored_on_a_machine_with_another_secret_key(host: Client) -> None:
    token = host.cookies[DEVICE_COOKIE].value
    phone = Client()
    phone.cookies["cuajo_device_0123abcd"] = token
    answer = phone.get("/")
    assert (answer.status_code, answer.cookies[DEVICE_COOKIE].value) == (200, token)


def test_a_stranger_at_a_new_address_is_told_what_to_do(client: Client) -> None:
    people.make_club()
    assert "under another address?" in client.get("/").content.decode()
