"""A browser that trusts the authority of an installation opens the machine by https, and nothing of the internet."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import HTTPServer, SimpleHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Error

from scoring.web.serving.authority import Authority, Names
from tests.browser.authorities import certificate_stores, trust
from tests.browser.conftest import new_page
from tests.conftest import CHROMIUM_FLAGS
from tests.web.test_authority import stolen

pytestmark = pytest.mark.deep

PUBLIC = "bank.example.com"
NAMES = Names(names=("localhost",), addresses=(ip_address("127.0.0.1"),))


@contextmanager
def served(certificate: Path) -> Iterator[int]:
    """Serve anything by https under this certificate, and give the port."""
    server = HTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "https"
    Authority(folder=folder).renew(names=NAMES, now=datetime.now(UTC))
    return folder


@pytest.fixture
def phone(
    folder: Path, tmp_path: Path, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Start a browser that has the authority installed and finds the public name on this machine."""
    trust(folder / "authority.crt", stores=certificate_stores(tmp_path))
    flags = [*CHROMIUM_FLAGS.split(), f"--host-resolver-rules=MAP {PUBLIC} 127.0.0.1"]
    options = browser_type_launch_args | {"args": flags, "env": {"HOME": str(tmp_path)}}
    with browser_type.launch(**options) as browser:
        yield browser


def test_the_authority_vouches_for_the_machine_and_for_no_public_name(folder: Path, phone: Browser) -> None:
    page = new_page(phone, ignore_https_errors=False)
    with served(folder / "server.pem") as port:
        answer = page.goto(f"https://localhost:{port}/")
        assert answer
        assert answer.ok
    with served(stolen(folder, name=PUBLIC)) as port, pytest.raises(Error, match="ERR_CERT_INVALID"):
        page.goto(f"https://{PUBLIC}:{port}/")
    page.context.close()
