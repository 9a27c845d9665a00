"""Start the app as its owner does: `manage.py` in a process of its own, with a data folder of its own."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
START_LIMIT_SECONDS = 180  # on a machine that does much else at the same time
PORTS = iter(secrets.SystemRandom().sample(range(10_081, 32_000), 20_000))
STOP_LIMIT_SECONDS = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    address: str
    output: Path
    process: subprocess.Popen[bytes]

    def host_link(self) -> str:
        found = re.search(r"http://[^/\s]+(/join/[\w-]+/)", self.output.read_text())
        assert found is not None
        return self.address + found[1]


def free_port() -> int:
    # From below those that the system gives to connections, each once. Chromium opens no page at 10080.
    for port in PORTS:
        with closing(socket.socket()) as probe, suppress(OSError):
            probe.bind(("0.0.0.0", port))
            return port
    raise AssertionError


def listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def children_of(pid: int) -> list[int]:
    return [int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(condition: Callable[[], bool], *, limit_seconds: int, looks_per_second: int = 20) -> None:
    pause = Event()
    for _ in range(limit_seconds * looks_per_second):
        if condition():
            return
        pause.wait(1 / looks_per_second)
    raise AssertionError(f"not within {limit_seconds} seconds")


def manage(
    *arguments: str, data: Path, under: tuple[str, ...] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*under, *_command(*arguments)],
        env=_environment(data) | variables,
        capture_output=True,
        text=True,
        timeout=START_LIMIT_SECONDS,
        check=False,
    )


@contextmanager
def serving(*arguments: str, data: Path, root: Path = ROOT, **variables: str) -> Iterator[Server]:
    """Serve the app of a checkout until the block ends, then stop it as a keyboard does and see it end well."""
    server = _start(*arguments, data=data, root=root, **variables)
    try:
        _wait_for_answers(server)
        yield server
    finally:
        server.process.terminate()
        assert server.process.wait(STOP_LIMIT_SECONDS) == 0


@contextmanager
def serving_until_killed(*arguments: str, data: Path, port: str = "", **variables: str) -> Iterator[Server]:
    """Serve the app until the block ends, then kill all its processes at once, whatever they are doing."""
    with starting_until_killed(*arguments, data=data, port=port, **variables) as server:
        _wait_for_answers(server)
        yield server


@contextmanager
def starting_until_killed(*arguments: str, data: Path, port: str = "", **variables: str) -> Iterator[Server]:
    server = _start(*arguments, data=data, root=ROOT, port=port, **variables)
    try:
        yield server
    finally:
        os.killpg(server.process.pid, signal.SIGKILL)
        assert server.process.wait(STOP_LIMIT_SECONDS) == -signal.SIGKILL


def _start(*arguments: str, data: Path, root: Path, port: str = "", **variables: str) -> Server:
    port = port or str(free_port())
    path = data.parent / f"output-{port}.txt"
    with path.open("w") as output:
        process = subprocess.Popen(
            _command("serve", f"--port={port}", *arguments, root=root),
            env=_environment(data) | variables,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Server(address=f"http://127.0.0.1:{port}", output=path, process=process)


def _wait_for_answers(server: Server) -> None:
    process = server.process
    wait_until(lambda: process.poll() is not None or _answers(server), limit_seconds=START_LIMIT_SECONDS)
    assert process.poll() is None, server.output.read_text()


def _answers(server: Server) -> bool:
    if " serves at:\n" not in server.output.read_text():
        return False  # whoever answers at this port is another one
    try:
        with urlopen(f"{server.address}/healthz", timeout=START_LIMIT_SECONDS) as response:
            return bool(response.read() == b"ok")
    except (URLError, ConnectionError, TimeoutError):
        return False


def _command(*arguments: str, root: Path = ROOT) -> list[str]:
    return [sys.executable if root == ROOT else f"{root}/.venv/bin/python", str(root / "manage.py"), *arguments]


def _environment(data: Path) -> dict[str, str]:
    ours = {"CUAJO_DATA": str(data), "CUAJO_WRITES_PER_MINUTE": "100000", "PYTHONUTF8": "1"}
    kept = {name: value for name, value in os.environ.items() if name not in _OTHERS}
    return kept | ours


_OTHERS = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "CUAJO_HOSTS", "CUAJO_HTTPS", "CUAJO_DEBUG", "CUAJO_CACHE"}
