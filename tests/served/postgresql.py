"""A PostgreSQL server that only one test reaches, where the machine has one."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import chown, rmtree, which
from tempfile import mkdtemp

from tests.served.server import children_of, free_port, is_running, listens, wait_until

BINARIES = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
AS_SERVER = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups") if os.getuid() == 0 else ()
IS_HERE = BINARIES is not None and not (AS_SERVER and which("setpriv") is None)
REDIS = which("redis-server")


@dataclass(frozen=True, kw_only=True)
class PostgreSQL:
    folder: Path
    port: int
    is_durable: bool = False
    """Whether it waits for the disk, as it does in earnest."""

    @property
    def address(self) -> str:
        return f"postgres://cuajo@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers; after a kill it first reads its log again."""
        options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories=''"
        options += "" if self.is_durable else " -c fsync=off"
        self._run("pg_ctl", "-o", options, "-l", self.folder / "log", "-w", "start")

    def kill(self) -> None:
        note, processes = self._note(), self.processes()
        for each in processes:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        wait_until(lambda: not any(map(is_running, processes)), limit_seconds=60)
        note.unlink()  # where nobody reaps the dead, the next start would take it for alive

    def processes(self) -> list[int]:
        first = int(self._note().read_text().splitlines()[0])
        return [first, *children_of(first)]

    def stop(self) -> None:
        self._run("pg_ctl", "-m", "immediate", "stop")

    def _note(self) -> Path:
        return self.folder / "data/postmaster.pid"

    def _run(self, program: str, *arguments: object) -> None:
        assert BINARIES is not None
        command = [*AS_SERVER, str(BINARIES / program), "-D", str(self.folder / "data"), *map(str, arguments)]
        subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, check=True)


@contextmanager
def postgresql(*, is_durable: bool = False) -> Iterator[PostgreSQL]:
    server = PostgreSQL(folder=Path(mkdtemp(prefix="cuajo-postgresql-")), port=free_port(), is_durable=is_durable)
    if AS_SERVER:
        chown(server.folder, "postgres", "postgres")
    server._run("initdb", "--auth=trust", "--username=cuajo", "--no-sync")
    server.start()
    try:
        yield server
    finally:
        server.stop()
        rmtree(server.folder)


@contextmanager
def redis(*, port: int) -> Iterator[None]:
    assert REDIS is not None
    command = [REDIS, "--port", str(port), "--save", "", "--bind", "127.0.0.1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: listens(port), limit_seconds=60)
        try:
            yield
        finally:
            process.kill()
