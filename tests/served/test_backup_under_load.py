"""Backups and restores while phones record on the app as it is served.

CUAJO_TEST_SCALE=20 or more lets each of two phones record 200 hands meanwhile.
"""

import os
from pathlib import Path
from threading import Thread

import pytest

from tests.served.phones import RECORDED, REFUSED, Writer, keys_in, open_night
from tests.served.server import manage, serving, wait_until

pytestmark = pytest.mark.deep

HANDS = min(200, 10 * int(os.environ.get("CUAJO_TEST_SCALE", "1")))
WRITERS = 2
LIMIT_SECONDS = 600


def record_enough(writer: Writer) -> None:
    """Let somebody record until they have enough hands."""
    while len(writer.acknowledged) < HANDS and writer.statuses <= {RECORDED, REFUSED}:
        writer.record()


def run(*arguments: object, data: Path) -> str:
    """Run a command that must succeed, and return what it prints."""
    ended = manage(*map(str, arguments), data=data)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_a_backup_under_write_load_holds_every_hand_acknowledged_before_it_began(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "backup.sqlite3"
    with serving("--demo", data=data) as server:
        night = open_night(server=server)
        before = len(keys_in(data))
        writers = [Writer(night=night, page=night.drawn) for _ in range(WRITERS)]
        threads = [Thread(target=record_enough, args=(writer,)) for writer in writers]
        for thread in threads:
            thread.start()
        wait_until(
            lambda: all(len(writer.acknowledged) > HANDS // 5 for writer in writers), limit_seconds=LIMIT_SECONDS
        )
        acknowledged = {form["key"] for writer in writers for form in writer.acknowledged}
        run("backup", "--output", file, data=data)
        for thread in threads:
            thread.join()
        assert set().union(*(writer.statuses for writer in writers)) <= {RECORDED, REFUSED}
        assert len(keys_in(data)) == before + WRITERS * HANDS

        assert run("restore", file, "--yes", data=data).endswith(f"The books are those of {file}.\n")

        restored = keys_in(data)
        assert acknowledged <= set(restored)
        assert night.phone.ask(night.drawn, night.phone.form(night.drawn))[0] == RECORDED
        assert len(keys_in(data)) == len(restored) + 1, "the app goes on with the restored books"
    assert run("check_ledger", data=data) == f"{len(restored) + 1} lines of 2 nights: everything agrees.\n"
