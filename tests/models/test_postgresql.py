"""The books on PostgreSQL: the same guards and the same operations, on a server of the test's own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import chown, which

import pytest
from django.conf import settings
from django.db import connection

from tests.served.server import free_port

BINARIES = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
AS_SERVER = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups") if os.getuid() == 0 else ()

pytestmark = pytest.mark.skipif(
    BINARIES is None or connection.vendor != "sqlite" or (bool(AS_SERVER) and which("setpriv") is None),
    reason="no PostgreSQL server on this machine",
)


@pytest.fixture
def database_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server that only this test reaches and return the address of its database."""
    assert BINARIES is not None
    folder = Path("/tmp") / tmp_path_factory.mktemp("postgresql").name / str(os.getpid())
    folder.mkdir(parents=True)
    if AS_SERVER:
        chown(folder, "postgres", "postgres")
    port, data = free_port(), folder / "data"
    _run(BINARIES / "initdb", "--auth=trust", "--username=cuajo", "--no-sync", "-D", data, cwd=folder)
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"
    _run(BINARIES / "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "start", cwd=folder)
    yield f"postgres://cuajo@127.0.0.1:{port}/postgres"
    _run(BINARIES / "pg_ctl", "-D", data, "-m", "immediate", "stop", cwd=folder)


BOOKS = (
    "models/test_guard.py",
    "operations/table/test_hands.py",
    "operations/sessions/test_closing.py",
    "queries/books/test_books.py",
    "queries/books/test_checking.py",
)


def test_the_books_hold_on_postgresql(database_url: str) -> None:
    tests = [str(Path(__file__).parents[1] / name) for name in BOOKS]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--no-cov", "-n", "0", "-p", "no:cacheprovider", *tests],
        env=os.environ | {"DATABASE_URL": database_url},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def _run(program: Path, *arguments: object, cwd: Path) -> None:
    command = [*AS_SERVER, str(program), *map(str, arguments)]
    subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, check=True)
