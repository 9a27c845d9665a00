"""How the app is served: names, certificates, caches, threads, what makes an app of the pages, what machines read."""

import json
import logging
import re
import socket
import ssl
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import MiddlewareNotUsed
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings
from waitress.adjustments import Adjustments

from cuajo_site import log
from cuajo_site.installation import proxy_networks
from cuajo_site.log import FewLines
from scoring.models import Session
from scoring.operations.people.devices import new_token
from scoring.views.table import night
from scoring.web import addresses, site, tls
from scoring.web.addresses import is_known_host
from scoring.web.device import label_of
from scoring.web.server import ImpatientChannel, Parser, Server, WritesFirst
from scoring.web.tls import Authority, Names
from tests import people
from tests.games.asking import stored
from tests.views.reading import Page, open_page, refusal

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
    monkeypatch.setattr(addresses, "_is_own", lambda address: str(address) == "2003:e1::5")
    monkeypatch.setattr(socket, "gethostname", lambda: "Games.Example.org")
    assert is_known_host(host, names=names) == is_known


@stored("unknown_hosts", "web")
def test_an_unknown_host_is_refused_with_its_setting(client: Client, method: str, host: str, shown: str) -> None:
    answer = client.generic(method, "/", headers={"Host": host})
    assert refusal(answer) == (400, ("host_unknown",))
    assert shown in Page(answer).text("data-code", "host_unknown")


