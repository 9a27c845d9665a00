"""By https beside plain http, started again, on a new machine, at a new address: a phone finds its way there."""

import socket
import ssl
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Phone, enter, new_page, reached
from tests.browser.test_addresses import ASKED, table_of_differences
from tests.served.server import START_LIMIT_SECONDS, Server, free_port, manage, serving_until_killed

HANGING = 60
HEAD = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"


def certified(server: Server) -> ssl.SSLContext:
    with urlopen(f"{server.address}/https/cuajo.crt") as answer:
        return ssl.create_default_context(cadata=answer.read())


def test_half_sent_requests_by_https_hold_up_nobody(served: Server, https_port: int) -> None:
    context = certified(served)
    with ExitStack() as open_ones:
        for number in range(HANGING):
            connection = open_ones.enter_context(closing(socket.create_connection(("localhost", https_port))))
            if number % 2:
                encrypted = context.wrap_socket(connection, server_hostname="localhost")
                open_ones.enter_context(closing(encrypted)).sendall(HEAD)
            else:
                connection.sendall(b"\x16\x03\x01")
        host = urlsplit(reached(served, at="home").address).hostname
        for address in (f"https://{host}:{https_port}", served.address):
            verified = context if address.startswith("https") else None
            with urlopen(f"{address}/healthz", timeout=START_LIMIT_SECONDS, context=verified) as answer:
                assert answer.read() == b"ok"


def test_both_ports_answer_by_ipv6(served: Server, https_port: int) -> None:
    if not has_ipv6():
        pytest.skip("no IPv6")
    plain = served.address.replace("127.0.0.1", "[::1]")
    for address, context in ((plain, None), (f"https://[::1]:{https_port}", certified(served))):
        with urlopen(f"{address}/healthz", timeout=START_LIMIT_SECONDS, context=context) as answer:
            assert answer.read() == b"ok"


def has_ipv6() -> bool:
    with suppress(OSError), closing(socket.socket(socket.AF_INET6)) as probe:
        probe.bind(("::1", 0))
        return True
    return False


def test_a_large_page_arrives_whole_by_https(served: Server, https_port: int) -> None:
    with (
        urlopen(f"{served.address}/rules/") as plain,
        urlopen(f"https://localhost:{https_port}/rules/", context=certified(served)) as encrypted,
    ):
        assert len(encrypted.read()) == pytest.approx(len(plain.read()), abs=200)


def test_a_phone_becomes_a_full_member(
    served: Server, phone: Phone, browser: Browser, launch_browser: Callable[[], Browser]
) -> None:
    home = reached(served, at="home").address
    with launch_browser() as doubting:
        stranger = new_page(doubting, ignore_https_errors=False)
        stranger.goto(f"{home}/https/")
        expect(stranger.locator("[data-not-yet]")).to_be_visible()
        expect(stranger.get_by_role("link", name="Go on there")).to_be_hidden()
    page = new_page(browser, ignore_https_errors=True)  # as after the certificate was installed
    enter(page, home + phone.invitation(role="Scorekeeper", of_club=True))
    page.goto(f"{home}/")
    page.get_by_role("link", name="This phone: Scorekeeper").wait_for()
    page.goto(f"{home}/https/")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Go on there").click()
    expect(opened.value.get_by_role("link", name="This phone: Scorekeeper")).to_be_visible()
    assert {name: opened.value.evaluate(asked) for name, asked in ASKED.items()} == table_of_differences()["https"]
    page.goto(f"{home}/")
    expect(page.get_by_role("link", name="This phone: Scorekeeper")).to_be_visible()
    page.context.close()


@pytest.mark.deep
def test_a_phone_comes_back_to_the_same_books_wherever_they_are(tmp_path: Path, browser: Browser) -> None:
    data, restored, file = tmp_path / "data", tmp_path / "new" / "data", tmp_path / "backup.sqlite3"
    restored.parent.mkdir()
    port = str(free_port())
    page = new_page(browser, ignore_https_errors=False)
    known = page.get_by_role("link", name="This phone: Host")
    with serving_until_killed(data=data, port=port) as served:
        server = reached(served, at="home")
        enter(page, server.host_link())
        expect(known).to_be_visible()
        phone = Phone(page=page, address=server.address)
        phone.start()
        table = page.url
    with serving_until_killed(data=data, port=port):
        page.reload()
        phone.tap_secret("Ben")
        phone.record_secret()
        phone.expect_results(Ben="+10")
    assert manage("backup", "--output", str(file), data=data).returncode == 0
    assert manage("restore", str(file), "--yes", data=restored).returncode == 0
    with serving_until_killed(data=restored, port=port):
        page.reload()
        phone.expect_results(Ben="+10")
        page.context.route("**/live/**", lambda route: route.abort())  # as where the router gave another address
        page.get_by_text("Another address?").click()
        address = page.locator("#address-now")
        for typed in ("localhost:1", f"localhost:{port}"):
            address.fill(typed)
            with page.expect_popup() as opened:
                phone.tap("Go on there")
        expect(address).to_be_visible()
        opened.value.get_by_role("button", name="Go on here").click()
        expect(opened.value.get_by_role("link", name="This phone: Host")).to_be_visible()
        page.goto(table)
        expect(page.get_by_role("heading", name="Ask the host")).to_be_visible()
    page.context.close()
