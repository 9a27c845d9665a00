"""Redis dies while the table plays: hands are recorded before, during and after, and pages are shown."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest

from tests.served.phones import RECORDED, open_night
from tests.served.server import free_port, listens, serving, wait_until

pytestmark = pytest.mark.deep

SERVER = which("redis-server")


@contextmanager
def redis(*, port: int) -> Iterator[None]:
    assert SERVER is not None
    command = [SERVER, "--port", str(port), "--save", "", "--bind", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: listens(port), limit_seconds=60)
        try:
            yield
        finally:
            process.kill()


@pytest.mark.skipif(SERVER is None, reason="no Redis")
def test_hands_are_recorded_before_after_and_while_redis_is_away(tmp_path: Path) -> None:
    port = free_port()
    with serving("--demo", data=tmp_path / "data", CUAJO_CACHE=f"redis://127.0.0.1:{port}/1") as server:
        night = open_night(server=server)  # Redis was never there yet
        statuses = [night.phone.ask(night.drawn, night.phone.form(night.drawn))[0]]
        for _ in range(2):
            with redis(port=port):
                statuses.append(night.phone.ask(night.drawn, night.phone.form(night.drawn))[0])
                form = night.phone.form(night.drawn)
            statuses.append(night.phone.ask(night.drawn, form)[0])
            assert night.phone.ask(night.path)[0] == 200
        assert statuses == [RECORDED] * 5
        log = server.output.read_text()
    assert "Redis" in log
    assert "Traceback" not in log