def test_a_machine_with_an_underscore_is_opened_by_address(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.20")
    headers = {"host": "old_laptop.local:8000"}
    answer, refused = client.get("/join/x/?a=1", headers=headers), client.post("/join/x/", headers=headers)
    assert (answer.status_code, answer["Location"]) == (302, "http://192.168.1.20:8000/join/x/?a=1")
    assert (refused.status_code, "http://192.168.1.20:8000" in refused.text) == (400, True)


@stored("long_answers", "web")
def test_whole_books_are_answered_by_a_thread_aside_so_that_no_table_waits(path: str, is_long: bool) -> None:
    table: list[object] = []
    aside: list[object] = []
    server = object.__new__(Server)
    server.task_dispatcher = SimpleNamespace(add_task=table.append)  # type: ignore[assignment]
    server.slow = SimpleNamespace(add_task=aside.append)  # type: ignore[assignment]
    server.add_task(SimpleNamespace(requests=[SimpleNamespace(path=path)]))  # type: ignore[arg-type]
    assert (len(table), len(aside)) == (not is_long, is_long)


def connection_from(address: str, *, number: int = 0, busy: bool = False) -> ImpatientChannel:
    channel = object.__new__(ImpatientChannel)
    channel.addr, channel.last_activity, channel.will_close = (address, 1), number, False
    channel.requests = [Parser(Adjustments())] if busy else []
    return channel


@pytest.mark.parametrize(
    ("new", "others", "busy", "closed"),
    [
        ("192.0.2.1", [*["192.0.2.2"] * 9, *["192.0.2.1"] * 100], 0, [9]),
        ("192.0.2.1", [*["192.0.2.2"] * 9, *["192.0.2.1"] * 100], 10, [10]),
        ("192.0.2.1", [*["192.0.2.2"] * 9, *["192.0.2.1"] * 99], 0, []),
        *((exempt, [exempt] * 899, 0, []) for exempt in ("127.0.0.1", "::1", "10.0.0.7")),
        *((exempt, [exempt] * 900, 1, [1]) for exempt in ("127.0.0.1", "::1", "10.0.0.7")),
        ("192.0.2.1", [f"192.0.2.{number % 250}" for number in range(900)], 0, [0]),
    ],
)
def test_the_connection_idle_for_longest_makes_room_for_one_too_many_of_an_address_or_of_all(
    settings: Settings, new: str, others: list[str], busy: int, closed: list[int]
) -> None:
    settings.PROXIES = proxy_networks(named="10.0.0.0/8")
    server, last = object.__new__(Server), connection_from(new, number=-1)
    known = [connection_from(each, number=at, busy=at < busy) for at, each in enumerate(others)]
    server._map = dict(enumerate((*known, last)))
    server.make_room(new=last)
    assert [at for at, each in enumerate(known) if each.will_close] == closed


WRITES = [f"POST{number}" for number in range(11)]
POLLS = " ".join(f"GET{number}" for number in range(500))


@pytest.mark.parametrize(
    ("arrived", "answered"),
    [
        ("GET1 HEAD2 POST3 OPTIONS4 ?5 DELETE6", "POST3 DELETE6 GET1 HEAD2 OPTIONS4 ?5"),
        (f"{POLLS} POST1", f"POST1 {POLLS}"),
        (f"GET1 GET2 {' '.join(WRITES)}", f"{' '.join(WRITES[:10])} GET1 POST10 GET2"),
    ],
)
def test_what_records_is_answered_before_what_asks_again_each_in_its_order(arrived: str, answered: str) -> None:
    queue, names = WritesFirst(), dict[ImpatientChannel, str]()
    for name in arrived.split():
        channel = connection_from("192.0.2.1", busy=True)
        channel.requests[0].__dict__["command"] = name.rstrip("0123456789?")
        names[channel] = name
        queue.append(channel)
    assert " ".join(names[queue.popleft()] for _ in range(len(queue))) == answered


@pytest.mark.parametrize("address", ["/", "/clubs/", "/club/export/json/", "/nowhere/"])
def test_what_a_phone_is_answered_is_kept_by_no_cache_between(host: Client, address: str) -> None:
    headers = host.get(address, headers={"accept-language": "es"}).headers
    assert "private" in headers["Cache-Control"]
    assert {"Accept-Language", "Cookie"} <= set(headers["Vary"].split(", "))


@pytest.mark.parametrize(("address", "ahead"), [("/history/", "?ahead=17"), ("/judge/win/?hand=3O", "&ahead=17")])
def test_a_page_fetched_ahead_of_its_link_is_kept_and_the_same(host: Client, address: str, ahead: str) -> None:
    opened, kept = host.get(address), host.get(address + ahead)
    assert (kept.headers["Cache-Control"], kept.headers.get("Vary")) == ("private, max-age=604800", None)
    assert "max-age" not in opened.headers["Cache-Control"]
    assert kept.wsgi_request.get_full_path() == address


def test_a_failure_or_a_file_fetched_ahead_is_kept_for_nobody(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert host.get("/club/export/json/?ahead=17").headers["Cache-Control"] == "private"
    host.raise_request_exception = False
    monkeypatch.setattr(night, "render", lambda *_, **__: 1 / 0)
    failed = host.get("/?ahead=17")
    assert (failed.status_code, "max-age=6" in failed.headers.get("Cache-Control", "")) == (500, False)


def test_the_worker_keeps_pages_that_are_there_in_one_version_for_each_language(host: Client) -> None:
    scripts = [host.get("/worker.js", headers={"Accept-Language": code}) for code in ("en", "es", "en")]
    assert (scripts[0]["Content-Type"], "no-store" in scripts[0]["Cache-Control"]) == ("text/javascript", True)
    whole = re.compile(r'self\.cuajo = (.+);\nimportScripts\("/static/js/worker.*\.js"\);\n')
    first, second, third = (json.loads(found[1]) for each in scripts if (found := whole.fullmatch(each.text)))
    assert first["version"] == third["version"] != second["version"]
    assert {"/", "/rules/", "/judge/", "/judge/win/"} <= set(first["pages"])
    assert [page for page in first["pages"] if host.get(page).status_code != 200] == []


def test_shortcuts_lead_to_the_next_hand_if_a_night_is_played_and_to_the_judge(host: Client, session: Session) -> None:
    record, judge = (each["url"] for each in host.get("/site.webmanifest").json()["shortcuts"])
    assert host.get(record)["Location"] == f"/sessions/{session.public_id}/hand/"
    assert host.get(judge, follow=True).status_code == 200
    people.close(session)
    assert host.get(record)["Location"] == "/"


@pytest.mark.parametrize(
    ("shared", "leads_to"),
    [
        ({"text": "hari oros, 3 copas"}, "/judge/win/?hand=12O+3C"),
        ({"text": people.WORKED_HAND}, f"/judge/win/?hand={people.WORKED_HAND.replace(' ', '+')}"),
        ({"text": "dinner at eight"}, "/judge/win/?hand=dinner+at+eight"),
        ({"text": "Come: http://192.168.1.20:8000/join/abc-D_e/"}, "/join/abc-D_e/"),
        ({"url": "http://192.168.1.20:8000/join/abc/"}, "/join/abc/"),
    ],
)
def test_shared_text_is_judged_and_a_link_leads_on(client: Client, shared: dict[str, str], leads_to: str) -> None:
    assert client.get("/shared/", shared)["Location"] == leads_to


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    return [(record.levelno, record.getMessage()) for record in caplog.records if record.name == "cuajo"]


def test_a_refused_write_is_one_line_logged(host: Client, session: Session, caplog: pytest.LogCaptureFixture) -> None:
    address, token = f"/sessions/{session.public_id}/hand/drawn/", new_token()
    fields = open_page(host, address).forms(action=address)[0]
    host.post(address, fields)
    Client().get(address)
    host.get("/nowhere/")
    people.win(session)
    host.post(address, fields | {"key": people.stamp().key})
    host.post("/club/", {"name": ""})
    Client().post(f"/join/{token}/")
    Client(enforce_csrf_checks=True).post(f"/join/{token}/")
    assert lines(caplog) == [
        (logging.WARNING, '409 POST /sessions/<row:public_id>/hand/drawn/ from "Ana\'s phone"'),
        (logging.WARNING, '422 POST /club/ from "Ana\'s phone"'),
        (logging.WARNING, "400 POST /join/<str:token>/ from a stranger"),
        (logging.WARNING, "403 POST /join/<str:token>/ from a stranger"),
    ]


def test_a_flood_fills_no_disk_hides_nobody_else_and_is_counted_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    few, minute = FewLines(), 0.0
    monkeypatch.setattr("cuajo_site.log.monotonic", lambda: minute)

    def kept(sender: str, *, times: int = 1) -> list[str]:
        made = [logging.makeLogRecord({"msg": sender, "sender": sender}) for _ in range(times)]
        passed = [record.getMessage() for each in made if isinstance(record := few.filter(each), logging.LogRecord)]
        assert {record.getMessage() for record in made} == {sender}
        return passed

    assert kept("a stranger", times=1_000) == ["a stranger"] * 20
    assert kept("Ana") + kept("Ben") == ["Ana", "Ben"]
    minute = 60.0
    (first,) = kept("Ana")
    assert ("980" in first, first.endswith(" Ana"), kept("Ben")) == (True, True, ["Ben"])


def test_every_line_that_is_written_goes_through_the_bound() -> None:
    handlers = {handler for name in ("cuajo", "waitress", "django") for handler in logging.getLogger(name).handlers}
    filters = [[type(each) for each in handler.filters] for handler in handlers]
    assert filters == [[FewLines, log.WithRequest]]


def test_a_process_lives_while_its_database_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError

    well = client.get("/healthz")
    assert (well.status_code, well.content, "no-store" in well["Cache-Control"]) == (200, b"ok", True)
    monkeypatch.setattr(connection, "cursor", gone)
    assert (client.get("/healthz/live").status_code, client.get("/healthz").status_code) == (200, 503)


def test_figures_are_off_until_they_are_switched_on(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    with pytest.raises(MiddlewareNotUsed):
        site.measured(lambda _: HttpResponse())


def test_figures_name_routes_and_never_addresses_or_people(host: Client, session: Session, settings: Settings) -> None:
    settings.METRICS = True
    host.handler.load_middleware()
    for _ in range(2):
        host.get(f"/sessions/{session.public_id}/")
    host.generic("BREW", "/nowhere/")
    told = host.get("/metrics").content.decode()
    assert 'cuajo_answer_seconds_count{method="GET",route="sessions/<row:public_id>/",status="200"} 2.0' in told
    assert 'method="other",route="none",status="404"' in told
    assert [name for name in (str(session.public_id), "Ana") if name in told] == []


@pytest.mark.parametrize(("sent", "is_kept"), [("abcd-1234", True), ("bad id\n", False), ("", False)])
def test_a_request_keeps_the_id_of_the_proxy_and_its_lines_say_it(sent: str, is_kept: bool) -> None:
    record = logging.makeLogRecord({})

    def view(_: HttpRequest) -> HttpResponse:
        log.WithRequest().filter(record)
        return HttpResponse()

    answer = log.numbered(view)(RequestFactory().get("/", headers={"X-Request-ID": sent}))
    said = record.request_id  # type: ignore[attr-defined]
    assert said == answer.headers["X-Request-ID"]
    assert (said == sent, len(said) == 32) == (is_kept, not is_kept)


PHONE = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36"


@pytest.mark.parametrize(
    ("user_agent", "label"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        (f"{PHONE} Chrome/130.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox, Linux"),
        ("curl/8.5.0", "?"),
        ("", "?"),
    ],
)
def test_a_phone_is_named_after_its_browser_and_its_machine(user_agent: str, label: str) -> None:
    assert label_of(RequestFactory(headers={"User-Agent": user_agent}).get("/")) == label


NAMES = Names(names=("localhost", "laptop", "laptop.local"), addresses=(ip_address("192.168.1.20"),))
NOW = datetime.now(UTC)


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=(folder / "authority.crt").read_bytes())


def greet(*, certificate: Path, client: ssl.SSLContext, name: str) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(to_server, to_client, server_side=True)
    phone = client.wrap_bio(to_client, to_server, server_hostname=name)
    for side in (phone, server, phone, server):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "https"
    assert Authority(folder=folder).renew(names=NAMES, now=NOW)
    return folder


@pytest.mark.parametrize("name", ["localhost", "laptop", "laptop.local", "192.168.1.20"])
def test_a_phone_that_trusts_it_opens_every_name_of_the_machine(folder: Path, name: str) -> None:
    greet(certificate=folder / "server.pem", client=trusting(folder), name=name)


def stolen(folder: Path, *, name: str) -> Path:
    key = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    signed = tls._KeyPair(key=key, certificate=x509.load_der_x509_certificate((folder / "authority.crt").read_bytes()))
    own = ec.generate_private_key(ec.SECP256R1())
    leaf = tls._server_certificate(own, names=(x509.DNSName(name),), authority=signed, now=NOW)
    made = folder / "stolen.pem"
    made.write_bytes(tls._pem(own) + leaf.public_bytes(serialization.Encoding.PEM))
    return made


def test_a_certificate_for_a_public_name_is_refused_though_the_key_was_stolen(folder: Path) -> None:
    certificate = stolen(folder, name="bank.example.com")
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        greet(certificate=certificate, client=trusting(folder), name="bank.example.com")


def test_nobody_else_on_the_machine_reads_the_keys(folder: Path) -> None:
    modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert modes == {"authority.key": 0o600, "authority.crt": 0o600, "server.pem": 0o600}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_changed_address_is_certified_by_the_authority_that_phones_know(folder: Path) -> None:
    client = trusting(folder)
    moved = replace(NAMES, addresses=(ip_address("10.0.0.7"),))
    assert Authority(folder=folder).renew(names=moved, now=NOW)
    greet(certificate=folder / "server.pem", client=client, name="10.0.0.7")


def test_the_certificate_is_renewed_a_month_before_it_ends_and_not_sooner(tmp_path: Path) -> None:
    kept = Authority(folder=tmp_path / "https")
    days = [0, 1, 360, 368, 369]
    assert [kept.renew(names=NAMES, now=NOW + timedelta(days=day)) for day in days] == [True, False, False, True, False]


def test_a_name_the_authority_may_not_vouch_for_is_left_out(folder: Path) -> None:
    public = Names(names=("localhost", "cuajo.example.com"), addresses=(ip_address("8.8.8.8"),))
    assert Authority(folder=folder).renew(names=public, now=NOW)
    greet(certificate=folder / "server.pem", client=trusting(folder), name="localhost")
