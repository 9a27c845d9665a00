"""Backups and restores while phones record on the app as it is served."""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread
from urllib.request import OpenerDirector

from tests.machine.phones import become_host, browser, form_of, send, submit, text_of
from tests.machine.server import manage, serving, wait_until

HANDS = 10 * int(os.environ.get("CUAJO_TEST_SCALE", "1"))
WRITERS = 2


class Writer(Thread):
    """A phone that records drawn hands until it has enough, and keeps the keys that were acknowledged."""

    def __init__(self, *, phone: OpenerDirector, address: str) -> None:
        super().__init__()
        self.phone, self.address = phone, address
        self.keys: list[str] = []
        self.failures: list[int] = []

    def run(self) -> None:
        """Record one hand after the other; another phone may be faster (409)."""
        while len(self.keys) < HANDS:
            fields = form_of(self.phone, self.address)
            status = send(self.phone, self.address, fields)
            if status == 200:
                self.keys.append(fields["key"].replace("-", ""))
            elif status != 409:
                self.failures.append(status)


def run(*arguments: object, data: Path) -> str:
    """Run a command that must succeed, and return what it prints."""
    ended = manage(*map(str, arguments), data=data)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def keys_in(data: Path) -> list[str | None]:
    """Return the key of every line in the database, None for those without."""
    with closing(sqlite3.connect(data / "cuajo.sqlite3")) as books:
        return [key for (key,) in books.execute("SELECT key FROM scoring_entry")]


def test_a_backup_under_write_load_holds_every_hand_acknowledged_before_it_began(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    with serving("--demo", data=data) as server:
        phone, _ = browser()
        become_host(phone, link=server.host_link())
        night = re.findall(r"/sessions/([0-9a-f-]{36})/", text_of(phone, server.address))[0]
        address = f"{server.address}/sessions/{night}/hand/drawn/"
        before = len(keys_in(data))
        writers = [Writer(phone=phone, address=address) for _ in range(WRITERS)]
        for writer in writers:
            writer.start()
        wait_until(lambda: all(len(writer.keys) > HANDS // 5 for writer in writers), limit_seconds=60)
        acknowledged = {key for writer in writers for key in writer.keys}
        run("backup", "--output", file, data=data)
        for writer in writers:
            writer.join()
        assert [writer.failures for writer in writers] == [[]] * WRITERS
        assert len(keys_in(data)) == before + WRITERS * HANDS

        assert run("restore", file, "--yes", data=data).endswith(f"The books are those of {file}.\n")

        restored = keys_in(data)
        assert acknowledged <= set(restored)
        assert submit(phone, address) == 200
        assert len(keys_in(data)) == len(restored) + 1, "the app goes on with the restored books"
    assert run("check_ledger", data=data) == f"{len(restored) + 1} lines of 2 nights: everything agrees.\n"
