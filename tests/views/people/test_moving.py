"""A phone at another address of the same app takes its place along, once; what it is given to trust that address."""

import plistlib
import socket
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from scoring.models import Club, Device, Role
from scoring.web.device import DEVICE_COOKIE
from scoring.web.serving import addresses
from scoring.web.serving.addresses import AUTHORITY_FILE, https_folder, note_https
from tests import people
from tests.views.reading import Page, open_page, refusal

pytestmark = pytest.mark.django_db

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"


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


def test_phone_is_the_same_there_a_stranger_where_it_was_and_takes_nobody_else_along(host: Client, link: str) -> None:
    there, form, second = Client(), form_of(link), form_of(link)
    assert host.get(link)["Location"] == "/"  # a phone that has a place keeps it
    assert host.get("/").status_code == 200
    for phone in (there, Client()):  # the answer with the cookie was lost
        assert phone.post(link, form).status_code == 302
    assert (there.get("/").status_code, host.get("/").status_code, Device.objects.count()) == (200, 403, 1)
    refused = [Client().post(link, second), Client().post(link), Client().get(f"{link[:-4]}xyz/")]
    assert [refusal(answer) for answer in refused] == [(410, ("link_used",))] * 3


def test_phone_forgets_itself_once_it_was_asked_and_the_only_host_is_warned(host: Client, club: Club) -> None:
    phone = people.browser_of(club=club, role=Role.PLAYER)
    assert not open_page(phone, "/me/forget/").has("data-forgotten")
    assert phone.get("/").status_code == 200
    for _ in range(2):  # the first answer was lost
        assert Page(phone.post("/me/forget/")).has("data-forgotten")
    assert phone.get("/").status_code == 403
    assert refusal(host.post("/me/forget/", follow=True)) == (200, ("last_host",))
    assert host.get("/").status_code == 200


def test_phone_knows_the_app_restored_on_a_machine_with_another_secret_key(host: Client) -> None:
    token, phone = host.cookies[DEVICE_COOKIE].value, Client()
    phone.cookies["cuajo_device_0123abcd"] = token
    answer = phone.get("/")
    assert (answer.status_code, answer.cookies[DEVICE_COOKIE].value) == (200, token)


def test_a_phone_is_given_the_certificate_and_an_iphone_in_a_profile_that_replaces_itself(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    note_https(port=8443)
    (https_folder() / AUTHORITY_FILE).write_bytes(b"the certificate")
    answer = client.get("/https/cuajo.crt")
    assert (answer["Content-Type"], answer.content) == ("application/x-x509-ca-cert", b"the certificate")

    first, second = (client.get("/https/cuajo.crt", headers={"User-Agent": IPHONE}) for _ in range(2))
    assert first.content == second.content
    assert first["Content-Disposition"] == 'attachment; filename="cuajo.mobileconfig"'
    (root,) = plistlib.loads(first.content)["PayloadContent"]
    assert (root["PayloadType"], root["PayloadContent"]) == ("com.apple.security.root", b"the certificate")
