"""The app by https beside plain http: half a request holds up nobody, and a phone finds its way there."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import new_page, reached
from tests.browser.test_addresses import ASKED, table_of_differences
from tests.served.server import START_LIMIT_SECONDS, Server, free_port, serving

HANGING = 60
HEAD = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"


@pytest.fixture(scope="module")
def https_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory, https_port: int) -> Iterator[Server]:
    with serving(f"--https={https_port}", data=tmp_path_factory.mktemp("https") / "data") as running:
        yield reached(running, at="home")


def trusting(server: Server) -> ssl.SSLContext:
    with urlopen(f"{server.address}/https/cuajo.crt") as answer:
        return ssl.create_default_context(cadata=answer.read())


def test_half_sent_requests_by_https_hold_up_nobody(secure: Server, https_port: int) -> None:
    context = trusting(secure)
    with ExitStack() as open_ones:
        for number in range(HANGING):
            connection = open_ones.enter_context(closing(socket.create_connection(("localhost", https_port))))
            if number % 2:
                encrypted = context.wrap_socket(connection, server_hostname="localhost")
                open_ones.enter_context(closing(encrypted)).sendall(HEAD)
            else:
                connection.sendall(b"\x16\x03\x01")
        host = urlsplit(secure.address).hostname
        for address in (f"https://{host}:{https_port}", secure.address):
            verified = context if address.startswith("https") else None
            with urlopen(f"{address}/healthz", timeout=START_LIMIT_SECONDS, context=verified) as answer:
                assert answer.read() == b"ok"


def test_a_large_page_arrives_whole_by_https(secure: Server, https_port: int) -> None:
    with (
        urlopen(f"{secure.address}/rules/") as plain,
        urlopen(f"https://localhost:{https_port}/rules/", context=trusting(secure)) as encrypted,
    ):
        assert len(encrypted.read()) == pytest.approx(len(plain.read()), abs=200)


def test_a_phone_becomes_a_full_member_and_keeps_its_role(secure: Server, browser: Browser) -> None:
    stranger = new_page(browser)
    stranger.goto(f"{secure.address}/https/")
    expect(stranger.get_by_text("This phone does not trust the app by https yet.")).to_be_visible()
    expect(stranger.get_by_role("link", name="Go on there")).to_be_hidden()
    stranger.context.close()

    page = new_page(browser, ignore_https_errors=True)  # as after the certificate was installed
    page.goto(f"{secure.address}{urlsplit(secure.host_link()).path}")
    page.locator("main button").click()
    expect(page.get_by_role("link", name="This phone: Host")).to_be_visible()
    page.goto(f"{secure.address}/https/")
    page.get_by_role("link", name="Go on there").click()
    expect(page.get_by_role("link", name="This phone: Host")).to_be_visible()
    assert {name: page.evaluate(asked) for name, asked in ASKED.items()} == table_of_differences()["https"]
    page.goto(f"{secure.address}/")
    expect(page.get_by_role("link", name="This phone: Host")).to_be_visible()
    page.context.close()
