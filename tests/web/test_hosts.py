"""By which names the app may be called, and what a phone that used another one is told."""

import pytest
from django.test import Client
from pytest_django import Settings

from scoring.web.serving.hosts import is_known_host
from tests.views.reading import Page, refusal

SET = ("cuajo.example.org", ".club.example", "203.0.113.5")


@pytest.mark.parametrize(
    "host",
    [
        *("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.178.23:8000", "10.0.0.7", "169.254.3.4:8000"),
        *("100.64.0.9:8000", "[fe80::1]:8000", "[fd00::23]", "raspberrypi:8000", "Cuajo.local", "cuajo.local.:8000"),
        *("table.home.arpa", "pc.lan:8000"),
    ],
)
def test_a_home_network_needs_no_setting_whatever_address_it_gives_out(host: str) -> None:
    assert is_known_host(host, names=())


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example", "192.168.1.2.evil.example", "evil.example:8000", "8.8.8.8"),
        *("[2606:4700::1111]", "", "evil.example/..", "a b", ".."),
    ],
)
def test_a_public_name_or_address_is_unknown_until_it_is_set(host: str) -> None:
    assert not is_known_host(host, names=())


@pytest.mark.parametrize(
    ("host", "names", "is_known"),
    [
        ("cuajo.example.org", SET, True),
        ("CUAJO.example.org:443", SET, True),
        ("a.club.example", SET, True),
        ("club.example", SET, True),
        ("8.8.8.8", SET, False),
        ("x.cuajo.example.org", SET, False),
        ("anything.example", ("*",), True),
    ],
)
def test_names_that_are_set_are_known_and_no_others(host: str, names: tuple[str, ...], is_known: bool) -> None:
    assert is_known_host(host, names=names) == is_known


def test_an_address_of_this_machine_is_known_though_it_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.web.serving.hosts._is_own", lambda address: str(address) == "2003:e1::5")
    assert is_known_host("[2003:e1::5]:8000", names=())
    assert not is_known_host("[2003:e1::6]:8000", names=())


def test_the_machines_own_full_name_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.web.serving.hosts.socket.gethostname", lambda: "Games.Example.org")
    assert is_known_host("games.example.org:8000", names=())


@pytest.mark.parametrize(
    ("method", "host", "shown"),
    [
        ("GET", "evil.example:8000", "CUAJO_HOSTS=evil.example"),
        ("POST", "evil.example:8000", "CUAJO_HOSTS=evil.example"),
        ("GET", "<script>", "<script>"),
        ("GET", "an_other.example.com", "an_other.example.com"),
    ],
)
def test_an_unknown_host_is_refused_with_the_setting_that_would_let_it_in(
    client: Client, method: str, host: str, shown: str
) -> None:
    answer = client.generic(method, "/", headers={"Host": host})
    assert refusal(answer) == (400, ("host_unknown",))
    assert shown in Page(answer).text("data-code", "host_unknown")


def test_a_name_that_is_set_opens_the_app(client: Client, settings: Settings, db: None) -> None:
    settings.HOST_NAMES = ["cuajo.example.org"]
    assert client.get("/judge/", headers={"Host": "cuajo.example.org"}).status_code == 200


def test_a_machine_with_an_underscore_in_its_name_is_opened_by_its_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.serving.addresses.lan_address", lambda: "192.168.1.20")
    answer = client.get("/join/x/?a=1", headers={"host": "old_laptop.local:8000"})
    assert (answer.status_code, answer["Location"]) == (302, "http://192.168.1.20:8000/join/x/?a=1")
    refused = client.post("/join/x/", headers={"host": "old_laptop.local:8000"})
    assert (refused.status_code, "http://192.168.1.20:8000" in refused.text) == (400, True)
