"""The folder of the edition for one phone, built once and served under a path of its own."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import CommandError, call_command


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("npm"):
        pytest.skip("no Node with npm")
    host = tmp_path_factory.mktemp("host")
    try:
        call_command("build_phone", out=host / "cuajo")
    except CommandError as error:
        if not str(error).startswith("npm pack"):
            raise
        pytest.skip(f"Pyodide cannot be fetched: {error}")
    return host


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve the folder as a static host does, under `/cuajo/`."""
    with ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/cuajo/"
        server.shutdown()


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    with hosting(folder) as address:
        yield address
