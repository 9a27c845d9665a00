"""How the app is served: by which names, by which thread, and what caches between keep of it."""

from types import SimpleNamespace

import pytest
from django.test import Client
from pytest_django import Settings

from scoring.web.serving.hosts import is_known_host
from scoring.web.serving.server import Server
from tests.views.reading import Page, refusal

pytestmark = pytest.mark.django_db

SET = ("cuajo.example.org", ".club.example", "203.0.113.5")
AT_HOME = (
    *("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.178.23:8000", "10.0.0.7", "169.254.3.4:8000"),
    *("100.64.0.9:8000", "[fe80::1]:8000", "[fd00::23]", "raspberrypi:8000", "Cuajo.local", "cuajo.local.:8000"),
    *("table.home.arpa", "pc.lan:8000", "[2003:e1::5]:8000", "games.example.org:8000"),
)
PUBLIC = (
    *("evil.example", "localhost.evil.example", "192.168.1.2.evil.example", "evil.example:8000", "8.8.8.8"),
    *("[2606:4700::1111]", "", "evil.example/..", "a b", "..", "[2003:e1::6]:8000"),
)
NAMED = ("cuajo.example.org", "CUAJO.example.org:443", "a.club.example", "club.example")


@pytest.mark.parametrize(
    ("host", "names", "is_known"),
    [
        *((host, (), True) for host in AT_HOME),
        *((host, (), False) for host in PUBLIC),
        *((host, SET, True) for host in NAMED),
        ("8.8.8.8", SET, False),
        ("x.cuajo.example.org", SET, False),
        ("anything.example", ("*",), True),
    ],
)
def test_names_of_home_of_this_machine_and_those_that_are_set_are_known_and_no_others(
    monkeypatch: pytest.MonkeyPatch, host: str, names: tuple[str, ...], is_known: bool
) -> None:
    monkeypatch.setattr("scoring.web.serving.hosts._is_own", lambda address: str(address) == "2003:e1::5")
    monkeypatch.setattr("scoring.web.serving.hosts.socket.gethostname", lambda: "Games.Example.org")
    assert is_known_host(host, names=names) == is_known


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


def test_a_name_that_is_set_opens_the_app(client: Client, settings: Settings) -> None:
    settings.HOST_NAMES = ["cuajo.example.org"]
    assert client.get("/judge/", headers={"Host": "cuajo.example.org"}).status_code == 200


def test_a_machine_with_an_underscore_in_its_name_is_opened_by_its_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.serving.addresses.lan_address", lambda: "192.168.1.20")
    headers = {"host": "old_laptop.local:8000"}
    answer, refused = client.get("/join/x/?a=1", headers=headers), client.post("/join/x/", headers=headers)
    assert (answer.status_code, answer["Location"]) == (302, "http://192.168.1.20:8000/join/x/?a=1")
    assert (refused.status_code, "http://192.168.1.20:8000" in refused.text) == (400, True)


@pytest.mark.parametrize(
    ("path", "is_long"),
    [
        ("/club/export/json/", True),
        ("/sessions/6f1c/export/csv/", True),
        ("/api/v1/export/", True),
        ("/sessions/6f1c/", False),
    ],
)
def test_whole_books_are_answered_by_a_thread_aside_so_that_no_table_waits(path: str, is_long: bool) -> None:
    table: list[object] = []
    aside: list[object] = []
    server = object.__new__(Server)
    server.task_dispatcher = SimpleNamespace(add_task=table.append)  # type: ignore[assignment]
    server.aside = SimpleNamespace(add_task=aside.append)  # type: ignore[assignment]
    server.add_task(SimpleNamespace(requests=[SimpleNamespace(path=path)]))  # type: ignore[arg-type]
    assert (len(table), len(aside)) == (not is_long, is_long)


@pytest.mark.parametrize("address", ["/", "/clubs/", "/club/export/json/", "/nowhere/"])
def test_what_a_phone_is_answered_is_kept_by_no_cache_between(host: Client, address: str) -> None:
    headers = host.get(address, headers={"accept-language": "es"}).headers
    assert "private" in headers["Cache-Control"]
    assert {"Accept-Language", "Cookie"} <= set(headers["Vary"].split(", "))


@pytest.mark.parametrize(("address", "ahead"), [("/history/", "?ahead=17"), ("/judge/win/?hand=3O", "&ahead=17")])
def test_a_page_fetched_ahead_of_its_link_is_kept_for_being_opened_and_is_the_same(
    host: Client, address: str, ahead: str
) -> None:
    opened, kept = host.get(address), host.get(address + ahead)
    assert (kept.headers["Cache-Control"], kept.headers.get("Vary")) == ("private, max-age=604800", None)
    assert "max-age" not in opened.headers["Cache-Control"]
    assert kept.wsgi_request.get_full_path() == address


def test_a_failure_and_a_file_are_kept_for_nobody_though_they_were_fetched_ahead(
    host: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert host.get("/club/export/json/?ahead=17").headers["Cache-Control"] == "private"
    host.raise_request_exception = False
    monkeypatch.setattr("scoring.views.sessions.sessions.render", lambda *_, **__: 1 / 0)
    failed = host.get("/?ahead=17")
    assert (failed.status_code, "max-age=6" in failed.headers.get("Cache-Control", "")) == (500, False)
