"""Connections that send half a request, nothing, or one byte now and then, and bots that hang, hold up nobody else."""

import json
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from html import unescape
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from select import select
from subprocess import Popen
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from tests.bots import DRIPS, listening
from tests.served.phones import RECORDED, Night, Writer, open_night
from tests.served.server import ROOT, Server, free_port, listens, manage, serving, wait_until

HANGING, TOO_MANY = 200, 1100
THREADS = 4  # at most, whatever the database
LIMIT_SECONDS = 180
HEAD = b"POST /join/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n"

HOW_THEY_HANG = {
    "half a body": HEAD + FORM + b"c",
    "half a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "half the headers": HEAD,
    "byte by byte": HEAD + FORM,
    "nothing": b"",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving("--demo", data=tmp_path_factory.mktemp("half_sent") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def night(server: Server) -> Night:
    return open_night(server=server)


def connect(server: Server) -> socket.socket:
    host, _, port = server.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=LIMIT_SECONDS)


def is_closed(connection: socket.socket) -> bool:
    while select([connection], [], [], 0)[0]:
        try:
            if not connection.recv(4096):
                return True
        except ConnectionError:
            return True
    return False


def test_hanging_connections_hold_up_nobody_and_are_closed(server: Server, night: Night) -> None:
    with ExitStack() as open_ones:
        hanging = [open_ones.enter_context(closing(connect(server))) for _ in range(HANGING)]
        for connection, start in zip(hanging, cycle(HOW_THEY_HANG.values()), strict=False):
            connection.sendall(start)
        assert night.phone.ask(night.drawn, night.phone.form(night.drawn))[0] == RECORDED
        assert sum(not is_closed(each) for each in hanging) > THREADS
        wait_until(drips_until_closed(hanging), limit_seconds=LIMIT_SECONDS, looks_per_second=2)


def drips_until_closed(connections: list[socket.socket]) -> Callable[[], bool]:
    """Return a look that sends a byte on every other open connection, and tells whether none is left."""
    left = dict(enumerate(connections))

    def look() -> bool:
        for number, connection in tuple(left.items()):
            with suppress(ConnectionError):
                if not is_closed(connection):
                    if number % 2:
                        connection.sendall(b"a")
                    continue
            del left[number]
        return not left

    return look


def test_a_phone_that_hears_nothing_new_keeps_its_connection(server: Server, night: Night) -> None:
    _, page = night.phone.ask(night.path)
    (live,) = re.findall(r'data-live="([^"]+)"', page)
    (version,) = re.findall(r'id="live-version"[^>]*data-version="([^"]*)"', page)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in night.phone.jar)
    with closing(HTTPConnection(server.address.removeprefix("http://"), timeout=LIMIT_SECONDS)) as connection:
        for _ in range(3):
            connection.request(
                "GET",
                f"{unescape(live)}&v={quote(unescape(version))}",
                headers={"Cookie": cookies, "HX-Request": "true"},
            )
            answer = connection.getresponse()
            assert (answer.status, answer.read(), answer.getheader("Connection")) == (204, b"", None)
        assert connection.sock is not None


NO_REQUESTS = [b"get / HTTP/1.1", b"GET  / HTTP/1.1", b"\x16\x03\x01", b"GET /\xff HTTP/1.1", b"GET / HTTP/1.1\r\n X"]
NO_REQUESTS += [b"GET http://[ HTTP/1.1", b"GET / HTTP/1.1\r\nContent-Length: a"]
TOO_LARGE = HEAD + f"Content-Length: {256 * 1024 + 1}".encode()


@pytest.mark.parametrize(("sent", "status"), [*((sent, 400) for sent in NO_REQUESTS), (TOO_LARGE, 413)])
def test_what_is_no_request_or_too_large_is_refused_and_not_logged(server: Server, sent: bytes, status: int) -> None:
    before = server.output.read_text()
    with closing(connect(server)) as connection:
        connection.sendall(sent + b"\r\n\r\n")
        assert connection.recv(64)[8:13] == f" {status} ".encode()
    assert server.output.read_text() == before


def test_more_idle_connections_than_the_machine_has_room_for_hold_up_nobody(server: Server) -> None:
    _, hard = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (min(4096, hard), hard))
    with ExitStack() as open_ones:
        idle = [open_ones.enter_context(closing(connect(server))) for _ in range(TOO_MANY)]
        answers = [urlopen(f"{server.address}/healthz", timeout=LIMIT_SECONDS).read() for _ in range(6)]
        assert (answers, is_closed(idle[0])) == ([b"ok"] * 6, True)


def test_a_reader_who_takes_nothing_holds_up_nobody(server: Server) -> None:
    with ExitStack() as open_ones:
        for _ in range(HANGING):
            connection = open_ones.enter_context(closing(connect(server)))
            connection.sendall(b"GET /rules/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        with urlopen(f"{server.address}/healthz", timeout=LIMIT_SECONDS) as answer:
            assert answer.read() == b"ok"


def test_a_bot_that_hangs_holds_up_no_table_and_is_told_all_the_same(tmp_path: Path) -> None:
    with ExitStack() as running:
        slow, bot = running.enter_context(listening(DRIPS)), running.enter_context(listening())
        hosts = f"{slow.host},{bot.host}"
        server = running.enter_context(serving("--demo", data=tmp_path / "data", CUAJO_WEBHOOKS=hosts))
        night = open_night(server=server)
        for each in (slow, bot):
            form = night.phone.form("/club/curious/")
            assert night.phone.ask("/programs/webhooks/", form | {"address": each.address})[0] == 200
        table = Writer(night=night, page=night.drawn)
        bot.answers.clear()
        assert table.record() == RECORDED
        bot.told.get(timeout=LIMIT_SECONDS)
        assert not slow.hung_up.is_set()
        assert table.record() == RECORDED
        bot.answers.set()
        assert json.loads(bot.told.get(timeout=LIMIT_SECONDS)[1])["type"] == "hand.recorded"


def test_the_bot_of_the_documents_announces_a_hand_and_refuses_the_messages_of_others(tmp_path: Path) -> None:
    port, data = free_port(), tmp_path / "data"
    with listening() as chat, serving("--demo", data=data, CUAJO_WEBHOOKS=f"127.0.0.1:{port}") as server:
        assert manage("token", "Bot", data=data).returncode == 1  # no phone is the host
        night, here = open_night(server=server), f"http://127.0.0.1:{port}/"
        token, form = manage("token", "Bot", data=data).stdout.strip(), night.phone.form("/club/curious/")
        _, page = night.phone.ask("/programs/webhooks/", form | {"address": here})
        keys = {"CUAJO_TOKEN": token, "CUAJO_SECRET": page[page.index("whsec_") :][:50]}
        told = (sys.executable, str(ROOT / "docs" / "bot.py"), server.address, chat.address, str(port))
        with Popen(told, env=os.environ | keys) as bot:
            wait_until(lambda: listens(port), limit_seconds=LIMIT_SECONDS)
            with pytest.raises(HTTPError, match="403"):
                urlopen(Request(here, b"{}"), timeout=LIMIT_SECONDS)
            assert Writer(night=night, page=night.drawn).record() == RECORDED
            text = json.loads(chat.told.get(timeout=LIMIT_SECONDS)[1])["text"]
            bot.kill()
    assert re.fullmatch(rf".+ {server.address}{night.path}entries/\d+/", text)
