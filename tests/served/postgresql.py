"""A PostgreSQL server that only one test reaches, where the machine has one."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import chown, rmtree, which
from tempfile import mkdtemp

from tests.served.server import free_port

BINARIES = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
AS_SERVER = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups") if os.getuid() == 0 else ()
IS_HERE = BINARIES is not None and not (AS_SERVER and which("setpriv") is None)


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a server until the block ends and give the address of its database."""
    assert BINARIES is not None
    folder = Path(mkdtemp(prefix="cuajo-postgresql-"))
    if AS_SERVER:
        chown(folder, "postgres", "postgres")
    port, data = free_port(), folder / "data"
    _run(BINARIES / "initdb", "--auth=trust", "--username=cuajo", "--no-sync", "-D", data, cwd=folder)
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"
    _run(BINARIES / "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "start", cwd=folder)
    try:
        yield f"postgres://cuajo@127.0.0.1:{port}/postgres"
    finally:
        _run(BINARIES / "pg_ctl", "-D", data, "-m", "immediate", "stop", cwd=folder)
        rmtree(folder)


def _run(program: Path, *arguments: object, cwd: Path) -> None:
    command = [*AS_SERVER, str(program), *map(str, arguments)]
    subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, check=True)
